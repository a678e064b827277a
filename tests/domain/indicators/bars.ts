import * as fc from 'fast-check'
import type { IndicatorBar } from '../../../src/domain/indicators/indicator'

const HOUR_MS = 3_600_000
/** Saturday, 00:00 UTC: within four days a week and a month begin. */
const FIRST_MS = Date.UTC(2026, 7, 29)

/** One bar from whole numbers: where it opened, its change, its wicks in ticks of 0.1, and its volume. */
function barOf(time: number, openTicks: number, [change, above, below, lots]: readonly number[]): IndicatorBar {
  const closeTicks = Math.max(1, openTicks + change!)
  return {
    time,
    open: openTicks / 10,
    close: closeTicks / 10,
    high: (Math.max(openTicks, closeTicks) + above!) / 10,
    low: Math.max(1, Math.min(openTicks, closeTicks) - below!) / 10,
    volume: lots! / 1000,
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.integer({ min: -900, max: 900 }), fc.nat(400), fc.nat(400), fc.nat(9_000)) },
  // A minute in which nothing happened.
  { weight: 1, arbitrary: fc.constant([0, 0, 0, 0] as const) },
)

/** Bars of one hour; now and then hours are missing, and stretches stand still. */
export function barsArb(min: number, max: number): fc.Arbitrary<readonly IndicatorBar[]> {
  return fc
    .array(fc.tuple(step, fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 9 }))), {
      minLength: min,
      maxLength: max,
      size: 'max',
    })
    .map((steps) => {
      let time = FIRST_MS
      let open = 640_000
      return steps.map(([figures, hours]) => {
        const bar = barOf(time, open, figures)
        time += hours * HOUR_MS
        open = Math.round(bar.close * 10)
        return bar
      })
    })
}

/** Bars that have only a close, as in the published examples. */
export function closes(values: readonly number[]): readonly IndicatorBar[] {
  return values.map((close, index) => ({
    time: FIRST_MS + index * HOUR_MS,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1,
  }))
}
