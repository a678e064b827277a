import { fields, list, nullable, number, type Form } from '../../src/base/form'

/** Interest part of funding: 0.01 % per 8 hours (semantics.md §1.6). */
const INTEREST = 0.0001
/** How far interest may pull the premium. */
const INTEREST_CLAMP = 0.0005
/** Mid − index is averaged over this many samples, one each second. */
const BASIS_SAMPLES = 300
/** Largest mid − index that counts, as a share of the index. */
const BASIS_MAX = 0.005
/** Quote coin that the impact prices of the premium would trade, where the contract says nothing else. */
export const IMPACT_VALUE = 200_000

/** Plain data: goes into the snapshot as it is. */
export interface MarkState {
  /** Ring of the last five minutes of mid − index, in ticks. */
  readonly basis: number[]
  basisNext: number
  basisSum: number
  lastSampleSecond: number
  lastPremiumMinute: number
  /** Σ i·P_i and Σ i of the running funding interval. */
  premiumWeighted: number
  premiumWeights: number
  premiumCount: number
  /** Rate of the last settlement: carries P1. */
  settledRateE8: number
  /** What control pinned for the next settlement. */
  pinnedRateE8: number | null
  /** `null` where nothing is funded: a dated contract's interval is 0. */
  nextFundingMs: number | null
}

export const MARK_FORM: Form<MarkState> = fields<MarkState>({
  basis: list(number),
  basisNext: number,
  basisSum: number,
  lastSampleSecond: number,
  lastPremiumMinute: number,
  premiumWeighted: number,
  premiumWeights: number,
  premiumCount: number,
  settledRateE8: number,
  pinnedRateE8: nullable(number),
  nextFundingMs: nullable(number),
})

export function startMark(nowMs: number, intervalMinutes: number): MarkState {
  return {
    basis: [],
    basisNext: 0,
    basisSum: 0,
    lastSampleSecond: Math.floor(nowMs / 1000),
    lastPremiumMinute: Math.floor(nowMs / 60_000),
    premiumWeighted: 0,
    premiumWeights: 0,
    premiumCount: 0,
    settledRateE8: Math.round(INTEREST * 1e8),
    pinnedRateE8: null,
    nextFundingMs: intervalMinutes === 0 ? null : nextFunding(nowMs, intervalMinutes),
  }
}

/** 00, 08 and 16 UTC for an interval of 480 minutes: the first boundary after `nowMs`. */
export function nextFunding(nowMs: number, intervalMinutes: number): number {
  const interval = intervalMinutes * 60_000
  return (Math.floor(nowMs / interval) + 1) * interval
}

/** Records mid − index once per second. */
export function sampleBasis(state: MarkState, nowMs: number, midTicks: number, indexTicks: number): void {
  const second = Math.floor(nowMs / 1000)
  if (second === state.lastSampleSecond) return
  state.lastSampleSecond = second
  // Quotes that have not followed a jump yet are no basis.
  const most = indexTicks * BASIS_MAX
  const value = Math.round(Math.max(-most, Math.min(most, midTicks - indexTicks)) * 2) / 2
  if (state.basis.length < BASIS_SAMPLES) state.basis.push(value)
  else {
    state.basisSum -= state.basis[state.basisNext]!
    state.basis[state.basisNext] = value
  }
  state.basisSum += value
  state.basisNext = (state.basisNext + 1) % BASIS_SAMPLES
}

/** After a jump of the whole market the basis of before says nothing. */
export function forgetBasis(state: MarkState): void {
  state.basis.length = 0
  state.basisNext = 0
  state.basisSum = 0
}

/**
 * Mark = median(P1, P2, last), P1 = index·(1 + settled rate · time to funding / interval),
 * P2 = index + five-minute mean of mid − index (semantics.md §1.6). Everything in ticks.
 */
export function markPrice(
  state: MarkState,
  now: { readonly nowMs: number; readonly indexTicks: number; readonly lastTicks: number },
  intervalMinutes: number,
): number {
  const { nextFundingMs } = state
  const left = nextFundingMs === null ? 0 : Math.max(0, nextFundingMs - now.nowMs) / (intervalMinutes * 60_000)
  const p1 = now.indexTicks * (1 + (state.settledRateE8 / 1e8) * Math.min(1, left))
  const p2 = now.indexTicks + (state.basis.length === 0 ? 0 : state.basisSum / state.basis.length)
  return median(p1, p2, now.lastTicks)
}

export function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/** Mean price of trading `wanted` (quote coin) into one side, in ticks; `null` when the side cannot carry it. */
function impactPrice(
  levels: readonly (readonly [number, number])[],
  valueOfTickLot: number,
  wanted: number,
): number | null {
  let value = 0
  let lots = 0
  for (const [ticks, size] of levels) {
    const levelValue = ticks * size * valueOfTickLot
    const part = Math.min(1, (wanted - value) / levelValue)
    value += levelValue * part
    lots += size * part
    if (value >= wanted * 0.999_999) return value / (lots * valueOfTickLot)
  }
  return null
}

/**
 * Once a minute: P = [max(0, impact bid − index) − max(0, index − impact ask)] / index, weighted by its number.
 *
 * @returns whether a premium was taken
 */
export function samplePremium(
  state: MarkState,
  nowMs: number,
  indexTicks: number,
  book: () => {
    readonly bids: readonly (readonly [number, number])[]
    readonly asks: readonly (readonly [number, number])[]
  },
  valueOfTickLot: number,
  impactValue = IMPACT_VALUE,
): boolean {
  const minute = Math.floor(nowMs / 60_000)
  if (minute === state.lastPremiumMinute) return false
  state.lastPremiumMinute = minute
  const { bids, asks } = book()
  const bid = impactPrice(bids, valueOfTickLot, impactValue)
  const ask = impactPrice(asks, valueOfTickLot, impactValue)
  if (bid === null || ask === null) return false
  const premium = (Math.max(0, bid - indexTicks) - Math.max(0, indexTicks - ask)) / indexTicks
  state.premiumCount += 1
  state.premiumWeighted += premium * state.premiumCount
  state.premiumWeights += state.premiumCount
  return true
}

/** F = P_avg + clamp(I − P_avg, ±0.05 %), capped; the rate that the next settlement will use, in E8. */
export function fundingRateE8(
  state: MarkState,
  limits: { readonly upper: number; readonly lower: number },
  intervalMinutes: number,
): number {
  if (state.pinnedRateE8 !== null) return state.pinnedRateE8
  const average = state.premiumWeights === 0 ? 0 : state.premiumWeighted / state.premiumWeights
  return fundingOfPremium(average, limits, intervalMinutes)
}

/** The rate that an interval's mean premium makes, in E8. */
export function fundingOfPremium(
  average: number,
  limits: { readonly upper: number; readonly lower: number },
  intervalMinutes: number,
): number {
  const interest = (INTEREST * intervalMinutes) / 480
  const pulled = average + Math.max(-INTEREST_CLAMP, Math.min(INTEREST_CLAMP, interest - average))
  return Math.round(Math.max(limits.lower, Math.min(limits.upper, pulled)) * 1e8)
}

/**
 * Closes the funding interval when its time has come. After downtime over several boundaries it settles once: nobody
 * was shown the rates in between.
 *
 * @returns the rate to pay in E8, or `null` when it is not time
 */
export function settleFunding(
  state: MarkState,
  nowMs: number,
  limits: { readonly upper: number; readonly lower: number },
  intervalMinutes: number,
): number | null {
  if (state.nextFundingMs === null || nowMs < state.nextFundingMs) return null
  const rateE8 = fundingRateE8(state, limits, intervalMinutes)
  state.settledRateE8 = rateE8
  state.pinnedRateE8 = null
  state.premiumWeighted = 0
  state.premiumWeights = 0
  state.premiumCount = 0
  state.nextFundingMs = nextFunding(nowMs, intervalMinutes)
  return rateE8
}
