import type { App } from '../state/app-context'
import type { ConnectionModel } from '../state/connection-model'
import type { MarketModel } from '../state/market-model'

/**
 * Whether market data may be called current: the hub is there, its public channel is live, and the page has
 * drawn it since it was last away. A private channel that
 * is away makes no price old. Reads signals, so the caller follows them.
 */
export function isMarketLive(connection: ConnectionModel): boolean {
  return connection.isMarketLive.value
}

/** Whether the prices of a market's ticker that stand somewhere on the page are old. Reads signals. */
export function isPriceStale({ connection }: Pick<App, 'connection'>, market: MarketModel): boolean {
  return market.hasTicker.value && (market.tickerStale.value || !isMarketLive(connection))
}
