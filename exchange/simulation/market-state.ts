import { fields, list, nullable, number, type Form } from '../../src/base/form'
import type { RandomState } from '../../src/base/random'
import { BAND_PREMIUM_FORM, type BandPremium } from './band-premium'
import type { Calibration } from './calibration'
import { DATED_PRICES_FORM, type DatedState, type DatedTerms } from './dated-prices'
import { LADDER_FORM, type LadderState, type LadderUnit } from './ladder'
import { MARK_FORM, type MarkState } from './mark-price'
import type { PremiumOf } from './perpetual-premium'
import { RANDOM_FORM } from './random-form'
import { PROCESS_FORM, type ProcessState } from './reference-process'

export interface MarketSetup {
  readonly seed: number
  readonly calibration: Calibration
  readonly unit: LadderUnit
  readonly startTicks: number
  readonly startMs: number
  readonly fundingIntervalMinutes: number
  readonly fundingLimits: { readonly upper: number; readonly lower: number }
  /** `null` for perpetuals. */
  readonly dated: DatedTerms | null
  /** `null` where nothing is funded. */
  readonly premium: PremiumOf | null
  /** Whether its price follows what its makers hold (`flowPremium`). */
  readonly leansOnFlow: boolean
  /** Whether a funding is settled before the premium of its minute is taken, so that what was shown is paid. */
  readonly paysShownRates: boolean
  /** Whether a funding is paid by who holds at its time, also where the market takes its next step later. */
  readonly paysOnTime: boolean
  /** Accounts that quote, and accounts that take. */
  readonly makers: readonly string[]
  readonly flows: readonly string[]
}

export interface SymbolMarketState {
  readonly random: RandomState
  readonly process: ProcessState
  readonly mark: MarkState
  /** `null` for perpetuals. */
  readonly dated: DatedState | null
  readonly band: BandPremium
  readonly ladder: LadderState
  readonly flowLots: readonly number[]
  readonly rest: Rest
}

/** Where the market of a contract stands between two steps; prices in ticks. */
export interface Rest {
  indexNoise: number
  /** Index of the contract that this one follows, in this one's ticks; zero where it has an index of its own. */
  leaderTicks: number
  /** ln(own index ÷ the leader's) that control pinned. */
  leaderBias: number
  /** ln(last ÷ reference) that control pinned; fades. */
  lastBias: number
  bid: number
  ask: number
  lastTicks: number
  indexTicks: number
  markTicks: number
  grid: number
  /** The seeded process rests until then, because a recorded feed is speaking. */
  feedUntilMs: number
}

/** Before the first step: a spread of one tick, and nothing pinned. */
export function startRest(startTicks: number, indexTicks: number): Rest {
  return {
    indexNoise: 0,
    leaderTicks: 0,
    leaderBias: 0,
    lastBias: 0,
    bid: startTicks,
    ask: startTicks + 1,
    lastTicks: startTicks,
    indexTicks,
    markTicks: startTicks,
    grid: 1,
    feedUntilMs: 0,
  }
}

export const SYMBOL_MARKET_FORM: Form<SymbolMarketState> = fields<SymbolMarketState>({
  random: RANDOM_FORM,
  process: PROCESS_FORM,
  mark: MARK_FORM,
  dated: nullable(DATED_PRICES_FORM),
  band: BAND_PREMIUM_FORM,
  ladder: LADDER_FORM,
  flowLots: list(number),
  rest: fields<Rest>({
    indexNoise: number,
    leaderTicks: number,
    leaderBias: number,
    lastBias: number,
    bid: number,
    ask: number,
    lastTicks: number,
    indexTicks: number,
    markTicks: number,
    grid: number,
    feedUntilMs: number,
  }),
})
