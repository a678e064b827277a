import { expiryOf } from '../instrument/contract-period'
import { spreadLegs } from '../instrument/product-kind'
import type { SpreadKind } from '../instrument/spread'
import { Exact, toText, type Price, type Rate } from '../decimal'
import { DAY_MS } from './interval'

/** What a spread is, by the names of its legs: a list of many does without the rules of each. */
export interface NamedSpread {
  readonly kind: SpreadKind
  readonly first: string
  readonly second: string
  /** When its legs end; `null` of one that does not. */
  readonly firstEndMs: number | null
  readonly secondEndMs: number | null
}

/** @returns `null` for the name of anything else */
export function namedSpread(symbol: string): NamedSpread | null {
  const legs = spreadLegs(symbol)
  if (legs === null) return null
  const [first, second] = legs
  const [firstEndMs, secondEndMs] = [expiryOf(first), expiryOf(second)]
  const kind: SpreadKind = second.includes('/')
    ? firstEndMs === null
      ? 'fundingRateArb'
      : 'carryTrade'
    : secondEndMs === null
      ? 'perpBasis'
      : 'futureSpread'
  return { kind, first, second, firstEndMs, secondEndMs }
}

/**
 * What a spread is worth a year, as a share of its second leg:
 *
 *   price / second × 365 / days
 *
 * where the days are those until the first leg ends, or from the end of the second to that of the first.
 *
 * @param price of the spread, above zero where the first leg is dearer
 * @returns `null` without an end, or a price to be a share of
 */
export function yieldOfYear(
  price: Price | null,
  second: Price | null,
  { firstEndMs, secondEndMs }: Pick<NamedSpread, 'firstEndMs' | 'secondEndMs'>,
  nowMs: number,
): Rate | null {
  const days = daysBetween({ firstEndMs, secondEndMs }, nowMs)
  if (price === null || second === null || days <= 0 || !new Exact(second).gt(0)) return null
  return toText<Rate>(new Exact(price).div(second).times(365).div(days).toDecimalPlaces(8))
}

/** The same to draw, as a floating share: of a bar, by its time. */
export function yieldShare(
  price: number,
  second: number,
  ends: Pick<NamedSpread, 'firstEndMs' | 'secondEndMs'>,
  timeMs: number,
): number | null {
  const days = daysBetween(ends, timeMs)
  return days <= 0 || second <= 0 ? null : ((price / second) * 365) / days
}

/** 0 without an end. */
function daysBetween({ firstEndMs, secondEndMs }: Pick<NamedSpread, 'firstEndMs' | 'secondEndMs'>, nowMs: number) {
  return firstEndMs === null ? 0 : (firstEndMs - (secondEndMs ?? nowMs)) / DAY_MS
}

/** A funding rate as of a year. @param intervalMinutes from one payment to the next */
export function fundingOfYear(rate: Rate | null, intervalMinutes: number | null): Rate | null {
  if (rate === null || intervalMinutes === null || intervalMinutes <= 0) return null
  return toText<Rate>(
    new Exact(rate)
      .times(365 * 24 * 60)
      .div(intervalMinutes)
      .toDecimalPlaces(8),
  )
}

/** Half way between the best prices. @returns `null` where one of them is not there */
export function middleOf(bid: Price | null, ask: Price | null): Price | null {
  return bid === null || ask === null ? null : toText<Price>(new Exact(bid).plus(ask).div(2))
}
