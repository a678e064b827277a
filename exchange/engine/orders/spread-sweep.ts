import type { OrderId } from '../../../src/domain/order/order'
import type { Legs, Order } from '../entities'
import type { BookSide } from '../matching/book'
import { legSide } from '../products/leg-prices'
import type { Meetings } from '../matching/match'
import { tellExecution } from '../records/tell-execution'
import type { EngineState } from '../state'
import { fillPastBook } from '../liquidation/pass-through'
import { cancelForOwn, cancelOrder, cutReduceOnly, finishFilled } from './open-orders'
import { execIdOf } from './order-ids'
import { canCarry, legFeeRateE8, legFills, makerCarries, type LegFill } from './spread-legs'

/** A leg was beyond its limits, or an account could not carry both: the order that would have filled ends. */
const BY_REBALANCE = { cancelType: 'CancelByRebalance', rejectReason: null } as const

/**
 * A spread's order on its way through the spread's book. Each fill is four: both legs of both accounts, or none of them.
 * Each leg has an order of its own, filled at once, that names the spread's order as its parent. The ids of the legs'
 * executions are the two after the spread's own, in their order.
 */
export class SpreadSweep implements Meetings {
  readonly unpaid = BY_REBALANCE
  readonly #state: EngineState
  readonly #taker: Order
  readonly #legs: Legs
  readonly #nowMs: number
  readonly #makerSide: BookSide<Order>

  constructor(state: EngineState, taker: Order, legs: Legs, nowMs: number) {
    this.#state = state
    this.#taker = taker
    this.#legs = legs
    this.#nowMs = nowMs
    this.#makerSide = taker.position.market.book.opposite(taker.side)
  }

  allowedOfMaker(maker: Order, lots: number): number {
    const fills = legFills(this.#legs, maker.ticks, lots)
    return fills !== null && makerCarries(this.#state.rules, maker, fills, lots) ? lots : 0
  }

  allowedOfTaker(maker: Order, lots: number): number {
    const fills = lots === 0 ? null : legFills(this.#legs, maker.ticks, lots)
    return fills !== null && canCarry(this.#state.rules, this.#taker, fills, false) ? lots : 0
  }

  cancelOwn(maker: Order): void {
    cancelForOwn(this.#state, maker, this.#taker, this.#nowMs)
  }

  cancelUnpaid(maker: Order): void {
    cancelOrder(this.#state, maker, BY_REBALANCE, this.#nowMs)
  }

  trade(maker: Order, lots: number): void {
    const state = this.#state
    const taker = this.#taker
    const { market } = taker.position
    const { ticks } = maker
    const fills = legFills(this.#legs, ticks, lots)!
    state.lastExecNumber += 3
    const numbers = [state.lastExecNumber - 2, state.lastExecNumber - 1, state.lastExecNumber] as const
    state.outbox.touchLevel(maker.level!, market.instrument.symbol)
    this.#makerSide.reduce(maker, lots)
    maker.position.count(maker, lots, -1)
    const makerLegs = this.#fillSide(maker, { fills, ticks, lots, numbers }, true)
    const takerLegs = this.#fillSide(taker, { fills, ticks, lots, numbers }, false)
    if (maker.filledLots === maker.lots) {
      this.#makerSide.remove(maker)
      finishFilled(state, maker)
    }
    state.outbox.order(maker, 'filled', this.#nowMs)
    this.#print({ maker, taker, ticks, lots, id: execIdOf(numbers[0]), symbol: market.instrument.symbol }, false)
    market.lastTicks = ticks
    fills.forEach((fill, place) => {
      const own = { maker: makerLegs[place]!, taker: takerLegs[place]! }
      const { symbol } = fill.market.instrument
      this.#print({ ...own, ticks: fill.ticks, lots: fill.lots, id: execIdOf(numbers[place + 1]!), symbol }, true)
      cutReduceOnly(state, own.maker.position, this.#nowMs)
      cutReduceOnly(state, own.taker.position, this.#nowMs)
    })
  }

  /** @returns the orders of the legs */
  #fillSide(order: Order, fill: SpreadFill, isMaker: boolean): readonly Order[] {
    const { fills, ticks, lots, numbers } = fill
    const legs = fills.map((leg, place) => this.#fillLeg(order, { leg, place: place as 0 | 1 }, fill, isMaker))
    order.filledLots += lots
    order.filledValueE8 += order.position.market.valueOf(lots, ticks)
    // Of a pair that is bought the fee is taken of the coin received: it is not of the sum.
    for (const leg of legs) if (feeIsSettled(leg)) order.feeE8 += leg.feeE8
    order.status = 'partiallyFilled'
    const [first, second] = legs.map(({ id }) => id as OrderId)
    order.carried = { ...order.carried, legOrderId1: first!, legOrderId2: second! }
    const { side } = order
    const valueE8 = order.position.market.valueOf(lots, ticks)
    const plain = { feeE8: 0, feeRateE8: 0, execType: 'Trade', closedPnlE8: 0, closedLots: 0, isMaker }
    const terms = { ...plain, id: execIdOf(numbers[0]), side, ticks, lots, valueE8 }
    tellExecution(this.#state.outbox, order.position, order, terms, this.#nowMs)
    return legs
  }

  #fillLeg(
    order: Order,
    { leg, place }: { readonly leg: LegFill; readonly place: 0 | 1 },
    { numbers }: SpreadFill,
    isMaker: boolean,
  ): Order {
    const state = this.#state
    const position = order.position.account.position(leg.market)
    const feeRateE8 = legFeeRateE8(position, isMaker)
    const { ticks, lots, valueE8, market } = leg
    const side = legSide(order.side, place)
    const fee = market.product.feeE8({ side, ticks, lots, valueE8 }, feeRateE8, market)
    const feeCash = market.product.feeCoin(side) === 'base' ? position.base! : position.cash
    state.house.coin(feeCash.coin).receive(fee)
    return fillPastBook(
      state,
      position,
      {
        side,
        ticks,
        lots,
        valueE8,
        feeE8: fee,
        feeRateE8,
        isMaker,
        isReducing: false,
        createType: 'CreateByFutureSpread',
        execType: 'FutureSpread',
        parentOrderId: order.id as OrderId,
        execNumber: numbers[place + 1]!,
      },
      this.#nowMs,
    )
  }

  #print(print: Print, isHidden: boolean): void {
    const { maker, taker, ticks, lots, id, symbol } = print
    this.#state.outbox.push({
      type: 'trade',
      id,
      symbol,
      side: taker.side,
      ticks,
      lots,
      timeMs: this.#nowMs,
      makerOrderId: maker.id,
      takerOrderId: taker.id,
      makerAccount: maker.position.account.id,
      takerAccount: taker.position.account.id,
      // Legs print in no book of theirs.
      ...(isHidden ? { isHidden: true as const } : {}),
    })
  }
}

function feeIsSettled({ position, side }: Order): boolean {
  return position.market.product.feeCoin(side) === 'settle'
}

interface SpreadFill {
  readonly fills: readonly [LegFill, LegFill]
  readonly ticks: number
  readonly lots: number
  /** Of the executions: the spread's, then the legs'. */
  readonly numbers: readonly [number, number, number]
}

interface Print {
  readonly maker: Order
  readonly taker: Order
  readonly ticks: number
  readonly lots: number
  readonly id: string
  readonly symbol: string
}
