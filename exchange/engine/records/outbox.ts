import { ScratchList } from '../../../src/base/scratch-list'
import type { Account, Position, Order } from '../entities'
import { toEngineOrder } from './order-copy'
import type { EngineOrder } from './order-records'
import type { Level } from '../matching/book'
import type { EngineEvent } from '../events'
import type { EnginePosition } from './position-records'

type OrderAction = 'newed' | 'replaced' | 'canceled' | 'filled'

const NOTHING: readonly EngineEvent[] = Object.freeze([])

/** Makers hear nothing of their own, to save the time: the book and the trades say it all. */
function isHeard(account: Account): boolean {
  return account.role !== 'maker'
}

/**
 * Collects what one command does. Orders, executions and trades stand in the order in which they happened; then each
 * touched position, wallet and price level follows once, as it is at the end of the command.
 */
export class Outbox {
  /** Rises with every order, execution and position event. */
  seq = 0
  #events: EngineEvent[] = []
  readonly #positions = new ScratchList<Position>()
  readonly #accounts = new ScratchList<Account>()
  readonly #levels = new ScratchList<Level<Order>>()
  readonly #symbols = new ScratchList<string>()
  readonly #positionOf: (position: Position, seq: number) => EnginePosition

  /** @param positionOf what a reader hears of a position, by the rules of margin, which stand above this file */
  constructor(positionOf: (position: Position, seq: number) => EnginePosition) {
    this.#positionOf = positionOf
  }

  nextSeq(): number {
    this.seq += 1
    return this.seq
  }

  push(event: EngineEvent): void {
    this.#events.push(event)
  }

  /** Stamps the order and, unless a maker's, tells a copy of it. */
  order(order: Order, action: OrderAction, nowMs: number): void {
    order.updatedAtMs = nowMs
    if (!isHeard(order.position.account)) return
    order.seq = this.nextSeq()
    const copy: EngineOrder = toEngineOrder(order)
    this.#events.push({ type: 'order', order: copy, action })
  }

  touchPosition(position: Position): void {
    if (position.isTouched || !isHeard(position.account) || !position.market.product.holdsPosition) return
    position.isTouched = true
    this.#positions.push(position)
  }

  touchWallet(account: Account): void {
    if (account.isTouched || !isHeard(account)) return
    account.isTouched = true
    this.#accounts.push(account)
  }

  /** How many accounts, makers apart, the command has touched so far. */
  get touchedAccounts(): number {
    return this.#accounts.length
  }

  touchedAccount(at: number): Account {
    return this.#accounts.at(at)
  }

  touchLevel(level: Level<Order>, symbol: string): void {
    if (level.isDirty) return
    level.isDirty = true
    this.#levels.push(level)
    this.#symbols.push(symbol)
  }

  /** Ends the command: the events so far, which are the caller's to keep. */
  take(): readonly EngineEvent[] {
    const events = this.#events
    for (let i = 0; i < this.#positions.length; i++) {
      const position = this.#positions.at(i)
      position.isTouched = false
      events.push({ type: 'position', position: this.#positionOf(position, this.nextSeq()) })
    }
    for (let i = 0; i < this.#accounts.length; i++) {
      const account = this.#accounts.at(i)
      account.isTouched = false
      events.push({ type: 'wallet', account: account.id })
    }
    for (let i = 0; i < this.#levels.length; i++) {
      const level = this.#levels.at(i)
      level.isDirty = false
      events.push({
        type: 'level',
        symbol: this.#symbols.at(i),
        side: level.side,
        ticks: level.ticks,
        lots: level.lots,
      })
    }
    this.#positions.clear()
    this.#accounts.clear()
    this.#levels.clear()
    this.#symbols.clear()
    if (events.length === 0) return NOTHING
    this.#events = []
    return events
  }
}
