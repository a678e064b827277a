import { tailShare } from '../options/normal'
import { WAYS, type Grid } from './scenario-values'
import { movedBy, timeFactor, type VolatilityShock } from './volatility-shock'

/** What the call and the put of a strike have alike. */
export interface RepricedStrike {
  readonly forward: number
  readonly strike: number
  readonly volatility: number
  readonly years: number
}

/**
 * An option of a strike in each place of the grid, before any discount: what is paid for sure as far as it is in the money,
 * of the call and of the put, and what the tails of the distribution add to either.
 */
export interface StrikeValues {
  readonly tails: Float64Array
  readonly calls: Float64Array
  readonly puts: Float64Array
}

class Memo implements StrikeValues {
  readonly tails: Float64Array
  readonly calls: Float64Array
  readonly puts: Float64Array
  forward = Number.NaN
  strike = Number.NaN
  volatility = Number.NaN
  years = Number.NaN

  constructor(
    readonly grid: Grid,
    readonly shock: VolatilityShock,
  ) {
    const places = grid.scenarios.length
    this.tails = new Float64Array(places)
    this.calls = new Float64Array(places)
    this.puts = new Float64Array(places)
  }
}

/** 128 strikes are remembered: enough for an account with fifty options. */
const MEMO_BITS = 7
const MEMOS: (Memo | undefined)[] = Array.from({ length: 2 ** MEMO_BITS }, () => undefined)

/**
 * A chain is marked in one step, so a call and a put of one strike stand on the same numbers: the later of the two finds
 * what the first one took, which is all of it but the sign. The answer is that of working it out anew, to the last bit,
 * and holds until the next question.
 */
export function strikeValues(
  option: RepricedStrike,
  { grid, shock }: { readonly grid: Grid; readonly shock: VolatilityShock },
): StrikeValues {
  const { forward, strike, volatility, years } = option
  const place = placeOf(strike, years)
  let memo = MEMOS[place]
  if (memo === undefined || memo.grid !== grid || memo.shock !== shock) {
    memo = new Memo(grid, shock)
    MEMOS[place] = memo
  } else if (
    memo.forward === forward &&
    memo.strike === strike &&
    memo.volatility === volatility &&
    memo.years === years
  ) {
    return memo
  }
  memo.forward = forward
  memo.strike = strike
  memo.volatility = volatility
  memo.years = years
  reprice(memo, option)
  return memo
}

/** Strikes of one chain, and of expiries days apart, fall into different places mostly; where not, one is worked out anew. */
function placeOf(strike: number, years: number): number {
  return (Math.imul(strike | 0, 0x9e37_79b1) + Math.imul((years * 365) | 0, 0x85eb_ca6b)) >>> (32 - MEMO_BITS)
}

const DEVIATIONS = new Float64Array(WAYS.length)
const INVERSES = new Float64Array(WAYS.length)

/**
 * A grid has few volatilities and many prices: so logarithms, roots, powers and the division by a deviation are taken once.
 * F·φ(d1) = K·φ(d2), which is how d1 and d2 are made, so one density is enough for the tails of both. The value is written
 * out in the loop, since an account with fifty options asks for it some thousand times: a call of its own for each takes
 * half as long again.
 */
function reprice(
  { grid: { factors, logs, ways }, shock, tails, calls, puts }: Memo,
  { forward, strike, volatility, years: term }: RepricedStrike,
): void {
  const years = Math.max(0, term)
  const root = Math.sqrt(years)
  const factor = timeFactor(years * 365, shock)
  for (let at = 0; at < WAYS.length; at++) {
    const deviation = movedBy(WAYS[at]!, volatility, factor, shock) * root
    DEVIATIONS[at] = deviation
    INVERSES[at] = 1 / deviation
  }
  const log = Math.log(forward / strike)
  for (let at = 0; at < tails.length; at++) {
    const moved = forward * factors[at]!
    const deviation = DEVIATIONS[ways[at]!]!
    if (deviation === 0 || !(strike > 0)) {
      tails[at] = 0
      calls[at] = moved - strike
      puts[at] = strike - moved
      continue
    }
    const d1 = (log + logs[at]!) * INVERSES[ways[at]!]! + deviation / 2
    const d2 = d1 - deviation
    const share1 = tailShare(Math.abs(d1))
    const share2 = tailShare(Math.abs(d2))
    tails[at] = moved * Math.exp(-0.5 * d1 * d1) * ((d2 > 0 ? share2 : -share2) - (d1 > 0 ? share1 : -share1))
    calls[at] = (d1 > 0 ? moved : 0) - (d2 > 0 ? strike : 0)
    puts[at] = (d2 > 0 ? 0 : strike) - (d1 > 0 ? 0 : moved)
  }
}
