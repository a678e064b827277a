import { err, ok, type Result } from '../../base/result'
import { compare, decimalsOf, Exact, roundToStep, toText, type Price } from '../decimal'
import type { Listed } from '../instrument/listed'
import { clamp, cut, isMultipleOf, moveBySteps, readTyped, type TypedProblem } from './typed-number'

export type PriceLimits = Pick<Listed, 'tickSize' | 'minPrice' | 'maxPrice'>

export type PriceProblem = TypedProblem | { readonly kind: 'notMultipleOfTick' | 'belowMin' }

/**
 * What a price field holds after it is left (spec §5): its decimals cut, clamped to the contract's range, then rounded up
 * to the tick. A tick above 1 is not rounded to: the trader is told, because the difference is worth a word. Zero and less
 * are no price where the least is above zero, and nobody who types them means the least (ADR-1088).
 */
export function settlePrice(text: string, limits: PriceLimits): Result<Price | null, PriceProblem> {
  const typed = readTyped<Price>(text)
  if (!typed.ok || typed.value === null) return typed
  const zero = '0' as Price
  if (compare(typed.value, zero) <= 0 && compare(limits.minPrice, zero) > 0) return err({ kind: 'belowMin' })
  const price = clamp(cut(typed.value, decimalsOf(limits.tickSize)), { min: limits.minPrice, max: limits.maxPrice })
  if (compare(limits.tickSize, '1' as Price) > 0 && !isMultipleOf(price, limits.tickSize))
    return err({ kind: 'notMultipleOfTick' })
  const rounded = roundToStep(price, limits.tickSize, 'up')
  return ok(compare(rounded, limits.maxPrice) > 0 ? roundToStep(price, limits.tickSize, 'down') : rounded)
}

/**
 * The price some ticks away: arrow keys give ±1, presets ±10, ±50, ±200.
 * @param price `null` for an empty field, which counts from zero
 */
export function stepPrice(price: Price | null, ticks: number, limits: PriceLimits): Price {
  return moveBySteps(price ?? ('0' as Price), ticks, {
    step: limits.tickSize,
    min: limits.minPrice,
    max: limits.maxPrice,
  })
}

/**
 * The price of a place on a chart: the nearest tick within the contract's range.
 * @param value finite; a coordinate read off a scale, so not exact
 */
export function snapPrice(value: number, { tickSize, minPrice, maxPrice }: PriceLimits): Price {
  const lowest = roundToStep(minPrice, tickSize, 'up')
  const highest = roundToStep(maxPrice, tickSize, 'down')
  return clamp(roundToStep(toText<Price>(new Exact(value)), tickSize, 'nearest'), { min: lowest, max: highest })
}
