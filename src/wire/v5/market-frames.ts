import type { Candle, Trade } from '../../domain/market/market'
import type { BookRowJson } from '../push/book'
import { SIDE_WORD } from '../words'

/** Data of `orderbook.{depth}.{symbol}`: `u` rises by one each message, `seq` orders across depths. */
export interface V5BookJson {
  readonly s: string
  readonly b: readonly BookRowJson[]
  readonly a: readonly BookRowJson[]
  readonly u: number
  readonly seq: number
}

export function writeV5BookFrame(
  topic: string,
  type: 'snapshot' | 'delta',
  timeMs: number,
  data: V5BookJson,
  engineTimeMs: number,
): string {
  return JSON.stringify({ topic, type, ts: timeMs, data, cts: engineTimeMs })
}

/** Envelope of the other public topics. `cs` is the cross sequence that tickers carry. */
export function writeV5Frame(
  topic: string,
  type: 'snapshot' | 'delta',
  timeMs: number,
  data: unknown,
  crossSeq: number | null = null,
): string {
  return JSON.stringify({ topic, type, ...(crossSeq === null ? {} : { cs: crossSeq }), ts: timeMs, data })
}

/** `priceLimit.{symbol}`: the highest price to buy and the lowest to sell at; this envelope has no type. */
export function writeV5PriceLimit(
  topic: string,
  timeMs: number,
  data: { readonly symbol: string; readonly buyLmt: string; readonly sellLmt: string },
): string {
  return JSON.stringify({ topic, data, ts: timeMs })
}

/** How a price stands to the one before it: up, down, or the same after either. */
export type TickDirection = 'PlusTick' | 'ZeroPlusTick' | 'MinusTick' | 'ZeroMinusTick'

/** @param before `null` at the first price, which counts as a rise */
export function nextTickDirection(
  before: { readonly price: string; readonly direction: TickDirection } | null,
  price: string,
): TickDirection {
  if (before === null) return 'PlusTick'
  if (before.price === price) return before.direction.endsWith('PlusTick') ? 'ZeroPlusTick' : 'ZeroMinusTick'
  return Number(price) > Number(before.price) ? 'PlusTick' : 'MinusTick'
}

/** One row of `publicTrade.{symbol}`; `S` is the taker's side. */
export interface V5TradeJson {
  readonly T: number
  readonly s: string
  readonly S: string
  readonly v: string
  readonly p: string
  readonly L: TickDirection
  readonly i: string
  /** Block trade; this exchange has none. */
  readonly BT: boolean
  /** Against an order for retail alone; this exchange has none. */
  readonly RPI: boolean
}

export function writeV5Trade(trade: Trade, direction: TickDirection): V5TradeJson {
  const { timeMs, symbol, side, qty, price, id } = trade
  return { T: timeMs, s: symbol, S: SIDE_WORD[side], v: qty, p: price, L: direction, i: id, BT: false, RPI: false }
}

/** One row of `kline.{interval}.{symbol}`. */
export interface V5CandleJson {
  readonly start: number
  readonly end: number
  readonly interval: string
  readonly open: string
  readonly close: string
  readonly high: string
  readonly low: string
  readonly volume: string
  readonly turnover: string
  readonly confirm: boolean
  /** Of the last change. */
  readonly timestamp: number
}

export function writeV5Candle(candle: Candle, interval: string, timeMs: number): V5CandleJson {
  return {
    start: candle.startMs,
    end: candle.endMs,
    interval,
    open: candle.open,
    close: candle.close,
    high: candle.high,
    low: candle.low,
    volume: candle.volume,
    turnover: candle.turnover,
    confirm: candle.confirmed,
    timestamp: timeMs,
  }
}
