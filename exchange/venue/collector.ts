import type { Price, Qty } from '../../src/domain/decimal'
import type { Order } from '../../src/domain/order/order'
import type { Position } from '../../src/domain/position/position'
import type { EngineEvent, EnginePosition } from '../engine/contract'
import type { VenueEvent } from './contract'
import type { Listing } from './listing'
import { toExecution, toLiquidation, toOrder, toPosition, toTrade } from './shapes'

type Changes = { readonly bids: Map<number, number>; readonly asks: Map<number, number> }

export interface CollectorPorts {
  listing(symbol: string): Listing
  isUser(account: string): boolean
  /** A print, before anything else of the same order is heard: the makers' books must agree at once. */
  onTrade(trade: Extract<EngineEvent, { type: 'trade' }>): void
}

/** Gathers what the engine says during one input and turns it into the venue's events: levels merged, users only. */
export class Collector {
  readonly #events: VenueEvent[] = []
  readonly #changes = new Map<string, Changes>()
  readonly #positions = new Map<string, { readonly account: string; readonly position: EnginePosition }>()
  readonly #wallets = new Set<string>()

  constructor(private readonly ports: CollectorPorts) {}

  absorb(events: readonly EngineEvent[]): void {
    for (const event of events) {
      switch (event.type) {
        case 'level':
          this.#level(event.symbol)[event.side === 'buy' ? 'bids' : 'asks'].set(event.ticks, event.lots)
          break
        case 'trade':
          if (event.isHidden !== true) this.ports.onTrade(event)
          this.#trade(event)
          break
        case 'order': {
          const { order, action } = event
          if (!this.ports.isUser(order.account)) break
          const listing = this.ports.listing(order.symbol)
          this.#events.push({ type: 'order', account: order.account, order: toOrder(order, listing), action })
          break
        }
        case 'execution': {
          const { execution } = event
          if (!this.ports.isUser(execution.account)) break
          const listing = this.ports.listing(execution.symbol)
          this.#events.push({
            type: 'execution',
            account: execution.account,
            execution: toExecution(execution, listing),
          })
          break
        }
        case 'position':
          if (this.ports.isUser(event.position.account)) {
            const { account, symbol } = event.position
            this.#positions.set(`${account}/${symbol}/${event.position.positionIdx ?? 0}`, {
              account,
              position: event.position,
            })
          }
          break
        case 'liquidation': {
          if (!this.ports.isUser(event.account)) break
          const { account } = event
          const liquidation = toLiquidation(event, this.ports.listing(event.symbol))
          this.#events.push({ type: 'liquidation', account, liquidation })
          break
        }
        case 'wallet':
          if (this.ports.isUser(event.account)) this.#wallets.add(event.account)
          break
      }
    }
  }

  push(event: VenueEvent): void {
    this.#events.push(event)
  }

  /** An order as the last event of this input told it; `null` where none did. */
  lastOrder(orderId: string): Order | null {
    for (let at = this.#events.length - 1; at >= 0; at -= 1) {
      const event = this.#events[at]
      if (event?.type === 'order' && event.order.id === orderId) return event.order
    }
    return null
  }

  /** Orders, executions and trades as they came; then each changed position and wallet once; then the books. */
  finish(nowMs: number, wallet: (account: string) => VenueEvent | null): VenueEvent[] {
    const events = this.#events
    for (const { account, position } of this.#positions.values()) {
      events.push(positionEvent(account, position, this.ports.listing(position.symbol)))
    }
    for (const account of this.#wallets) {
      const event = wallet(account)
      if (event !== null) events.push(event)
    }
    for (const [symbol, { bids, asks }] of this.#changes) {
      const listing = this.ports.listing(symbol)
      events.push({
        type: 'book',
        symbol,
        bids: rows(bids, descending, listing),
        asks: rows(asks, ascending, listing),
        timeMs: nowMs,
      })
    }
    return events
  }

  #trade(event: Extract<EngineEvent, { type: 'trade' }>): void {
    const listing = this.ports.listing(event.symbol)
    const trade = toTrade([event.id, event.side, event.ticks, event.lots, event.timeMs], listing)
    if (event.isHidden !== true) this.#events.push({ type: 'trade', trade })
    if (!this.ports.isUser(event.makerAccount) && !this.ports.isUser(event.takerAccount)) return
    this.#events.push({
      type: 'fill',
      execId: event.id,
      symbol: event.symbol,
      price: trade.price,
      qty: trade.qty,
      makerOrderId: event.makerOrderId,
      takerOrderId: event.takerOrderId,
      timeMs: event.timeMs,
    })
  }

  #level(symbol: string): Changes {
    let changes = this.#changes.get(symbol)
    if (changes === undefined) {
      changes = { bids: new Map(), asks: new Map() }
      this.#changes.set(symbol, changes)
    }
    return changes
  }
}

/** As of this input, put into words when somebody reads it: most accounts have no channel open. */
function positionEvent(account: string, engine: EnginePosition, listing: Listing): VenueEvent {
  let position: Position | null = null
  return {
    type: 'position',
    account,
    get position() {
      return (position ??= toPosition(engine, listing))
    },
  }
}

const descending = (a: number, b: number): number => b - a
const ascending = (a: number, b: number): number => a - b
const NO_ROWS: readonly (readonly [string, string])[] = []

function rows(
  changes: ReadonlyMap<number, number>,
  order: (a: number, b: number) => number,
  listing: Listing,
): readonly (readonly [string, string])[] {
  if (changes.size === 0) return NO_ROWS
  const prices = [...changes.keys()]
  // Most orders touch one level.
  if (prices.length > 1) prices.sort(order)
  return prices.map((ticks) => [listing.ticks.toText<Price>(ticks), listing.lots.toText<Qty>(changes.get(ticks)!)])
}
