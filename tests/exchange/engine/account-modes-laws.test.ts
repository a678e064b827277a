import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineCommand, EngineInstrument, MatchingEngine } from '../../../exchange/engine/contract'
import { createEngine, restoreEngine } from '../../../exchange/engine/create-engine'
import { BTC, ETH, ofType, USDT } from './engine-fixture'

/** The laws that hold in every account mode and for every product, over random commands with hard price moves. */

const ONE = { ...BTC, allowsHedge: true }
/** A USDC perpetual: settles its session with the funding. */
const PERP: EngineInstrument = { ...ETH, symbol: 'ETHPERP', settleCoin: 'USDC', settlesSessions: true }
/** An inverse one: tick 0.1, lot 1 USD, so value = lots / ticks × 10 BTC. */
const INVERSE: EngineInstrument = {
  ...BTC,
  symbol: 'BTCUSD',
  settleCoin: 'BTC',
  payoff: 'inverse',
  valueUnitE8: 1_000_000_000,
  minNotionalE8: 0,
  tiers: BTC.tiers.map((tier, index) => ({
    ...tier,
    limitE8: (index + 1) * 150 * USDT,
    deductionE8: index * 9 * USDT,
  })),
}
const MARKETS = [ONE, PERP, INVERSE]
const USERS = ['ann', 'bob', 'cat', 'dan', 'poor', 'weak']
const RUNS = 40
const STEPS = 500

const account = fc.constantFrom(...USERS)
const symbol = fc.constantFrom(...MARKETS.map((market) => market.symbol))
const positionIdx = fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const)

const place = fc
  .record({
    account,
    symbol,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    orderType: fc.constantFrom('limit' as const, 'limit' as const, 'market' as const),
    step: fc.integer({ min: -8, max: 4 }),
    size: fc.integer({ min: 1, max: 300 }),
    reduceOnly: fc.constantFrom(false, false, false, true),
    positionIdx,
  })
  .map(({ step, size, ...order }): EngineCommand => ({
    type: 'place',
    linkId: '',
    ...order,
    ticks: 500_000 + (order.side === 'buy' ? step : -step) * 500,
    lots: order.symbol === 'BTCUSD' ? size * 40 : size,
    timeInForce: 'goodTillCancel',
    closeOnTrigger: false,
    selfMatch: 'cancelMaker',
    createType: 'CreateByUser',
  }))

const setting: fc.Arbitrary<EngineCommand> = fc.oneof(
  fc.record({
    type: fc.constant('setMarginMode' as const),
    account,
    mode: fc.constantFrom('cross' as const, 'isolated' as const),
  }),
  fc.record({
    type: fc.constant('setPositionMode' as const),
    account,
    symbol: fc.constantFrom('BTCUSDT', 'BTCUSDT', null),
    coin: fc.constant('USDT'),
    mode: fc.constantFrom('hedge' as const, 'oneWay' as const),
  }),
  fc.record({
    type: fc.constant('addMargin' as const),
    account,
    symbol,
    positionIdx,
    amountE8: fc.integer({ min: -500, max: 1_000 }).map((n) => n * 1_000_000),
  }),
  fc.record({ type: fc.constant('setAutoAddMargin' as const), account, symbol, positionIdx, isOn: fc.boolean() }),
  fc.record({
    type: fc.constant('setLeverage' as const),
    account,
    symbol,
    leverageE2: fc.constantFrom(100, 1_000, 5_000, 10_000),
    sellLeverageE2: fc.constantFrom(1_000, 5_000, 10_000),
  }),
  fc.record({
    type: fc.constant('setLeverage' as const),
    account,
    symbol,
    leverageE2: fc.constantFrom(1_000, 5_000, 10_000),
  }),
  fc.record({ type: fc.constant('cancelAll' as const), account, symbol: fc.constant(null) }),
)

const price: fc.Arbitrary<EngineCommand> = fc.oneof(
  fc.record({
    type: fc.constant('mark' as const),
    symbol,
    markTicks: fc.integer({ min: 480_000, max: 520_000 }),
    indexTicks: fc.constant(500_000),
  }),
  fc.record({
    type: fc.constant('mark' as const),
    symbol,
    markTicks: fc.integer({ min: 350_000, max: 700_000 }),
    indexTicks: fc.constant(500_000),
  }),
  fc.record({
    type: fc.constant('mark' as const),
    symbol,
    markTicks: fc.constant(500_000),
    indexTicks: fc.constant(500_000),
  }),
  fc.record({ type: fc.constant('funding' as const), symbol, rateE8: fc.integer({ min: -375_000, max: 375_000 }) }),
  fc.record({
    type: fc.constant('deliver' as const),
    symbol: fc.constant('BTCUSD'),
    ticks: fc.integer({ min: 450_000, max: 550_000 }),
    feeRateE8: fc.constant(50_000),
  }),
)

const commands = fc.array(
  fc.oneof({ weight: 70, arbitrary: place }, { weight: 14, arbitrary: setting }, { weight: 12, arbitrary: price }),
  { minLength: STEPS, maxLength: STEPS, size: 'max' },
)

function opened(): MatchingEngine {
  const engine = createEngine(MARKETS)
  for (const user of USERS) {
    const defaultLeverageE2 = user === 'poor' || user === 'weak' ? 10_000 : 1_000
    engine.handle({ type: 'openAccount', account: user, role: 'user', kind: 'uta2', defaultLeverageE2 }, 1)
    const dollars = (user === 'poor' || user === 'weak' ? 150 : 100_000) * USDT
    engine.handle({ type: 'credit', account: user, coin: 'USDT', amountE8: dollars }, 1)
    engine.handle({ type: 'credit', account: user, coin: 'USDC', amountE8: dollars }, 1)
    engine.handle({ type: 'credit', account: user, coin: 'BTC', amountE8: Math.round(dollars / 50_000) }, 1)
  }
  for (const { symbol: name } of MARKETS) {
    engine.handle({ type: 'mark', symbol: name, markTicks: 500_000, indexTicks: 500_000 }, 1)
  }
  return engine
}

function expectLaws(engine: MatchingEngine): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  for (const { symbol: name } of MARKETS) {
    const positions = [...USERS, 'insurance'].flatMap((holder) => engine.positions(holder, name))
    expect(positions.reduce((sum, one) => sum + one.lots, 0)).toBe(0)
    for (const one of positions) {
      if (one.positionIdx === 1) expect(one.lots).toBeGreaterThanOrEqual(0)
      if (one.positionIdx === 2) expect(one.lots).toBeLessThanOrEqual(0)
    }
  }
  for (const user of USERS) {
    for (const row of engine.balances(user)) expect(row.orderMarginE8).toBeGreaterThanOrEqual(0)
  }
}

test('money is conserved, sides keep their direction, and a snapshot goes on alike, in every mode', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(commands, fc.nat(STEPS - 1), (run, middle) => {
      const first = opened()
      let second: MatchingEngine | null = null
      run.forEach((command, index) => {
        if (index === middle) second = restoreEngine(MARKETS, JSON.parse(JSON.stringify(first.snapshot())))
        const nowMs = 1_000 + index * 2_000
        const outcome = first.handle(command, nowMs)
        for (const { stage, symbol: name } of ofType(outcome.events, 'liquidation')) seen.add(`${stage} ${name}`)
        if (second !== null) expect(second.handle(command, nowMs)).toEqual(outcome)
        expectLaws(first)
      })
      expect(second!.snapshot()).toEqual(first.snapshot())
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  // The runs must have met what they are for.
  for (const { symbol: name } of MARKETS) {
    for (const stage of ['partial', 'takeover', 'adl']) expect(seen).toContain(`${stage} ${name}`)
  }
})
