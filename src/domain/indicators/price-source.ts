import type { IndicatorBar } from './indicator'
import { choice } from './parameters'

const WORDS = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const
export type PriceSource = (typeof WORDS)[number]

/** Which price of a bar an indicator follows. */
export const priceSource = choice('close', WORDS)

/** (high + low + close) / 3, the typical price of VWAP and CCI. */
export function typicalPrice({ high, low, close }: IndicatorBar): number {
  return (high + low + close) / 3
}

export function priceOf(bar: IndicatorBar, source: PriceSource): number {
  switch (source) {
    case 'hl2':
      return (bar.high + bar.low) / 2
    case 'hlc3':
      return typicalPrice(bar)
    case 'ohlc4':
      return (bar.open + bar.high + bar.low + bar.close) / 4
    default:
      return bar[source]
  }
}
