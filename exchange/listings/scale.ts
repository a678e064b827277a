import type { DecimalText } from '../../src/domain/decimal'
import { stepScale, stepsOf } from '../../src/domain/market/step-text'

/** A grid of decimal values that the exchange counts in whole steps: ticks, lots, E8. */
export interface Scale {
  readonly step: DecimalText
  /** Canonical decimal text of `count` steps. */
  toText<T extends DecimalText>(count: number): T
  /** @returns `null` when the text is no multiple of the step or passes 2^53 */
  toCount(text: DecimalText): number | null
  /** One step as a binary number: for the market's own estimates, never for money. */
  readonly size: number
}

/** Ticks of half a per cent to either side of a dear contract's price. */
const WRITTEN_MAX = 16_384
/** Of all scales together: there are two of each instrument, and over a thousand instruments. */
const ALL_WRITTEN_MAX = 100_000
/** How many texts are remembered, and how often all of them were forgotten. */
const memory = { texts: 0, round: 0 }

/**
 * Formatting runs thousands of times a second in the book and the candles, so it works on integers and not on Decimals.
 *
 * @param step canonical text of one step, such as `0.1` or `5`
 * @param isRemembered whether a count's text is kept for the next time: for prices, not for amounts
 */
export function createScale(step: DecimalText, { isRemembered } = { isRemembered: true }): Scale {
  const dot = step.indexOf('.')
  const decimals = dot < 0 ? 0 : step.length - dot - 1
  const multiplier = Number(step.replace('.', ''))
  const steps = stepScale(step)
  const write = (count: number): string => {
    const whole = count * multiplier
    if (whole === 0) return '0'
    const sign = whole < 0 ? '-' : ''
    const size = Math.abs(whole)
    // Beyond 2^53 a number is written with as few digits as name it, which are not all its digits.
    const digits = size <= Number.MAX_SAFE_INTEGER ? String(size) : BigInt(size).toString()
    if (decimals === 0) return sign + digits
    const padded = digits.length > decimals ? digits : '0'.repeat(decimals - digits.length + 1) + digits
    let end = padded.length
    const point = padded.length - decimals
    while (end > point && padded.charCodeAt(end - 1) === 48) end -= 1
    return end === point
      ? sign + padded.slice(0, point)
      : `${sign}${padded.slice(0, point)}.${padded.slice(point, end)}`
  }
  // The same few prices are written again and again: levels, the close of thirteen intervals, the last price.
  let written = new Map<number, string>()
  let { round } = memory
  const text = (count: number): string => {
    if (count === 0) return '0'
    if (round !== memory.round) {
      written = new Map()
      round = memory.round
    }
    let known = written.get(count)
    if (known === undefined) {
      if (written.size >= WRITTEN_MAX) written.clear()
      known = write(count)
      written.set(count, known)
      remember()
    }
    return known
  }
  return {
    step,
    size: Number(step),
    toText: <T extends DecimalText>(count: number) => (isRemembered ? text : write)(count) as T,
    toCount: (text) => stepsOf(text, steps),
  }
}

/** One text more; with too many, each scale forgets its own when it is next asked for one. */
function remember(): void {
  memory.texts += 1
  if (memory.texts < ALL_WRITTEN_MAX) return
  memory.texts = 0
  memory.round += 1
}
