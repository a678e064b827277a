import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Side } from '../../domain/order/order'
import { AccountPanel } from '../account/AccountPanel'
import { ChartPanel } from '../chart/ChartPanel'
import { ActionButton } from '../kit/ActionButton'
import { Dialog } from '../kit/Dialog'
import { Tabs } from '../kit/Tabs'
import { OrderBookPanel } from '../order-book/OrderBookPanel'
import { OrderEntry } from '../order-entry/OrderEntry'
import { ticketOf } from '../order-entry/ticket-of'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { SymbolHeader } from '../symbol-header/SymbolHeader'
import { RecentTradesPanel } from '../trades/RecentTradesPanel'
import { AppHeader } from './AppHeader'
import { BottomNav } from './BottomNav'
import { ErrorBoundary } from './ErrorBoundary'
import styles from './PhoneTrade.module.css'

type View = 'chart' | 'book' | 'trades' | 'positions' | 'orders'

/** One task a screen: a view, the two buttons that open the ticket, and the navigation. */
export function PhoneTrade({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('app')
  const app = useApp()
  const { account } = app
  const { outlook } = ticketOf(market, app)
  const [view, setView] = useState<View>('chart')
  const [side, setSide] = useState<Side | null>(null)
  return (
    <div className={styles['page']}>
      <AppHeader isPhone />
      <main className={styles['main']}>
        <div className={styles['symbol']}>
          <ErrorBoundary area="symbol">
            <SymbolHeader market={market} />
          </ErrorBoundary>
        </div>
        <div className={styles['tabs']}>
          <Tabs<View>
            label={t('views')}
            idPrefix="phone"
            selected={view}
            onSelect={setView}
            items={[
              { id: 'chart', label: t('view.chart') },
              { id: 'book', label: t('view.book') },
              { id: 'trades', label: t('view.trades') },
              { id: 'positions', label: t('view.positions'), count: account.positions.value.length },
              { id: 'orders', label: t('view.orders'), count: account.openOrders.value.length },
            ]}
          />
        </div>
        <div id={`phone-${view}-panel`} className={styles['view']} data-view={view}>
          <ErrorBoundary key={view} area={view === 'positions' || view === 'orders' ? 'account' : view}>
            {view === 'chart' ? <ChartPanel market={market} /> : null}
            {view === 'chart' || view === 'book' ? <OrderBookPanel market={market} /> : null}
            {view === 'trades' ? <RecentTradesPanel market={market} /> : null}
            {view === 'positions' ? <AccountPanel symbol={market.symbol} /> : null}
            {view === 'orders' ? <AccountPanel symbol={market.symbol} first="openOrders" /> : null}
          </ErrorBoundary>
        </div>
        {side === null ? (
          <div className={styles['press']}>
            <ActionButton tone="long" size="large" onClick={() => setSide('buy')}>
              {t(`trade:effect.${outlook.effect('buy')}`)}
            </ActionButton>
            <ActionButton tone="short" size="large" onClick={() => setSide('sell')}>
              {t(`trade:effect.${outlook.effect('sell')}`)}
            </ActionButton>
          </div>
        ) : (
          <Dialog title={t('trade:orderEntry')} shape="sheet" onClose={() => setSide(null)}>
            <ErrorBoundary area="ticket">
              <OrderEntry market={market} only={side} onPlaced={() => setSide(null)} />
            </ErrorBoundary>
          </Dialog>
        )}
      </main>
      <BottomNav />
    </div>
  )
}
