import type { Price } from '../../../domain/decimal'
import { adjustToBand, bandNow, type PriceBand } from '../../../domain/market/price-band'
import type { Side } from '../../../domain/order/order'
import type { MarketModel } from '../../state/market-model'

/** The band that a limit price of a contract stands against now; `null` where there is no such price. Reads signals. */
export function bandFor(
  limit: Price | null | undefined,
  { instrument, ticker }: Pick<MarketModel, 'instrument' | 'ticker'>,
): PriceBand | null {
  return limit == null || instrument.value === null ? null : bandNow(ticker.value, instrument.value)
}

/** A limit price as the exchange takes it: within the band, where there is one. */
export function takenAt(price: Price, side: Side, band: PriceBand | null): Price {
  return band === null ? price : adjustToBand(price, side, band)
}
