import { fields, list, number, type Form } from '../../src/base/form'
import type { OrderEntryPort } from './order-entry-port'

/** Mid − mark is averaged over this many samples, one each second (semantics.md §1.9, "prem30s"). */
const SAMPLES = 30

/** Plain data: goes into the snapshot as it is. */
export interface BandPremium {
  /** Ring of mid − mark, in half ticks: whole numbers. */
  readonly halves: number[]
  next: number
  sum: number
  lastSecond: number
}

export const BAND_PREMIUM_FORM: Form<BandPremium> = fields<BandPremium>({
  halves: list(number),
  next: number,
  sum: number,
  lastSecond: number,
})

export function startBandPremium(nowMs: number): BandPremium {
  return { halves: [], next: 0, sum: 0, lastSecond: Math.floor(nowMs / 1000) }
}

/**
 * Takes a sample once a second; a book with an empty side says nothing.
 * @returns whether a second had begun
 */
export function sampleBandPremium(
  state: BandPremium,
  nowMs: number,
  markTicks: number,
  orderEntry: Pick<OrderEntryPort, 'best'>,
): boolean {
  const second = Math.floor(nowMs / 1000)
  if (second === state.lastSecond) return false
  state.lastSecond = second
  const { bid, ask } = orderEntry.best()
  if (bid === null || ask === null) return true
  const half = bid + ask - 2 * markTicks
  if (state.halves.length < SAMPLES) state.halves.push(half)
  else {
    state.sum -= state.halves[state.next]!
    state.halves[state.next] = half
  }
  state.sum += half
  state.next = (state.next + 1) % SAMPLES
  return true
}

/** The mean in 1e-4 of a tick, towards zero, which narrows the band; zero before the first sample. */
export function bandPremiumE4({ halves, sum }: BandPremium): number {
  return halves.length === 0 ? 0 : Math.trunc((sum * 5_000) / halves.length)
}

/** After a jump of the whole market the premium of before says nothing. */
export function forgetBandPremium(state: BandPremium): void {
  state.halves.length = 0
  state.next = 0
  state.sum = 0
}
