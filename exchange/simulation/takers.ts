import type { Random } from '../../src/base/random'
import type { Side } from '../../src/domain/order/order'
import type { Calibration } from './calibration'
import type { LadderUnit } from './ladder'
import type { OrderEntryPort } from './order-entry-port'
import { drawOrderValue, lotsFor } from './order-sizes'

/** Largest order with which the market trades through somebody's limit order, quote coin. */
const SWEEP_VALUE = 5_000_000
/** Makers' net holding (quote coin) at which takers clearly prefer the other side. */
const FLOW_LEAN_VALUE = 8_000_000
/** What a bull or a bear wants to hold, in typical book levels. */
const KEEN_LEVELS = 200

export interface TakersSetup {
  readonly calibration: Calibration
  readonly unit: LadderUnit
  /** Accounts that take. */
  readonly flows: readonly string[]
}

/** The accounts that trade with the makers: which of them takes, on which side, and how much. Prices are in ticks. */
export class Takers {
  /** What each of them holds, signed. */
  readonly #lots: number[]

  constructor(
    private readonly setup: TakersSetup,
    private readonly orderEntry: OrderEntryPort,
    private readonly random: Random,
    saved: readonly number[] | undefined,
  ) {
    this.#lots = saved === undefined ? setup.flows.map(() => 0) : [...saved]
  }

  /** Plain data; the caller copies it. */
  state(): readonly number[] {
    return this.#lots
  }

  take(side: Side, ticks: number, lots: number): void {
    const flow = this.#lots
    const sign = side === 'buy' ? 1 : -1
    // The first is a bull and the second a bear until they hold their fill, which makes an open interest; otherwise
    // the account trades that the order brings nearer to flat.
    const keen = side === 'buy' ? 0 : 1
    const { tickSize, lotSize } = this.setup.unit
    const held = Math.abs(flow[keen]!) * ticks * tickSize * lotSize
    let chosen = 0
    for (let k = 1; k < flow.length; k++) if (flow[k]! * sign < flow[chosen]! * sign) chosen = k
    if (held < this.setup.calibration.levelValue * KEEN_LEVELS && this.random.next() < 0.6) chosen = keen
    const filled = this.orderEntry.take(this.setup.flows[chosen]!, side, ticks, lots)
    flow[chosen]! += sign * filled
  }

  /**
   * @param lean direction of the move, −1 to 1
   * @param makersLots what the makers hold together: where it is too much they find buyers, and it comes back by itself
   */
  drawSide(lean: number, makersLots: number, lastTicks: number): Side {
    const { tickSize, lotSize } = this.setup.unit
    const held = makersLots * lotSize * lastTicks * tickSize
    const buy = 0.5 + 0.28 * lean + 0.3 * Math.tanh(held / FLOW_LEAN_VALUE)
    return this.random.next() < buy ? 'buy' : 'sell'
  }

  drawLots(lastTicks: number, bidTicks: number): number {
    const { unit, calibration } = this.setup
    const price = lastTicks * unit.tickSize
    return lotsFor(this.random, drawOrderValue(this.random, calibration), {
      price,
      lotSize: unit.lotSize,
      minLots: this.minLots(bidTicks),
      maxLots: unit.maxLots,
    })
  }

  /** The least that an order at this price may have. */
  minLots(ticks: number): number {
    const { minLots, minNotional, tickSize, lotSize } = this.setup.unit
    return Math.max(minLots, Math.ceil((minNotional * 1.05) / (ticks * tickSize * lotSize)))
  }

  /** The most with which the market trades through somebody's order. */
  sweepLots(ticks: number): number {
    const { tickSize, lotSize, maxLots } = this.setup.unit
    return Math.min(maxLots, Math.ceil(SWEEP_VALUE / (ticks * tickSize * lotSize)))
  }
}
