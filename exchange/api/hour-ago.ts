import type { Price } from '../../src/domain/decimal'
import type { Venue } from '../venue/venue-port'

const MINUTE_MS = 60_000
const WINDOW_MINUTES = 60

/** The price of an hour ago by contract, in steps of a minute: where the oldest of the last sixty minutes opened. */
export class HourAgo {
  readonly #known = new Map<string, { readonly minute: number; readonly price: Price | null }>()

  constructor(private readonly venue: Pick<Venue, 'candles'>) {}

  /** @returns `null` where the contract was not traded by then */
  priceOf(symbol: string, nowMs: number): Price | null {
    const minute = Math.floor(nowMs / MINUTE_MS)
    const known = this.#known.get(symbol)
    if (known?.minute === minute) return known.price
    const startMs = (minute - (WINDOW_MINUTES - 1)) * MINUTE_MS
    const query = { symbol, source: 'last', interval: '1', startMs } as const
    // Whoever asks for all tickers asks for all of these: one bar each, but for a contract that is younger than that.
    const [bar] = this.venue.candles({ ...query, endMs: startMs, limit: 1 })
    const first = bar ?? this.venue.candles({ ...query, endMs: null, limit: WINDOW_MINUTES })[0]
    const price = first?.open ?? null
    this.#known.set(symbol, { minute, price })
    return price
  }
}
