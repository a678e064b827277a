import { describe, expect, test } from 'vitest'
import type { EngineBalance } from '../../../exchange/engine/records/position-records'
import { toWallet } from '../../../exchange/venue/wallet-shape'
import { desk, mark, place, USDT, type Desk } from './engine-fixture'

/**
 * Bob with 600 USDT bought 0.1 BTC at 50,000, 10×: 600 − 2.75 of fee = 597.25. At a mark of 48,900 he has lost 110, and the
 * position needs 489 + 5,000 × 0.9 × 0.055 % = 491.475: 597.25 − 110 − 491.475 = −4.225 is free.
 */
function belowZero(): Desk {
  const one = desk(['ann', 'bob'])
  one.run({ type: 'openAccount', account: 'cat', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  one.run({ type: 'credit', account: 'cat', coin: 'USDT', amountE8: 600 * USDT })
  one.order(place('ann', { side: 'sell' }))
  one.order(place('cat'))
  one.run(mark(500_000))
  one.run(mark(489_000))
  return one
}

describe('a free balance that prices took below zero (ADR-045)', () => {
  test('what needs more margin is refused, what needs less is taken', () => {
    const { engine, order, refused, run } = belowZero()
    expect(engine.balances('cat')[0]!.availableE8).toBe(-422_500_000)
    expect(refused(place('cat', { ticks: 480_000, lots: 2 }))).toMatchObject({
      kind: 'insufficientBalance',
      availableE8: -422_500_000,
    })
    // Twice the position: half of it would open a short.
    expect(refused(place('cat', { side: 'sell', ticks: 495_000, lots: 200 }))).toMatchObject({
      kind: 'insufficientBalance',
    })
    expect(refused({ type: 'setLeverage', account: 'cat', symbol: 'BTCUSDT', leverageE2: 500 })).toMatchObject({
      kind: 'insufficientBalance',
    })
    expect(order(place('cat', { side: 'sell', ticks: 495_000 })).status).toBe('new')
    expect(engine.balances('cat')[0]!.availableE8).toBe(-422_500_000)
    // 4,890 / 20 + 5,000 × 0.95 × 0.055 % = 247.1125: 597.25 − 110 − 247.1125.
    expect(run({ type: 'setLeverage', account: 'cat', symbol: 'BTCUSDT', leverageE2: 2_000 }).result.ok).toBe(true)
    expect(engine.balances('cat')[0]!.availableE8).toBe(24_013_750_000)
  })

  test('below the maintenance margin the mark liquidates, orders first', () => {
    const { engine, order, run } = belowZero()
    const resting = order(place('cat', { side: 'sell', ticks: 495_000 }))
    // 597.25 − 572 = 25.25 against 4,428 × 0.5 % + 2.475 = 24.615: still carried, and the order stands.
    run(mark(442_800))
    expect(engine.findOrder('cat', { orderId: resting.id })!.status).toBe('new')
    // 597.25 − 573 = 24.25 against 4,427 × 0.5 % + 2.475 = 24.61. Nobody buys: what is left of the equity stays with it.
    run(mark(442_700))
    expect(engine.findOrder('cat', { orderId: resting.id })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelByPrepareLiq',
    })
    // At 44,027.5 all is lost: the position is taken over, and nothing is owed.
    run(mark(440_000))
    expect(engine.positions('cat')).toEqual([])
    expect(engine.balances('cat')[0]!.availableE8).toBeGreaterThanOrEqual(0)
  })

  test('what is told of it is zero, and the total is what the coins have free', () => {
    const row = (coin: string, availableE8: number): EngineBalance => ({
      coin,
      walletE8: 600 * USDT,
      unrealisedE8: 0,
      paidValueE8: 0,
      positionMarginE8: 600 * USDT - availableE8,
      orderMarginE8: 0,
      lockedE8: 0,
      maintenanceE8: 0,
      availableE8,
      cumRealisedE8: 0,
    })
    const wallet = toWallet('uta2', [row('USDT', -422_500_000), row('USDC', 150 * USDT)], () => 100_000_000n, 1)
    expect(wallet.coins.map((one) => one.available)).toEqual(['0', '150'])
    expect(wallet.totalAvailable).toBe('150')
    // The rate still says it, of the coin that it is: 604.225 / 600.
    expect(wallet.initialMarginRate).toBe('1.00704167')
  })
})
