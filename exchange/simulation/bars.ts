import { fields, number, type Form } from '../../src/base/form'

/** Columns of a bar: open, high, low, close in ticks, volume in lots, turnover in 1e-4 of the quote coin. */
export const COLUMNS = 6
export const OPEN = 0
export const HIGH = 1
export const LOW = 2
export const CLOSE = 3
export const VOLUME = 4
export const TURNOVER = 5

/** One bar in whole numbers. */
export interface Bar {
  readonly startMs: number
  open: number
  high: number
  low: number
  close: number
  /** Lots. */
  volume: number
  /** 1e-4 of the quote coin: fine enough for cents, small enough that a month's sum is exact. */
  turnover: number
}

export const BAR_FORM: Form<Bar> = fields<Bar>({
  startMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  turnover: number,
})

/** A bar of a time without trades. */
export function flatBar(startMs: number, price: number): Bar {
  return { startMs, open: price, high: price, low: price, close: price, volume: 0, turnover: 0 }
}

/** Adds what came later to a bar: `next` begins where `bar` left off. */
export function extendBar(bar: Bar, next: Bar): void {
  if (next.high > bar.high) bar.high = next.high
  if (next.low < bar.low) bar.low = next.low
  bar.close = next.close
  bar.volume += next.volume
  bar.turnover += next.turnover
}

/** Puts finer bars together. `startOf` names the start of the coarser bar that holds a time; bars come oldest first. */
export function aggregate(bars: Iterable<Bar>, startOf: (ms: number) => number): Bar[] {
  const out: Bar[] = []
  let current: Bar | null = null
  for (const bar of bars) {
    const startMs = startOf(bar.startMs)
    if (current === null || current.startMs !== startMs) {
      current = { ...bar, startMs }
      out.push(current)
    } else extendBar(current, bar)
  }
  return out
}
