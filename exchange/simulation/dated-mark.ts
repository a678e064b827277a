import { fields, list, number, type Form } from '../../src/base/form'

/** The basis rate is averaged over this many samples, one each second: ten minutes (semantics.md §1.6). */
const RATE_SAMPLES = 600

/** Plain data: goes into the snapshot as it is. */
export interface DatedMarkState {
  /** Ring of (impact mid − index) ÷ index; shorter just after the listing. */
  readonly rates: number[]
  next: number
  sum: number
  lastSecond: number
}

export const DATED_MARK_FORM: Form<DatedMarkState> = fields<DatedMarkState>({
  rates: list(number),
  next: number,
  sum: number,
  lastSecond: number,
})

export function startDatedMark(nowMs: number): DatedMarkState {
  return { rates: [], next: 0, sum: 0, lastSecond: Math.floor(nowMs / 1000) }
}

type Levels = readonly (readonly [ticks: number, lots: number])[]

/**
 * Takes a sample once a second: the middle of what buying and selling `impactLots` would cost, against the index. A
 * book that cannot carry them says nothing.
 */
export function sampleBasisRate(
  state: DatedMarkState,
  nowMs: number,
  indexTicks: number,
  impactLots: number,
  depth: () => { readonly bids: Levels; readonly asks: Levels },
): void {
  const second = Math.floor(nowMs / 1000)
  if (second === state.lastSecond) return
  state.lastSecond = second
  const { bids, asks } = depth()
  const bid = impactTicks(bids, impactLots)
  const ask = impactTicks(asks, impactLots)
  if (bid === null || ask === null) return
  const rate = ((bid + ask) / 2 - indexTicks) / indexTicks
  if (state.rates.length < RATE_SAMPLES) state.rates.push(rate)
  else {
    state.sum -= state.rates[state.next]!
    state.rates[state.next] = rate
  }
  state.sum += rate
  state.next = (state.next + 1) % RATE_SAMPLES
}

export function forgetBasisRate(state: DatedMarkState): void {
  state.rates.length = 0
  state.next = 0
  state.sum = 0
}

/** Mean of the samples; `fairRate` before the first one. */
export function basisRate({ rates, sum }: DatedMarkState, fairRate: number): number {
  return rates.length === 0 ? fairRate : sum / rates.length
}

/** Mean price of trading `wanted` lots into one side; `null` when the side has fewer. */
export function impactTicks(levels: Levels, wanted: number): number | null {
  let cost = 0
  let left = wanted
  for (const [ticks, lots] of levels) {
    const part = Math.min(left, lots)
    cost += ticks * part
    left -= part
    if (left <= 0) return cost / wanted
  }
  return null
}
