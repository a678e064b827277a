import { describe, expect, test } from 'vitest'
import { mark, ofType, place, USDT, walletOf } from './engine-fixture'
import { guard, leg } from './guard-fixture'
import { isolate, room } from './modes-fixture'

const STOPPED = { status: 'canceled', rejectReason: 'EC_ReachRiskPriceLimit' }

/** Ann, isolated at 100×, long 1 BTC from 20,000 against bob; margin 200, bankrupt at 19,800, mark 20,000. */
function longOfAnn() {
  const one = room()
  one.run(isolate('ann'))
  one.run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 10_000 })
  one.deal('ann', 'bob', 200_000, 1_000)
  // An index below widens the band of limit prices.
  one.run(mark(200_000, 196_000))
  // Cat bids: some at a good price, the rest 1.8 % below.
  one.run(place('cat', { ticks: 199_000, lots: 400 }))
  one.run(place('cat', { ticks: 196_400, lots: 5_000 }))
  return one
}

const sell = (changes: Parameters<typeof place>[1]) => place('ann', { side: 'sell', lots: 1_000, ...changes })
const market = { orderType: 'market', ticks: 0, timeInForce: 'immediateOrCancel' } as const

describe('closing an isolated position (decisions 39)', () => {
  test.each([
    ['a market order', { ...market, reduceOnly: true }],
    ['a market order that does not say reduce-only', market],
    ['a market order that would turn the position round', { ...market, lots: 3_000 }],
    ['a limit order that takes', { ticks: 196_100 }],
    ['an immediate-or-cancel limit order', { ticks: 196_100, timeInForce: 'immediateOrCancel' }],
    ['one with slippage', { ...market, slippage: { unit: 'percent', value: 200 } }],
  ] as const)('%s fills no worse than the bankruptcy price', (_, changes) => {
    const { run, engine, position } = longOfAnn()
    const { result } = run(sell(changes))
    if (!result.ok) throw new Error(JSON.stringify(result.refusal))
    // 400 at 19,900; the bid at 19,640 is beyond 19,800.
    expect(engine.findOrder('ann', { orderId: result.orderId! })).toMatchObject({ ...STOPPED, filledLots: 400 })
    expect(position('ann').lots).toBe(600)
    // Opened for 11, 40 lost, 19,900 × 0.4 × 0.055 % = 4.378 for the closing.
    expect(walletOf(engine, 'ann')).toBe(100_000 * USDT - 11 * USDT - 40 * USDT - 437_800_000)
  })

  test('a fill-or-kill order is killed, and one that would wait beyond it does not', () => {
    const { run, engine, position } = longOfAnn()
    for (const changes of [
      { ticks: 196_100, timeInForce: 'fillOrKill' },
      { ticks: 197_000, timeInForce: 'postOnly', isAlone: true },
    ] as const) {
      if ('isAlone' in changes) run({ type: 'cancelAll', account: 'cat', symbol: null })
      const { result } = run(sell(changes))
      expect(engine.findOrder('ann', { orderId: (result as { orderId: string }).orderId })).toMatchObject({
        ...STOPPED,
        filledLots: 0,
      })
    }
    expect(position('ann').lots).toBe(1_000)
  })

  test('a stop-loss fills to it, and what is left is for liquidation', () => {
    const { run, engine, position } = longOfAnn()
    run(guard('ann', { stopLoss: leg(199_500) }))
    run(place('cat', { side: 'sell', ticks: 199_400, lots: 1 }))
    run(place('bob', { ticks: 199_400, lots: 1 }))
    expect(position('ann').lots).toBe(600)
    // It stands on for the rest, and sends nothing at a price where nothing may fill (decisions 41).
    expect(engine.openOrders('ann')).toMatchObject([{ status: 'untriggered', lots: 600 }])
    const lower = run(place('bob', { side: 'sell', ticks: 196_400, lots: 1 })).events
    expect(ofType(lower, 'trade')).toMatchObject([{ ticks: 196_400 }])
    expect(ofType(lower, 'order').filter(({ order }) => order.account === 'ann')).toEqual([])
    const { events } = run(mark(198_000))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'takeover', ticks: 198_000, lots: 600 }])
    // Margin 200 + 20,000 × 0.99 × 0.055 % = 10.89 for the position; of it six tenths are lost, and 40 + 4.378 before.
    expect(walletOf(engine, 'ann')).toBe(100_000 * USDT - 11 * USDT - 40 * USDT - 437_800_000 - 12_653_400_000)
  })

  test('an order at rest is cancelled where a fill would pass it, and the next one is met', () => {
    const { run, engine, position } = room()
    run(isolate('ann'))
    run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 10_000 })
    const { result } = run(place('ann', { side: 'sell', ticks: 201_000, lots: 500 }))
    run({ type: 'setMarginMode', account: 'bob', mode: 'isolated' })
    run({ type: 'setLeverage', account: 'bob', symbol: 'BTCUSDT', leverageE2: 10_000 })
    // Ann holds a long of 0.5 from 20,400 while her sell at 20,100 waits: bankrupt at 20,196.
    run({
      type: 'cancel',
      account: 'ann',
      symbol: 'BTCUSDT',
      orderId: (result as { orderId: string }).orderId,
      linkId: null,
    })
    run(place('bob', { side: 'sell', ticks: 204_000, lots: 500 }))
    run(place('ann', { ticks: 204_000, lots: 500 }))
    const waits = run(place('ann', { side: 'sell', ticks: 202_000, lots: 500 })).result as { orderId: string }
    // 20,200 is above 20,196, and the fee of 20,200 × 0.5 is what is available's.
    expect(engine.findOrder('ann', { orderId: waits.orderId })).toMatchObject({ status: 'new' })
    run({ type: 'cancel', account: 'ann', symbol: 'BTCUSDT', orderId: waits.orderId, linkId: null })
    const beyond = run(place('ann', { side: 'sell', ticks: 201_900, lots: 500 })).result as { orderId: string }
    expect(engine.findOrder('ann', { orderId: beyond.orderId })).toMatchObject(STOPPED)
    expect(position('ann').lots).toBe(500)
  })

  test('where nothing else is left, the fee is paid from the margin too', () => {
    const { run, engine, position } = room()
    run(isolate('ann'))
    // All of 100,000 but the fees goes into a short of 240 BTC from 20,000 at 50×: 4,800,000 / 50 = 96,000.
    run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 200_000 * USDT })
    run(place('bob', { lots: 90_000, ticks: 200_000 }))
    const { result } = run(place('ann', { side: 'sell', lots: 90_000, ticks: 200_000 }))
    expect(result.ok).toBe(true)
    run(mark(200_000))
    const free = engine.balances('ann').find(({ coin }) => coin === 'USDT')!.availableE8
    const amountE8 = Math.floor(free / 10_000) * 10_000
    expect(run({ type: 'addMargin', account: 'ann', symbol: 'BTCUSDT', positionIdx: 0, amountE8 }).result.ok).toBe(true)
    const { bankruptcyTicks } = position('ann')
    // Offered at the bankruptcy price itself, with the fee of closing there more than what was set aside for it.
    run({ type: 'credit', account: 'cat', coin: 'USDT', amountE8: 1_000_000 * USDT })
    run(mark(bankruptcyTicks! - 3_000))
    run(place('cat', { side: 'sell', ticks: bankruptcyTicks!, lots: 90_000 }))
    run(place('ann', { ...market, side: 'buy', lots: 90_000 }))
    expect(walletOf(engine, 'ann')).toBeGreaterThanOrEqual(0)
  })
})

describe('closing a cross position (decisions 39)', () => {
  /** Ann, cross with 1,000 left beside the fees, long 5 BTC from 20,000 at 100×. */
  function crossOfAnn() {
    const one = room()
    one.run({ type: 'openAccount', account: 'dan', role: 'user', kind: 'uta2', defaultLeverageE2: 10_000 })
    one.run({ type: 'credit', account: 'dan', coin: 'USDT', amountE8: 1_200 * USDT })
    one.deal('dan', 'bob', 200_000, 5_000)
    one.run(mark(200_000))
    return one
  }

  test('a market order stops where the equity would fall below zero, fees counted', () => {
    const { run, engine, position } = crossOfAnn()
    // 1,200 − 100,000 × 0.055 % = 1,145. Each lot of 0.001 at 19,640 loses 0.36 and costs 0.010802: 0.370802 a lot,
    // so 3,087 of them take 1,144.665774 and one more would take 1,145.036576.
    expect(walletOf(engine, 'dan')).toBe(1_145 * USDT)
    run(place('cat', { ticks: 196_400, lots: 5_000 }))
    const { result } = run(place('dan', { ...market, side: 'sell', lots: 5_000, reduceOnly: true }))
    const order = engine.findOrder('dan', { orderId: (result as { orderId: string }).orderId })
    expect(order).toMatchObject({ ...STOPPED, filledLots: 3_087 })
    expect(position('dan').lots).toBe(5_000 - 3_087)
    const row = engine.balances('dan').find(({ coin }) => coin === 'USDT')!
    expect(row.walletE8 + row.unrealisedE8).toBe(33_422_600)
    // What is left is for liquidation: at the next mark it is taken over, and nothing is owed.
    run(mark(199_990))
    expect(position('dan').lots).toBe(0)
    expect(walletOf(engine, 'dan')).toBe(0)
  })

  test('better prices before make room for worse ones after', () => {
    const { run, engine, position } = crossOfAnn()
    // 2,000 lots at 20,200 gain 400 and cost 22.22; 3,000 at 19,640 lose 1,080 and cost 32.406: 1,145 is enough.
    run(place('cat', { ticks: 202_000, lots: 2_000 }))
    run(place('cat', { ticks: 196_400, lots: 5_000 }))
    run(place('dan', { ...market, side: 'sell', lots: 5_000, reduceOnly: true }))
    expect(position('dan').lots).toBe(0)
    expect(walletOf(engine, 'dan')).toBe((1_145 + 400 - 1_080) * USDT - 5_462_600_000)
  })

  test('an order at rest is cut where a mark that jumped past it would have it take the equity', () => {
    const { run, engine } = room()
    run({ type: 'openAccount', account: 'dan', role: 'user', kind: 'uta2', defaultLeverageE2: 10_000 })
    run({ type: 'credit', account: 'dan', coin: 'USDT', amountE8: 2_325 * USDT })
    run({ type: 'setFees', account: 'dan', fees: { takerRateE8: 0, makerRateE8: 0 } })
    run({ type: 'setPositionMode', account: 'dan', symbol: 'BTCUSDT', coin: null, mode: 'hedge' })
    // Long 5 BTC and short 5 BTC from 20,000: no mark moves the equity.
    for (const positionIdx of [1, 2] as const) {
      const side = positionIdx === 1 ? 'buy' : 'sell'
      run(place('bob', { side: side === 'buy' ? 'sell' : 'buy', ticks: 200_000, lots: 5_000 }))
      run(place('dan', { side, ticks: 200_000, lots: 5_000, positionIdx }))
    }
    run(mark(200_000))
    const offer = run(place('dan', { side: 'sell', ticks: 201_000, lots: 5_000, positionIdx: 1 })).result
    run(mark(206_000))
    run(place('cat', { ticks: 201_000, lots: 5_000 }))
    // 0.5 below the mark a lot: of 2,325 that is 4,650 lots, and one less for what rounding may take.
    expect(engine.findOrder('dan', { orderId: (offer as { orderId: string }).orderId })).toMatchObject({
      ...STOPPED,
      filledLots: 4_649,
    })
    const row = engine.balances('dan').find(({ coin }) => coin === 'USDT')!
    expect(row.walletE8 + row.unrealisedE8).toBe(50_000_000)
    // What nobody sold is bid for still.
    expect(engine.book('BTCUSDT', 1).bids).toEqual([[201_000, 351]])
  })
})

describe('opening an isolated position', () => {
  /** Ann, isolated at 100×, flat; the mark is 20,000 and bob offers at 20,100, 20,200 and 20,380. */
  function flatAnn() {
    const one = room()
    one.run(isolate('ann'))
    one.run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 10_000 })
    one.run(mark(200_000, 204_000))
    return one
  }

  test('stops where more is lost at the mark than its margin', () => {
    const { run, engine, position } = flatAnn()
    for (const ticks of [201_000, 202_000, 203_800]) run(place('bob', { side: 'sell', ticks, lots: 1_000 }))
    const { result } = run(place('ann', { ...market, lots: 3_000 }))
    // A lot at 20,100 brings 0.201 of margin and loses 0.1 at the mark; at 20,200 0.202 and 0.2: 103 are left of the 1,000
    // lots of each. At 20,380 a lot brings 0.2038 and loses 0.38: 0.1762 more, of which 103 pay for 584.
    expect(engine.findOrder('ann', { orderId: (result as { orderId: string }).orderId })).toMatchObject({
      ...STOPPED,
      filledLots: 2_584,
    })
    const { unrealisedE8, costE8 } = position('ann')
    expect(unrealisedE8 + costE8 / 100).toBeGreaterThanOrEqual(0)
  })

  test('does not wait at such a price either', () => {
    const { run, engine, position } = flatAnn()
    const { result } = run(place('ann', { ticks: 203_000, lots: 1_000 }))
    expect(engine.findOrder('ann', { orderId: (result as { orderId: string }).orderId })).toMatchObject(STOPPED)
    const below = run(place('ann', { ticks: 197_000, lots: 1_000 })).result
    expect(engine.findOrder('ann', { orderId: (below as { orderId: string }).orderId })).toMatchObject({
      status: 'new',
    })
    expect(position('ann').lots).toBe(0)
  })
})

describe('an order at rest that opens, where the mark jumped past it', () => {
  test('is cancelled in isolated margin: its position would be bankrupt from the first moment', () => {
    const { run, engine, position } = room()
    run(isolate('ann'))
    run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 10_000 })
    run(mark(200_000))
    const { result } = run(place('ann', { side: 'sell', ticks: 201_000, lots: 1_000 }))
    // A lot sold at 20,100 brings 0.201 of margin. At a mark of 22,000 it loses 1.9.
    run(mark(220_000))
    run(place('cat', { ticks: 201_000, lots: 400 }))
    expect(engine.findOrder('ann', { orderId: (result as { orderId: string }).orderId })).toMatchObject({
      ...STOPPED,
      filledLots: 0,
    })
    expect(position('ann').lots).toBe(0)
    expect(engine.book('BTCUSDT', 1).bids).toEqual([[201_000, 400]])
  })

  test('fills where its margin pays for what it loses', () => {
    const { run, position } = room()
    run(isolate('ann'))
    run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 10_000 })
    run(mark(200_000))
    run(place('ann', { side: 'sell', ticks: 201_000, lots: 1_000 }))
    // 0.2 lost of 0.201.
    run(mark(203_000))
    run(place('cat', { ticks: 201_000, lots: 400 }))
    expect(position('ann').lots).toBe(-400)
  })

  test('fills in cross margin as far as the equity goes', () => {
    const { run, engine, position } = room()
    run({ type: 'openAccount', account: 'dan', role: 'user', kind: 'uta2', defaultLeverageE2: 10_000 })
    run({ type: 'credit', account: 'dan', coin: 'USDT', amountE8: 1_200 * USDT })
    run({ type: 'setFees', account: 'dan', fees: { takerRateE8: 0, makerRateE8: 0 } })
    run(mark(200_000))
    const { result } = run(place('dan', { side: 'sell', ticks: 201_000, lots: 5_000 }))
    run(mark(210_000))
    run(place('cat', { ticks: 201_000, lots: 5_000 }))
    // A lot loses 0.9 at the mark: 1,333 of them take 1,199.7 of 1,200, and one more would take 1,200.6.
    expect(engine.findOrder('dan', { orderId: (result as { orderId: string }).orderId })).toMatchObject({
      ...STOPPED,
      filledLots: 1_333,
    })
    expect(position('dan').lots).toBe(-1_333)
    const row = engine.balances('dan').find(({ coin }) => coin === 'USDT')!
    expect(row.walletE8 + row.unrealisedE8).toBe(30_000_000)
  })
})

describe('what prices take beyond an account’s money', () => {
  test('of a delivery the pool pays, and the log of the account tells it', () => {
    const { run, engine } = longOfAnn()
    const { events } = run({ type: 'deliver', symbol: 'BTCUSDT', ticks: 190_000, feeRateE8: 0 })
    // 1,000 lost; of the position's own 210.89 (200, and 10.89 to close) it is 789.11 more.
    expect(ofType(events, 'credit')).toMatchObject([
      { account: 'ann', coin: 'USDT', amountE8: 78_911_000_000, walletE8: walletOf(engine, 'ann') },
    ])
    expect(walletOf(engine, 'ann')).toBe(100_000 * USDT - 11 * USDT - 21_089_000_000)
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('deleveraging an isolated counterparty takes no more than its margin', () => {
    const { run, engine, deal, position } = room()
    run(isolate('ann'))
    run(isolate('bob'))
    run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2: 2_500 })
    run({ type: 'setLeverage', account: 'bob', symbol: 'BTCUSDT', leverageE2: 10_000 })
    run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 2_000 * USDT })
    // Ann long 1 BTC from 20,000 at 25×: bankrupt at 19,200, where the pool takes it over.
    deal('ann', 'cat', 200_000, 1_000)
    run(mark(192_900))
    expect(engine.positions('insurance')).toMatchObject([{ lots: 1_000, costE8: 19_200 * USDT }])
    // Cat's short goes to bob at 18,950: his margin is 189.50 and 18,950 × 1.01 × 0.055 % = 10.526725.
    run(mark(189_500))
    deal('cat', 'bob', 189_500, 1_000)
    const before = walletOf(engine, 'bob')
    // The pool has lost 800 of 2,010.56, more than three tenths: bob buys at 19,200, not 5 % away, and loses 250 and 3.84.
    const { events } = run(mark(184_000))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'adl', account: 'bob', ticks: 192_000 }])
    expect(position('bob').lots).toBe(0)
    expect(ofType(events, 'credit')).toMatchObject([{ account: 'bob', amountE8: 5_381_327_500 }])
    expect(walletOf(engine, 'bob')).toBe(before - 20_002_672_500)
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })
})
