import { optionValue, YEAR_MS } from '../../../domain/options/black'
import { nextBarStart } from '../../../domain/market/interval'
import type { Bar, Resolution } from '../port/chart-port'

/** What an option's value hangs on besides the price of its coin. */
export interface ValuedOption {
  readonly strike: number
  readonly isCall: boolean
  readonly expiryMs: number
  /** A fraction of a year's, as its mark has it now. */
  readonly volatility: number
  /** By how much the forward of its expiry is above the index in a year, as a logarithm. */
  readonly carry: number
}

/**
 * A bar of what an option is worth by the model, made of a bar of its coin's index: open and close at the bar's ends, the
 * best and the worst of it at the moment between. Nothing is traded in it.
 *
 * @param nowMs a bar that is not over closes now
 */
export function optionBar(index: Bar, resolution: Resolution, option: ValuedOption, nowMs: number): Bar {
  const endMs = Math.max(index.time, Math.min(nextBarStart(resolution, index.time), nowMs))
  const at = (price: number, timeMs: number): number => valueAt(option, price, timeMs)
  const [open, close] = [at(index.open, index.time), at(index.close, endMs)]
  const middleMs = (index.time + endMs) / 2
  const ends = [open, close, at(index.high, middleMs), at(index.low, middleMs)]
  return { time: index.time, open, high: Math.max(...ends), low: Math.min(...ends), close, volume: 0 }
}

function valueAt({ strike, isCall, expiryMs, volatility, carry }: ValuedOption, index: number, timeMs: number): number {
  const years = Math.max(0, expiryMs - timeMs) / YEAR_MS
  return optionValue({ forward: index * Math.exp(carry * years), strike, isCall, volatility, years })
}

/** @param years to the expiry; at and below zero the forward is the index */
export function carryOf(forward: number, index: number, years: number): number {
  return years > 0 && forward > 0 && index > 0 ? Math.log(forward / index) / years : 0
}
