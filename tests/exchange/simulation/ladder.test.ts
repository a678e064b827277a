import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import type { Side } from '../../../src/domain/order/order'
import { calibrationOf } from '../../../exchange/simulation/calibration'
import type { OrderEntryPort } from '../../../exchange/simulation/order-entry-port'
import { Ladder } from '../../../exchange/simulation/ladder'

/** A desk that takes every quote and counts what it is asked. */
class FakeDesk implements OrderEntryPort {
  readonly orders = new Map<string, { side: Side; ticks: number; lots: number; account: string }>()
  commands = 0

  quote(account: string, side: Side, ticks: number, lots: number): string {
    this.commands += 1
    const id = `q${this.commands}`
    this.orders.set(id, { side, ticks, lots, account })
    return id
  }
  resize(_account: string, orderId: string, lots: number): boolean {
    this.commands += 1
    this.orders.get(orderId)!.lots = lots
    return true
  }
  cancel(_account: string, orderId: string): void {
    this.commands += 1
    this.orders.delete(orderId)
  }
  take = () => 0
  mark = () => {}
  fund = () => {}
  best = () => ({ bid: null, ask: null })
  depth = () => ({ bids: [], asks: [] })

  ticksOf(side: Side): number[] {
    return [...this.orders.values()].filter((one) => one.side === side).map((one) => one.ticks)
  }
  lots(): number {
    return [...this.orders.values()].reduce((sum, one) => sum + one.lots, 0)
  }
}

const UNIT = { tickSize: 0.1, lotSize: 0.001, minLots: 1, maxLots: 1_190_000, minNotional: 5 }

function openLadder() {
  const desk = new FakeDesk()
  const ladder = new Ladder(desk, createRandom(4), calibrationOf('BTC'), UNIT, ['a', 'b', 'c'])
  const quote = (bid: number, ask: number, heat = 1, grid = 1) => {
    ladder.pull('buy', bid, grid)
    ladder.pull('sell', ask, grid)
    ladder.tend('buy', { touch: bid, grid, heat })
    ladder.tend('sell', { touch: ask, grid, heat })
  }
  return { desk, ladder, quote }
}

/** All lots that rest after thirty steps of a moving price. */
function lotsAtHeat(heat: number): number {
  const { desk, quote } = openLadder()
  for (let n = 0; n < 30; n++) quote(640_000 + n * 5, 640_001 + n * 5, heat)
  return desk.lots()
}

describe('the makers quote a book', () => {
  test('the first step lays out both sides, best at the touch and within about one percent', () => {
    const { desk, quote } = openLadder()
    quote(640_000, 640_001)
    const bids = desk.ticksOf('buy')
    const asks = desk.ticksOf('sell')
    expect(Math.max(...bids)).toBe(640_000)
    expect(Math.min(...asks)).toBe(640_001)
    expect(bids.length).toBeGreaterThan(200)
    expect(asks.length).toBeGreaterThan(200)
    // 1.1 % of 640,000 ticks is 7,040.
    expect(Math.min(...bids)).toBeGreaterThanOrEqual(640_000 - 7_100)
  })

  test('one order per price and side', () => {
    const { desk, quote } = openLadder()
    for (let n = 0; n < 50; n++) quote(640_000 + n, 640_001 + n)
    for (const side of ['buy', 'sell'] as const) {
      const ticks = desk.ticksOf(side)
      expect(new Set(ticks).size).toBe(ticks.length)
    }
  })

  test('a step changes a few dozen orders and not the book', () => {
    const { desk, quote } = openLadder()
    for (let n = 0; n < 20; n++) quote(640_000, 640_001)
    const before = desk.commands
    for (let n = 0; n < 100; n++) quote(640_000 + (n % 5) * 3, 640_001 + (n % 5) * 3)
    const perStep = (desk.commands - before) / 100
    expect(perStep).toBeGreaterThan(5)
    expect(perStep).toBeLessThan(60)
  })

  test('quotes never stand across the touch, wherever the price jumps', () => {
    const { desk, quote } = openLadder()
    for (const bid of [640_000, 640_350, 639_100, 650_000, 600_000, 600_001]) {
      quote(bid, bid + 1)
      expect(Math.max(...desk.ticksOf('buy'))).toBe(bid)
      expect(Math.min(...desk.ticksOf('sell'))).toBe(bid + 1)
    }
  })

  test('a hot market has a thinner book', () => {
    expect(lotsAtHeat(10)).toBeLessThan(lotsAtHeat(1) * 0.7)
  })

  test('a filled quote is forgotten, its lots are held, and the touch is quoted again', () => {
    const { desk, ladder, quote } = openLadder()
    quote(640_000, 640_001)
    const [id, order] = [...desk.orders].find(([, one]) => one.side === 'sell' && one.ticks === 640_001)!
    desk.orders.delete(id)
    ladder.onFill(id, order.lots)
    expect(ladder.inventoryLots()).toBe(-order.lots)
    quote(640_000, 640_001)
    expect(Math.min(...desk.ticksOf('sell'))).toBe(640_001)
  })

  test('it goes on from its saved state', () => {
    const { desk, ladder, quote } = openLadder()
    for (let n = 0; n < 10; n++) quote(640_000 + n, 640_001 + n)
    const random = createRandom(99)
    const twin = new Ladder(desk, random, calibrationOf('BTC'), UNIT, ['a', 'b', 'c'], ladder.state())
    expect(twin.state()).toEqual(ladder.state())
  })
})
