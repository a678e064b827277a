import { fields, number, type Form } from '../../src/base/form'
import { createRandom, type Random, type RandomState } from '../../src/base/random'
import { YEAR_MS } from '../../src/domain/options/black'
import { HOUR_MS, DAY_MS } from '../../src/domain/market/interval'
import { RANDOM_FORM } from './random-form'
import { SKEW_MAX, type SurfaceShape } from './volatility-surface'

/** Plain data: goes into the snapshot as it is. */
export interface CoinVolatilityState {
  readonly random: RandomState
  /** ln of near and far volatility over the coin's usual one. */
  near: number
  far: number
  skew: number
  /** Recent variance of a year that the price really had. */
  realised: number
  /** The price at the last step; 0 before the first. */
  price: number
  atMs: number
}

export const COIN_VOLATILITY_FORM: Form<CoinVolatilityState> = fields<CoinVolatilityState>({
  random: RANDOM_FORM,
  near: number,
  far: number,
  skew: number,
  realised: number,
  price: number,
  atMs: number,
})

/** Options cost more than what the price then does, by about so much of its volatility. */
const RISK_PREMIUM = 1.12
/** How fast each comes back to its mean, how far it strays, and what a return of the price does to it. */
const NEAR = { timeMs: 4 * DAY_MS, deviation: 0.12, byReturn: -2.2 }
const FAR = { timeMs: 25 * DAY_MS, deviation: 0.06, byReturn: -1.1 }
const SKEW = { timeMs: DAY_MS, deviation: 0.1, byReturn: 1.5, mean: -0.14 }
/** What near volatility takes over of that which the price had lately. */
const REALISED = { timeMs: 6 * HOUR_MS, share: 0.4, most: 1 }
/** ln of the largest factor to either side of the usual volatility. */
const REACH = 1.1
/** A longer pause counts as so long. */
const STEP_MAX_MS = DAY_MS

/**
 * What makes a coin's options dear or cheap: it follows the coin's market. A fall raises volatility and makes puts dearer
 * against calls, restless hours raise the near end more than the far one, and between them all comes back to the mean.
 */
export class CoinVolatility {
  readonly #random: Random
  readonly #state: CoinVolatilityState
  /** Of a year, as a fraction. */
  readonly #usual: number
  #shape: SurfaceShape

  /** @param dailyVolatility of the coin's returns: 0.02 is 2 % */
  constructor(seed: number, dailyVolatility: number, saved?: CoinVolatilityState) {
    this.#usual = dailyVolatility * Math.sqrt(YEAR_MS / DAY_MS) * RISK_PREMIUM
    this.#random = createRandom(saved?.random ?? seed)
    this.#state = saved ?? {
      random: this.#random.state(),
      near: NEAR.deviation * this.#random.normal(),
      far: FAR.deviation * this.#random.normal(),
      skew: SKEW.mean + SKEW.deviation * this.#random.normal() * 0.5,
      realised: (this.#usual / RISK_PREMIUM) ** 2,
      price: 0,
      atMs: 0,
    }
    this.#shape = this.#read()
  }

  state(): CoinVolatilityState {
    return { ...this.#state, random: this.#random.state() }
  }

  /** The coin's price at the last step; 0 before the first. */
  get price(): number {
    return this.#state.price
  }

  get shape(): SurfaceShape {
    return this.#shape
  }

  /** Takes the coin's price of now. Call it about once a second. */
  step(nowMs: number, price: number): void {
    const state = this.#state
    const passedMs = Math.min(STEP_MAX_MS, nowMs - state.atMs)
    if (state.price > 0 && passedMs > 0) this.#move(passedMs, Math.log(price / state.price))
    state.price = price
    state.atMs = nowMs
    this.#shape = this.#read()
  }

  #move(passedMs: number, change: number): void {
    const state = this.#state
    const keep = Math.exp(-passedMs / REALISED.timeMs)
    state.realised = state.realised * keep + ((change * change * YEAR_MS) / passedMs) * (1 - keep)
    const restless = Math.log((Math.sqrt(state.realised) * RISK_PREMIUM) / this.#usual)
    const pulled = REALISED.share * within(restless, REALISED.most)
    state.near = within(this.#drift(state.near, pulled, NEAR, passedMs) + NEAR.byReturn * change, REACH)
    state.far = within(this.#drift(state.far, 0, FAR, passedMs) + FAR.byReturn * change, REACH)
    state.skew = within(this.#drift(state.skew, SKEW.mean, SKEW, passedMs) + SKEW.byReturn * change, SKEW_MAX)
  }

  /** An Ornstein–Uhlenbeck step: exact for any time that passed. */
  #drift(
    from: number,
    mean: number,
    { timeMs, deviation }: { readonly timeMs: number; readonly deviation: number },
    passedMs: number,
  ): number {
    const keep = Math.exp(-passedMs / timeMs)
    return mean + (from - mean) * keep + deviation * Math.sqrt(1 - keep * keep) * this.#random.normal()
  }

  #read(): SurfaceShape {
    const { near, far, skew } = this.#state
    return {
      nearVariance: (this.#usual * Math.exp(near)) ** 2,
      farVariance: (this.#usual * Math.exp(far)) ** 2,
      skew,
    }
  }
}

function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
