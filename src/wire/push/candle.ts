import { Exact, toText, type Money, type Qty } from '../../domain/decimal'
import type { Candle } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asArray, asObject, readDecimal, readFlag, readInteger, WireError } from '../json'
import { readBarPrices } from '../price'

/** One bar of `kline.{interval}.{symbol}` and its mark and index siblings (v5 candle). Times in milliseconds. */
export interface CandleJson {
  readonly start: number
  readonly end: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly turnover: string
  readonly confirm: boolean
}

export function writeCandle(candle: Candle): CandleJson {
  return {
    start: candle.startMs,
    end: candle.endMs,
    open: candle.open,
    high: candle.high,
    low: candle.low,
    close: candle.close,
    volume: candle.volume,
    turnover: candle.turnover,
    confirm: candle.confirmed,
  }
}

/** Data of the push topic: a list of bars, oldest first. @throws WireError */
export function parseCandles(data: unknown, symbol: InstrumentSymbol): readonly Candle[] {
  return asArray(data, 'data').map((row) => {
    const json = asObject(row, 'data')
    return {
      startMs: readInteger(json, 'start'),
      endMs: readInteger(json, 'end'),
      ...readBarPrices(json, symbol),
      volume: readDecimal<Qty>(json, 'volume'),
      turnover: readDecimal<Money>(json, 'turnover'),
      confirmed: readFlag(json, 'confirm'),
    }
  })
}

/** Row of `/v5/market/*kline`: `[start, open, high, low, close, volume, turnover]`, newest first; mark and index rows stop at close. */
export type CandleRowJson = readonly string[]

export function writeCandleRow(candle: Candle, withVolume: boolean): CandleRowJson {
  const row = [String(candle.startMs), candle.open, candle.high, candle.low, candle.close]
  return withVolume ? [...row, candle.volume, candle.turnover] : row
}

/**
 * Row of `/v5/market/premium-index-price-kline`: (mark − index) ÷ index at the bar's two ends, six decimals. What it was
 * between them is not kept, so high and low are those of the ends.
 */
export function writePremiumRow(mark: Candle, index: Candle): CandleRowJson {
  const premium = (of: 'open' | 'close') => new Exact(mark[of]).minus(index[of]).div(index[of]).toDecimalPlaces(6)
  const open = premium('open')
  const close = premium('close')
  const high = Exact.max(open, close)
  const low = Exact.min(open, close)
  return [String(mark.startMs), ...[open, high, low, close].map((one) => toText(one))]
}

/** @param intervalEndMs gives a bar's last millisecond; `nowMs` tells whether it is closed. @throws WireError */
export function parseCandleRow(
  row: unknown,
  symbol: InstrumentSymbol,
  intervalEndMs: (startMs: number) => number,
  nowMs: number,
): Candle {
  const cells = asArray(row, 'list')
  const json = {
    start: cells[0],
    open: cells[1],
    high: cells[2],
    low: cells[3],
    close: cells[4],
    volume: cells[5] ?? '0',
    turnover: cells[6] ?? '0',
  }
  const startMs = readInteger(json, 'start')
  const endMs = intervalEndMs(startMs)
  if (endMs < startMs) throw new WireError('list', row)
  return {
    startMs,
    endMs,
    ...readBarPrices(json, symbol),
    volume: readDecimal<Qty>(json, 'volume'),
    turnover: readDecimal<Money>(json, 'turnover'),
    confirmed: endMs < nowMs,
  }
}
