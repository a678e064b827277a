import { ScratchList } from '../../src/base/scratch-list'
import type { OptionFill } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import type { EngineEvent } from '../engine/events'
import type { EnginePosition } from '../engine/records/position-records'
import { PositionEvent } from './account-events'
import { ToldLevel, type LevelEvent } from './book-level'
import type { VenueEvent } from './venue-port'
import type { Listing } from './listing'
import { interestRowOf, loanRowOf } from './lending-shapes'
import { effectOf, toClosedPnl, toFundingRate, transferOf } from './records'
import { toExecution, toLiquidation, toOrder, toTrade } from './shapes'

export interface CollectorPorts {
  listing(symbol: string): Listing
  /** Once a user, always a user. */
  isUser(account: string): boolean
  /** Of an option, what a fill at a price stands on; `null` of everything else. */
  optionFill(symbol: string, ticks: number): OptionFill | null
  /**
   * A trade, before anything else of the same order is heard: the makers' books must agree at once. One past the book is
   * no print.
   */
  onTrade(trade: Extract<EngineEvent, { type: 'trade' }>): void
}

/**
 * Gathers what the engine says during one input and turns it into the venue's events: levels merged, users only. One
 * collector serves every input: `finish` gives the events away and begins anew. Most inputs touch one level and one
 * wallet, so these are kept as they come and merged only where there are several.
 */
export class Collector {
  readonly #ports: CollectorPorts
  #events: VenueEvent[] = []
  readonly #levels = new ScratchList<LevelEvent>()
  readonly #positions = new ScratchList<EnginePosition>()
  readonly #wallets = new ScratchList<string>()
  /** Most of what one input says is of one account. */
  #lastUser = ''

  constructor(ports: CollectorPorts) {
    this.#ports = ports
  }

  absorb(events: readonly EngineEvent[]): void {
    for (const event of events) {
      switch (event.type) {
        case 'level':
          this.#levels.push(event)
          break
        case 'trade':
          this.#ports.onTrade(event)
          this.#trade(event)
          break
        case 'order': {
          const { order, action } = event
          if (!this.#isUser(order.account)) break
          const listing = this.#ports.listing(order.symbol)
          this.#events.push({ type: 'order', account: order.account, order: toOrder(order, listing), action })
          break
        }
        case 'execution': {
          const { execution } = event
          if (!this.#isUser(execution.account)) break
          const listing = this.#ports.listing(execution.symbol)
          this.#events.push({
            type: 'execution',
            account: execution.account,
            execution: toExecution(execution, listing, this.#ports.optionFill(execution.symbol, execution.ticks)),
            effect: effectOf(execution, listing),
          })
          break
        }
        case 'closedPnl': {
          const { closed } = event
          if (!this.#isUser(closed.account)) break
          const closedPnl = toClosedPnl(closed, this.#ports.listing(closed.symbol))
          this.#events.push({ type: 'closedPnl', account: closed.account, closedPnl })
          break
        }
        case 'credit':
          if (this.#isUser(event.account)) this.#events.push(transferOf(event))
          break
        case 'loan':
          if (this.#isUser(event.account)) this.#events.push(loanRowOf(event))
          break
        case 'interest':
          if (this.#isUser(event.account)) this.#events.push(interestRowOf(event))
          break
        case 'funding':
          this.#events.push({ type: 'funding', fundingRate: toFundingRate(event) })
          break
        case 'position':
          if (this.#isUser(event.position.account)) this.#positions.push(event.position)
          break
        case 'liquidation': {
          if (!this.#isUser(event.account)) break
          const { account } = event
          const liquidation = toLiquidation(event, this.#ports.listing(event.symbol))
          this.#events.push({ type: 'liquidation', account, liquidation })
          break
        }
        case 'wallet':
          if (this.#isUser(event.account)) this.#wallets.push(event.account)
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
    this.#events = []
    forLastOfEach(this.#positions, positionKey, (position) => {
      events.push(new PositionEvent(position, this.#ports.listing(position.symbol)))
    })
    forLastOfEach(this.#wallets, itself, (account) => {
      const event = wallet(account)
      if (event !== null) events.push(event)
    })
    this.#books(events, nowMs)
    this.#positions.clear()
    this.#wallets.clear()
    this.#levels.clear()
    return events
  }

  #isUser(account: string): boolean {
    if (account === this.#lastUser) return true
    if (!this.#ports.isUser(account)) return false
    this.#lastUser = account
    return true
  }

  #books(events: VenueEvent[], nowMs: number): void {
    const levels = this.#levels
    if (levels.length === 0) return
    if (levels.length === 1) {
      events.push(this.#book(levels.at(0).symbol, levels.toArray(), nowMs))
      return
    }
    const bySymbol = new Map<string, LevelEvent[]>()
    for (const level of levels.toArray()) {
      const own = bySymbol.get(level.symbol)
      if (own === undefined) bySymbol.set(level.symbol, [level])
      else own.push(level)
    }
    for (const [symbol, own] of bySymbol) events.push(this.#book(symbol, own, nowMs))
  }

  #book(symbol: string, levels: readonly LevelEvent[], timeMs: number): VenueEvent {
    const listing = this.#ports.listing(symbol)
    return { type: 'book', symbol, levels: levels.map((level) => new ToldLevel(level, listing)), timeMs }
  }

  #trade(event: Extract<EngineEvent, { type: 'trade' }>): void {
    const listing = this.#ports.listing(event.symbol)
    const trade = toTrade([event.id, event.side, event.ticks, event.lots, event.timeMs], listing)
    if (event.isHidden !== true) this.#events.push({ type: 'trade', trade })
    if (!this.#isUser(event.makerAccount) && !this.#isUser(event.takerAccount)) return
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
}

const positionKey = ({ account, symbol, positionIdx }: EnginePosition): string =>
  `${account}/${symbol}/${positionIdx ?? 0}`
const itself = (text: string): string => text

/** Shows the last value of each key, in the order in which the keys were first met. */
function forLastOfEach<T>(values: ScratchList<T>, keyOf: (value: T) => string, show: (value: T) => void): void {
  if (values.length === 0) return
  if (values.length === 1) {
    show(values.at(0))
    return
  }
  for (const value of new Map(values.toArray().map((one) => [keyOf(one), one])).values()) show(value)
}
