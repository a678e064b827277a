import type { Price, Qty } from '../../src/domain/decimal'
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

  /** Orders, executions and trades as they came; then each changed position and wallet once; then the books. */
  finish(nowMs: number, wallet: (account: string) => VenueEvent | null): VenueEvent[] {
    const events = this.#events
    for (const { account, position } of this.#positions.values()) {
      events.push({ type: 'position', account, position: toPosition(position, this.ports.listing(position.symbol)) })
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
        bids: rows(bids, (a, b) => b - a, listing),
        asks: rows(asks, (a, b) => a - b, listing),
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

function rows(
  changes: ReadonlyMap<number, number>,
  order: (a: number, b: number) => number,
  listing: Listing,
): (readonly [string, string])[] {
  return [...changes.keys()]
    .toSorted(order)
    .map((ticks) => [listing.ticks.toText<Price>(ticks), listing.lots.toText<Qty>(changes.get(ticks)!)] as const)
}
