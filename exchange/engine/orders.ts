import type { OrderStatus, OrderType, Side, TimeInForce } from '../../src/domain/order/order'
import type { Holding, Market } from './accounts'
import type { Level } from './book'
import type { Closing } from './closed-pnl'
import type { EngineOrder } from './order-records'
import type { EngineStop, EngineTpSl, SelfMatch } from './order-terms'

/** Finished orders of users that `findOrder` still knows, over all accounts. Older ones are the history's matter. */
export const RECENT_ORDERS_MAX = 10_000

const ORDER_ID_PREFIX = '00000000-0000-4000-8000-'
const EXEC_ID_PREFIX = '00000000-0000-4000-9000-'
const COUNTER_DIGITS = 12
/** The prefix and its zeros, by the digits that follow: every order and every fill makes such an id. */
const ORDER_ID_STARTS = startsOf(ORDER_ID_PREFIX)
const EXEC_ID_STARTS = startsOf(EXEC_ID_PREFIX)

function startsOf(prefix: string): readonly string[] {
  return Array.from({ length: COUNTER_DIGITS + 1 }, (_, digits) => prefix + '0'.repeat(COUNTER_DIGITS - digits))
}

/** Ids look like UUIDs and count up: the same commands give the same ids. */
export function orderIdOf(number: number): string {
  const digits = number.toString(16)
  return ORDER_ID_STARTS[digits.length]! + digits
}

/** @returns `NaN` for a text that is no order id */
function orderNumberOf(id: string): number {
  // 12 digits of 4 bits stay below 2^53.
  return id.length === ORDER_ID_PREFIX.length + COUNTER_DIGITS && id.startsWith(ORDER_ID_PREFIX)
    ? Number.parseInt(id.slice(ORDER_ID_PREFIX.length), 16)
    : Number.NaN
}

export function execIdOf(number: number): string {
  const digits = number.toString(16)
  return EXEC_ID_STARTS[digits.length]! + digits
}

/** What an order is made of; all of it is in the snapshot. */
export interface OrderFields {
  readonly number: number
  readonly linkId: string
  readonly side: Side
  readonly orderType: OrderType
  ticks: number
  lots: number
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly selfMatch: SelfMatch
  readonly createType: string
  readonly createdAtMs: number
}

/** An order while the engine works on it. What leaves the engine is a copy (`toEngineOrder`). */
export class Order {
  readonly number: number
  readonly id: string
  readonly linkId: string
  readonly side: Side
  readonly orderType: OrderType
  ticks: number
  lots: number
  filledLots = 0
  filledValueE8 = 0
  feeE8 = 0
  status: OrderStatus = 'new'
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly selfMatch: SelfMatch
  readonly createType: string
  cancelType: string | null = null
  rejectReason: string | null = null
  readonly createdAtMs: number
  updatedAtMs: number
  seq = 0
  /** Where it stands in the book; `null` when it does not rest. */
  level: Level | null = null
  previous: Order | null = null
  next: Order | null = null
  /** Its neighbours among the open orders of one account in one symbol, oldest first. */
  ownPrevious: Order | null = null
  ownNext: Order | null = null
  /** What makes it wait; replaced as a whole, never changed, so that copies may share it. */
  stop: EngineStop | null = null
  /** What it brings for the position. */
  tpSl: EngineTpSl | null = null
  /** Prices observed up to this one came before the trigger was set (`TriggerBook.observed`). */
  armedAt = 0
  /** What it is a part of. */
  parentId: string | null = null
  /** The own order that it met where that ended it. */
  smpOrderId: string | null = null
  /** What its fills closed, and how many of those fills were told; users only. */
  closing: Closing | null = null
  toldClosings = 0

  constructor(
    readonly holding: Holding,
    fields: OrderFields,
  ) {
    this.number = fields.number
    this.id = orderIdOf(fields.number)
    this.linkId = fields.linkId
    this.side = fields.side
    this.orderType = fields.orderType
    this.ticks = fields.ticks
    this.lots = fields.lots
    this.timeInForce = fields.timeInForce
    this.reduceOnly = fields.reduceOnly
    this.closeOnTrigger = fields.closeOnTrigger
    this.selfMatch = fields.selfMatch
    this.createType = fields.createType
    this.createdAtMs = fields.createdAtMs
    this.updatedAtMs = fields.createdAtMs
  }
}

export function isOpen(order: Order): boolean {
  return order.status === 'new' || order.status === 'partiallyFilled' || order.status === 'untriggered'
}

export function toEngineOrder(order: Order): EngineOrder {
  return {
    id: order.id,
    linkId: order.linkId,
    account: order.holding.account.id,
    symbol: order.holding.market.instrument.symbol,
    side: order.side,
    orderType: order.orderType,
    ticks: order.ticks,
    lots: order.lots,
    filledLots: order.filledLots,
    filledValueE8: order.filledValueE8,
    feeE8: order.feeE8,
    status: order.status,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    createType: order.createType,
    cancelType: order.cancelType,
    rejectReason: order.rejectReason,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
    positionIdx: order.holding.positionIdx,
    seq: order.seq,
    stop: order.stop,
    tpSl: order.tpSl,
    parentId: order.parentId,
    selfMatch: order.selfMatch,
    smpOrderId: order.smpOrderId,
  }
}

/** Numbers of one page: what is asked for is mostly young, and lies on few of them. */
const PAGE_ORDERS = 64

interface Page {
  readonly orders: (Order | null)[]
  count: number
}

/** Orders by their number. Numbers count up, so neighbours share a page: a map of orders would grow sixty times as fast. */
class OrderPages {
  readonly #pages = new Map<number, Page>()

  get(number: number): Order | null {
    return this.#pages.get(Math.floor(number / PAGE_ORDERS))?.orders[number % PAGE_ORDERS] ?? null
  }

  add(order: Order): void {
    const { number } = order
    const key = Math.floor(number / PAGE_ORDERS)
    let page = this.#pages.get(key)
    if (page === undefined) {
      page = { orders: Array.from({ length: PAGE_ORDERS }, () => null), count: 0 }
      this.#pages.set(key, page)
    }
    page.orders[number % PAGE_ORDERS] = order
    page.count += 1
  }

  delete({ number }: Order): void {
    const key = Math.floor(number / PAGE_ORDERS)
    const page = this.#pages.get(key)
    if (page === undefined || page.orders[number % PAGE_ORDERS] === null) return
    page.orders[number % PAGE_ORDERS] = null
    page.count -= 1
    if (page.count === 0) this.#pages.delete(key)
  }
}

/** Every order the engine knows by id: the open ones, and the last finished ones of users. */
export class OrderRegistry {
  readonly #pages = new OrderPages()
  /** A ring: a Map used as a queue scans its holes. */
  readonly #recent: Order[] = []
  #oldest = 0

  get(id: string): Order | null {
    const order = this.#pages.get(orderNumberOf(id))
    return order?.id === id ? order : null
  }

  add(order: Order): void {
    this.#pages.add(order)
  }

  /** Called once an order reached a terminal status. Makers' orders are forgotten at once. */
  finish(order: Order): void {
    if (order.holding.account.role === 'maker') {
      this.#pages.delete(order)
    } else if (this.#recent.length < RECENT_ORDERS_MAX) {
      this.#recent.push(order)
    } else {
      this.#pages.delete(this.#recent[this.#oldest]!)
      this.#recent[this.#oldest] = order
      this.#oldest = (this.#oldest + 1) % RECENT_ORDERS_MAX
    }
  }

  /** Forgets the finished orders of a contract that is gone. */
  forget(market: Market): void {
    const [kept, gone] = [this.finished(), [] as Order[]]
    this.#recent.length = 0
    this.#oldest = 0
    for (const order of kept) (order.holding.market === market ? gone : this.#recent).push(order)
    for (const order of gone) this.#pages.delete(order)
  }

  /** Oldest first. */
  finished(): readonly Order[] {
    return [...this.#recent.slice(this.#oldest), ...this.#recent.slice(0, this.#oldest)]
  }
}
