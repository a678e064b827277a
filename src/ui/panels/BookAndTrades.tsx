import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { TradesBody } from '../trades/TradesBody'
import { BookBody } from '../order-book/BookBody'
import { GroupingSelect } from '../order-book/GroupingSelect'
import styles from '../order-book/OrderBookPanel.module.css'
import { useBookModel } from '../order-book/use-book-model'

type Tab = 'book' | 'trades'
const TABS: readonly Tab[] = ['book', 'trades']

/** Order book and tape behind two tabs, for a wide screen. Each is the region that decisions 37 names. */
export function BookAndTrades({ market }: { readonly market: MarketModel }) {
  const { t } = useTranslation('market')
  const id = useId()
  const [tab, setTab] = useState<Tab>('book')
  const model = useBookModel(market)
  const { hub } = useApp()
  const { symbol } = market
  useEffect(() => (tab === 'trades' ? hub.watch({ topic: { kind: 'trades', symbol } }) : undefined), [tab, hub, symbol])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = tab === 'book' ? 'trades' : 'book'
    setTab(next)
    document.getElementById(`${id}${next}`)?.focus()
  }
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <div role="tablist" tabIndex={-1} aria-label={t('book.tabs')} className={styles['tabs']} onKeyDown={onKeyDown}>
          {TABS.map((one) => (
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
        {tab === 'book' && <GroupingSelect model={model} />}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${tab}`} className={styles['panel']}>
        <section className={styles['panel']} aria-label={tab === 'book' ? t('book.title') : t('trades.title')}>
          {tab === 'book' ? <BookBody model={model} /> : <TradesBody market={market} />}
        </section>
      </div>
    </div>
  )
}
