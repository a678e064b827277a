import type { QuoteMoment } from '../../domain/options/option-quote'
import type { App } from './app-context'
import type { MarketModel } from './market-model'

/** What an option's price hangs on now, by the exchange's clock; `null` while its mark is not known. Reads signals. */
export function quoteMoment(
  { clock, connection }: Pick<App, 'clock' | 'connection'>,
  market: MarketModel,
): QuoteMoment | null {
  const forward = market.ticker.value?.option?.underlyingPrice ?? null
  const nowMs = clock.ticking.value + connection.clockOffsetMs.value
  return forward === null ? null : { forward, nowMs }
}
