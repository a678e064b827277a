import { createRandom, type Random, type RandomState } from '../../src/base/random'
import { termPremium } from '../listings/dated-contracts'
import { poisson } from '../simulation/draws'
import { expectedMean, meanVarianceMs, type DeliveryWindow } from '../simulation/delivery-window'
import { halfSpreadTicks, strikeValues, type StrikeValues } from '../simulation/option-values'
import { OptionTakers, type OptionHolders } from '../simulation/option-takers'
import type { OrderEntryPort } from '../simulation/order-entry-port'
import { sliceAt, type SurfaceShape, type SurfaceSlice } from '../simulation/volatility-surface'
import type { OptionMarket } from './option-market'

/** One option of a chain, and its way into the engine. */
export interface ChainOption {
  readonly market: OptionMarket
  readonly orderEntry: OrderEntryPort
  readonly strikeTicks: number
  readonly isCall: boolean
  readonly expiryMs: number
  /** What an account has of it, signed lots. */
  held(account: string): number
}

export interface ChainSetup {
  readonly seed: number
  /** The account that buys and sells at the market. */
  readonly taker: string
  /** `null` where `taker` is all who trade. */
  readonly holders: OptionHolders | null
  /** A best quote at the money, in lots. */
  readonly quoteLots: number
  /** Trades of the chain in a step. */
  readonly tradesPerStep: number
}

/** What a step of a chain stands on. */
export interface ChainConditions {
  readonly nowMs: number
  readonly shape: SurfaceShape
  /** In ticks of the chain's options. */
  readonly indexTicks: number
  /** The seconds of an expiry's mean that are over; `null` where its options are valued by the index alone. */
  windowOf(expiryMs: number): DeliveryWindow | null
}

/** Call and put of one strike, where they are listed. */
interface StrikePair {
  call: ChainOption | null
  put: ChainOption | null
}

/** Quotes are the smaller, the further a strike is from the forward, in standard deviations. */
const SIZE_BY_DISTANCE = 0.35
const SIZE_LEAST = 0.08
/** Trades reach through so many prices, in steps of the option. */
const TRADE_REACH = 4
/** A trade is about so much of a best quote: lognormal. */
const TRADE_SIZE = { mean: 0.12, spread: 0.9 }
/** How far from the forward trades are looked for, in strikes. */
const TRADE_STRIKES = 2.5

/**
 * All options on one coin that settle in one other. They take each step together, off one surface, one index and one
 * moment: so that no two of them ever stand against each other.
 */
export class OptionChainMarket {
  /** By expiry and strike, both rising. */
  readonly #expiries = new Map<number, Map<number, StrikePair>>()
  readonly #random: Random
  readonly #takers: OptionTakers

  constructor(
    private readonly setup: ChainSetup,
    saved?: RandomState,
  ) {
    this.#random = createRandom(saved ?? setup.seed)
    this.#takers = new OptionTakers(setup.taker, setup.holders, this.#random)
  }

  state(): RandomState {
    return this.#random.state()
  }

  add(option: ChainOption): void {
    const strikes = this.#expiries.get(option.expiryMs) ?? new Map<number, StrikePair>()
    const pair = strikes.get(option.strikeTicks) ?? { call: null, put: null }
    pair[option.isCall ? 'call' : 'put'] = option
    strikes.set(option.strikeTicks, pair)
    // Steps draw and quote in an order that does not hang on when something was listed.
    this.#expiries.set(option.expiryMs, sorted(strikes))
    const all = sorted(this.#expiries)
    this.#expiries.clear()
    for (const [expiryMs, one] of all) this.#expiries.set(expiryMs, one)
  }

  remove({ expiryMs, strikeTicks, isCall }: ChainOption): void {
    const strikes = this.#expiries.get(expiryMs)
    const pair = strikes?.get(strikeTicks)
    if (strikes === undefined || pair === undefined) return
    pair[isCall ? 'call' : 'put'] = null
    if (pair.call === null && pair.put === null) strikes.delete(strikeTicks)
    if (strikes.size === 0) this.#expiries.delete(expiryMs)
  }

  /** Marks every option, brings quotes to where they should be, and lets somebody trade now and then. */
  step(conditions: ChainConditions): void {
    for (const [expiryMs, strikes] of this.#expiries) this.#expiry(expiryMs, strikes.entries(), conditions)
    for (let trades = poisson(this.#random, this.setup.tradesPerStep); trades > 0; trades--) this.#trade()
  }

  /** Marks and quotes one option that has just been added. */
  begin(option: ChainOption, conditions: ChainConditions): void {
    const pair = { call: option.isCall ? option : null, put: option.isCall ? null : option }
    this.#expiry(option.expiryMs, [[option.strikeTicks, pair]], conditions)
  }

  #expiry(
    expiryMs: number,
    strikes: Iterable<readonly [number, StrikePair]>,
    { nowMs, shape, indexTicks, windowOf }: ChainConditions,
  ): void {
    const window = windowOf(expiryMs)
    const atIndex = indexTicks * Math.exp(termPremium(expiryMs, nowMs))
    const mean = window && expectedMean(window, atIndex)
    const left = mean === null ? undefined : { ms: meanVarianceMs(expiryMs - nowMs), share: mean.share }
    const slice = sliceAt(shape, expiryMs - nowMs, left)
    const forwardTicks = Math.round(mean?.ticks ?? atIndex)
    for (const [strikeTicks, { call, put }] of strikes) {
      const values = strikeValues(slice, forwardTicks, strikeTicks)
      const moment = { nowMs, indexTicks, forwardTicks }
      if (call !== null) this.#tend(call, values.callTicks, { slice, values, moment })
      if (put !== null) this.#tend(put, values.putTicks, { slice, values, moment })
    }
  }

  #tend(
    { market, orderEntry }: ChainOption,
    markTicks: number,
    of: {
      readonly slice: SurfaceSlice
      readonly values: StrikeValues
      readonly moment: { readonly nowMs: number; readonly indexTicks: number; readonly forwardTicks: number }
    },
  ): void {
    const { values, slice } = of
    const { nowMs, indexTicks, forwardTicks } = of.moment
    market.setMark({ markTicks, indexTicks, forwardTicks, volatility: values.volatility, atMs: nowMs })
    const option = { forwardTicks, volatilityE8: Math.max(1, Math.round(values.volatility * 1e8)) }
    orderEntry.mark({ mark: markTicks, index: indexTicks, delivery: null, premiumE4: 0, option })
    const size = Math.max(SIZE_LEAST, Math.exp(-SIZE_BY_DISTANCE * values.distance))
    market.quotes.quote({
      fairTicks: markTicks,
      halfTicks: halfSpreadTicks(values, slice.years, forwardTicks),
      lots: Math.max(1, Math.round(this.setup.quoteLots * size)),
    })
  }

  /** Somebody buys or sells an option not far from the money, of a near expiry rather than a far one. */
  #trade(): void {
    const random = this.#random
    const expiries = [...this.#expiries.values()]
    const strikes = expiries[Math.min(expiries.length - 1, Math.floor(random.exponential(1.2)))]
    if (strikes === undefined) return
    const pairs = [...strikes.values()]
    const middle = (pairs.length - 1) / 2
    const at = Math.round(middle + TRADE_STRIKES * random.normal())
    const pair = pairs[Math.max(0, Math.min(pairs.length - 1, at))]
    const isCall = random.next() < 0.5
    const isBuy = random.next() < 0.5
    const part = TRADE_SIZE.mean * Math.exp(TRADE_SIZE.spread * random.normal())
    const option = pair === undefined ? null : isCall ? pair.call : pair.put
    if (option === null) return
    const { bid, ask } = option.orderEntry.best()
    const touch = isBuy ? ask : bid
    if (touch === null) return
    const reach = TRADE_REACH * option.market.listing.grid
    const ticks = isBuy ? touch + reach : Math.max(option.market.listing.grid, touch - reach)
    const lots = Math.max(1, Math.round(part * this.setup.quoteLots))
    const { account, most } = this.#takers.pick(isBuy, (account) => option.held(account))
    option.orderEntry.take(account, isBuy ? 'buy' : 'sell', ticks, Math.min(lots, most))
  }
}

function sorted<V>(map: ReadonlyMap<number, V>): Map<number, V> {
  return new Map([...map].toSorted(([a], [b]) => a - b))
}
