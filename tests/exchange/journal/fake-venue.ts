import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { ExecId, Execution } from '../../../src/domain/order/execution'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId, OrderStatus } from '../../../src/domain/order/order'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { Venue, VenueEvent, VenueOutput } from '../../../exchange/venue/venue-port'

interface State {
  orders: Order[]
  seq: number
  ticks: number
  lastTimeMs: number
}

/**
 * The smallest venue that has everything a journal must carry: orders that rest, fill (a market order fills the oldest
 * resting one) and close, refusals, and a state. Deterministic; `poison` is a symbol it breaks on.
 */
export class FakeVenue implements Venue {
  readonly #state: State
  readonly #byId = new Map<string, number>()

  constructor(state: unknown = { orders: [], seq: 0, ticks: 0, lastTimeMs: 0 }) {
    this.#state = structuredClone(state) as State
    this.#state.orders.forEach((order, index) => this.#byId.set(order.id, index))
  }

  apply(input: VenueInput, nowMs: number): VenueOutput {
    if (nowMs < this.#state.lastTimeMs) throw new Error('time fell')
    this.#state.lastTimeMs = nowMs
    if (input.type === 'tick') this.#state.ticks += 1
    if (input.type === 'place') return this.#place(input, nowMs)
    if (input.type === 'cancel') return this.#cancel(input, nowMs)
    if (input.type === 'cancelAll') {
      const open = this.openOrders(input.account)
      const events = open.map((order) => this.#change(input.account, order, 'canceled', nowMs))
      return { result: { ok: true, orders: open }, events }
    }
    return { result: { ok: true }, events: [] }
  }

  #place(input: Extract<VenueInput, { type: 'place' }>, nowMs: number): VenueOutput {
    const { account, linkId } = input
    if (input.order.symbol === 'poison') throw new Error('poisoned')
    if (input.order.qty === '0')
      return { result: { ok: false, refusal: { kind: 'qtyInvalid', minLots: 1, maxLots: 10 } }, events: [] }
    const id = `${account}:${this.#state.orders.length + 1}` as OrderId
    const shared = {
      id,
      linkId: linkId === '' ? null : (linkId as OrderLinkId),
      symbol: input.order.symbol,
      side: input.order.side,
      qty: input.order.qty,
      filledQty: '0' as Qty,
      leavesQty: input.order.qty,
      filledValue: '0' as Money,
      fee: '0' as Money,
      avgPrice: null,
      status: 'new' as OrderStatus,
      timeInForce: input.order.timeInForce,
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0 as const,
      createType: 'CreateByUser',
      cancelType: null,
      rejectReason: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      seq: (this.#state.seq += 1),
    }
    const order: Order =
      input.order.price === null
        ? { ...shared, type: 'market' }
        : { ...shared, type: 'limit', price: input.order.price }
    this.#byId.set(id, this.#state.orders.length)
    this.#state.orders.push(order)
    const events: VenueEvent[] = [{ type: 'order', account, order, action: 'newed' }]
    const maker = order.type === 'market' ? this.openOrders(account).find((one) => one.type === 'limit') : undefined
    if (maker !== undefined) events.push(...this.#fill(account, order, maker, nowMs))
    return { result: { ok: true, order: this.#order(id) }, events }
  }

  #fill(account: string, taker: Order, maker: Order, nowMs: number): VenueEvent[] {
    const price = '100' as Price
    const execId = `x${this.#state.seq}` as ExecId
    const execution = (order: Order, side: string, isMaker: boolean): VenueEvent => ({
      type: 'execution',
      account,
      execution: {
        id: `${execId}${side}` as ExecId,
        orderId: order.id,
        orderLinkId: order.linkId,
        symbol: order.symbol,
        side: order.side,
        price,
        qty: order.qty,
        value: '100' as Money,
        fee: '0' as Money,
        feeRate: '0' as Rate,
        isMaker,
        execType: 'Trade',
        grossPnl: '0' as Money,
        closedQty: '0' as Qty,
        timeMs: nowMs,
        seq: (this.#state.seq += 1),
      } satisfies Execution,
      effect: { coin: 'USDT', walletBalance: '1000' as Money, positionSize: '0' as Qty },
    })
    return [
      this.#change(account, maker, 'filled', nowMs),
      this.#change(account, taker, 'filled', nowMs),
      execution(maker, 'm', true),
      execution(taker, 't', false),
      {
        type: 'fill',
        execId,
        symbol: taker.symbol,
        price,
        qty: taker.qty,
        makerOrderId: maker.id,
        takerOrderId: taker.id,
        timeMs: nowMs,
      },
    ]
  }

  #cancel(input: Extract<VenueInput, { type: 'cancel' }>, nowMs: number): VenueOutput {
    const order = this.openOrders(input.account).find((one) => one.id === input.order.orderId)
    if (order === undefined) return { result: { ok: false, refusal: { kind: 'orderNotFound' } }, events: [] }
    const event = this.#change(input.account, order, 'canceled', nowMs)
    return { result: { ok: true, order: this.#order(order.id) }, events: [event] }
  }

  #change(account: string, order: Order, status: 'filled' | 'canceled', nowMs: number): VenueEvent {
    const changed: Order = { ...order, status, updatedAtMs: nowMs, seq: (this.#state.seq += 1) }
    this.#state.orders[this.#byId.get(order.id) ?? -1] = changed
    return { type: 'order', account, order: changed, action: status }
  }

  #order(id: string): Order {
    const order = this.#state.orders[this.#byId.get(id) ?? -1]
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }

  openOrders(account: string): readonly Order[] {
    return this.#state.orders.filter((order) => order.status === 'new' && order.id.startsWith(`${account}:`))
  }

  /** Like the real one it forgets: only open orders are found, so that the history has to answer for closed ones. */
  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    const at = orderId === undefined ? undefined : this.#byId.get(orderId)
    const found =
      orderId === undefined
        ? this.#state.orders.find((order) => order.linkId === orderLinkId)
        : at === undefined
          ? undefined
          : this.#state.orders[at]
    return found?.status === 'new' && found.id.startsWith(`${account}:`) ? found : null
  }

  rowSeq(): number {
    return this.#state.seq
  }

  openOrderPage = () => ({ rows: [], next: null })
  instruments = () => []
  quoteGroups = () => []
  priceUnit = () => null
  ticker = () => null
  book = () => ({ bids: [], asks: [] })
  priceBand = () => null
  recentTrades = () => []
  candles = () => []
  drawCandles = () => true
  pastFundings = () => []
  pastInterest = () => []
  holderCounts = () => null
  positions = () => []
  wallet = () => null
  portfolio = () => null
  usdPrice = () => '0' as Money
  portfolioAfter = () => null
  mostHeld = () => '0' as Qty
  accounts = () => []
  marginMode = () => 'cross' as const
  feeTier = () => 0
  strategies = () => []
  previewOrder = () => null
  largestOrder = () => null
  insurance = () => []
  deliveries = () => []
  conservation = () => []
  readonly lending = { of: () => null, power: () => null }
  readonly makerProtections = { of: () => null }
  snapshot = (): unknown => structuredClone(this.#state)
}

export const createVenue = (): Venue => new FakeVenue()
export const restoreVenue = (state: unknown): Venue => new FakeVenue(state)

/** A limit order that rests, a market order that fills the oldest resting one, or one that is refused (`qty` 0). */
export function place(
  linkId: string,
  { type = 'limit', qty = '1', account = 'a', symbol = 'BTCUSDT' }: Partial<Record<string, string>> = {},
): VenueInput {
  return {
    type: 'place',
    account,
    linkId,
    order: {
      symbol: symbol as InstrumentSymbol,
      side: 'buy',
      type: type === 'market' ? 'market' : 'limit',
      price: type === 'market' ? null : ('100' as Price),
      qty: qty as Qty,
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
  }
}
