import type { CandleInterval, CandleSource } from '../../../../src/domain/market/market'
import type { VenueEvent } from '../../../venue/venue-port'

/** What of the market a topic publishes: the events that have the same key are its news. */
export type FeedKey =
  | { readonly kind: 'book' | 'ticker' | 'trade' | 'liquidation'; readonly symbol: string }
  | {
      readonly kind: 'candle'
      readonly symbol: string
      readonly source: CandleSource
      readonly interval: CandleInterval
    }
  /** Every ticker of the options on a coin. */
  | { readonly kind: 'chain'; readonly coin: string }
  /** Every ticker of contracts, of spreads; what is announced; the lists of contracts. */
  | { readonly kind: SingleKey }

type SingleKey = 'tickers' | 'spreadTickers' | 'notice' | 'instruments'

/** One value a key. No text is made of a key: the events of every order are looked up here. */
export class ByFeedKey<T> {
  readonly #symbols = {
    book: new Map<string, T>(),
    ticker: new Map<string, T>(),
    trade: new Map<string, T>(),
    liquidation: new Map<string, T>(),
  }
  readonly #chains = new Map<string, T>()
  readonly #candles = new Map<string, Map<CandleSource, Map<CandleInterval, T>>>()
  readonly #single = new Map<SingleKey, T>()

  /** @returns the key's value, that of `make` where it had none */
  at(key: FeedKey, make: () => T): T {
    switch (key.kind) {
      case 'book':
      case 'ticker':
      case 'trade':
      case 'liquidation':
        return getOrMake(this.#symbols[key.kind], key.symbol, make)
      case 'candle': {
        const bySource = getOrMake(this.#candles, key.symbol, () => new Map<CandleSource, Map<CandleInterval, T>>())
        const byInterval = getOrMake(bySource, key.source, () => new Map<CandleInterval, T>())
        return getOrMake(byInterval, key.interval, make)
      }
      case 'chain':
        return getOrMake(this.#chains, key.coin, make)
      case 'tickers':
      case 'spreadTickers':
      case 'notice':
      case 'instruments':
        return getOrMake(this.#single, key.kind, make)
    }
  }

  /** The value of an event's own key; undefined where there is none. */
  of(event: VenueEvent): T | undefined {
    switch (event.type) {
      case 'book':
        return this.#symbols.book.get(event.symbol)
      case 'ticker':
        return this.#symbols.ticker.get(event.ticker.symbol)
      case 'trade':
        return this.#symbols.trade.get(event.trade.symbol)
      case 'liquidation':
        return this.#symbols.liquidation.get(event.liquidation.symbol)
      case 'candle':
        return this.#candles.get(event.symbol)?.get(event.source)?.get(event.interval)
      case 'instrument':
        return this.#single.get('instruments')
      default:
        return undefined
    }
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
