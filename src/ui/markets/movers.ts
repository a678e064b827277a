import { numberOf, openInterestOf, turnoverOf, yearlyFunding } from './market-rows'
import type { MarketRow } from './market-order'

/** A market among the extremes of its list, with the figure that it is there for. */
export interface Mover {
  readonly row: MarketRow
  /** A change or a yearly rate, as a fraction. */
  readonly value: number
}

/** Both ends of a list, each from its extreme inwards. */
export interface Extremes {
  readonly highest: readonly Mover[]
  readonly lowest: readonly Mover[]
}

/** Markets that rose and fell most in a day; one that did not rise is no gainer. */
export function movers(rows: readonly MarketRow[], count: number): Extremes {
  return extremes(rows, count, ({ ticker }) => numberOf(ticker?.price24hChange ?? null))
}

/**
 * Markets whose funding is highest and lowest by the rate a year: intervals differ, and raw rates do not compare. Where one
 * end has fewer, the other takes its place.
 *
 * @param count of each end
 */
export function fundingExtremes(rows: readonly MarketRow[], count: number): Extremes {
  const { highest, lowest } = extremes(rows, 2 * count, ({ instrument, ticker }) =>
    ticker === null ? null : yearlyFunding(instrument, ticker),
  )
  const low = Math.min(lowest.length, Math.max(count, 2 * count - highest.length))
  return { highest: highest.slice(0, 2 * count - low), lowest: lowest.slice(0, low) }
}

function extremes(rows: readonly MarketRow[], count: number, valueOf: (row: MarketRow) => number | null): Extremes {
  const known = rows
    .flatMap((row) => {
      const value = valueOf(row)
      return value === null || value === 0 ? [] : [{ row, value }]
    })
    .toSorted((a, b) => b.value - a.value)
  return {
    highest: known.filter(({ value }) => value > 0).slice(0, count),
    lowest: known
      .filter(({ value }) => value < 0)
      .toReversed()
      .slice(0, count),
  }
}

/** What a list of markets is as a whole. Markets without figures are in the count alone. */
export interface Summary {
  readonly count: number
  readonly up: number
  readonly down: number
  readonly flat: number
  /** Money. */
  readonly turnover: number
  readonly openInterest: number
}

/** Sums and counts of a list, by the same rows that it shows. */
export function summaryOf(rows: readonly MarketRow[]): Summary {
  const sum = { count: rows.length, up: 0, down: 0, flat: 0, turnover: 0, openInterest: 0 }
  for (const row of rows) {
    const { instrument, ticker } = row
    if (ticker === null) continue
    const sign = Math.sign(numberOf(ticker.price24hChange) ?? 0)
    if (sign > 0) sum.up++
    else if (sign < 0) sum.down++
    else sum.flat++
    sum.turnover += turnoverOf(instrument, ticker) ?? 0
    sum.openInterest += openInterestOf(instrument, ticker) ?? 0
  }
  return sum
}
