import type { Order } from '../../src/domain/order/order'
import { isTerminal } from '../../src/domain/order/order-status'
import type { EngineCommand, PlaceCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import type { AlgoOrders } from './algo-orders/algo-orders'
import { readStrategy } from './algo-orders/strategy-shapes'
import type { Listing } from './listing'
import { readOrder, readReplacement } from './read-order'
import { readLeverage } from './read-setting'
import { readSetTpSl } from './read-tpsl'
import { outcome, refuse } from './result'
import { closingLots, maxLotsOf, onlyCloses, placeSplit, reducibleLots, type SplitChoice } from './split-order'
import type { VenueInput } from './venue-input'
import type { VenueResult } from './venue-port'

export interface OrderInputsPorts {
  readonly engine: MatchingEngine
  readonly strategies: AlgoOrders
  /** Whether an order of a running strategy is left to it; not in an exchange that began before. */
  readonly keepsStrategies: boolean
  /** Whether a split order's parts are counted, with the reason that one was not taken. */
  readonly namesFailedParts: boolean
  /** Whether a leverage between two steps is told what would be taken (`readLeverage`). */
  readonly asksLeverages: boolean
  readonly listings: ReadonlyMap<string, Listing>
  /** Runs a command and lets the venue hear its events before it returns. */
  handle(command: EngineCommand): EngineResult
  /** Whether a contract trades or gathers orders. */
  isOpen(symbol: string): boolean
  /** An order as of now, as the venue shows it. */
  order(account: string, orderId: string): Order | null
  nowMs(): number
}

type Input<T extends VenueInput['type']> = Extract<VenueInput, { type: T }>

/** Inputs about orders, from decimal values to the engine's whole numbers and back to what is answered. */
export class OrderInputs {
  constructor(private readonly ports: OrderInputsPorts) {}

  place(input: Input<'place'>): VenueResult {
    const listing = this.ports.listings.get(input.order.symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    if (!this.ports.isOpen(input.order.symbol)) return refuse({ kind: 'symbolNotTrading' })
    const read = readOrder(input, listing, this.ports.asksLeverages)
    if (!read.ok) return refuse(read.error)
    const { isSplit = false } = input.order
    return this.#place(read.value, listing, { isSplit, isHalved: input.isHalved === true })
  }

  replace(input: Input<'replace'>): VenueResult {
    const listing = this.ports.listings.get(input.order.symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    const strategyId = this.ports.keepsStrategies ? this.#ownerOf(input) : null
    if (strategyId !== null) return refuse({ kind: 'ofStrategy', strategyId })
    const read = readReplacement(input, listing)
    return read.ok ? this.#orderOutcome(input.account, this.ports.handle(read.value)) : refuse(read.error)
  }

  cancel({ account, order, withPair }: Input<'cancel'>): VenueResult {
    const { symbol, orderId, orderLinkId } = order
    const cancel = { type: 'cancel', account, symbol, orderId, linkId: orderLinkId } as const
    return this.#orderOutcome(account, this.ports.handle(withPair === true ? { ...cancel, withPair: true } : cancel))
  }

  cancelAll(input: Input<'cancelAll'>): VenueResult {
    return this.#ordersOutcome(input.account, this.ports.handle(input))
  }

  setTpSl(input: Input<'setTpSl'>): VenueResult {
    const listing = this.ports.listings.get(input.order.symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    const read = readSetTpSl(input, listing)
    return read.ok ? this.#ordersOutcome(input.account, this.ports.handle(read.value)) : refuse(read.error)
  }

  setLeverage(input: Input<'setLeverage'>): VenueResult {
    const listing = this.ports.listings.get(input.symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    const read = readLeverage(input, listing, this.ports.asksLeverages)
    return read.ok ? outcome(this.ports.handle(read.value)) : refuse(read.error)
  }

  openStrategy({ account, linkId, strategy }: Input<'openStrategy'>): VenueResult {
    const { listings, isOpen, strategies, nowMs } = this.ports
    const listing = listings.get(strategy.symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    if (!isOpen(strategy.symbol)) return refuse({ kind: 'symbolNotTrading' })
    const { auction } = listing.engine
    if (auction != null) return refuse({ kind: 'auctionClosed', phase: auction })
    const terms = readStrategy(strategy, listing)
    if (!terms.ok) return refuse(terms.error)
    const opened = strategies.open(account, linkId, terms.value, nowMs())
    return opened.ok ? { ok: true, strategyId: opened.strategy.id } : refuse(opened.refusal)
  }

  cancelStrategy({ account, strategyId }: Input<'cancelStrategy'>): VenueResult {
    const ended = this.ports.strategies.cancel(account, strategyId, this.ports.nowMs())
    return ended.ok ? { ok: true, strategyId: ended.strategy.id } : refuse(ended.refusal)
  }

  /** Closing orders are split unasked (semantics.md §1.9), and to no more than the position. */
  #place(command: PlaceCommand, listing: Listing, { isSplit, isHalved }: SplitChoice): VenueResult {
    const { account } = command
    const closes = onlyCloses(command)
    const maxLots = maxLotsOf(command, listing)
    const lots = closes ? closingLots(command, reducibleLots(this.ports.engine, command)) : command.lots
    if (lots <= maxLots || waits(command) || !(isSplit || closes)) {
      return this.#orderOutcome(account, this.ports.handle(command))
    }
    return placeSplit({ ...command, lots }, listing, {
      handle: (part) => this.ports.handle(part),
      outcome: (result) => this.#orderOutcome(account, result),
      isFilled: (orderId) => this.ports.engine.findOrder(account, { orderId: orderId ?? '' })?.status === 'filled',
      isHalved,
      namesFailedParts: this.ports.namesFailedParts,
    })
  }

  #orderOutcome(account: string, result: EngineResult): VenueResult {
    if (!result.ok) return refuse(result.refusal)
    const { orderId } = result
    const order = orderId === undefined ? null : this.ports.order(account, orderId)
    return order === null ? { ok: true } : { ok: true, order }
  }

  /** The running strategy that has the order in the book. */
  #ownerOf({ account, order: { orderId, orderLinkId } }: Input<'replace'>): string | null {
    const ids = { ...(orderId && { orderId }), ...(orderLinkId && { linkId: orderLinkId }) }
    const order = this.ports.engine.findOrder(account, ids)
    return order === null || isTerminal(order.status) ? null : this.ports.strategies.ownerOf(order.id)
  }

  #ordersOutcome(account: string, result: EngineResult): VenueResult {
    if (!result.ok) return refuse(result.refusal)
    const orders = (result.orderIds ?? []).map((orderId) => this.ports.order(account, orderId))
    return { ok: true, orders: orders.filter((order) => order !== null) }
  }
}

/** Whether it waits for a price or a rate, and is not split. */
function waits({ trigger, oco, trailing, rateE4 }: PlaceCommand): boolean {
  return trigger !== undefined || oco !== undefined || trailing !== undefined || rateE4 !== undefined
}
