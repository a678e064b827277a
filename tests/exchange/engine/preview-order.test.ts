import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import type { EngineBalance } from '../../../exchange/engine/records/position-records'
import { desk, mark, place, USDT } from './engine-fixture'

const usdtOf = (rows: readonly EngineBalance[] | null): EngineBalance => rows!.find((row) => row.coin === 'USDT')!

describe('an order that is looked at and not placed', () => {
  test('shows what a resting order holds back', () => {
    const { engine, run } = desk()
    run(mark(500_000))
    const { refusal, before, after } = engine.preview(place('ann', { lots: 1_000, ticks: 499_000 }))!
    expect(refusal).toBeNull()
    expect(usdtOf(before)).toMatchObject({ orderMarginE8: 0, maintenanceE8: 0 })
    // 1 BTC at 49,900 with 10×: 4,990 + fee to open 0.055 % = 27.445 + fee to close at the bankruptcy price 44,910: 24.7005.
    expect(usdtOf(after).orderMarginE8).toBe(504_214_550_000)
    expect(usdtOf(after).maintenanceE8).toBe(0)
    expect(engine.openOrders('ann')).toEqual([])
  })

  test('fills against what stands in the book: the position’s maintenance margin, the fee gone', () => {
    const { engine, order, run } = desk()
    run(mark(500_000))
    order(place('bob', { side: 'sell', lots: 400 }))
    const { after } = engine.preview(place('ann', { lots: 1_000 }))!
    // 0.4 BTC at 50,000 = 20,000: fee 11; the other 0.6 would rest.
    expect(usdtOf(after).walletE8).toBe(100_000 * USDT - 11 * USDT)
    // 0.5 % of 20,000, and the fee to close: 0.055 % of 18,000 = 9.9.
    expect(usdtOf(after).maintenanceE8).toBe(109_90_000_000)
    expect(engine.positions('ann')).toEqual([])
    expect(engine.book('BTCUSDT', 1).asks).toHaveLength(1)
  })

  test('that the account cannot pay is told with what it would have needed', () => {
    const { engine, refused, run } = desk()
    run(mark(500_000))
    const tooMuch = place('ann', { lots: 25_000 })
    const { refusal, after } = engine.preview(tooMuch)!
    expect(refusal).toEqual(refused(tooMuch))
    expect(refusal).toMatchObject({ kind: 'insufficientBalance' })
    expect(usdtOf(after).availableE8).toBeLessThan(0)
  })

  test('changes nothing, for an account too that never was in the contract', () => {
    const { engine, order, run } = desk()
    run(mark(500_000))
    order(place('bob', { side: 'sell', lots: 400 }))
    const before = JSON.stringify(engine.snapshot())
    engine.preview(place('ann', { lots: 1_000 }))
    engine.preview(place('ann', { symbol: 'ETHUSDT', lots: 10, ticks: 200_000 }))
    engine.preview(place('ann', { orderType: 'market', ticks: 0, timeInForce: 'immediateOrCancel' }))
    engine.preview(place('ann', { reduceOnly: true }))
    engine.preview(place('ann', { lots: 25_000 }))
    expect(JSON.stringify(engine.snapshot())).toBe(before)
    expect(engine.preview(place('nobody'))).toBeNull()
  })

  test.each(['cross', 'isolated', 'portfolio'] as const)(
    '2,000 random orders in %s margin: the same refusal as the order itself gets, and to the last unit the balances that it leaves',
    (mode) => {
      const { engine, run } = desk(['ann', 'bob', 'cat'], 30_000 * USDT)
      const random = createRandom(20_261_122)
      const below = (count: number): number => Math.floor(random.next() * count)
      const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
      const seen = { taken: 0, refused: 0, filled: 0, own: 0, most: 0 }
      if (mode !== 'cross') for (const account of ['ann', 'bob', 'cat']) run({ type: 'setMarginMode', account, mode })
      run(mark(500_000))
      for (let i = 0; i < 2_000; i++) {
        if (i % 10 === 0) run(mark(498_000 + below(4_000)))
        const account = pick(['ann', 'bob', 'cat'])
        const isMarket = random.next() < 0.2
        const side = pick(['buy', 'sell'] as const)
        const command = place(account, {
          side,
          lots: 1 + below(2_000),
          ticks: isMarket ? 0 : 497_000 + below(6_000),
          orderType: isMarket ? 'market' : 'limit',
          timeInForce: isMarket
            ? 'immediateOrCancel'
            : pick([
                'goodTillCancel',
                'goodTillCancel',
                'goodTillCancel',
                'postOnly',
                'immediateOrCancel',
                'fillOrKill',
              ]),
          reduceOnly: random.next() < 0.15,
        })
        const own = engine.openOrders(account).length
        // The largest of these terms is taken, and a lot more of it is not; no size is, where something else is in the way.
        if (i % 4 === 0) {
          const most = engine.mostLots(command)
          const refusalOf = (lots: number) => engine.preview({ ...command, lots })!.refusal
          if (typeof most !== 'number') expect(refusalOf(command.lots), `most ${i}`).toEqual(most)
          else {
            if (most > 0) expect(refusalOf(most), `most ${i}`).toBeNull()
            if (!command.reduceOnly) expect(refusalOf(most + 1), `one more ${i}`).not.toBeNull()
            seen.most++
          }
        }
        const { refusal, after } = engine.preview(command)!
        const { result } = run(command)
        expect(refusal, `order ${i}`).toEqual(result.ok ? null : result.refusal)
        if (!result.ok) {
          seen.refused++
          continue
        }
        seen.taken++
        const order = engine.findOrder(account, { orderId: result.orderId! })!
        if (order.filledLots > 0) seen.filled++
        if (engine.openOrders(account).length < own) seen.own++
        const foretold = usdtOf(after)
        const real = usdtOf(engine.balances(account))
        // What it gained or lost so far is no part of what an order does to the margin.
        expect({ ...foretold, cumRealisedE8: 0 }, `order ${i}`).toEqual({ ...real, cumRealisedE8: 0 })
      }
      // The walk was one: each kind happened often.
      expect(Math.min(seen.taken, seen.refused, seen.filled, seen.own, seen.most)).toBeGreaterThan(50)
    },
  )
})
