import { AccountCard } from '../account/AccountCard'
import { AccountPanel } from '../account/AccountPanel'
import { ChartPanel } from '../chart/ChartPanel'
import { BookAndTrades } from '../order-book/BookAndTrades'
import { OrderBookPanel } from '../order-book/OrderBookPanel'
import { OrderEntry } from '../order-entry/OrderEntry'
import type { MarketModel } from '../state/market-model'
import { SymbolHeader } from '../symbol-header/SymbolHeader'
import { RecentTradesPanel } from '../trades/RecentTradesPanel'
import { AppFooter } from './AppFooter'
import { AppHeader } from './AppHeader'
import { ErrorBoundary } from './ErrorBoundary'
import styles from './DesktopTrade.module.css'

/** @param split book and tape side by side; else behind two tabs */
export function DesktopTrade({ market, split }: { readonly market: MarketModel; readonly split: boolean }) {
  return (
    <div className={styles['page']} data-desk="" data-split={split || undefined}>
      <AppHeader isPhone={false} />
      <main className={styles['main']}>
        <div className={styles['symbol']}>
          <ErrorBoundary area="symbol">
            <SymbolHeader market={market} />
          </ErrorBoundary>
        </div>
        <div className={styles['chart']}>
          <ErrorBoundary area="chart">
            <ChartPanel market={market} />
          </ErrorBoundary>
        </div>
        <div className={styles['book']}>
          <ErrorBoundary area="book">
            {split ? <OrderBookPanel market={market} /> : <BookAndTrades market={market} />}
          </ErrorBoundary>
        </div>
        {split ? (
          <div className={styles['tape']}>
            <ErrorBoundary area="trades">
              <RecentTradesPanel market={market} />
            </ErrorBoundary>
          </div>
        ) : null}
        <div className={styles['ticket']}>
          <ErrorBoundary area="ticket">
            <OrderEntry market={market} />
          </ErrorBoundary>
          <ErrorBoundary area="account">
            <AccountCard />
          </ErrorBoundary>
        </div>
        <div className={styles['account']}>
          <ErrorBoundary area="account">
            <AccountPanel symbol={market.symbol} />
          </ErrorBoundary>
        </div>
      </main>
      <AppFooter />
    </div>
  )
}
