import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { formatAge, formatCount, MISSING } from '../format'
import { valueOf } from '../../domain/market/public-topic'
import { QUOTED_PRODUCTS, type QuotedProduct } from '../../domain/market/quoted-market'
import { useTranslation } from '../i18n/use-translation'
import { afterPaint } from '../kit/after-paint'
import { SearchField } from '../kit/SearchField'
import { Select } from '../kit/Select'
import { Tabs } from '../kit/Tabs'
import { useSearchKeys } from '../kit/use-search-keys'
import { whenIdle } from '../kit/when-idle'
import { useApp } from '../state/app-context'
import { StaleAge } from '../trading-kit/StaleAge'
import { TickingText } from '../trading-kit/TickingText'
import { ColumnsMenu } from './ColumnsMenu'
import { compactMoney } from './compact-money'
import { MARKET_KINDS, type MarketKind } from './market-rows'
import { LEAST_TURNOVERS, MarketsModel, type BadgeFilter } from './markets-model'
import { MarketsSide } from './MarketsSide'
import { MarketsTable } from './MarketsTable'
import { MiniCharts } from './mini-charts'
import { findQuoted, quotedListsOf } from './quoted-lists'
import { OptionsTable } from './OptionsTable'
import { SpreadsTable } from './SpreadsTable'
import styles from './MarketsPage.module.css'

/** How often rows may change places, ms. */
const REORDER_INTERVAL_MS = 2000
/** How long a list that opens waits for its figures, ms. */
const FIGURES_WAIT_MS = 1500
const SEARCH_KEYS = 'f /'
const ALL_TICKERS = valueOf({ kind: 'allTickers' })
const BADGES: readonly BadgeFilter[] = ['all', 'new', 'ending']

/** Every market with its live figures (decisions 37: region "Markets"). */
export function MarketsPage({ isPhone }: { readonly isPhone: boolean }) {
  useSignals()
  const app = useApp()
  const { t } = useTranslation('markets')
  const model = useMemo(() => new MarketsModel(app), [app])
  const charts = useMemo(() => new MiniCharts(app.hub.api, () => app.clock.nowMs()), [app])
  // A phone has room for the list or for what stands out of it.
  const [isOverview, setOverview] = useState(false)
  // Lists that are read by the page and have no figures to order or to filter by.
  const [quoted, setQuoted] = useState<QuotedProduct | null>(null)
  useEffect(() => app.hub.watch({ topic: { kind: 'allTickers' } }), [app])
  useEffect(() => model.favourites.follow(window), [model])
  useEffect(() => model.waitForFigures(navigator.onLine ? FIGURES_WAIT_MS : 0), [model])
  useEffect(() => {
    model.sample()
    const timer = setInterval(() => model.reorder(afterPaint), REORDER_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [model])
  const lists = quotedListsOf(app)
  // Their tabs say how many there are before they are opened.
  useEffect(() => {
    void whenIdle().then(() => QUOTED_PRODUCTS.forEach((product) => lists.loadOnce(product)))
  }, [lists])
  const list = useRef<HTMLDivElement>(null)
  const kind = model.kind.value
  const counts = model.counts.value
  return (
    <section className={styles['page']} aria-label={t('title')} data-overview={isOverview ? '' : undefined}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className={styles['kinds']}>
        <Tabs<MarketKind | QuotedProduct>
          label={t('kinds')}
          idPrefix="markets"
          selected={quoted ?? kind}
          onSelect={(next) => {
            setQuoted(isQuoted(next) ? next : null)
            if (!isQuoted(next)) model.chooseKind(next)
          }}
          items={[
            ...MARKET_KINDS.map((id) => ({ id, label: t(`kind.${id}`), count: counts[id] })),
            ...QUOTED_PRODUCTS.map((id) => ({
              id,
              label: t(`kind.${id}`),
              ...countOf(lists.of(id).value.rows),
            })),
          ]}
        />
        {quoted === null ? <MarketsSummary model={model} /> : null}
      </div>
      <MarketsFilter
        model={model}
        isPlain={quoted !== null}
        isOverview={isOverview}
        onOverview={setOverview}
        onEnter={() => list.current?.querySelector('a')?.click()}
      >
        {quoted === null && kind === 'all' ? <AlsoFound query={model.query.value} onOpen={setQuoted} /> : null}
      </MarketsFilter>
      <div ref={list} className={styles['list']}>
        {quoted === null ? (
          <>
            <MarketsTable model={model} charts={charts} isPhone={isPhone} />
            <NoRows model={model} />
          </>
        ) : (
          <Suspense fallback={null}>
            {quoted === 'options' ? (
              <OptionsTable query={model.query.value} isPhone={isPhone} />
            ) : (
              <SpreadsTable query={model.query.value} isPhone={isPhone} />
            )}
          </Suspense>
        )}
      </div>
      <MarketsSide model={model} />
    </section>
  )
}

const QUOTED: ReadonlySet<string> = new Set(QUOTED_PRODUCTS)
const isQuoted = (kind: MarketKind | QuotedProduct): kind is QuotedProduct => QUOTED.has(kind)

/** A list that has not come has no count. */
function countOf(rows: readonly unknown[]): { readonly count?: number } {
  return rows.length === 0 ? {} : { count: rows.length }
}

interface FilterProps {
  readonly model: MarketsModel
  /** Whether the list has nothing but names to choose by. */
  readonly isPlain: boolean
  readonly isOverview: boolean
  readonly onOverview: (isOverview: boolean) => void
  /** Opens the first market that is found. */
  readonly onEnter: () => void
  readonly children: ReactNode
}

function MarketsFilter({ model, isPlain, isOverview, onOverview, onEnter, children }: FilterProps) {
  useSignals()
  const { t } = useTranslation('markets')
  const field = useRef<HTMLInputElement>(null)
  useSearchKeys(field, SEARCH_KEYS)
  return (
    <div className={styles['filter']}>
      {/* The key belongs to the field; the box only hears it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles['search']}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && model.query.peek().trim() !== '') onEnter()
        }}
      >
        <SearchField
          ref={field}
          label={t('search')}
          shortcuts={SEARCH_KEYS}
          value={model.query.value}
          onText={(text) => model.search(text)}
        />
      </div>
      {isPlain ? null : (
        <fieldset aria-label={t('badges')} className={styles['badges']}>
          {BADGES.map((badge) => (
            <button
              key={badge}
              type="button"
              aria-pressed={model.badge.value === badge}
              onClick={() => model.chooseBadge(badge)}
            >
              {t(`badge.${badge}`)}
            </button>
          ))}
        </fieldset>
      )}
      <div className={styles['choices']}>
        {isPlain ? null : (
          <>
            <MarketsAge model={model} />
            {model.tags.value.length < 2 ? null : (
              <Select
                label={t('tag')}
                items={[['', t('anyTag')], ...model.tags.value.map((tag) => [tag, tag] as const)]}
                chosen={model.tag.value ?? ''}
                onChoose={(tag) => model.chooseTag(tag === '' ? null : tag)}
              />
            )}
            <Select
              label={t('leastTurnover')}
              items={LEAST_TURNOVERS.map((least) => [
                String(least),
                least === 0 ? t('anyTurnover') : t('turnoverFrom', { least: compactMoney(least) }),
              ])}
              chosen={String(model.least.value)}
              onChoose={(id) => {
                const least = LEAST_TURNOVERS.find((one) => String(one) === id)
                if (least !== undefined) model.chooseLeast(least)
              }}
            />
            <ColumnsMenu model={model} />
          </>
        )}
        <button
          type="button"
          className={styles['overview']}
          aria-pressed={isOverview}
          onClick={() => onOverview(!isOverview)}
        >
          {t('overview')}
        </button>
      </div>
      {children}
    </div>
  )
}

interface AlsoFoundProps {
  readonly query: string
  readonly onOpen: (product: QuotedProduct) => void
}

/** How many options and spreads the text finds, as ways to their lists: they are too many to stand among the others. */
function AlsoFound({ query, onOpen }: AlsoFoundProps) {
  useSignals()
  const { t } = useTranslation('markets')
  const lists = quotedListsOf(useApp())
  // Names of one letter are too many, and nobody asks for an option by it.
  const isAsked = query.trim().length > 1
  useEffect(() => {
    if (isAsked) for (const product of QUOTED_PRODUCTS) lists.loadOnce(product)
  }, [isAsked, lists])
  const found = QUOTED_PRODUCTS.flatMap((product) => {
    const count = isAsked ? findQuoted(lists.of(product).value.rows, query).length : 0
    return count === 0 ? [] : [{ product, count }]
  })
  if (found.length === 0) return null
  return (
    <p className={styles['also']}>
      {t('alsoFound')}
      {found.map(({ product, count }) => (
        <button key={product} type="button" onClick={() => onOpen(product)}>
          {t('foundOf', { kind: t(`kind.${product}`), count: formatCount(count) })}
        </button>
      ))}
    </p>
  )
}

function MarketsSummary({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { t } = useTranslation('markets')
  const { count, up, down, flat, turnover, openInterest } = model.summary.value
  if (count === 0) return null
  return (
    <p className={styles['summary']}>
      <span>{t('summary.count', { count: formatCount(count) })}</span>
      <span data-sign="gain">{t('summary.up', { count: formatCount(up) })}</span>
      <span data-sign="loss">{t('summary.down', { count: formatCount(down) })}</span>
      <span>{t('summary.flat', { count: formatCount(flat) })}</span>
      <span>{t('summary.turnover', { amount: compactMoney(turnover) })}</span>
      <span>{t('summary.openInterest', { amount: compactMoney(openInterest) })}</span>
    </p>
  )
}

/** Why the list is empty, where it is. */
function NoRows({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { t } = useTranslation('markets')
  if (model.rows.value.length > 0) return null
  const query = model.query.value.trim()
  const isEmpty = model.listed.value.length === 0
  return (
    <p className={styles['empty']}>
      {model.isLoading.value
        ? t('loading')
        : isEmpty && model.kind.value === 'favourites'
          ? t('noFavourites')
          : query !== ''
            ? t('none', { query })
            : t('nonePasses')}
    </p>
  )
}

/** Says so when the list is from a store, or the prices are not current. */
function MarketsAge({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { catalogue } = useApp()
  const { t } = useTranslation('markets')
  const read = useCallback(
    (nowMs: number) => {
      const asOfMs = catalogue.asOfMs.peek()
      return t('saved', { age: asOfMs === null ? MISSING : formatAge(Math.max(1000, nowMs - asOfMs)) })
    },
    [catalogue, t],
  )
  if (model.isLoading.value) return null
  if (model.isStale.value) return <StaleAge className={styles['age']} of={ALL_TICKERS} />
  return catalogue.confirmed.value ? null : <TickingText read={read} className={styles['saved'] ?? ''} />
}
