import { createRandom, hash32 } from '../../src/base/random'
import { MINUTE_MS } from '../../src/domain/market/interval'

/** How much of one funding interval's premium stays in the next, and how many before it count. */
const KEEP = 0.8
const REACH = 12
/** What of a premium is the whole market's. */
const COMMON_SHARE = 0.6
/**
 * Deviation of an interval's premium: what every contract has, and what it has by its restlessness. With these, and
 * what impact prices leave of them, seven to eight of ten contracts pay plain interest at any time, and marks are about as
 * far from their index as in a recorded list of 147 (104 of them at 0.0001; half of the marks beyond 0.03 %, a tenth beyond
 * 0.1 %).
 */
const DEVIATION = { of: 0.00032, byVolatility: 0.0128 }
/** What of a premium is not paid by: half of the width between prices that trade the impact value, as a usual book has it. */
const IMPACT_WIDTH = 0.0003

/** Whose premium is meant: it follows from this alone, for any time before and after the exchange first started. */
export interface PremiumOf {
  readonly seed: number
  readonly symbol: string
  readonly intervalMinutes: number
  /** Of a day's returns. */
  readonly dailyVolatility: number
  /** Whose price to either side makes the premium that is paid by (semantics.md §1.6), quote coin. */
  readonly impactValue: number
}

/**
 * ln(price ÷ index) of a perpetual: what its funding comes from. Each funding interval has its own, part of which is
 * left of the ones before and part of which all contracts have; between them it goes smoothly from one to the next.
 */
export class PerpetualPremium {
  readonly #size: number
  /** The two intervals that were asked for last. */
  #at = Number.NaN
  #left = 0
  #right = 0

  constructor(private readonly of: PremiumOf) {
    const { of: base, byVolatility } = DEVIATION
    this.#size = (base + byVolatility * of.dailyVolatility) * Math.sqrt(1 - KEEP ** 2)
  }

  /** Of a whole interval, which is counted from the epoch. */
  ofInterval(at: number): number {
    const { seed, symbol, intervalMinutes } = this.of
    let sum = 0
    for (let back = 0; back < REACH; back++) {
      const common = draw(`${seed}/premium/${(at - back) * intervalMinutes}`)
      const own = draw(`${seed}/${symbol}/premium/${at - back}`)
      sum += KEEP ** back * (Math.sqrt(COMMON_SHARE) * common + Math.sqrt(1 - COMMON_SHARE) * own)
    }
    return this.#size * sum
  }

  /** The mean that an interval's funding was made by, as impact prices show it. */
  paidInInterval(at: number): number {
    const premium = this.ofInterval(at)
    return Math.sign(premium) * Math.max(0, Math.abs(premium) - IMPACT_WIDTH)
  }

  /** At one moment; an interval's own stands in its middle. */
  at(timeMs: number): number {
    const place = timeMs / (this.of.intervalMinutes * MINUTE_MS) - 0.5
    const left = Math.floor(place)
    if (left !== this.#at) {
      this.#at = left
      this.#left = this.ofInterval(left)
      this.#right = this.ofInterval(left + 1)
    }
    const x = place - left
    const part = x * x * (3 - 2 * x)
    return this.#left * (1 - part) + this.#right * part
  }
}

/** The most that makers' prices give way to what was traded. */
const FLOW_MOST = 0.0015

/**
 * What order flow adds to a premium: makers who were bought from quote higher, those who were sold to lower, until others
 * trade it back. It is a price impact that lasts as long as the position that made it, so that impact prices, and with them
 * funding, follow a book's own flow (semantics.md §1.6).
 *
 * @param makersLean of the makers' holding, −1 to 1 (`Ladder.lean`)
 */
export function flowPremium(makersLean: number): number {
  return -FLOW_MOST * makersLean
}

const draw = (name: string): number => createRandom(hash32(name)).normal()
