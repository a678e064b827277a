import { effect } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { SlowWork } from '../state/between-steps'
import type { BookModel } from './book-model'
import type { BookRow, BookRows } from './book-rows'
import { separatorsOf, stepText } from '../trading-kit/step-text'

/** A reader follows at most two states of the book a second. */
const TABLE_INTERVAL_MS = 500
/** Levels a side that are read out. */
const TABLE_LEVELS = 25

/** The canvas in words: the same levels as a table, for everything that cannot see pixels. */
export function BookTable({ model }: { readonly model: BookModel }) {
  const { t, i18n } = useTranslation('market')
  const rows = useSlowRows(model)
  const scale = model.scale.peek()
  const separators = separatorsOf(i18n.language)
  const line = (side: 'ask' | 'bid', row: BookRow) =>
    scale !== null && (
      <tr key={`${side}${row.ticks}`} data-side={side}>
        <th scope="row">{t(`book.${side}`)}</th>
        <td>{stepText(row.ticks, scale.tick, separators)}</td>
        <td>{row.lots === null ? MISSING : stepText(row.lots, scale.lot, separators)}</td>
        <td>{row.total === null ? MISSING : stepText(row.total, scale.lot, separators)}</td>
      </tr>
    )
  return (
    <div className="spoken">
      <table aria-label={t('book.title')}>
        <thead>
          <tr>
            <th scope="col">{t('book.side')}</th>
            <th scope="col">{t('book.price')}</th>
            <th scope="col">{t('book.qty')}</th>
            <th scope="col">{t('book.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows?.asks
            .slice(0, TABLE_LEVELS)
            .toReversed()
            .map((row) => line('ask', row))}
          {rows?.bids.slice(0, TABLE_LEVELS).map((row) => line('bid', row))}
        </tbody>
      </table>
    </div>
  )
}

function useSlowRows(model: BookModel): BookRows | null {
  const [rows, setRows] = useState(model.rows.peek())
  useEffect(() => {
    const slow = new SlowWork(TABLE_INTERVAL_MS, () => setRows(model.rows.peek()))
    const stop = effect(() => {
      // What became unknown must not be read out as known for another half second.
      if (model.rows.value === null) setRows(null)
      else slow.ask()
    })
    return () => {
      stop()
      slow.stop()
    }
  }, [model])
  return rows
}
