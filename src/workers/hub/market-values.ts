import type { Candle, Ticker, Trade } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import { parseCandles } from '../../wire/push/candle'
import type { PushMessage } from '../../wire/push/message'
import { parseTicker } from '../../wire/push/ticker'
import { parseTrades } from '../../wire/push/trade'

/** Prints kept per symbol, for tabs that come later. */
export const TRADES_MAX = 100
/** Bars kept per stream: those that changed since the newest history a chart can have asked for. */
export const LIVE_BARS_MAX = 5

/** The newest values of each market. Every `take…` throws `WireError` for a message that cannot be read, and changes nothing then. */
export class MarketValues {
  readonly #tickers = new Map<InstrumentSymbol, Ticker>()
  readonly #trades = new Map<InstrumentSymbol, readonly Trade[]>()
  readonly #bars = new Map<string, readonly Candle[]>()

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
  restore(saved: { readonly ticker: Ticker | null; readonly trades: readonly Trade[] }): void {
    const { ticker, trades } = saved
    if (ticker !== null && !this.#tickers.has(ticker.symbol)) this.#tickers.set(ticker.symbol, ticker)
    const first = trades[0]
    if (first !== undefined && !this.#trades.has(first.symbol)) this.#trades.set(first.symbol, trades)
  }

  takeTicker(symbol: InstrumentSymbol, message: PushMessage): void {
    const known = message.isSnapshot ? null : this.ticker(symbol)
    this.#tickers.set(symbol, parseTicker(message.data, known, message))
  }

  /** A message of many symbols. @returns those whose ticker changed */
  takeTickerRows(message: PushMessage): readonly InstrumentSymbol[] {
    const rows: readonly unknown[] = Array.isArray(message.data) ? message.data : [message.data]
    const changed = new Map<InstrumentSymbol, Ticker>()
    for (const row of rows) {
      const name = (row as { readonly symbol?: unknown } | null)?.symbol
      const symbol = typeof name === 'string' ? (name as InstrumentSymbol) : null
      const known = symbol === null ? null : (changed.get(symbol) ?? this.ticker(symbol))
      // The symbol's own stream is faster and complete: this one must not set it back.
      if (known !== null && known.timeMs > message.timeMs) continue
      const ticker = parseTicker(row, known, message)
      changed.set(ticker.symbol, ticker)
    }
    for (const [symbol, ticker] of changed) this.#tickers.set(symbol, ticker)
    return [...changed.keys()]
  }

  /** @returns the prints that are news, oldest first; a stream that begins again may repeat what its snapshot had */
  takeTrades(symbol: InstrumentSymbol, message: PushMessage): readonly Trade[] {
    const trades = parseTrades(message.data)
    const before = message.isSnapshot ? [] : this.trades(symbol)
    const fresh = before.length === 0 ? trades : trades.filter(({ id }) => !before.some((known) => known.id === id))
    if (fresh.length > 0 || message.isSnapshot) this.#trades.set(symbol, [...before, ...fresh].slice(-TRADES_MAX))
    return fresh.slice(-TRADES_MAX)
  }

  takeBars(name: string, symbol: InstrumentSymbol, message: PushMessage): readonly Candle[] {
    const candles = parseCandles(message.data, symbol)
    const firstStart = candles[0]?.startMs ?? Infinity
    const kept = this.bars(name).filter((candle) => candle.startMs < firstStart)
    this.#bars.set(name, [...kept, ...candles].slice(-LIVE_BARS_MAX))
    return candles
  }
}
