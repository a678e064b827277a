import type { Money, Price, Qty, Rate } from '../decimal'
import type { AuctionPhase } from '../instrument/auction-phase'
import type { Greeks } from '../options/black'
import type { InstrumentSymbol, Side } from '../order/order'

/** What the exchange says of an option beside its prices. Volatilities are of a year, as fractions: 0.6 is 60 %. */
export interface OptionFigures {
  /** What the underlying is worth for this expiry: the model's forward, not the index. */
  readonly underlyingPrice: Price
  readonly markVolatility: number
  /** At the best prices; `null` where nobody quotes, or no volatility gives that price. */
  readonly bidVolatility: number | null
  readonly askVolatility: number | null
  readonly greeks: Greeks
  /** Since the option was listed. */
  readonly totalVolume: Qty
  readonly totalTurnover: Money
}

/** What the exchange last said of a market. A field is `null` until it was said. */
export interface Ticker {
  readonly symbol: InstrumentSymbol
  readonly lastPrice: Price | null
  readonly markPrice: Price | null
  readonly indexPrice: Price | null
  readonly bid1Price: Price | null
  readonly bid1Qty: Qty | null
  readonly ask1Price: Price | null
  readonly ask1Qty: Qty | null
  readonly prevPrice24h: Price | null
  readonly highPrice24h: Price | null
  readonly lowPrice24h: Price | null
  /** A fraction, truncated at six decimals (semantics.md §3). */
  readonly price24hChange: Rate | null
  readonly volume24h: Qty | null
  readonly turnover24h: Money | null
  readonly openInterest: Qty | null
  readonly openInterestValue: Money | null
  readonly fundingRate: Rate | null
  readonly nextFundingTimeMs: number | null
  /** Dated contracts alone: last − index, and the mean rate by which the mark stands off the index. */
  readonly basis: Price | null
  readonly basisRate: Rate | null
  /** The mean index so far, within half an hour of the delivery. */
  readonly predictedDeliveryPrice: Price | null
  /** By how much the middle of the book stands off the mark, as the band of limit prices has it; absent where none is told. */
  readonly bandPremium?: Price | null
  /** During a call auction alone (absent or `null` otherwise): what it would fill now, and at which price. */
  readonly preOpenPrice?: Price | null
  readonly preOpenQty?: Qty | null
  /** The phase of a contract before its listing; absent or `null` for others. */
  readonly auctionPhase?: AuctionPhase | null
  /** Of options alone; `null` before the first mark. */
  readonly option?: OptionFigures | null
  readonly timeMs: number
  readonly seq: number
}

/** A public print; `side` is the taker's. */
export interface Trade {
  readonly id: string
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly price: Price
  readonly qty: Qty
  readonly timeMs: number
}

/** Spec §9, "Intervals". */
export type CandleInterval = '1' | '3' | '5' | '15' | '30' | '60' | '120' | '240' | '360' | '720' | '1D' | '1W' | '1M'
export const CANDLE_INTERVALS: readonly CandleInterval[] = [
  '1',
  '3',
  '5',
  '15',
  '30',
  '60',
  '120',
  '240',
  '360',
  '720',
  '1D',
  '1W',
  '1M',
]

export interface Candle {
  readonly startMs: number
  /** The bar's last millisecond. */
  readonly endMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Qty
  readonly turnover: Money
  /** Whether the bar is closed for good. */
  readonly confirmed: boolean
}

export type CandleSource = 'last' | 'mark' | 'index'
