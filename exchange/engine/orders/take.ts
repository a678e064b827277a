import type { Order } from '../entities'
import { match, type Meetings } from '../matching/match'
import type { BookSide } from '../matching/book'
import { tellClosedPnl } from '../records/closed-pnl'
import { allowedOfMaker, guardOfTaker, type DebtGuard } from '../risk/no-debt'
import { pullOrders } from '../protection/protections'
import type { EngineState } from '../state'
import { observe } from '../triggers/triggers'
import { fillOrder } from './fill-order'
import { cancelForOwn, cancelOrder, cutReduceOnly, finishFilled, SELF_MATCH } from './open-orders'
import { execIdOf } from './order-ids'
import { SpreadSweep } from './spread-sweep'

/** What is left would have filled into a debt (decisions 39). */
const RISK_LIMIT = { cancelType: null, rejectReason: 'EC_ReachRiskPriceLimit' } as const

/**
 * Lets an order take from the book and tells what came of it.
 * @param execType of its executions; those of the orders at rest are always `Trade`
 * @returns `'stopped'` when the order was cancelled: by the rule against trading with oneself, or because what is left
 * would have filled into a debt
 */
export function takeFromBook(state: EngineState, taker: Order, execType: string, nowMs: number): 'done' | 'stopped' {
  const filledBefore = taker.filledLots
  const { legs } = taker.position.market
  const meetings = legs === null ? new Sweep(state, taker, execType, nowMs) : new SpreadSweep(state, taker, legs, nowMs)
  const end = match(taker, meetings)
  if (taker.filledLots > filledBefore) {
    // One message for the whole sweep: the executions carry the steps.
    if (taker.filledLots === taker.lots) finishFilled(state, taker)
    state.outbox.order(taker, 'filled', nowMs)
    tellClosedPnl(state.outbox, taker, nowMs)
  }
  if (state.reached.size > 0) pullOrders(state, nowMs)
  if (end === 'done') return 'done'
  cancelOrder(state, taker, end === 'own' ? SELF_MATCH : meetings.unpaid, nowMs)
  return 'stopped'
}

/** One order on its way through the book: what it meets trades, moves positions and is told. */
class Sweep implements Meetings {
  readonly unpaid = RISK_LIMIT
  readonly #state: EngineState
  readonly #taker: Order
  readonly #execType: string
  readonly #nowMs: number
  readonly #guard: DebtGuard | null
  readonly #makerSide: BookSide<Order>

  constructor(state: EngineState, taker: Order, execType: string, nowMs: number) {
    this.#state = state
    this.#taker = taker
    this.#execType = execType
    this.#nowMs = nowMs
    this.#guard = guardOfTaker(taker, execType)
    this.#makerSide = taker.position.market.book.opposite(taker.side)
  }

  allowedOfMaker(maker: Order, lots: number): number {
    return allowedOfMaker(maker, maker.ticks, lots)
  }

  allowedOfTaker({ ticks }: Order, lots: number): number {
    return this.#guard === null ? lots : this.#guard.take(ticks, lots)
  }

  cancelOwn(maker: Order): void {
    cancelForOwn(this.#state, maker, this.#taker, this.#nowMs)
  }

  cancelUnpaid(maker: Order): void {
    cancelOrder(this.#state, maker, RISK_LIMIT, this.#nowMs)
  }

  trade(maker: Order, lots: number): void {
    const state = this.#state
    const taker = this.#taker
    const execType = this.#execType
    const nowMs = this.#nowMs
    const { market } = taker.position
    const { instrument } = market
    const ticks = maker.ticks
    const valueE8 = market.valueOf(lots, ticks)
    state.lastExecNumber += 1
    const execId = execIdOf(state.lastExecNumber)

    state.outbox.touchLevel(maker.level!, instrument.symbol)
    this.#makerSide.reduce(maker, lots)
    maker.position.count(maker, lots, -1)
    fillOrder(state, maker, { execId, ticks, lots, valueE8, isMaker: true, execType: 'Trade' }, nowMs)
    fillOrder(state, taker, { execId, ticks, lots, valueE8, isMaker: false, execType }, nowMs)
    if (maker.filledLots === maker.lots) {
      this.#makerSide.remove(maker)
      finishFilled(state, maker)
    }
    state.outbox.order(maker, 'filled', nowMs)
    tellClosedPnl(state.outbox, maker, nowMs)
    state.outbox.push({
      type: 'trade',
      id: execId,
      symbol: instrument.symbol,
      side: taker.side,
      ticks,
      lots,
      timeMs: nowMs,
      makerOrderId: maker.id,
      takerOrderId: taker.id,
      makerAccount: maker.position.account.id,
      takerAccount: taker.position.account.id,
    })
    market.lastTicks = ticks
    if (market.triggers.size > 0 || state.fills.length > 0) observe(state, market, 'last', ticks)
    cutReduceOnly(state, maker.position, nowMs)
    cutReduceOnly(state, taker.position, nowMs)
  }
}
