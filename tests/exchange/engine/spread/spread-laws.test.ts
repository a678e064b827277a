import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../../src/base/random'
import { createEngine, restoreEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { BTC, place, USDT } from '../engine-fixture'
import { FUTURE, INSTRUMENTS, SPREAD_SYMBOL, spreadOrder } from './spread-fixture'

const USERS = ['ann', 'bob', 'cat', 'poor'] as const
const SEEDS = [3_001, 3_002, 3_003, 3_004]
const COMMANDS = 2_500

function opened(): MatchingEngine {
  const engine = createEngine(INSTRUMENTS)
  for (const account of USERS) {
    engine.handle({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 2_000 }, 1)
    engine.handle({ type: 'credit', account, coin: 'USDT', amountE8: (account === 'poor' ? 300 : 20_000) * USDT }, 1)
  }
  engine.handle({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 100_000 * USDT }, 1)
  return engine
}

/** Spreads, legs, cancels and marks that move the difference about zero. */
function draw(random: Random, walk: { perpetual: number; future: number }): EngineCommand {
  const account = USERS[random.int(0, USERS.length - 1)]!
  const side = random.next() < 0.5 ? 'buy' : 'sell'
  const roll = random.next()
  if (roll < 0.2) {
    walk.perpetual = Math.round(
      Math.min(550_000, Math.max(450_000, walk.perpetual * (1 + (random.next() - 0.5) * 0.01))),
    )
    walk.future = Math.round(walk.perpetual / 5 + random.int(-150, 150))
    const isFuture = random.next() < 0.5
    const markTicks = isFuture ? walk.future : walk.perpetual
    return { type: 'mark', symbol: isFuture ? FUTURE.symbol : BTC.symbol, markTicks, indexTicks: markTicks }
  }
  if (roll < 0.7) {
    const ticks = walk.future - Math.round(walk.perpetual / 5) + random.int(-15, 15)
    const timeInForce = (['goodTillCancel', 'immediateOrCancel', 'fillOrKill', 'postOnly'] as const)[random.int(0, 3)]!
    return spreadOrder(account, { side, ticks, lots: random.int(1, 20), timeInForce })
  }
  if (roll < 0.9) {
    const isFuture = random.next() < 0.5
    const middle = isFuture ? walk.future : walk.perpetual
    const ticks = middle + random.int(-40, 40)
    return place(account, { symbol: isFuture ? FUTURE.symbol : BTC.symbol, side, ticks, lots: random.int(10, 60) })
  }
  return { type: 'cancelAll', account, symbol: random.next() < 0.5 ? SPREAD_SYMBOL : null }
}

test.each(SEEDS)('no unit of money is made or lost, legs stay even: 2,500 random commands of seed %i', (seed) => {
  const random = createRandom(seed)
  const walk = { perpetual: 500_000, future: 100_000 }
  let engine = opened()
  let fills = 0
  for (let n = 0; n < COMMANDS; n += 1) {
    const command = draw(random, walk)
    const { events } = engine.handle(command, 10 + n)
    for (const event of events) if (event.type === 'trade' && event.symbol === SPREAD_SYMBOL) fills += 1
    const [usdt] = engine.conservation()
    expect(usdt!.sumE8).toBe(usdt!.creditedE8)
    // Every lot that somebody holds long somebody holds short, in each leg.
    for (const { symbol } of [BTC, FUTURE]) {
      const held = [...USERS, 'insurance'].flatMap((one) => engine.positions(one, symbol))
      expect(held.reduce((sum, { lots }) => sum + lots, 0)).toBe(0)
    }
    if (n % 500 === 499) {
      // A restart in the middle: what JSON made of the snapshot goes on the same.
      const stored = JSON.parse(JSON.stringify(engine.snapshot())) as unknown
      const again = restoreEngine(INSTRUMENTS, stored)
      expect(JSON.stringify(again.snapshot())).toBe(JSON.stringify(engine.snapshot()))
      engine = again
    }
  }
  // The walks are about spreads that fill.
  expect(fills).toBeGreaterThan(50)
})

test('the same commands give the same state', () => {
  const played = [0, 1].map(() => {
    const random = createRandom(77)
    const walk = { perpetual: 500_000, future: 100_000 }
    const engine = opened()
    for (let n = 0; n < 800; n += 1) engine.handle(draw(random, walk), 10 + n)
    return JSON.stringify(engine.snapshot())
  })
  expect(played[0]).toBe(played[1])
})
