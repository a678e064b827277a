import { useCallback } from 'react'
import { MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { writeRows, type SpokenRow } from '../kit/write-rows'
import { useSlowElement } from '../state/use-slow-element'
import { separatorsOf, stepText } from '../trading-kit/step-text'
import type { BookModel } from './book-model'
import type { BookRow, BookRows } from './book-rows'

/** A reader follows at most two states of the book a second. */
const TABLE_INTERVAL_MS = 500
/** Levels a side that are read out. */
const TABLE_LEVELS = 25

/** The canvas in words: the same levels as a table, for everything that cannot see pixels. */
export function BookTable({ model }: { readonly model: BookModel }) {
  const { t, i18n } = useTranslation('market')
  const body = useSlowElement<BookRows | null, HTMLTableSectionElement>(
    model.rows,
    useCallback(
      (element, rows) => {
        const scale = model.scale.peek()
        const separators = separatorsOf(i18n.language)
        const line = (side: 'ask' | 'bid', { ticks, lots, total }: BookRow): SpokenRow[] =>
          scale === null
            ? []
            : [
                {
                  side,
                  cells: [
                    t(`book.${side}`),
                    stepText(ticks, scale.tick, separators),
                    lots === null ? MISSING : stepText(lots, scale.lot, separators),
                    total === null ? MISSING : stepText(total, scale.lot, separators),
                  ],
                },
              ]
        writeRows(element, [
          ...(rows?.asks ?? [])
            .slice(0, TABLE_LEVELS)
            .toReversed()
            .flatMap((row) => line('ask', row)),
          ...(rows?.bids ?? []).slice(0, TABLE_LEVELS).flatMap((row) => line('bid', row)),
        ])
      },
      [model, t, i18n],
    ),
    TABLE_INTERVAL_MS,
    isUnknown,
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
        <tbody ref={body} />
      </table>
    </div>
  )
}

/** What became unknown must not be read out as known for another half second. */
function isUnknown(rows: BookRows | null): boolean {
  return rows === null
}
