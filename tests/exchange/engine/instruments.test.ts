import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { BTC, desk, ETH, mark, ofType, place } from './engine-fixture'

describe('changing instruments at run time', () => {
  test('a new symbol trades at once', () => {
    const { engine, order, refused } = desk()
    expect(refused(place('bob', { symbol: 'SOLUSDT' }))).toEqual({ kind: 'unknownSymbol' })
    engine.updateInstrument({ ...BTC, symbol: 'SOLUSDT' }, 1)
    expect(order(place('bob', { symbol: 'SOLUSDT' })).status).toBe('new')
  })

  test('a symbol that does not trade refuses orders and lets them be cancelled', () => {
    const { engine, order, refused, run } = desk()
    const bid = order(place('bob'))
    engine.updateInstrument({ ...BTC, isTrading: false }, 1)
    expect(refused(place('bob'))).toEqual({ kind: 'symbolNotTrading' })
    const target = { account: 'bob', symbol: 'BTCUSDT', orderId: bid.id, linkId: null }
    expect(refused({ type: 'amend', ...target, ticks: null, lots: 50 })).toEqual({ kind: 'symbolNotTrading' })
    expect(run({ type: 'cancel', ...target }).result.ok).toBe(true)
  })

  test('a coarser tick restates prices and cancels those between its ticks', () => {
    const { engine, order, run } = desk()
    run(mark(500_003))
    const whole = order(place('bob', { ticks: 499_990 }))
    const between = order(place('bob', { ticks: 499_991 }))
    // Tick 0.1 becomes 1: one tick × one lot is 0.001 USDT.
    const { events } = engine.updateInstrument({ ...BTC, valueUnitE8: 100_000, maxPriceTicks: 1_999_999 }, 5)
    expect(engine.findOrder('bob', { orderId: whole.id })).toMatchObject({ ticks: 49_999, status: 'new' })
    expect(engine.findOrder('bob', { orderId: between.id })).toMatchObject({ cancelType: 'CancelByAdmin' })
    expect(ofType(events, 'order')).toHaveLength(2)
    expect(engine.book('BTCUSDT', 5).bids).toEqual([[49_999, 100]])
    // 50,000.3 is 50,000 whole ticks, half up.
    expect(engine.positions('bob', 'BTCUSDT')[0]!.markTicks).toBe(50_000)
  })

  test('a finer tick keeps every order, its queue and its margin', () => {
    const { engine, order, run } = desk(['ann', 'bob', 'cat'])
    order(place('ann', { lots: 10 }))
    order(place('bob', { lots: 10 }))
    const before = engine.balances('bob')
    engine.updateInstrument({ ...BTC, valueUnitE8: 1_000, maxPriceTicks: 199_999_980 }, 5)
    expect(engine.book('BTCUSDT', 5).bids).toEqual([[5_000_000, 20]])
    expect(engine.balances('bob')).toEqual(before)
    const { events } = run(place('cat', { side: 'sell', ticks: 5_000_000, lots: 10 }))
    expect(ofType(events, 'trade').map((trade) => trade.makerAccount)).toEqual(['ann'])
  })
})

describe('snapshots', () => {
  test('are plain JSON and refuse another version', () => {
    const { engine, order } = desk()
    order(place('bob', { linkId: 'press-1' }))
    const text = JSON.stringify(engine.snapshot())
    const restored = restoreEngine([BTC, ETH], JSON.parse(text))
    expect(JSON.stringify(restored.snapshot())).toBe(text)
    expect(restored.findOrder('bob', { linkId: 'press-1' })).toEqual(engine.findOrder('bob', { linkId: 'press-1' }))
    expect(() => restoreEngine([BTC, ETH], { version: 0 })).toThrow('version')
    expect(() => restoreEngine([ETH], JSON.parse(text))).toThrow('BTCUSDT')
  })
})
