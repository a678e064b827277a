import { describe, expect, test } from 'vitest'
import { mark, ofType, place, USDT, walletOf } from './engine-fixture'
import { isolate, room } from './modes-fixture'

const add = (account: string, amountE8: number) =>
  ({ type: 'addMargin', account, symbol: 'BTCUSDT', positionIdx: 0, amountE8 }) as const

describe('isolated margin (semantics.md §1.3, §1.4)', () => {
  test('a position holds its own margin, on the entry; gains are not available', () => {
    const { run, deal, engine } = room()
    run(isolate('ann'))
    deal('ann', 'bob', 200_000, 1_000)
    run(mark(210_000))
    // 20,000 / 50 and 20,000 × 0.98 × 0.055 %.
    expect(engine.balances('ann')[0]).toMatchObject({
      positionMarginE8: 41_078_000_000,
      availableE8: (100_000 - 11) * USDT - 41_078_000_000,
    })
  })

  test('added margin moves the liquidation price, and may be taken back', () => {
    const { run, deal, position, engine } = room()
    run(isolate('bob'))
    deal('ann', 'bob', 200_000, 1_000)
    run(mark(200_000))
    // (20,000 + 400) / 1.005 = 20,298.507…, down for a short.
    expect(position('bob')).toMatchObject({ liquidationTicks: 202_985, bankruptcyTicks: 204_000 })
    expect(run(add('bob', 3_000 * USDT)).result.ok).toBe(true)
    // (20,400 + 3,000 / 1.00055) / 1.005 = 23,281.94…
    expect(position('bob')).toMatchObject({ liquidationTicks: 232_819, bankruptcyTicks: 234_000 })
    expect(run(add('bob', -3_000 * USDT - 10_000)).result).toMatchObject({ refusal: { kind: 'insufficientBalance' } })
    expect(run(add('bob', 1)).result).toMatchObject({ refusal: { kind: 'amountInvalid' } })
    run(mark(203_000))
    expect(run(add('bob', -3_000 * USDT)).result).toMatchObject({ refusal: { kind: 'wouldLiquidate' } })
    expect(run(add('bob', -2_000 * USDT)).result.ok).toBe(true)
    // Half of the position takes half of the added margin along.
    run(place('ann', { side: 'sell', ticks: 203_000, lots: 500 }))
    run(place('bob', { ticks: 203_000, lots: 500, reduceOnly: true }))
    expect(position('bob').extraMarginE8).toBe(500 * USDT)
    expect(engine.marginMode('bob')).toBe('isolated')
  })

  test('only isolated positions have a margin to change', () => {
    const { run, deal } = room()
    expect(run(add('ann', 10_000)).result).toMatchObject({ refusal: { kind: 'notIsolated' } })
    run(isolate('ann'))
    expect(run(isolate('ann')).result).toMatchObject({ refusal: { kind: 'modeUnchanged' } })
    expect(run(add('ann', 10_000)).result).toMatchObject({ refusal: { kind: 'noMarginPosition' } })
    deal('ann', 'bob', 200_000, 1_000)
    expect(run({ ...add('ann', 10_000), positionIdx: 1 }).result).toMatchObject({
      refusal: { kind: 'positionIdxInvalid' },
    })
  })

  test('an account that could not carry its positions alone stays cross, and hears why', () => {
    const { run, deal } = room()
    deal('ann', 'bob', 200_000, 1_000)
    run(mark(196_000))
    expect(run(isolate('ann')).result).toEqual({
      ok: false,
      refusal: { kind: 'marginModeRefused', reasons: [{ kind: 'wouldLiquidate', symbol: 'BTCUSDT' }] },
    })
  })

  test('a higher leverage that would liquidate at once is refused', () => {
    const { run, deal } = room()
    run(isolate('ann'))
    deal('ann', 'bob', 200_000, 1_000)
    run(mark(199_000))
    // At 100×: (20,000 − 200) / 0.995 = 19,899.5, and the mark is 19,900.
    const leverage = { type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT' } as const
    expect(run({ ...leverage, leverageE2: 10_000 }).result.ok).toBe(true)
    run({ ...leverage, leverageE2: 5_000 })
    run(mark(198_900))
    expect(run({ ...leverage, leverageE2: 10_000 }).result).toMatchObject({ refusal: { kind: 'wouldLiquidate' } })
  })
})

const hedge = (account: string) =>
  ({ type: 'setPositionMode', account, symbol: 'BTCUSDT', coin: null, mode: 'hedge' }) as const

describe('hedge mode (semantics.md §2.8)', () => {
  test('both directions stand side by side, and closing one never opens the other', () => {
    const { run, engine } = room()
    run(mark(200_000))
    expect(run(hedge('ann')).result.ok).toBe(true)
    expect(run(place('ann', { ticks: 200_000 })).result).toMatchObject({ refusal: { kind: 'positionIdxInvalid' } })
    run(place('bob', { side: 'sell', ticks: 200_000, lots: 100 }))
    run(place('ann', { ticks: 200_000, lots: 100, positionIdx: 1 }))
    run(place('bob', { ticks: 200_000, lots: 60 }))
    run(place('ann', { side: 'sell', ticks: 200_000, lots: 60, positionIdx: 2 }))
    expect(engine.positions('ann', 'BTCUSDT')).toMatchObject([
      { positionIdx: 1, lots: 100 },
      { positionIdx: 2, lots: -60 },
    ])
    // A sell on the long side reduces: 500 are cut to 100.
    run(place('bob', { ticks: 200_000, lots: 500 }))
    const { result } = run(place('ann', { side: 'sell', ticks: 200_000, lots: 500, positionIdx: 1 }))
    expect(engine.findOrder('ann', { orderId: result.ok ? result.orderId! : '' })).toMatchObject({
      lots: 100,
      reduceOnly: true,
      positionIdx: 1,
    })
    expect(engine.positions('ann', 'BTCUSDT').map(({ lots }) => lots)).toEqual([0, -60])
    // Open interest counts each long once: bob's 20 net… bob sold 100, bought 60 and 100.
    expect(engine.openInterestLots('BTCUSDT')).toBe(60)
  })

  test('with both sides held only the net size counts for the liquidation price (semantics.md §1.4)', () => {
    const { run, engine } = room()
    run(mark(200_000))
    run(hedge('ann'))
    run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 1_000_000 * USDT })
    run(place('bob', { side: 'sell', ticks: 200_000, lots: 30_000 }))
    run(place('ann', { ticks: 200_000, lots: 30_000, positionIdx: 1 }))
    run(place('bob', { ticks: 200_000, lots: 10_000 }))
    run(place('ann', { side: 'sell', ticks: 200_000, lots: 10_000, positionIdx: 2 }))
    // Fees 330 and 110. MM 0.5 % of 600,000 and 200,000, fees to close 600,000 × 0.98 × 0.055 % and 200,000 × 1.02 × …:
    // 3,000 + 323.4 + 1,000 + 112.2. (99,560 − 4,435.6) / 20 = 4,756.22 below 20,000, and 99,560 / 20 = 4,978.
    const [long, short] = engine.positions('ann', 'BTCUSDT')
    expect(long).toMatchObject({ liquidationTicks: 152_438, bankruptcyTicks: 150_220 })
    expect(short).toMatchObject({ liquidationTicks: null, bankruptcyTicks: null })
  })

  test('its own orders of the other side are no counterparty', () => {
    const { run, engine } = room()
    run(hedge('ann'))
    run(place('ann', { side: 'sell', ticks: 200_000, positionIdx: 2 }))
    const { events } = run(place('ann', { ticks: 200_000, positionIdx: 1 }))
    expect(ofType(events, 'trade')).toEqual([])
    expect(engine.openOrders('ann')).toHaveLength(1)
  })

  test('the mode stands still while there is a position or an order, and fits USDT perpetuals only', () => {
    const { run, deal } = room()
    run(place('ann', { ticks: 199_000 }))
    expect(run(hedge('ann')).result).toMatchObject({ refusal: { kind: 'modeHasOrders' } })
    deal('cat', 'bob', 200_000, 100)
    expect(run(hedge('bob')).result).toMatchObject({ refusal: { kind: 'modeHasPosition' } })
    expect(run({ ...hedge('ann'), symbol: 'BTCUSD' }).result).toMatchObject({ refusal: { kind: 'hedgeNotAllowed' } })
  })

  test('sides may differ in leverage only with isolated margin', () => {
    const { run, engine } = room()
    run(hedge('ann'))
    const both = {
      type: 'setLeverage',
      account: 'ann',
      symbol: 'BTCUSDT',
      leverageE2: 1_000,
      sellLeverageE2: 2_000,
    } as const
    expect(run(both).result).toMatchObject({ refusal: { kind: 'leverageSidesDiffer' } })
    run(isolate('ann'))
    expect(run(both).result.ok).toBe(true)
    expect(engine.positions('ann', 'BTCUSDT').map(({ leverageE2 }) => leverageE2)).toEqual([1_000, 2_000])
    expect(run({ type: 'setMarginMode', account: 'ann', mode: 'cross' }).result).toMatchObject({
      refusal: { reasons: [{ kind: 'leverageSidesDiffer', symbol: 'BTCUSDT' }] },
    })
  })
})

describe('inverse contracts (semantics.md §1.1–1.4)', () => {
  test('value, fee, margin and prices are in coins', () => {
    const { run, deal, position, engine } = room()
    for (const account of ['ann', 'bob']) {
      run(isolate(account))
      run({ type: 'setLeverage', account, symbol: 'BTCUSD', leverageE2: 1_000 })
    }
    deal('ann', 'bob', 500_000, 60_000, 'BTCUSD')
    run(mark(500_000, 500_000, 'BTCUSD'))
    // 60,000 / 50,000 = 1.2 BTC, a tenth of it margin, and 1.2 × 1.1 × 0.055 % to close.
    // LP 60,000 × 1.005 / (1.2 × 1.1) = 45,681.82, bankruptcy 60,000 / 1.32 = 45,454.55; up for a long.
    expect(position('ann', 'BTCUSD')).toMatchObject({
      costE8: 120_000_000,
      initialMarginE8: 12_000_000 + 72_600,
      liquidationTicks: 456_819,
      bankruptcyTicks: 454_546,
    })
    // 60,000 × 0.995 / (1.2 × 0.9) = 55,277.78 and 60,000 / 1.08 = 55,555.56; down for a short.
    expect(position('bob', 'BTCUSD')).toMatchObject({ liquidationTicks: 552_777, bankruptcyTicks: 555_555 })
    // Ann took: 1.2 × 0.055 %.
    expect(engine.balances('ann').find((row) => row.coin === 'BTC')!.walletE8).toBe(10 * USDT - 66_000)
    run(mark(510_000, 510_000, 'BTCUSD'))
    // 60,000 × (1/50,000 − 1/51,000) = 0.02352941
    expect(position('ann', 'BTCUSD').unrealisedE8).toBe(2_352_941)
    expect(position('bob', 'BTCUSD').unrealisedE8).toBe(-2_352_941)
  })

  test('the average entry is Σq / Σ(q/p), and resting sums come back to zero', () => {
    const { run, deal, position, engine } = room()
    deal('ann', 'bob', 500_000, 10_001, 'BTCUSD')
    deal('ann', 'bob', 600_000, 20_003, 'BTCUSD')
    // 0.20002 + 0.33338333
    expect(position('ann', 'BTCUSD').costE8).toBe(20_002_000 + 33_338_333)
    run(place('cat', { symbol: 'BTCUSD', ticks: 433_333, lots: 777 }))
    run(place('ann', { symbol: 'BTCUSD', side: 'sell', ticks: 433_333, lots: 333 }))
    const [order] = engine.openOrders('cat')
    run({ type: 'amend', account: 'cat', symbol: 'BTCUSD', orderId: order!.id, linkId: null, ticks: null, lots: 500 })
    run({ type: 'cancelAll', account: 'cat', symbol: null })
    expect(engine.balances('cat').find((row) => row.coin === 'BTC')!.orderMarginE8).toBe(0)
  })

  test('delivery closes everything at the settlement price for a fee', () => {
    const { run, deal, engine } = room()
    deal('ann', 'bob', 500_000, 60_000, 'BTCUSD')
    run(place('ann', { symbol: 'BTCUSD', ticks: 400_000, lots: 10 }))
    const { events } = run({ type: 'deliver', symbol: 'BTCUSD', ticks: 480_000, feeRateE8: 50_000 })
    // 60,000 / 48,000 = 1.25; long 1.2 − 1.25, fee 1.25 × 0.05 %.
    expect(ofType(events, 'execution').map(({ execution }) => execution)).toMatchObject([
      { account: 'bob', execType: 'Delivery', closedPnlE8: 5_000_000, feeE8: 62_500, closedLots: 60_000 },
      { account: 'ann', execType: 'Delivery', closedPnlE8: -5_000_000, feeE8: 62_500 },
    ])
    expect(engine.openInterestLots('BTCUSD')).toBe(0)
    expect(engine.openOrders('ann')).toEqual([])
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })
})

test('a USDC perpetual pays its result out with the funding, and the mark becomes the entry (vector sess-01)', () => {
  const { run, deal, position, engine } = room()
  deal('ann', 'bob', 500_000, 100, 'BTCPERP')
  deal('ann', 'bob', 505_000, 100, 'BTCPERP')
  expect(position('ann', 'BTCPERP').costE8).toBe(10_050 * USDT)
  run(place('cat', { symbol: 'BTCPERP', ticks: 507_000, lots: 100 }))
  const { events } = run(place('ann', { symbol: 'BTCPERP', side: 'sell', ticks: 507_000, lots: 100 }))
  expect(ofType(events, 'execution').find(({ execution }) => execution.account === 'ann')!.execution.closedPnlE8).toBe(
    45 * USDT,
  )
  run(mark(510_000, 510_000, 'BTCPERP'))
  expect(position('ann', 'BTCPERP').unrealisedE8).toBe(75 * USDT)
  const before = engine.balances('ann').find((row) => row.coin === 'USDC')!.walletE8
  run({ type: 'funding', symbol: 'BTCPERP', rateE8: 0 })
  expect(position('ann', 'BTCPERP')).toMatchObject({
    costE8: 5_100 * USDT,
    openCostE8: 5_025 * USDT,
    unrealisedE8: 0,
  })
  expect(engine.balances('ann').find((row) => row.coin === 'USDC')!.walletE8 - before).toBe(75 * USDT)
})

test('funding is paid from what is available, then from the isolated margin', () => {
  const { run, deal, position, engine } = room()
  run(isolate('ann'))
  deal('ann', 'bob', 200_000, 1_000)
  run(mark(200_000))
  const { availableE8 } = engine.balances('ann')[0]!
  expect(run(add('ann', Math.floor(availableE8 / 10_000) * 10_000)).result.ok).toBe(true)
  const extra = position('ann').extraMarginE8!
  // 20,000 × 0.1 % = 20, and next to nothing is available.
  run({ type: 'funding', symbol: 'BTCUSDT', rateE8: 100_000 })
  const left = availableE8 - Math.floor(availableE8 / 10_000) * 10_000
  expect(position('ann').extraMarginE8).toBe(extra - 20 * USDT + left)
  expect(walletOf(engine, 'ann')).toBe((100_000 - 11 - 20) * USDT)
})
