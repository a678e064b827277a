import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatAge, MISSING } from '../format'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { StaleAge } from '../trading-kit/StaleAge'
import { TickingText } from '../trading-kit/TickingText'
import { MARKET_KINDS, type MarketKind, type SortColumn } from './market-rows'
import { MarketRow } from './MarketRow'
import { MarketsModel } from './markets-model'
import styles from './MarketsPage.module.css'

/** How often rows may change places, ms. */
const REORDER_INTERVAL_MS = 2000

type ColumnId = 'symbol' | 'last' | 'change' | 'high' | 'low' | 'funding' | 'turnover'
const COLUMNS: readonly { readonly id: ColumnId; readonly sort: SortColumn | null }[] = [
  { id: 'symbol', sort: 'symbol' },
  { id: 'last', sort: 'last' },
  { id: 'change', sort: 'change' },
  { id: 'high', sort: null },
  { id: 'low', sort: null },
  { id: 'funding', sort: 'funding' },
  { id: 'turnover', sort: 'turnover' },
]

/** Every market with its live figures (decisions 37: region "Markets"). */
export function MarketsPage() {
  useSignals()
  const app = useApp()
  const { t } = useTranslation('market')
  const model = useMemo(() => new MarketsModel(app), [app])
  useEffect(() => app.hub.watch({ topic: { kind: 'allTickers' } }), [app])
  useEffect(() => {
    model.sample()
    const timer = setInterval(() => model.sample(), REORDER_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [model])
  const rows = model.rows.value
  const query = model.query.value
  return (
    <section className={styles['page']} aria-label={t('markets.title')}>
      <div className={styles['head']}>
        <h1>{t('markets.title')}</h1>
        <MarketsAge model={model} />
        <input
          type="search"
          aria-label={t('markets.search')}
          placeholder={t('markets.search')}
          value={query}
          onChange={(event) => model.search(event.currentTarget.value)}
        />
      </div>
      <Tabs<MarketKind>
        label={t('markets.kinds')}
        idPrefix="markets"
        selected={model.kind.value}
        onSelect={(kind) => model.chooseKind(kind)}
        items={MARKET_KINDS.map((kind) => ({ id: kind, label: t(`markets.kind.${kind}`) }))}
      />
      <table
        id={`markets-${model.kind.value}-panel`}
        className={styles['table']}
        aria-label={t('markets.title')}
        data-stale={model.isStale.value ? '' : undefined}
      >
        <thead>
          <tr>
            {COLUMNS.map(({ id, sort }) => (
              <MarketHead key={id} id={id} sort={sort} model={model} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((instrument) => (
            <MarketRow key={instrument.symbol} instrument={instrument} path={model.pathOf(instrument.symbol)} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className={styles['empty']}>
          {model.isLoading.value ? t('markets.loading') : t('markets.none', { query: query.trim() })}
        </p>
      )}
    </section>
  )
}

interface HeadProps {
  readonly id: ColumnId
  readonly sort: SortColumn | null
  readonly model: MarketsModel
}

function MarketHead({ id, sort, model }: HeadProps) {
  useSignals()
  const { t } = useTranslation('market')
  const { column, descending } = model.sort.value
  const label = t(`markets.columns.${id}`)
  if (sort === null)
    return (
      <th scope="col" data-column={id}>
        {label}
      </th>
    )
  const isSorted = column === sort
  return (
    <th scope="col" data-column={id} aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => model.sortBy(sort)}>
        {label}
        <span aria-hidden="true">{isSorted ? (descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}

/** Says so when the list is from a store, or the prices are not current. */
function MarketsAge({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { catalogue } = useApp()
  const { t } = useTranslation('market')
  const read = useCallback(
    (nowMs: number) => {
      const asOfMs = catalogue.asOfMs.peek()
      return t('markets.saved', { age: asOfMs === null ? MISSING : formatAge(Math.max(1000, nowMs - asOfMs)) })
    },
    [catalogue, t],
  )
  if (model.isLoading.value) return null
  if (model.isStale.value) return <StaleAge className={styles['age']} />
  return catalogue.confirmed.value ? null : <TickingText read={read} className={styles['saved'] ?? ''} />
}
