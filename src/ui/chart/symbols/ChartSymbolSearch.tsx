import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { symbolPath } from '../../../domain/instrument/trade-route'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { useTranslation } from '../../i18n/use-translation'
import { arrowThrough } from '../../kit/arrow-list'
import { Dialog } from '../../kit/Dialog'
import { SearchField } from '../../kit/SearchField'
import { Select } from '../../kit/Select'
import { useApp } from '../../state/app-context'
import { CHART_SYMBOL_TYPES, chartSymbolOf, searchChartSymbols, type ChartSymbolType } from './chart-symbol'
import styles from './ChartSymbolSearch.module.css'

/** Rows at once: who looks for a symbol types on. */
const ROWS_MAX = 60

interface Props {
  /** The one that the chart shows. */
  readonly symbol: string
  /** Gives the chart another one; `null` for the page's own, which is another page. */
  readonly onChoose: ((symbol: InstrumentSymbol) => void) | null
  readonly onClose: () => void
}

/** The chart's symbol search (spec §5). Arrows lead through what is found, Enter takes the first. */
export function ChartSymbolSearch({ symbol, onChoose, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('chart')
  const { catalogue } = useApp()
  const box = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [type, setType] = useState<ChartSymbolType | 'all'>('all')
  // The series of a dated contract is the one of the day the list was opened.
  const [openedAtMs] = useState(() => Date.now())
  const all = catalogue.markets.value.map((one) => chartSymbolOf(one))
  // A type that nothing here is of finds nothing.
  const types = (['all', ...CHART_SYMBOL_TYPES] as const).filter(
    (one) => one === 'all' || one === type || all.some((market) => market.type === one),
  )
  const found = searchChartSymbols(all, query, type === 'all' ? null : type)
  return (
    <Dialog title={t('symbolSearch.title')} onClose={onClose}>
      {/* The keys belong to the field and its links; the box only hears them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={box}
        className={styles['box']}
        onKeyDown={(event) => {
          if (box.current !== null) arrowThrough(event, box.current)
        }}
      >
        <div className={styles['search']}>
          <SearchField isFirst label={t('compare.search')} value={query} onText={setQuery} />
          <Select
            label={t('compare.type')}
            items={types.map((one) => [one, t(`compare.types.${one}`)] as const)}
            chosen={type}
            onChoose={setType}
          />
        </div>
        <ul className={styles['list']} aria-label={t('symbolSearch.found')}>
          {found.slice(0, ROWS_MAX).map((one) => (
            <li key={one.ticker}>
              <Link
                href={symbolPath(one.name, openedAtMs)}
                className={styles['row']}
                aria-current={one.name === symbol || undefined}
                onClick={(event) => {
                  if (onChoose !== null) {
                    event.preventDefault()
                    onChoose(one.name as InstrumentSymbol)
                  }
                  onClose()
                }}
              >
                <b>{one.name}</b>
                <span className={styles['description']}>
                  {one.origDesc === one.name ? one.shortName : one.origDesc}
                </span>
                <small>{t(`compare.types.${one.type}`)}</small>
              </Link>
            </li>
          ))}
        </ul>
        <output className={styles['note']}>{found.length === 0 ? t('symbolSearch.none', { query }) : ''}</output>
      </div>
    </Dialog>
  )
}
