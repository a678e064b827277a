import { decimalsOf, Exact, toText, type Price } from '../../domain/decimal'
import { formatNumber, MISSING } from '../format'

/** A mean price may lie between two ticks: then it has one decimal more than they have. */
export function meanText(price: Price | null, tickSize: Price | null, { signed = false } = {}): string {
  if (price === null) return MISSING
  if (tickSize === null) return formatNumber(price, { decimals: decimalsOf(price), signed })
  const least = decimalsOf(tickSize)
  const mean = toText<Price>(new Exact(price).toDecimalPlaces(least + 1))
  return formatNumber(mean, { decimals: Math.max(least, decimalsOf(mean)), signed })
}
