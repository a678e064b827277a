import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { createEngine } from '../../../exchange/engine/create-engine'
import { BTC, ETH, mark, ofType, place, USDT } from './engine-fixture'
import { isolate } from './modes-fixture'

/**
 * BNBUSDT as listed: tick 0.05, lot 0.01, so one tick × one lot is 0.0005 USDT. Its tiers by the generated table:
 * leverages 50, 25, 20, 10, 5, maintenance half of 1/leverage, deductions marginal:
 * 400,000 × 1 % = 4,000; + 1,000,000 × 0.5 % = 9,000; + 2,000,000 × 2.5 % = 59,000; + 5,000,000 × 5 % = 309,000.
 */
const BNB: EngineInstrument = {
  ...BTC,
  symbol: 'BNBUSDT',
  valueUnitE8: 50_000,
  maxPriceTicks: 1_999_998,
  maxLimitLots: 100_000,
  maxMarketLots: 50_000,
  maxLeverageE2: 5_000,
  tiers: [
    [400_000, 1_000_000, 5_000, 0],
    [1_000_000, 2_000_000, 2_500, 4_000],
    [2_000_000, 2_500_000, 2_000, 9_000],
    [5_000_000, 5_000_000, 1_000, 59_000],
    [20_000_000, 10_000_000, 500, 309_000],
  ].map(([limit, maintenanceRateE8, maxLeverageE2, deduction]) => ({
    limitE8: limit! * USDT,
    initialRateE8: 2 * maintenanceRateE8!,
    maintenanceRateE8: maintenanceRateE8!,
    maxLeverageE2: maxLeverageE2!,
    deductionE8: deduction! * USDT,
  })),
}

/** Ann at 10×, long 179 BNB from 556.50, with a million; bob is the other side. */
function longOfAnn(mode: 'isolated' | 'cross') {
  const engine = createEngine([BNB])
  let nowMs = 1_000
  const run = (command: Parameters<typeof engine.handle>[0]) => engine.handle(command, (nowMs += 1))
  for (const account of ['ann', 'bob']) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: 1_000_000 * USDT })
  }
  if (mode === 'isolated') run(isolate('ann'))
  const trade = { symbol: 'BNBUSDT', ticks: 11_130, lots: 17_900 }
  run(place('bob', { ...trade, side: 'sell' }))
  run(place('ann', trade))
  run(mark(11_130, 11_130, 'BNBUSDT'))
  return { engine, run, position: () => engine.positions('ann', 'BNBUSDT')[0]! }
}

describe('working orders (decisions 38)', () => {
  test.each(['isolated', 'cross'] as const)('leave the maintenance margin of a %s position as it is', (mode) => {
    const { run, engine, position } = longOfAnn(mode)
    // 99,613.50 × 1 %, and to close 99,613.50 × (1 − 1/10) × 0.055 % = 49.3086825.
    const marginE8 = 99_613_500_000 + 4_930_868_250
    expect(position().maintenanceMarginE8).toBe(marginE8)
    const { liquidationTicks, bankruptcyTicks } = position()
    for (const ticks of [11_230, 11_235, 11_240]) {
      const { result } = run(place('ann', { symbol: 'BNBUSDT', side: 'sell', ticks, lots: 100_000 }))
      expect(result.ok).toBe(true)
    }
    expect(position()).toMatchObject({ maintenanceMarginE8: marginE8, liquidationTicks, bankruptcyTicks })
    expect(engine.balances('ann')[0]!.maintenanceE8).toBe(marginE8)
  })

  test('leave the liquidation price before bankruptcy, and the position is taken there', () => {
    const { run, position } = longOfAnn('isolated')
    for (const ticks of [11_230, 11_235, 11_240]) {
      run(place('ann', { symbol: 'BNBUSDT', side: 'sell', ticks, lots: 100_000 }))
    }
    // 556.50 × 0.9 / 0.99 = 505.909…, up to 505.95; bankruptcy 556.50 × 0.9 = 500.85.
    expect(position()).toMatchObject({ liquidationTicks: 10_119, bankruptcyTicks: 10_017 })
    expect(ofType(run(mark(10_120, 10_120, 'BNBUSDT')).events, 'liquidation')).toEqual([])
    const { events } = run(mark(10_119, 10_119, 'BNBUSDT'))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'takeover', ticks: 10_017, lots: 17_900 }])
  })

  test('still choose the tier that bounds leverage', () => {
    const { run } = longOfAnn('isolated')
    run(place('ann', { symbol: 'BNBUSDT', side: 'sell', ticks: 11_230, lots: 60_000 }))
    // 99,613.50 and 421 × 561.50 extra are 336,005: still 50×. At 100,000 lots more, 897,505: 25×.
    const leverage = (leverageE2: number) =>
      run({ type: 'setLeverage', account: 'ann', symbol: 'BNBUSDT', leverageE2 }).result
    expect(leverage(5_000)).toMatchObject({ ok: true })
    run({ type: 'setLeverage', account: 'ann', symbol: 'BNBUSDT', leverageE2: 1_000 })
    run(place('ann', { symbol: 'BNBUSDT', side: 'sell', ticks: 11_230, lots: 100_000 }))
    expect(leverage(2_600)).toMatchObject({ ok: false, refusal: { kind: 'leverageInvalid', maxLeverageE2: 2_500 } })
  })
})

test('the liquidation price is that of the tier in which the position is when it gets there', () => {
  const { run, position } = longOfAnn('isolated')
  run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 1_000_000 * USDT })
  const more = { symbol: 'BNBUSDT', ticks: 11_130, lots: 57_000 }
  run(place('bob', { ...more, side: 'sell' }))
  run(place('ann', more))
  // 749 BNB from 556.50 are 416,818.50, in the second tier; at its end they are worth less than 400,000, in the first.
  // There 556.50 × 0.9 / 0.99 = 505.909…; the second tier's own line would give (375,136.65 − 4,000) / (749 × 0.98) = 505.61.
  expect(position().liquidationTicks).toBe(10_119)
  run(mark(11_400, 11_400, 'BNBUSDT'))
  expect(position().liquidationTicks).toBe(10_119)
})

// ---- Laws over random portfolios.

const MIDDLE = 100_000

interface Table {
  readonly limits: readonly number[]
  readonly ratesE8: readonly number[]
}

/** Two to five tiers with rising limits and rates; the deductions follow, exact in E8. */
const table: fc.Arbitrary<Table> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 5, max: 120 })), { minLength: 2, maxLength: 5 })
  .map((steps) => {
    let limit = 0
    let rate = 0
    const rows = steps.map(([size, step]) => [(limit += size * 10_000), (rate += step * 10_000)] as const)
    return { limits: rows.map(([one]) => one), ratesE8: rows.map(([, one]) => one) }
  })

function instrumentOf(symbol: string, payoff: 'linear' | 'inverse', { limits, ratesE8 }: Table): EngineInstrument {
  let deduction = 0
  const scale = payoff === 'inverse' ? 0.001 : 1
  const tiers = limits.map((limit, index) => {
    const limitE8 = Math.round(limit * scale * USDT)
    const before = index === 0 ? null : Math.round(limits[index - 1]! * scale * USDT)
    if (before !== null) deduction += (before * (ratesE8[index]! - ratesE8[index - 1]!)) / 1e8
    return {
      limitE8,
      initialRateE8: 2 * ratesE8[index]!,
      maintenanceRateE8: ratesE8[index]!,
      // Twice the maintenance margin is the least initial one, as in the published tables.
      maxLeverageE2: Math.min(10_000, Math.floor(1e10 / (2 * ratesE8[index]!))),
      deductionE8: deduction,
    }
  })
  return {
    ...ETH,
    symbol,
    settleCoin: 'C',
    payoff,
    // Inverse: tick 0.1, lot 1 USD, value = lots / ticks × 10 coins. 10,000 at the middle: a lot is 0.0001 of a coin.
    valueUnitE8: payoff === 'inverse' ? 1_000_000_000 : 10_000,
    allowsHedge: payoff === 'linear',
    minNotionalE8: 0,
    maxLimitLots: 1e9,
    maxMarketLots: 1e9,
    bandXE8: 5_000_000,
    bandYE8: 10_000_000,
    tiers,
  }
}

interface Order {
  readonly symbol: 'LIN' | 'INV'
  readonly isBuy: boolean
  readonly positionIdx: 0 | 1 | 2
  readonly lots: number
  readonly away: number
  readonly reduceOnly: boolean
}

const order: fc.Arbitrary<Order> = fc.record({
  symbol: fc.constantFrom('LIN', 'INV'),
  isBuy: fc.boolean(),
  positionIdx: fc.constantFrom(1, 2),
  lots: fc.integer({ min: 1, max: 40_000 }),
  away: fc.integer({ min: 1, max: 5_000 }),
  reduceOnly: fc.boolean(),
})

const world = fc.record({
  table,
  inverseTable: table,
  isIsolated: fc.boolean(),
  isHedge: fc.boolean(),
  leverageE2: fc.integer({ min: 100, max: 10_000 }),
  /** Whole coins, to each isolated position. */
  addedMargin: fc.constantFrom(0, 0, 10, 1_000, 20_000),
  /** In units of a thousand coins. */
  wallet: fc.integer({ min: 5, max: 400 }),
  positions: fc.array(order, { minLength: 1, maxLength: 4 }),
  orders: fc.array(order, { minLength: 1, maxLength: 8 }),
  moves: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 12 }),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

function open(given: World) {
  const { table: linear, inverseTable, isIsolated, isHedge, leverageE2, wallet, positions, addedMargin } = given
  const engine = createEngine([instrumentOf('LIN', 'linear', linear), instrumentOf('INV', 'inverse', inverseTable)])
  let nowMs = 1_000
  const run = (command: Parameters<typeof engine.handle>[0]) => engine.handle(command, (nowMs += 1))
  for (const [account, amount, leverage] of [
    ['ann', wallet * 1_000, leverageE2],
    ['bob', 40_000_000, 100],
  ] as const) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: leverage })
    run({ type: 'credit', account, coin: 'C', amountE8: amount * USDT })
  }
  if (isIsolated) run(isolate('ann'))
  if (isHedge) run({ type: 'setPositionMode', account: 'ann', symbol: 'LIN', coin: null, mode: 'hedge' })
  for (const symbol of ['LIN', 'INV']) run(mark(MIDDLE, MIDDLE, symbol))
  const send = (one: Order, ticks: number) =>
    run({
      ...place('ann', { symbol: one.symbol, side: one.isBuy ? 'buy' : 'sell', ticks, lots: one.lots }),
      reduceOnly: one.reduceOnly,
      ...(isHedge && one.symbol === 'LIN' ? { positionIdx: one.positionIdx } : {}),
    })
  for (const one of positions) {
    const { result } = send({ ...one, reduceOnly: false }, MIDDLE)
    if (!result.ok) continue
    run(place('bob', { symbol: one.symbol, side: one.isBuy ? 'sell' : 'buy', ticks: MIDDLE, lots: one.lots }))
    run({ type: 'cancelAll', account: 'ann', symbol: null })
  }
  for (const { symbol, positionIdx = 0 } of addedMargin > 0 ? engine.positions('ann') : []) {
    run({ type: 'addMargin', account: 'ann', symbol, positionIdx, amountE8: addedMargin * USDT })
  }
  return { engine, run, send, held: () => engine.positions('ann') }
}

/** Whether the liquidation price comes no later than the bankruptcy price on the way of the losses. */
function isBeforeBust(one: { lots: number; liquidationTicks: number | null; bankruptcyTicks: number | null }): boolean {
  const { lots, liquidationTicks: liquidation, bankruptcyTicks: bust } = one
  if (liquidation === null || bust === null) return true
  return lots > 0 ? liquidation >= bust : liquidation <= bust
}

describe('laws of the maintenance margin (decisions 38)', () => {
  test('no order, added or removed, changes it or moves the liquidation price', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { engine, send, run, held } = open(given)
        const before = held()
        const figures = (row: (typeof before)[number]) =>
          [row.lots, row.maintenanceMarginE8, row.liquidationTicks, row.bankruptcyTicks].join()
        for (const one of given.orders) {
          send(one, MIDDLE + (one.isBuy ? -one.away : one.away))
          expect(held().map(figures)).toEqual(before.map(figures))
          expect(held().every(isBeforeBust)).toBe(true)
        }
        for (const { id } of engine.openOrders('ann')) {
          run({ type: 'cancel', account: 'ann', symbol: 'LIN', orderId: id, linkId: null })
          run({ type: 'cancel', account: 'ann', symbol: 'INV', orderId: id, linkId: null })
          expect(held().map(figures)).toEqual(before.map(figures))
        }
      }),
      { numRuns: 400 },
    )
  })

  test('whatever a mark leaves open has margin left: what reaches its maintenance margin is taken before', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { engine, run, send, held } = open(given)
        for (const one of given.orders) send(one, MIDDLE + (one.isBuy ? -one.away : one.away))
        const at = { LIN: MIDDLE, INV: MIDDLE }
        for (const [index, move] of given.moves.entries()) {
          const symbol = index % 2 === 0 ? 'LIN' : 'INV'
          at[symbol] = Math.max(10, at[symbol] + move * 10)
          run(mark(at[symbol], at[symbol], symbol))
          const [balance] = engine.balances('ann')
          expect(balance!.walletE8).toBeGreaterThanOrEqual(held().length === 0 ? 0 : -Infinity)
          for (const row of held()) {
            expect(isBeforeBust(row)).toBe(true)
            if (!given.isIsolated) continue
            // Half a unit for each of the roundings: initial margin, closing fee twice, maintenance, value, tick of value.
            const left = row.initialMarginE8 + row.unrealisedE8
            expect(left).toBeGreaterThanOrEqual(given.addedMargin > 0 ? 0 : row.maintenanceMarginE8 - 4)
          }
          if (given.isIsolated || held().length === 0) continue
          // Nobody stands in the book, so a cross account is cut only by the takeover; it comes while there is equity.
          const equityE8 = balance!.walletE8 + balance!.unrealisedE8
          expect(equityE8).toBeGreaterThan(0)
          if (equityE8 < balance!.maintenanceE8)
            expect(engine.openOrders('ann').every((one) => one.reduceOnly)).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })
})
