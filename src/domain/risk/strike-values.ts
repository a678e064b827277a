import type { Grid } from './scenario-values'
import type { VolatilityShock } from './volatility-shock'

/** What the call and the put of a strike have alike. */
export interface RepricedStrike {
  readonly forward: number
  readonly strike: number
  readonly volatility: number
  readonly years: number
  /** What an amount at the expiry is worth now. */
  readonly discount: number
}

/** An option as its repricing takes it; see `OptionTerms` of the options' model. */
export interface RepricedOption extends RepricedStrike {
  readonly isCall: boolean
}

/** What the call and the put of a strike are worth now in each place of the grid; never below zero. */
export interface StrikeValues {
  readonly calls: Float64Array
  readonly puts: Float64Array
}

/** How options are valued in the places of a grid. */
export interface RepricingRules {
  readonly grid: Grid
  readonly shock: VolatilityShock
  /** By Black-76; which way says how fast, and to which last digit. */
  readonly reprice: (values: StrikeValues, strike: RepricedStrike, rules: RepricingRules) => void
}

/** A strike that was repriced: each of its two arrays is given away once, for one that is written over by the next strike. */
class Repriced implements StrikeValues {
  calls: Float64Array
  puts: Float64Array
  hasCalls = false
  hasPuts = false
  forward = Number.NaN
  strike = Number.NaN
  volatility = Number.NaN
  years = Number.NaN
  discount = Number.NaN

  constructor(readonly rules: RepricingRules) {
    const places = rules.grid.scenarios.length
    this.calls = new Float64Array(places)
    this.puts = new Float64Array(places)
  }

  has({ forward, strike, volatility, years, discount, isCall }: RepricedOption): boolean {
    return (
      (isCall ? this.hasCalls : this.hasPuts) &&
      this.forward === forward &&
      this.strike === strike &&
      this.volatility === volatility &&
      this.years === years &&
      this.discount === discount
    )
  }

  reprice(option: RepricedStrike): void {
    this.forward = option.forward
    this.strike = option.strike
    this.volatility = option.volatility
    this.years = option.years
    this.discount = option.discount
    this.rules.reprice(this, option, this.rules)
    this.hasCalls = this.hasPuts = true
  }

  exchange(isCall: boolean, former: Float64Array): Float64Array {
    const own = isCall ? this.calls : this.puts
    if (isCall) {
      this.calls = former
      this.hasCalls = false
    } else {
      this.puts = former
      this.hasPuts = false
    }
    return own
  }
}

/** 128 strikes are remembered: enough for an account with fifty options. */
const MEMO_BITS = 7
const MEMOS: (Repriced | undefined)[] = Array.from({ length: 2 ** MEMO_BITS }, () => undefined)

/**
 * A chain is marked in one step, so a call and a put of one strike stand on the same numbers: the later of the two finds
 * what was worked out with the first one. The answer is that of working it out anew, to the last bit.
 *
 * @param former as long as the grid has places; given up for the answer
 */
export function strikeValues(option: RepricedOption, rules: RepricingRules, former: Float64Array): Float64Array {
  const place = placeOf(option.strike, option.years)
  let memo = MEMOS[place]
  if (memo === undefined || memo.rules !== rules) {
    memo = new Repriced(rules)
    MEMOS[place] = memo
  }
  if (!memo.has(option)) memo.reprice(option)
  return memo.exchange(option.isCall, former)
}

/** Strikes of one chain, and of expiries days apart, fall into different places mostly; where not, one is worked out anew. */
function placeOf(strike: number, years: number): number {
  return (Math.imul(strike | 0, 0x9e37_79b1) + Math.imul((years * 365) | 0, 0x85eb_ca6b)) >>> (32 - MEMO_BITS)
}
