import type { Candle, Ticker, Trade } from '../../../domain/market/market'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { Unreadable } from '../../../base/unreadable'
import type { TopicMessage } from '../../venue/venue-messages'
import type { MarketFrames } from '../../venue/venue-port'

/** Prints kept per symbol, for tabs that come later. */
export const TRADES_MAX = 100
/** Bars kept per stream: those that changed since the newest history a chart can have asked for. */
export const LIVE_BARS_MAX = 5

/** What a list of tickers brought: the symbols whose ticker changed, and the rows that could not be read. */
export interface TickerRows {
  readonly changed: readonly InstrumentSymbol[]
  readonly refused: ReadonlyMap<InstrumentSymbol, Unreadable>
}

/** The newest values of each market. Every `take…` throws `Unreadable` for a message that cannot be read, and changes nothing then. */
export class MarketValues {
  readonly #tickers = new Map<InstrumentSymbol, Ticker>()
  /** Symbols of the list that missed a change, because its row could not be read: a snapshot alone makes them whole. */
  readonly #torn = new Set<InstrumentSymbol>()
  readonly #trades = new Map<InstrumentSymbol, readonly Trade[]>()
  readonly #bars = new Map<string, readonly Candle[]>()

  constructor(private readonly frames: MarketFrames) {}

  ticker(symbol: InstrumentSymbol): Ticker | null {
    return this.#tickers.get(symbol) ?? null
  }

  tickers(): readonly Ticker[] {
    return [...this.#tickers.values()]
  }

  /** Oldest first. */
  trades(symbol: InstrumentSymbol): readonly Trade[] {
    return this.#trades.get(symbol) ?? []
  }

  bars(name: string): readonly Candle[] {
    return this.#bars.get(name) ?? []
  }

  hasBars(name: string): boolean {
    return this.#bars.has(name)
  }

  forgetBars(name: string): void {
    this.#bars.delete(name)
  }

  /** What was true when the page was last open; shown as stale until the exchange speaks. */
  restoreTicker(symbol: InstrumentSymbol, saved: Ticker): void {
    if (!this.#tickers.has(symbol)) this.#tickers.set(symbol, saved)
  }

  restoreTrades(symbol: InstrumentSymbol, saved: readonly Trade[]): void {
    if (!this.#trades.has(symbol)) this.#trades.set(symbol, saved)
  }

  takeTicker(symbol: InstrumentSymbol, message: TopicMessage): void {
    const known = message.isSnapshot ? null : this.ticker(symbol)
    this.#tickers.set(symbol, this.frames.ticker(message.data, known, message))
  }

  /**
   * A message of many symbols. A row that cannot be read leaves its symbol as it was, and the others go on.
   * @throws Unreadable for a row without a symbol: nobody could say whose price is old then
   */
  takeTickerRows(message: TopicMessage): TickerRows {
    const rows: readonly unknown[] = Array.isArray(message.data) ? message.data : [message.data]
    const changed = new Map<InstrumentSymbol, Ticker>()
    const refused = new Map<InstrumentSymbol, Unreadable>()
    for (const row of rows) {
      const symbol = this.frames.tickerSymbol(row)
      const known = changed.get(symbol) ?? this.ticker(symbol)
      // The symbol's own stream is faster and complete: this one must not set it back.
      if (known !== null && known.timeMs > message.timeMs) continue
      // What changed in the row that was lost is not in this one.
      if (!message.isSnapshot && this.#torn.has(symbol)) continue
      try {
        changed.set(symbol, this.frames.ticker(row, known, message))
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        refused.set(symbol, error)
      }
    }
    // The rows of a snapshot are whole; a symbol that it has not is either newer by its own stream or gone.
    if (message.isSnapshot) this.#torn.clear()
    for (const [symbol, ticker] of changed) this.#tickers.set(symbol, ticker)
    for (const symbol of refused.keys()) this.#torn.add(symbol)
    return { changed: [...changed.keys()], refused }
  }

  /** Whether the list's row of a symbol lacks a change since it was last read. */
  isTorn(symbol: InstrumentSymbol): boolean {
    return this.#torn.has(symbol)
  }

  hasTorn(): boolean {
    return this.#torn.size > 0
  }

  /** @returns the prints that are news, oldest first; a stream that begins again may repeat what its snapshot had */
  takeTrades(symbol: InstrumentSymbol, message: TopicMessage): readonly Trade[] {
    const trades = this.frames.trades(message.data)
    const before = message.isSnapshot ? [] : this.trades(symbol)
    const fresh = before.length === 0 ? trades : trades.filter(({ id }) => !before.some((known) => known.id === id))
    if (fresh.length > 0 || message.isSnapshot) this.#trades.set(symbol, [...before, ...fresh].slice(-TRADES_MAX))
    return fresh.slice(-TRADES_MAX)
  }

  takeBars(name: string, symbol: InstrumentSymbol, message: TopicMessage): readonly Candle[] {
    const candles = this.frames.candles(message.data, symbol)
    const firstStart = candles[0]?.startMs ?? Infinity
    const kept = this.bars(name).filter((candle) => candle.startMs < firstStart)
    this.#bars.set(name, [...kept, ...candles].slice(-LIVE_BARS_MAX))
    return candles
  }
}
