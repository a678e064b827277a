import { Exact, toText, type DecimalText } from '../../domain/decimal'
import { readText, valueText } from './number-text'

/**
 * What arrow keys make of a field whose number is on no grid: a step more or less, never below zero.
 *
 * @param text that is no number counts from zero
 * @returns `''` for zero
 */
export function stepText(text: string, step: number, direction: 1 | -1): string {
  const next = new Exact(readText<DecimalText>(text) ?? 0).plus(step * direction)
  return next.gt(0) ? valueText(toText<DecimalText>(next)) : ''
}
