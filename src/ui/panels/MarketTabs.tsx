import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { BookAge } from '../order-book/BookAge'
import { BookBody } from '../order-book/BookBody'
import { BookTools } from '../order-book/BookTools'
import styles from '../order-book/OrderBookPanel.module.css'
import { useBookModel } from '../order-book/use-book-model'
import { useApp } from '../state/app-context'
import { TradesAge } from '../trades/TradesAge'
import { Ladder } from './Ladder'
import { Legs } from './Legs'
import type { PanelProps } from './panel'
import { TradesBody } from './second-commit'

type Tab = 'book' | 'legs' | 'trades' | 'ladder'

const BOOK_TABS = ['book', 'trades'] as const
const LADDER_TABS = ['book', 'trades', 'ladder'] as const
const SPREAD_TABS = ['book', 'legs', 'trades'] as const
const LEGS_TABS = ['legs', 'trades'] as const
const TRADES_TABS = ['trades', 'ladder'] as const

/** Order book, tape and ladder behind tabs. Each is the region that decisions 37 names. */
export function BookTradesAndLadder({ market }: PanelProps) {
  const { t } = useTranslation('market')
  return <MarketTabs market={market} label={t('book.tabs')} tabs={LADDER_TABS} />
}

/** The same of what no ladder trades. */
export function BookAndTrades({ market }: PanelProps) {
  const { t } = useTranslation('market')
  return <MarketTabs market={market} label={t('book.bothTabs')} tabs={BOOK_TABS} />
}

/** Tape and ladder behind tabs, where the book has a place of its own. */
export function TradesAndLadder({ market }: PanelProps) {
  const { t } = useTranslation('market')
  return <MarketTabs market={market} label={t('trades.tabs')} tabs={TRADES_TABS} />
}

/** Of a spread: its own book, those of its legs, and its tape. */
export function BookLegsAndTrades({ market }: PanelProps) {
  const { t } = useTranslation('market')
  return <MarketTabs market={market} label={t('book.bothTabs')} tabs={SPREAD_TABS} />
}

/** The same where the book has a place of its own. */
export function LegsAndTrades({ market }: PanelProps) {
  const { t } = useTranslation('market')
  return <MarketTabs market={market} label={t('trades.legsTabs')} tabs={LEGS_TABS} />
}

interface Props extends PanelProps {
  readonly label: string
  readonly tabs: readonly [Tab, ...Tab[]]
}

function MarketTabs({ market, label, tabs }: Props) {
  const { t } = useTranslation('market')
  const id = useId()
  const [tab, setTab] = useState<Tab>(tabs[0])
  // It streams nothing while its rows have no height.
  const book = useBookModel(market)
  const { hub } = useApp()
  const { symbol } = market
  useEffect(() => (tab === 'trades' ? hub.watch({ topic: { kind: 'trades', symbol } }) : undefined), [tab, hub, symbol])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length] ?? tabs[0]
    setTab(next)
    document.getElementById(`${id}${next}`)?.focus()
  }
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <div role="tablist" tabIndex={-1} aria-label={label} className={styles['tabs']} onKeyDown={onKeyDown}>
          {tabs.map((one) => (
            <button
              key={one}
              id={`${id}${one}`}
              type="button"
              role="tab"
              aria-selected={one === tab}
              aria-controls={one === tab ? `${id}panel` : undefined}
              tabIndex={one === tab ? 0 : -1}
              onClick={() => setTab(one)}
            >
              {t(`tabs.${one}`)}
            </button>
          ))}
        </div>
        {tab === 'trades' ? <TradesAge market={market} className={styles['age']} /> : null}
        {tab === 'book' || tab === 'ladder' ? <BookAge model={book} /> : null}
        {tab === 'book' && <BookTools model={book} />}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${tab}`} className={styles['panel']}>
        {tab === 'ladder' ? (
          <Ladder market={market} />
        ) : tab === 'legs' ? (
          <Legs market={market} />
        ) : (
          <section className={styles['panel']} aria-label={tab === 'book' ? t('book.title') : t('trades.title')}>
            {tab === 'book' ? <BookBody model={book} /> : <TradesBody market={market} />}
          </section>
        )}
      </div>
    </div>
  )
}
