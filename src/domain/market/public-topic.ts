import type { InstrumentSymbol } from '../order/order'
import type { CandleInterval, CandleSource } from './market'

/** Levels a side of a book that an exchange may be asked for. */
export type BookDepth = 25 | 50 | 200 | 1000

/** A public stream. */
export type PublicTopic =
  | { readonly kind: 'book'; readonly symbol: InstrumentSymbol; readonly depth: BookDepth }
  | { readonly kind: 'ticker'; readonly symbol: InstrumentSymbol }
  | { readonly kind: 'allTickers' }
  /** Every option on a coin, whatever it settles in. */
  | { readonly kind: 'chain'; readonly coin: string }
  /** Every spread. */
  | { readonly kind: 'spreads' }
  | { readonly kind: 'trades'; readonly symbol: InstrumentSymbol }
  | {
      readonly kind: 'candle'
      readonly symbol: InstrumentSymbol
      readonly interval: CandleInterval
      readonly source: CandleSource
    }
  | { readonly kind: 'index'; readonly symbol: InstrumentSymbol }
  | { readonly kind: 'notice' }
  | { readonly kind: 'symbolNotify' }

/** What a stream is of, however deep it is asked for: `book/BTCUSDT`, `candle/BTCUSDT/5`, `chain/BTC`. */
export function valueOf({
  kind,
  symbol,
  interval,
  coin,
}: {
  readonly kind: PublicTopic['kind']
  readonly symbol?: InstrumentSymbol
  readonly interval?: CandleInterval
  readonly coin?: string
}): string {
  return [kind, symbol, interval, coin].filter((part) => part !== undefined).join('/')
}
