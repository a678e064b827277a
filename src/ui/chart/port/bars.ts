import { formatInterval } from '../../format'
import { nextBarStart } from '../../../domain/market/interval'
import type { Candle } from '../../../domain/market/market'
import type { Bar, Resolution } from './chart-port'

/** Turns an exchange candle into the engine's numbers. */
export function toBar(candle: Candle): Bar {
  return {
    time: candle.startMs,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: Number(candle.volume),
  }
}

/** Oldest first and each bar once, in its newest state: pages overlap, and many ticks of a frame are one push. */
export function orderBars(candles: readonly Candle[]): readonly Bar[] {
  const byTime = new Map<number, Bar>()
  for (const candle of candles) byTime.set(candle.startMs, toBar(candle))
  return [...byTime.values()].toSorted((a, b) => a.time - b.time)
}

/** Whether at least one bar is missing between the newest known one and the one that came. */
export function hasGap(knownMs: number, nextMs: number, resolution: Resolution): boolean {
  return nextMs > nextBarStart(resolution, knownMs)
}

/** The short name of a resolution: `30` is `30m`, `240` is `4h`, `1M` stays. */
export const resolutionLabel: (resolution: Resolution) => string = formatInterval

/** Spec §9: favourite intervals. */
export const FAVOURITE_RESOLUTIONS: readonly Resolution[] = ['1', '5', '30', '60', '240', '1D', '1W', '1M']
