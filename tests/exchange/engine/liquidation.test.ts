import { describe, expect, test } from 'vitest'
import { createPool, isTriggered, notePool } from '../../../exchange/engine/liquidation/insurance-pool'
import { mark, ofType, place, USDT, walletOf } from './engine-fixture'
import { guard, leg } from './guard-fixture'
import { isolate, room } from './modes-fixture'

/** Ann, isolated at 50×, long 1 BTC from 20,000 against bob. */
function longOfAnn() {
  const one = room()
  one.run(isolate('ann'))
  one.deal('ann', 'bob', 200_000, 1_000)
  one.run(mark(200_000))
  return one
}

describe('an isolated position in the lowest tier (semantics.md §1.5)', () => {
  test('is taken over at the bankruptcy price, at the liquidation price and not a tick before', () => {
    const { run, position, engine } = longOfAnn()
    // (20,000 − 400) / 0.995 = 19,698.49, up to the tick; bankruptcy 20,000 × (1 − 1/50).
    expect(position('ann')).toMatchObject({ liquidationTicks: 196_985, bankruptcyTicks: 196_000 })
    run(place('ann', { ticks: 196_500, lots: 10 }))
    const [order] = engine.openOrders('ann')
    expect(ofType(run(mark(196_986)).events, 'liquidation')).toEqual([])
    const { events } = run(mark(196_985))
    expect(engine.findOrder('ann', { orderId: order!.id })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelByPrepareLiq',
    })
    expect(ofType(events, 'liquidation')).toMatchObject([
      { stage: 'takeover', account: 'ann', side: 'buy', ticks: 196_000, lots: 1_000, markTicks: 196_985 },
    ])
    // The whole margin is gone: 400 and the fee to close 20,000 × 0.98 × 0.055 % = 10.78; opening had cost 11.
    expect(walletOf(engine, 'ann')).toBe((100_000 - 11 - 400) * USDT - 1_078_000_000)
    expect(ofType(events, 'execution')[0]!.execution).toMatchObject({
      account: 'ann',
      execType: 'BustTrade',
      ticks: 196_000,
      feeE8: 1_078_000_000,
      closedPnlE8: -400 * USDT,
    })
    expect(
      ofType(events, 'order').find(({ order: one }) => one.account === 'ann' && one.status === 'filled'),
    ).toMatchObject({
      order: { createType: 'CreateByTakeOver_PassThrough' },
    })
    // The pool holds 1 BTC from 19,600 and the fee: 98.5 + 10.78.
    expect(engine.insurancePool('USDT')).toEqual({ balanceE8: 10_928_000_000, isDeleveraging: false })
    expect(engine.positions('insurance')[0]).toMatchObject({ lots: 1_000, costE8: 19_600 * USDT })
  })

  test('its row says the rate of the trade, and apart what rounding to the tick left for the pool (ADR-1032)', () => {
    const { run, deal } = room()
    run(isolate('ann'))
    deal('ann', 'bob', 200_001, 1_000)
    run(mark(200_001))
    const [fill] = ofType(run(mark(196_986)).events, 'execution')
    // 20,000.1 × 0.98 = 19,600.098, up to the tick 19,600.1: that loses 400.00 of a margin of 400.002.
    expect(fill!.execution).toMatchObject({ account: 'ann', ticks: 196_001, feeRateE8: 55_000 })
    // 19,600.1 × 0.055 % = 10.780055; what is more than that is the 0.002, less a millionth of the estimated fee.
    const { feeE8, liquidationFeeE8 } = fill!.execution
    expect(liquidationFeeE8).toBe(feeE8 - 1_078_005_500)
    expect(Math.abs(liquidationFeeE8! - 200_000)).toBeLessThan(200)
  })

  test('what was taken over is sold into the book, and the pool keeps the difference', () => {
    const { run, engine } = longOfAnn()
    run(place('cat', { ticks: 196_900, lots: 1_000 }))
    run(mark(196_985))
    expect(engine.positions('insurance')).toEqual([])
    // 19,690 − 19,600 = 90, and 10.78, less 19,690 × 0.055 % = 10.8295.
    expect(engine.insurancePool('USDT').balanceE8).toBe(8_995_050_000)
  })

  test('once the pool is exhausted the other side is deleveraged at the bankruptcy price', () => {
    const { run, engine } = longOfAnn()
    run(mark(196_985))
    run(place('bob', { ticks: 180_000, lots: 5 }))
    // 1 BTC from 19,600 at 19,500 is −100, more than 10.78.
    const { events } = run(mark(195_000))
    expect(ofType(events, 'liquidation')).toMatchObject([
      { stage: 'adl', account: 'bob', side: 'sell', ticks: 196_000, lots: 1_000 },
    ])
    const [closing] = ofType(events, 'execution').filter(({ execution }) => execution.account === 'bob')
    // Bob sold at 20,000: +400, for the maker's 19,600 × 0.02 % = 3.92.
    expect(closing!.execution).toMatchObject({
      execType: 'AdlTrade',
      isMaker: true,
      feeE8: 392_000_000,
      closedPnlE8: 400 * USDT,
    })
    expect(engine.openOrders('bob')).toEqual([])
    // It goes on being watched: of its highest balance, 109.28, more than a quarter is gone.
    expect(engine.insurancePool('USDT')).toEqual({ balanceE8: 1_078_000_000, isDeleveraging: true })
    expect(engine.openInterestLots('BTCUSDT')).toBe(0)
  })

  test('deleveraged in part, a position keeps its stop-loss on what is left of it', () => {
    const { run, deal, engine } = longOfAnn()
    deal('cat', 'bob', 200_000, 500)
    run(guard('bob', { stopLoss: leg(205_000) }))
    run(mark(196_985))
    run(place('bob', { ticks: 180_000, lots: 5 }))
    // Bob is short 1.5 BTC; 1 BTC of it is closed against what was taken over.
    const { events } = run(mark(195_000))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'adl', account: 'bob', lots: 1_000 }])
    expect(engine.positions('bob')).toMatchObject([{ lots: -500 }])
    expect(engine.openOrders('bob')).toMatchObject([{ status: 'untriggered', lots: 500, stop: { ticks: 205_000 } }])
  })

  test('a bankruptcy price further than 5 % from the mark gives way to the mark', () => {
    const { run, engine } = longOfAnn()
    run(mark(196_985))
    const { events } = run(mark(180_000))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'adl', account: 'bob', ticks: 180_000 }])
    expect(engine.insurancePool('USDT').balanceE8).toBe(1_078_000_000 - 1_600 * USDT)
  })

  test('auto-add-margin fills it up first, by the initial margin each time', () => {
    const { run, position, engine } = longOfAnn()
    run({ type: 'setAutoAddMargin', account: 'ann', symbol: 'BTCUSDT', positionIdx: 0, isOn: true })
    expect(ofType(run(mark(196_985)).events, 'liquidation')).toEqual([])
    // (20,000 − 400 − 400 / 0.99945) / 0.995 = 19,296.26…
    expect(position('ann')).toMatchObject({ extraMarginE8: 400 * USDT, liquidationTicks: 192_963, lots: 1_000 })
    expect(engine.openInterestLots('BTCUSDT')).toBe(1_000)
  })
})

test('an isolated position in a higher tier is first cut down to the next lower one by a fill-or-kill order', () => {
  const { run, deal, position } = room()
  run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 100_000 * USDT })
  run(isolate('ann'))
  deal('ann', 'bob', 200_000, 110_000)
  run(mark(200_000))
  // (2,200,000 − 44,000 − 1,200) / (110 × 0.9944) = 19,699.41…
  expect(position('ann').liquidationTicks).toBe(196_995)
  run(place('cat', { ticks: 196_500, lots: 9_000 }))
  const { events } = run(mark(196_994))
  // 2,000,000 / 19,699.4 = 101.52593…: 8.475 BTC are too many.
  expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'partial', lots: 8_475, account: 'ann' }])
  expect(
    ofType(events, 'order').find(({ order }) => order.account === 'ann' && order.status === 'filled'),
  ).toMatchObject({
    order: { createType: 'CreateByLiq', timeInForce: 'fillOrKill', lots: 8_475 },
  })
  expect(position('ann')).toMatchObject({ lots: 101_525, liquidationTicks: 196_985 })
})

describe('a cross account', () => {
  test('is cut through the book until its maintenance margin is 90 % of its equity', () => {
    const { run, deal, position, engine } = room()
    // Bob pays in 100,000 and carries 100 BTC from 20,000: MM = 10,000 + 1,078 at the entry.
    deal('bob', 'ann', 200_000, 50_000)
    run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 200_000 * USDT })
    deal('bob', 'ann', 200_000, 50_000)
    run(mark(200_000))
    run(place('bob', { side: 'sell', ticks: 203_000, lots: 10, reduceOnly: true }))
    run(place('cat', { ticks: 190_800, lots: 60_000 }))
    const { events } = run(mark(190_900))
    const [cut] = ofType(events, 'liquidation')
    expect(cut).toMatchObject({ stage: 'partial', account: 'bob' })
    const [row] = engine.balances('bob')
    const equityE8 = row!.walletE8 + row!.unrealisedE8
    expect(row!.maintenanceE8 * 10).toBeLessThanOrEqual(equityE8 * 9)
    // Not more than was asked for: a hundred lots fewer would not have been enough.
    expect(position('bob').lots).toBeGreaterThan(0)
    expect(row!.maintenanceE8 * 10).toBeGreaterThan(equityE8 * 9 * 0.98)
    // Orders that only reduce stay.
    expect(engine.openOrders('bob')).toHaveLength(1)
  })

  test('that has lost everything is taken over whole, and its wallet ends at zero', () => {
    const { run, deal, engine } = room()
    run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 200_000 * USDT })
    deal('bob', 'ann', 200_000, 90_000)
    run(mark(200_000))
    // 90 BTC lose 1,200 each: 108,000 of 100,000.
    const { events } = run(mark(188_000))
    expect(ofType(events, 'liquidation')[0]).toMatchObject({ stage: 'takeover', account: 'bob', lots: 90_000 })
    expect(walletOf(engine, 'bob')).toBe(0)
    // What was left is less than the trade's fee: the row has the rate that it comes to, to a unit of 1e-8 (ADR-1032).
    const taken = ofType(events, 'execution').find(({ execution }) => execution.account === 'bob')!.execution
    expect(taken.feeRateE8).toBeLessThan(55_000)
    expect(Math.abs((taken.valueE8 * taken.feeRateE8) / 1e8 - taken.feeE8)).toBeLessThanOrEqual(taken.valueE8 / 1e8)
    // The pool had nothing, so ann is deleveraged at once.
    expect(ofType(events, 'liquidation')[1]).toMatchObject({ stage: 'adl', account: 'ann' })
    expect(engine.openInterestLots('BTCUSDT')).toBe(0)
    expect(engine.conservation()[0]!.sumE8).toBe(engine.conservation()[0]!.creditedE8)
  })
})

const ratio = (maxPnl: number, maxBalance: number, pnl: number, isDeleveraging = false) => {
  const pool = createPool()
  pool.isDeleveraging = isDeleveraging
  notePool(pool, maxPnl, maxBalance, 1)
  return isTriggered(pool, pnl, 1_000)
}

describe('the trigger of auto-deleveraging (vectors adl-01, adl-02)', () => {
  test('a P&L ratio of −0.35 or exactly −0.3 starts it, −0.299 does not', () => {
    expect(ratio(0, 1_000_000, -350_000)).toBe(true)
    expect(ratio(1_000_000, 2_000_000, 400_000)).toBe(true)
    expect(ratio(1_000_000, 2_000_000, 402_000)).toBe(false)
  })

  test('it goes on at −0.25 and stops above', () => {
    expect(ratio(0, 1_000_000, -250_000, true)).toBe(true)
    expect(ratio(0, 1_000_000, -249_999, true)).toBe(false)
  })

  test('what is older than eight hours is forgotten; an empty pool always asks for it', () => {
    const pool = createPool()
    notePool(pool, 0, 1_000_000, 1)
    notePool(pool, -300_000, 700_000, 8 * 3_600_000 + 300_000)
    expect(isTriggered(pool, -300_000, 700_000)).toBe(false)
    expect(isTriggered(pool, -300_000, 0)).toBe(true)
  })
})

test('positions are ranked for deleveraging by leveraged return', () => {
  const { run, deal, position, engine } = room()
  deal('ann', 'bob', 200_000, 1_000)
  deal('ann', 'cat', 200_000, 4_000)
  run(mark(200_000))
  // Ranks are renewed every ten seconds.
  expect(position('cat').adlRank).toBe(0)
  engine.handle(mark(199_000), 60_000)
  // Both shorts gained as much of their margin, but cat's value is four times bob's on the same equity.
  expect(position('cat').adlRank).toBe(5)
  expect(position('bob').adlRank).toBe(3)
  expect(position('ann').adlRank).toBe(5)
})
