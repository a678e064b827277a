import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../../src/base/random'
import type { EngineEvent } from '../../../../exchange/engine/events'
import type { EngineOrder } from '../../../../exchange/engine/records/order-records'
import type { EngineTpSlLeg } from '../../../../exchange/engine/orders/order-terms'
import { BTC, mark, place, USDT } from '../engine-fixture'
import { guard, guardDesk, leg } from '../guard-fixture'

/**
 * Decisions 41 over random markets: orders are small (20 lots at market, 30 at a limit), books are thin, and prices run
 * to and fro. At no time is there an open guarded quantity without its guard, and after a protection fired in a market
 * with enough liquidity nothing that it guarded is open.
 */
const SMALL = { ...BTC, maxMarketLots: 20, maxLimitLots: 30 }
const FIRST_SEED = Number(process.env['HALYARD_LAWS_SEED'] ?? 41)
const SEEDS = Array.from({ length: 150 }, (_, n) => FIRST_SEED + n)
const STEPS = 60

function world(seed: number) {
  const base = guardDesk(10_000_000 * USDT)
  base.engine.updateInstrument(SMALL, 1)
  const random = createRandom(seed)
  const near = (reach: number) => 500_000 + random.int(-reach, reach) * 100
  const hold = (lots: number) => {
    for (let left = Math.abs(lots); left > 0; left -= 30) base.hold('ann', Math.sign(lots) * Math.min(left, 30))
  }
  /** A step of the market: liquidity, a trade, or a mark. */
  const stir = (): readonly EngineEvent[] => {
    const draw = random.next()
    if (draw < 0.4) return base.print(near(45))
    if (draw < 0.5) return base.run(mark(near(5))).events
    if (draw < 0.6) return base.run({ type: 'cancelAll', account: 'bob', symbol: null }).events
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    return base.run(place('bob', { side, ticks: near(45), lots: random.int(1, 30), timeInForce: 'postOnly' })).events
  }
  const position = () => base.engine.positions('ann')[0]?.lots ?? 0
  return { ...base, random, hold, stir, position }
}

/** Everything that was told of Ann's orders, each as it was last. */
class Told {
  readonly orders = new Map<string, EngineOrder>()

  read(events: readonly EngineEvent[]): void {
    for (const event of events)
      if (event.type === 'order' && event.order.account === 'ann') this.orders.set(event.order.id, event.order)
  }

  /** An order and what was sent for it. */
  familyOf(id: string): readonly EngineOrder[] {
    return [...this.orders.values()].filter((one) => one.id === id || one.carried?.parentOrderId === id)
  }

  filledOf(id: string): number {
    return this.familyOf(id).reduce((sum, one) => sum + one.filledLots, 0)
  }

  openOf(id: string): number {
    return this.familyOf(id).reduce((sum, one) => sum + (isOpen(one) ? one.lots - one.filledLots : 0), 0)
  }
}

const isOpen = ({ status }: EngineOrder) => status === 'new' || status === 'partiallyFilled' || status === 'untriggered'

function legAt(random: Random, isAbove: boolean, mayRest: boolean): EngineTpSlLeg {
  const ticks = 500_000 + (isAbove ? 1 : -1) * random.int(10, 40) * 100
  if (!mayRest || random.next() < 0.5) return leg(ticks, { by: random.next() < 0.7 ? 'last' : 'mark' })
  return leg(ticks, { orderType: 'limit', limitTicks: ticks + random.int(-5, 5) * 100 })
}

test('full take-profits, stop-losses and trailing stops guard all of the position until it is closed', () => {
  console.log(`protection: seeds ${SEEDS[0]}–${SEEDS.at(-1)}, ${STEPS} steps each`)
  let fired = 0
  for (const seed of SEEDS) {
    const { random, hold, stir, position, run, waiting, engine } = world(seed)
    const side = random.next() < 0.5 ? 1 : -1
    hold(side * random.int(5, 150))
    const isLong = side === 1
    const trailing = { distanceTicks: random.int(10, 40) * 100, rateE8: null, activationTicks: 0 }
    run(
      guard('ann', {
        takeProfit: legAt(random, isLong, false),
        stopLoss: legAt(random, !isLong, false),
        trailing: random.next() < 0.5 ? trailing : null,
      }),
    )
    const kinds = waiting('ann').map((order) => order.stop!.kind)
    for (let step = 0; step < STEPS; step++) {
      const before = position()
      const events = stir()
      const after = position()
      const where = `seed ${seed}, step ${step}`
      if (after !== before) fired += 1
      expect([0, side], where).toContain(Math.sign(after))
      const guards = after === 0 ? [] : kinds.map((kind) => [kind, Math.abs(after)])
      expect(
        waiting('ann').map((order) => [order.stop!.kind, order.lots]),
        where,
      ).toEqual(guards)
      // Nothing is sent that could fill nothing.
      const dead = events.filter((one) => one.type === 'order' && one.order.account === 'ann' && isDead(one.order))
      expect(dead, where).toEqual([])
      if (after === 0) break
    }
    if (position() === 0) continue
    // Enough liquidity and a price beyond every trigger: nothing is left.
    for (const account of ['bob', 'max', 'kit']) run({ type: 'cancelAll', account, symbol: null })
    for (let n = 0; n < 6; n++)
      run(place('bob', { side: isLong ? 'buy' : 'sell', ticks: isLong ? 492_000 : 508_000, lots: 30 }))
    run(mark(isLong ? 494_000 : 506_000))
    run(place('max', { side: isLong ? 'buy' : 'sell', ticks: isLong ? 492_000 : 508_000, lots: 1 }))
    run(place('kit', { side: isLong ? 'sell' : 'buy', ticks: isLong ? 492_000 : 508_000, lots: 1 }))
    expect(engine.positions('ann'), `seed ${seed}`).toEqual([])
  }
  // The walks must have met what they are for.
  expect(fired).toBeGreaterThan(SEEDS.length)
})

const isDead = ({ status, filledLots }: EngineOrder) => status === 'canceled' && filledLots === 0

test('both legs of a partial set guard what is open of it, waiting or at rest, and close no more than it', () => {
  const seen = { closed: 0, halfClosed: 0, rested: 0 }
  for (const seed of SEEDS) {
    const { random, hold, stir, position, run, waiting, engine } = world(seed)
    const side = random.next() < 0.5 ? 1 : -1
    const isLong = side === 1
    const sizes = Array.from({ length: random.int(1, 3) }, () => random.int(1, 60))
    const held = sizes.reduce((sum, size) => sum + size, 0) + random.int(0, 20)
    hold(side * held)
    const told = new Told()
    const sets = sizes.map((lots) => {
      const legs = { takeProfit: legAt(random, isLong, true), stopLoss: legAt(random, !isLong, true) }
      told.read(run(guard('ann', { mode: 'partial', lots, ...legs })).events)
      const [takeProfit, stopLoss] = waiting('ann').slice(-2)
      return { lots, takeProfit: takeProfit!.id, stopLoss: stopLoss!.id }
    })
    for (let step = 0; step < STEPS; step++) {
      told.read(stir())
      const where = `seed ${seed}, step ${step}`
      let closed = 0
      for (const set of sets) {
        const gone = told.filledOf(set.takeProfit) + told.filledOf(set.stopLoss)
        closed += gone
        if (gone > 0) seen[gone === set.lots ? 'closed' : 'halfClosed'] += 1
        const open = [told.openOf(set.takeProfit), told.openOf(set.stopLoss)]
        if (told.familyOf(set.takeProfit).some((one) => isOpen(one) && one.status !== 'untriggered')) seen.rested += 1
        // Of two legs at rest the one that came first has given way.
        const isBoth = open[0]! > 0 && open[1]! > 0
        expect(open, where).toEqual(expect.arrayContaining([set.lots - gone, isBoth ? set.lots - gone : 0]))
      }
      expect(Math.abs(position()), where).toBe(held - closed)
    }
    // The engine's own list is what was told.
    const open = engine.openOrders('ann').map((order) => order.id)
    expect([...told.orders.values()].filter(isOpen).map((order) => order.id)).toEqual(expect.arrayContaining(open))
  }
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(50)
})
