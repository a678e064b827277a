import { Exact } from '../../../domain/decimal'
import type { Bar, Resolution } from '../port/chart-port'

/** The finer bars that a bar forms from while it is replayed: six to sixty of them, whole ones. Nothing is finer than a minute. */
export const PART_OF: Readonly<Record<Resolution, Resolution>> = {
  '1': '1',
  '3': '1',
  '5': '1',
  '15': '1',
  '30': '1',
  '60': '5',
  '120': '5',
  '240': '15',
  '360': '15',
  '720': '30',
  '1D': '60',
  '1W': '240',
  '1M': '1D',
}

/** A bar after a further part of it. @param bar `null` before the first one */
export function withPart(bar: Bar | null, part: Bar, startMs: number): Bar {
  if (bar === null || bar.time !== startMs) return { ...part, time: startMs }
  return {
    time: startMs,
    open: bar.open,
    high: Math.max(bar.high, part.high),
    low: Math.min(bar.low, part.low),
    close: part.close,
    // Quantities are decimals: their sum is read out, and has no more places than they.
    volume: new Exact(bar.volume).plus(part.volume).toNumber(),
  }
}
