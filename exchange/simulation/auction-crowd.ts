import { fields, list, number, text, tuple, type Form } from '../../src/base/form'
import { createRandom, type Random, type RandomState } from '../../src/base/random'
import type { Side } from '../../src/domain/order/order'
import type { Calibration } from './calibration'
import { drawOrderValue, lotsFor } from './order-sizes'
import { RANDOM_FORM } from './random-form'

export interface CrowdSetup {
  readonly seed: number
  readonly calibration: Calibration
  readonly tickSize: number
  readonly lotSize: number
  readonly minLots: number
  readonly maxLots: number
  readonly minNotional: number
  /** What the coin is thought to be worth at the beginning. */
  readonly startTicks: number
  readonly accounts: readonly string[]
}

/** The crowd's way into the engine: orders that wait, and taking them back. */
export interface AuctionOrders {
  /** @returns the order's id, or `null` when it was refused */
  offer(account: string, side: Side, ticks: number, lots: number): string | null
  withdraw(account: string, orderId: string): void
}

/** Plain data; shares structure with the live crowd, so the caller copies it. */
export interface CrowdState {
  readonly random: RandomState
  readonly fairLog: number
  readonly orders: readonly (readonly [account: number, orderId: string])[]
}

export const CROWD_FORM: Form<CrowdState> = fields<CrowdState>({
  random: RANDOM_FORM,
  fairLog: number,
  orders: list(tuple(number, text())),
})

/** Opinions of what a coin without a market is worth differ by a few per cent, and drift. */
const OPINION = 0.035
const DRIFT = 0.000_6
/** Who buys bids a little below what he thinks it worth. */
const SHADING = 0.012
/** Orders of the crowd at a time, and per second while there is room. */
const ORDERS_MAX = 240
const ORDERS_PER_SECOND = 2
/** Of an order's being taken back, per second of the first phase. */
const WITHDRAW_CHANCE = 0.25
/** Auction orders are larger than what is sent to a running market. */
const SIZE_FACTOR = 2

/** Many who think differently of a coin before it has a market: their limit orders make the price of its auction. */
export class AuctionCrowd {
  readonly #random: Random
  #fairLog: number
  readonly #orders: (readonly [account: number, orderId: string])[]

  constructor(
    private readonly setup: CrowdSetup,
    private readonly orderEntry: AuctionOrders,
    saved?: CrowdState,
  ) {
    this.#random = createRandom(saved?.random ?? setup.seed)
    this.#fairLog = saved?.fairLog ?? Math.log(setup.startTicks)
    this.#orders = [...(saved?.orders ?? [])]
  }

  state(): CrowdState {
    return { random: this.#random.state(), fairLog: this.#fairLog, orders: this.#orders }
  }

  /** What it is thought worth now, in ticks. */
  get fairTicks(): number {
    return Math.round(Math.exp(this.#fairLog))
  }

  /** One second. @param mayWithdraw in the first phase of the auction */
  step(mayWithdraw: boolean): void {
    const random = this.#random
    this.#fairLog += DRIFT * random.normal()
    for (let n = 0; n < ORDERS_PER_SECOND && this.#orders.length < ORDERS_MAX; n++) this.#offer()
    if (mayWithdraw && this.#orders.length > 0 && random.next() < WITHDRAW_CHANCE) {
      const [[account, orderId]] = this.#orders.splice(random.int(0, this.#orders.length - 1), 1) as [
        readonly [number, string],
      ]
      this.orderEntry.withdraw(this.setup.accounts[account]!, orderId)
    }
  }

  #offer(): void {
    const { setup } = this
    const random = this.#random
    const side: Side = random.next() < 0.5 ? 'buy' : 'sell'
    const opinion = this.#fairLog + OPINION * random.normal() + (side === 'buy' ? -SHADING : SHADING)
    const ticks = Math.max(1, Math.round(Math.exp(opinion)))
    const price = ticks * setup.tickSize
    const value = Math.max(setup.minNotional * 1.2, drawOrderValue(random, setup.calibration) * SIZE_FACTOR)
    const minLots = Math.max(setup.minLots, Math.ceil(setup.minNotional / (price * setup.lotSize)))
    const lots = lotsFor(random, value, { price, lotSize: setup.lotSize, minLots, maxLots: setup.maxLots })
    const account = random.int(0, setup.accounts.length - 1)
    const orderId = this.orderEntry.offer(setup.accounts[account]!, side, ticks, lots)
    if (orderId !== null) this.#orders.push([account, orderId])
  }
}
