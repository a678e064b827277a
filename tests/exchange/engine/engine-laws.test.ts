import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngineEvent, EngineOrder, MatchingEngine } from '../../../exchange/engine/contract'
import { createEngine, restoreEngine } from '../../../exchange/engine/create-engine'
import { canMoveTo, isTerminal } from '../../../src/domain/order/order-status'
import { ofType, USDT } from './engine-fixture'
import { allLevels, NaiveBook } from './naive-book'
import {
  commandOf,
  INSTRUMENTS,
  openingCommands,
  POOR_USDT,
  RICH_USDT,
  steps,
  USERS,
  type Step,
} from './random-commands'

/**
 * 40 runs of 500 steps: 20,000 commands. A failure prints its seed and path at once; take `endOnFailure` out to have it
 * shrunk, which takes minutes.
 */
const RUNS = 40
const STEPS = 500
const SETTINGS = { numRuns: RUNS, endOnFailure: true }

/** What users lost beyond their money is held by the insurance pool's account until it is sold. */
const HOLDERS = [...USERS, 'insurance']

function opened(catsRole?: 'user' | 'maker'): MatchingEngine {
  const engine = createEngine(INSTRUMENTS)
  for (const command of openingCommands(catsRole)) engine.handle(command, 1)
  return engine
}

/** What a reader of the events believes; each law compares it with the engine. */
class Reader {
  readonly orders = new Map<string, EngineOrder>()
  readonly books = new Map<string, Map<number, number>>()
  readonly lots = new Map<string, number>()
  readonly realised = new Map<string, number>()
  seq = 0

  read(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === 'order') this.#order(event.order)
      if (event.type === 'execution') {
        const { account, symbol, side, lots, feeE8, closedPnlE8, closedLots, execType, orderId, seq } = event.execution
        this.#rise(seq)
        add(this.realised, account, closedPnlE8 - feeE8)
        if (execType !== 'Funding') {
          add(this.lots, `${account} ${symbol}`, side === 'buy' ? lots : -lots)
          if (this.orders.get(orderId)!.reduceOnly) expect(closedLots).toBe(lots)
        }
      }
      if (event.type === 'position') this.#rise(event.position.seq)
      if (event.type === 'level') {
        const key = `${event.symbol} ${event.side}`
        const levels = this.books.get(key) ?? new Map<number, number>()
        this.books.set(key, levels)
        if (event.lots === 0) levels.delete(event.ticks)
        else levels.set(event.ticks, event.lots)
      }
    }
  }

  #order(order: EngineOrder): void {
    this.#rise(order.seq)
    const before = this.orders.get(order.id)
    if (before === undefined) {
      expect(order.status).toBe(order.stop === null ? 'new' : 'untriggered')
      expect(order.filledLots).toBe(0)
    } else {
      const isRestated = before.status === order.status && !isTerminal(order.status)
      expect(isRestated || canMoveTo(before.status, order.status)).toBe(true)
      expect(order.filledLots).toBeGreaterThanOrEqual(before.filledLots)
    }
    expect(order.filledLots).toBeLessThanOrEqual(order.lots)
    this.orders.set(order.id, order)
  }

  #rise(seq: number): void {
    expect(seq).toBeGreaterThan(this.seq)
    this.seq = seq
  }
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount)
}

function expectConserved(engine: MatchingEngine): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
}

/** The engine's own lists agree with each other and with what the events told. */
function expectConsistent(engine: MatchingEngine, reader: Reader): void {
  for (const { symbol } of INSTRUMENTS) {
    const { bids, asks } = allLevels(engine, symbol)
    if (bids.length > 0 && asks.length > 0) expect(bids[0]![0]).toBeLessThan(asks[0]![0])
    const told = (side: string) => new Map(reader.books.get(`${symbol} ${side}`))
    expect(new Map(bids)).toEqual(told('buy'))
    expect(new Map(asks)).toEqual(told('sell'))
    const open = USERS.flatMap((user) => engine.openOrders(user, symbol))
    const leaves = new Map<number, number>()
    const atRest = open.filter((order) => order.status !== 'untriggered')
    for (const order of atRest) leaves.set(order.ticks, (leaves.get(order.ticks) ?? 0) + order.lots - order.filledLots)
    expect(new Map([...bids, ...asks])).toEqual(leaves)

    const held = HOLDERS.map((holder) => engine.positions(holder, symbol)[0]!.lots)
    expect(held).toEqual(HOLDERS.map((holder) => reader.lots.get(`${holder} ${symbol}`) ?? 0))
    expect(held.reduce((sum, lots) => sum + lots, 0)).toBe(0)
    expect(engine.openInterestLots(symbol)).toBe(held.reduce((sum, lots) => sum + Math.max(0, lots), 0))
  }
  for (const user of USERS) for (const { symbol } of INSTRUMENTS) expectGuarded(engine, user, symbol)
  for (const user of USERS) {
    const row = engine.balances(user)[0]!
    // A wallet is what was paid in and what was realised, to the last unit; it falls below zero by losses alone.
    expect(row.cumRealisedE8).toBe(reader.realised.get(user) ?? 0)
    expect(row.walletE8).toBe((user === 'poor' ? POOR_USDT : RICH_USDT) * USDT + row.cumRealisedE8)
    expect(row.orderMarginE8).toBeGreaterThanOrEqual(0)
    for (const order of engine.openOrders(user)) {
      expect(reader.orders.get(order.id)).toEqual(order)
      if (!order.reduceOnly || order.stop?.kind === 'stop') continue
      // Guards of a position are never larger than it, and never on its own side, whatever happened to it.
      const { lots } = engine.positions(user, order.symbol)[0]!
      expect(order.lots - order.filledLots).toBeLessThanOrEqual(order.side === 'buy' ? -lots : lots)
    }
  }
}

/** Take-profits and stop-losses fit their position; no price that was reached has left a trigger behind. */
function expectGuarded(engine: MatchingEngine, user: string, symbol: string): void {
  const waiting = engine.openOrders(user, symbol).filter((order) => order.status === 'untriggered')
  const { lots } = engine.positions(user, symbol)[0]!
  const of = (kind: string) => waiting.filter((order) => order.stop!.kind === kind)
  for (const kind of ['takeProfit', 'stopLoss', 'trailingStop']) {
    expect(of(kind).length).toBeLessThanOrEqual(1)
    for (const order of of(kind)) expect(order.lots).toBe(Math.abs(lots))
  }
  const partial = [...of('partialTakeProfit'), ...of('partialStopLoss')]
  for (const order of partial) expect(order.lots).toBeLessThanOrEqual(Math.abs(lots))
  expect(of('stop').length).toBeLessThanOrEqual(10)
  for (const order of waiting) expect(order.filledLots).toBe(0)
}

describe('laws of the engine, over random commands', () => {
  test('money is conserved to the last unit, and books, orders and positions agree with the events', () => {
    fc.assert(
      fc.property(steps({ plain: false }, STEPS), (run) => {
        const engine = opened()
        const reader = new Reader()
        run.forEach((step, index) => {
          reader.read(engine.handle(commandOf(step, engine), 1_000 + index).events)
          expectConserved(engine)
          if (index % 20 === 19) expectConsistent(engine, reader)
        })
      }),
      SETTINGS,
    )
  })

  test('trades follow price and time, as a naive book would make them', () => {
    fc.assert(
      fc.property(steps({ plain: true }, STEPS), (run) => {
        const engine = opened()
        const books = new Map(INSTRUMENTS.map(({ symbol }) => [symbol, new NaiveBook()]))
        run.forEach((step, index) => followNaively(engine, books, step, 1_000 + index))
      }),
      SETTINGS,
    )
  })

  test('the same commands give the same events, also from a snapshot in the middle', () => {
    fc.assert(
      fc.property(
        steps({ plain: false }, STEPS),
        fc.nat(STEPS - 1),
        fc.constantFrom('user', 'maker'),
        (run, middle, role) => {
          const first = opened(role)
          const second = opened(role)
          let third: MatchingEngine | null = null
          run.forEach((step, index) => {
            if (index === middle) third = restoreEngine(INSTRUMENTS, JSON.parse(JSON.stringify(first.snapshot())))
            const command = commandOf(step, first)
            const outcome = first.handle(command, 1_000 + index)
            expect(second.handle(command, 1_000 + index)).toEqual(outcome)
            if (third !== null) expect(third.handle(command, 1_000 + index)).toEqual(outcome)
          })
          // A restored engine adds its running sums up anew: equal balances mean that the sums never drifted.
          for (const user of USERS) {
            expect(third!.balances(user)).toEqual(first.balances(user))
            expect(third!.positions(user)).toEqual(first.positions(user))
            expect(third!.openOrders(user)).toEqual(first.openOrders(user))
          }
          expect(third!.snapshot()).toEqual(first.snapshot())
        },
      ),
      SETTINGS,
    )
  })
})

function followNaively(engine: MatchingEngine, books: ReadonlyMap<string, NaiveBook>, step: Step, nowMs: number): void {
  const command = commandOf(step, engine)
  const { result, events } = engine.handle(command, nowMs)
  if (!result.ok) return
  const trades = ofType(events, 'trade').map(({ makerOrderId, ticks, lots }) => [makerOrderId, ticks, lots])
  if (command.type === 'place') {
    expect(trades).toEqual(books.get(command.symbol)!.place(command, result.orderId!, result.ticks!))
  } else if (command.type === 'amend') {
    expect(trades).toEqual(books.get(command.symbol)!.amend(command.orderId!, result.ticks!, command.lots))
  } else if (command.type === 'cancel') {
    books.get(command.symbol)!.remove(command.orderId!)
  } else if (command.type === 'cancelAll') {
    for (const id of result.orderIds!) for (const book of books.values()) book.remove(id)
  }
  for (const [symbol, book] of books) {
    expect(allLevels(engine, symbol)).toEqual({ bids: book.levels('buy'), asks: book.levels('sell') })
  }
}
