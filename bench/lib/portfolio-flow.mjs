// An account with portfolio margin that holds fifty options beside a perpetual: what looking at it costs, once all marks are new
// and while they stand.

import { quantile } from './measure.mjs'

/**
 * @typedef {typeof import('./engine-product')} Product
 * @typedef {import('../../exchange/engine/commands').EngineCommand} EngineCommand
 */

const START_MS = Date.UTC(2026, 0, 5, 10)
const DAY_MS = 86_400_000
const INDEX = 60_000
/** Days left, and strikes as a share of the index; each has a call and a put: fifty options. */
const DAYS = [2, 7, 30, 60, 180]
const STRIKES = [0.7, 0.85, 1, 1.15, 1.3]
const VOLATILITY = 0.6
/** A million. */
const CREDIT_E8 = 1e14

/**
 * @param {Product} product
 * @param {number} rounds
 * @returns the middle time of a review of all accounts, of which one has portfolio margin, in µs
 */
export function portfolioReview(product, rounds) {
  const listings = listed(product)
  const engine = product.createEngine(
    listings.map(({ engine: one }) => one),
    [DOLLAR],
  )
  let nowMs = START_MS
  /** @param {EngineCommand} command @param {number} [atMs] */
  const must = (command, atMs = (nowMs += 1)) => {
    const { result } = engine.handle(command, atMs)
    if (!result.ok) throw new Error(`${command.type}: ${JSON.stringify(result.refusal)}`)
  }
  /** All in one moment, as the venue takes the step of a chain. @param {number} index @returns the ticks of all marks */
  const mark = (index) => {
    nowMs += 1
    return listings.map(({ engine: { symbol }, instrument, ticks }) => {
      const indexTicks = Math.round(index / Number(ticks.step))
      if (!('strike' in instrument)) {
        must({ type: 'mark', symbol, markTicks: indexTicks, indexTicks }, nowMs)
        return indexTicks
      }
      const terms = {
        forward: index,
        strike: Number(instrument.strike),
        isCall: instrument.isCall,
        volatility: VOLATILITY,
      }
      const years = ((instrument.delivery?.timeMs ?? 0) - nowMs) / product.YEAR_MS
      const markTicks = Math.round(product.optionValue({ ...terms, years }) / Number(ticks.step))
      const volatilityE8 = VOLATILITY * 1e8
      must({ type: 'mark', symbol, markTicks, indexTicks, forwardTicks: indexTicks, volatilityE8 }, nowMs)
      return markTicks
    })
  }
  for (const account of ['maker', 'holder']) {
    must({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    must({ type: 'credit', account, coin: 'USDT', amountE8: CREDIT_E8 })
  }
  must({ type: 'setMarginMode', account: 'holder', mode: 'portfolio', accountWide: true })
  const marks = mark(INDEX)
  for (const [at, { engine: one, grid }] of listings.entries()) {
    // Up to a price that an order may have: a grid has at least one step.
    const ticks = Math.max(1, Math.round((marks[at] ?? 0) / grid)) * grid
    const order = { ...ORDER, symbol: one.symbol, ticks, lots: one.minLots }
    must({ ...order, account: 'maker', side: at % 3 === 0 ? 'sell' : 'buy' })
    must({ ...order, account: 'holder', side: at % 3 === 0 ? 'buy' : 'sell' })
  }
  const held = engine.positions('holder').length
  if (held !== listings.length) throw new Error(`${held} of ${listings.length} are held`)
  /** @type {number[]} */
  const anew = []
  /** @type {number[]} */
  const standing = []
  const review = () => must({ type: 'reviewAccounts' })
  for (let round = 0; round < rounds; round++) {
    mark(INDEX + (round % 40))
    anew.push(timed(review))
    standing.push(timed(review))
  }
  // Twice as many, of which the first half lets the compilers finish.
  const plainly = Array.from({ length: 2 * rounds }, (_, round) => timed(() => repricedPlainly(product, round)))
  return {
    legs: held,
    anew: quantile(anew, 0.5),
    standing: quantile(standing, 0.5),
    textbook: quantile(plainly.slice(rounds), 0.5),
  }
}

/** Eleven moves of the price by three of the volatility: places of the grid (semantics.md §1.8). */
const MOVES = [-0.1, -0.08, -0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06, 0.08, 0.1]
const SHOCKS = [0.75, 1, 1.5]

/**
 * The floor: fifty options valued in each place of the grid by the textbook's formula, and the worst place found. No orders,
 * no contingency, no account.
 * @param {Product} product @param {number} round so that no two are alike
 */
function repricedPlainly({ optionValue }, round) {
  let worst = 0
  for (const move of MOVES) {
    for (const shock of SHOCKS) {
      let sum = 0
      const forward = (INDEX + round) * (1 + move)
      for (const days of DAYS) {
        for (const share of STRIKES) {
          for (const isCall of [true, false]) {
            const terms = { forward, strike: INDEX * share, isCall, volatility: VOLATILITY * shock, years: days / 365 }
            sum += optionValue(terms)
          }
        }
      }
      worst = Math.min(worst, -sum)
    }
  }
  return worst
}

/** @type {Parameters<Product['createEngine']>[1] extends readonly (infer Coin)[] | undefined ? Coin : never} */
const DOLLAR = {
  coin: 'USDT',
  pair: null,
  isOptional: false,
  tiers: [{ upTo: null, ratio: /** @type {import('../../src/domain/decimal').Rate} */ ('1') }],
  loan: null,
}

/** @type {Omit<Extract<EngineCommand, { readonly type: 'place' }>, 'account' | 'symbol' | 'side' | 'ticks' | 'lots'>} */
const ORDER = {
  type: 'place',
  linkId: '',
  orderType: 'limit',
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  selfMatch: 'cancelTaker',
  createType: 'CreateByUser',
}

/** @param {Product} product */
function listed({ catalogue, createListing, optionInstrument, optionSymbol, engineTickOf }) {
  const perpetual = catalogue('').find(({ symbol }) => symbol === 'BTCUSDT')
  if (perpetual === undefined) throw new Error('BTCUSDT is not listed')
  /** @param {number} days @param {number} share @param {boolean} isCall */
  const option = (days, share, isCall) => {
    const expiryMs = START_MS + days * DAY_MS
    const symbol = optionSymbol({ base: 'BTC', margin: 'usdt', expiryMs, strike: INDEX * share, isCall })
    return optionInstrument({ symbol, base: 'BTC', kind: 'usdt', listedMs: START_MS, expiryMs }, 'trading')
  }
  const options = DAYS.flatMap((days) =>
    STRIKES.flatMap((share) => [true, false].map((isCall) => option(days, share, isCall))),
  )
  return [perpetual, ...options].map((one) => createListing(one, engineTickOf(one)))
}

/** @param {() => void} work @returns µs */
function timed(work) {
  const start = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - start) / 1_000
}
