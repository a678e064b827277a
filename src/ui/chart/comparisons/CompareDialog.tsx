import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Checkbox } from '../../kit/Checkbox'
import { Dialog } from '../../kit/Dialog'
import { SearchField } from '../../kit/SearchField'
import { Select } from '../../kit/Select'
import { useApp } from '../../state/app-context'
import type { ChartModel } from '../chart-model'
import { comparedMarket } from '../chart-view'
import { CHART_SYMBOL_TYPES, chartSymbolOf, searchChartSymbols, type ChartSymbolType } from '../symbols/chart-symbol'
import styles from './CompareDialog.module.css'
import {
  canCompare,
  comparisonId,
  comparisonsOf,
  comparisonTones,
  COMPARED_MAX,
  spreadComparisons,
  type ComparedMarket,
} from './comparison'
import { SYMBOL_COMPARISONS, type Comparison, type SymbolComparisonKind } from './comparison-kinds'
import { comparisonTitle } from './show-comparisons'

/** Rows of the list: who looks for a symbol types on. */
const ROWS_MAX = 30
const PRICES = ['last', 'mark', 'index'] as const

interface Props {
  readonly model: ChartModel
  readonly onClose: () => void
}

/** Compares the chart with its mark price, its index and other symbols. A change holds at once. */
export function CompareDialog({ model, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('chart')
  const { symbol } = model.market
  const compared = comparedMarket(model.market)
  const shown = comparisonsOf(model.settings.value.comparisons, compared)
  const set = (comparisons: readonly Comparison[]): void => model.setView({ comparisons })
  const without = (id: string): readonly Comparison[] => shown.filter((one) => comparisonId(one) !== id)
  const tones = comparisonTones(shown)
  return (
    <Dialog title={t('compare.title')} onClose={onClose}>
      {(compared.hasMark ? (['mark', 'index'] as const) : []).map((kind) => (
        <Checkbox
          key={kind}
          label={t(`compare.${kind}`)}
          checked={shown.some((one) => one.kind === kind)}
          onChecked={(on) => set(on ? [...shown, { kind }] : without(kind))}
        />
      ))}
      {spreadComparisons(compared).map((kind) => (
        <Checkbox
          key={kind}
          label={t(`compare.${kind}`)}
          checked={shown.some((one) => one.kind === kind)}
          onChecked={(on) => set(on ? [...shown, { kind }] : without(kind))}
        />
      ))}
      <SymbolPicker compared={compared} shown={shown} onAdd={(one) => set([...shown, one])} />
      <section aria-label={t('compare.onChart')} className={styles['section']}>
        <h3 className={styles['heading']}>{t('compare.onChart')}</h3>
        {shown.length === 0 ? <p className={styles['note']}>{t('compare.none')}</p> : null}
        <ul className={styles['shown']}>
          {shown.map((one, at) => {
            const title = comparisonTitle(one, symbol)
            return (
              <li key={comparisonId(one)} className={styles['row']}>
                {tones[at]?.map((tone) => (
                  <span key={tone} className={styles['swatch']} data-tone={tone} aria-hidden="true" />
                ))}
                <span className={styles['name']}>{title}</span>
                <button
                  type="button"
                  className={styles['act']}
                  aria-label={t('compare.remove', { title })}
                  onClick={() => {
                    set(without(comparisonId(one)))
                    // The button goes with its row.
                    document.querySelector<HTMLElement>('dialog[open] input[type="search"]')?.focus()
                  }}
                >
                  {t('compare.removeShort')}
                </button>
              </li>
            )
          })}
        </ul>
      </section>
    </Dialog>
  )
}

interface PickerProps {
  readonly compared: ComparedMarket
  readonly shown: readonly Comparison[]
  readonly onAdd: (one: Comparison) => void
}

/** The chart's symbol search (spec §5), with what each symbol can be compared by. */
function SymbolPicker({ compared: { symbol, spread }, shown, onAdd }: PickerProps) {
  useSignals()
  const { t } = useTranslation('chart')
  const { catalogue } = useApp()
  const kinds = SYMBOL_COMPARISONS.filter((kind) => spread === null || kind !== 'symbol')
  const [query, setQuery] = useState('')
  const [price, setPrice] = useState<(typeof PRICES)[number]>('last')
  const [type, setType] = useState<ChartSymbolType | 'all'>('all')
  const wanted: ChartSymbolType | null = type === 'all' ? null : type
  const all = catalogue.markets.value.map((one) => chartSymbolOf(one))
  const types = (['all', ...CHART_SYMBOL_TYPES] as const).filter(
    (one) => one === 'all' || all.some((market) => market.type === one),
  )
  // A pair has a price of its trades alone.
  const found = searchChartSymbols(all, query, wanted).filter(
    (one) => one.name !== symbol && (price === 'last' || one.type !== 'SPOT'),
  )
  const titleOf = (name: string): string => (price === 'last' ? name : t(`compare.priced.${price}`, { symbol: name }))
  const comparisonOf = (kind: SymbolComparisonKind, name: string): Comparison =>
    price === 'last' ? { kind, symbol: name } : { kind, symbol: name, price }
  return (
    <section aria-label={t('compare.symbols')} className={styles['section']}>
      <div className={styles['search']}>
        <SearchField isFirst label={t('compare.search')} value={query} onText={setQuery} />
        <Select
          label={t('compare.type')}
          items={types.map((one) => [one, t(`compare.types.${one}`)] as const)}
          chosen={type}
          onChoose={setType}
        />
        <Select
          label={t('compare.price')}
          items={PRICES.map((one) => [one, t(`compare.prices.${one}`)] as const)}
          chosen={price}
          onChoose={setPrice}
        />
      </div>
      <ul className={styles['list']} aria-label={t('compare.symbols')}>
        {found.slice(0, ROWS_MAX).map(({ name, ticker }) => (
          <li key={ticker} className={styles['row']}>
            <span className={styles['name']}>{name}</span>
            {kinds.map((kind) => (
              <button
                key={kind}
                type="button"
                className={styles['act']}
                aria-label={t(`compare.add.${kind}`, { symbol, other: titleOf(name) })}
                title={t(`compare.add.${kind}`, { symbol, other: titleOf(name) })}
                disabled={!canCompare(comparisonOf(kind, name), shown)}
                onClick={() => onAdd(comparisonOf(kind, name))}
              >
                {t(`compare.short.${kind}`)}
              </button>
            ))}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className={styles['note']}>{t('compare.noneFound', { query })}</p> : null}
      <p className={styles['note']}>
        {t(spread === null ? 'compare.rule' : 'compare.ruleOfSpread', { count: COMPARED_MAX })}
      </p>
    </section>
  )
}
