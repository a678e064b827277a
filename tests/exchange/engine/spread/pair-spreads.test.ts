import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legPrices } from '../../../../exchange/engine/products/leg-prices'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { type EngineRules, PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { BTC, USDT } from '../engine-fixture'
import { COINS } from '../lending/lending-fixture'
import { COIN, PAIR, pair } from '../spot-fixture'
import { BASIS, basisOrder, heldOf, markBoth, openPairSpreads } from './pair-spread-fixture'

/** Half a tick of the spread a lot, by which the price of the pair may be rounded: of 100 lots 100 × 0.00005 USDT. */
const ROUNDED_E8 = 500_000

const sell = (account: string, changes: Parameters<typeof basisOrder>[1] = {}) =>
  basisOrder(account, { side: 'sell', ticks: 10, ...changes })

function idOf(engine: MatchingEngine, command: EngineCommand): string {
  const { result } = engine.handle(command, 9)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.orderId!
}

function refusalOf(engine: MatchingEngine, command: EngineCommand): unknown {
  const { result } = engine.handle(command, 9)
  return result.ok ? null : result.refusal
}

describe('a spread that sells the coin of its pair (ADR-304, ADR-700)', () => {
  test('holds back as much of it as its leg delivers, like an order of the pair, and margin for the perpetual alone', () => {
    const engine = openPairSpreads(['ann'])
    idOf(engine, basisOrder('ann', { ticks: -10 }))
    expect(heldOf(engine, 'ann', 'BTC')).toEqual({
      walletE8: 2 * COIN,
      lockedE8: COIN / 10,
      marginE8: 0,
      freeE8: 1.9 * COIN,
    })
    // 0.1 BTC at 50,000 with 10×: 500; half of 0.055 % of 5,000 and of its 4,500 at the price of bankruptcy.
    const costE8 = 500 * USDT + 1.375 * USDT + 1.2375 * USDT
    expect(heldOf(engine, 'ann', 'USDT')).toMatchObject({ lockedE8: 0, marginE8: costE8 })
  })

  test('is refused for balance where the coin is not there, whole or in part, by whatever holds it', () => {
    const engine = openPairSpreads(['ann'])
    // Five bitcoins of two.
    expect(refusalOf(engine, basisOrder('ann', { lots: 5_000, ticks: -1_600 }))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 5 * COIN,
      availableE8: 2 * COIN,
    })
    idOf(engine, pair('ann', { side: 'sell', ticks: 510_000, lots: 1_500 }))
    expect(refusalOf(engine, basisOrder('ann', { lots: 501, ticks: -10 }))).toMatchObject({ availableE8: COIN / 2 })
    idOf(engine, basisOrder('ann', { lots: 500, ticks: -10 }))
    // And the pair's own order sees what the spread holds.
    expect(refusalOf(engine, pair('ann', { side: 'sell', ticks: 510_000, lots: 1 }))).toMatchObject({
      kind: 'insufficientBalance',
      availableE8: 0,
    })
    expect(engine.preview(basisOrder('ann', { lots: 1, ticks: -10 }))!.refusal).toMatchObject({
      kind: 'insufficientBalance',
    })
  })

  test('a change holds what it comes to, a cut and a cancel release, each fill releases its part', () => {
    const engine = openPairSpreads(['ann', 'bob'])
    const orderId = idOf(engine, basisOrder('ann', { ticks: -10 }))
    const amend = { type: 'amend', account: 'ann', symbol: BASIS.symbol, orderId, linkId: null } as const
    const locked = () => heldOf(engine, 'ann', 'BTC').lockedE8
    engine.handle({ ...amend, ticks: null, lots: 2_000 }, 10)
    expect(locked()).toBe(2 * COIN)
    expect(refusalOf(engine, { ...amend, ticks: null, lots: 2_001 })).toMatchObject({ kind: 'insufficientBalance' })
    expect(refusalOf(engine, { ...amend, ticks: -12, lots: null })).toBeNull()
    expect(locked()).toBe(2 * COIN)
    engine.handle({ ...amend, ticks: null, lots: 300 }, 11)
    expect(locked()).toBe(0.3 * COIN)
    idOf(engine, basisOrder('bob', { side: 'sell', ticks: -12, lots: 120, timeInForce: 'immediateOrCancel' }))
    expect(heldOf(engine, 'ann', 'BTC')).toMatchObject({ walletE8: 1.88 * COIN, lockedE8: 0.18 * COIN })
    engine.handle({ type: 'cancel', account: 'ann', symbol: BASIS.symbol, orderId, linkId: null }, 12)
    expect(heldOf(engine, 'ann', 'BTC')).toMatchObject({ walletE8: 1.88 * COIN, lockedE8: 0, freeE8: 1.88 * COIN })
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('a preview says what would be held', () => {
    const engine = openPairSpreads(['ann'])
    const { refusal, after } = engine.preview(basisOrder('ann', { ticks: -10 }))!
    expect(refusal).toBeNull()
    expect(after!.find(({ coin }) => coin === 'BTC')).toMatchObject({ lockedE8: COIN / 10, availableE8: 1.9 * COIN })
    expect(heldOf(engine, 'ann', 'BTC').lockedE8).toBe(0)
  })
})

describe('a spread that buys the coin of its pair', () => {
  test('holds back what the coin costs at its mark, as coins and not as margin', () => {
    const engine = openPairSpreads(['ann'])
    idOf(engine, sell('ann'))
    expect(heldOf(engine, 'ann', 'BTC').lockedE8).toBe(0)
    // Selling the perpetual: 500, half of 0.055 % of 5,000, and of its 5,500 at the price of bankruptcy.
    const marginE8 = 500 * USDT + 1.375 * USDT + 1.5125 * USDT
    expect(heldOf(engine, 'ann', 'USDT')).toMatchObject({ lockedE8: 5_000 * USDT + ROUNDED_E8, marginE8 })
  })

  test('what it loses against the marks is paid half by the coin and half by the perpetual', () => {
    const engine = openPairSpreads(['ann'])
    // 40 ticks below the difference of the marks: 0.1 × 4 USDT are lost, the coin is bought 2 above its mark.
    idOf(engine, sell('ann', { ticks: -40 }))
    const { lockedE8, marginE8 } = heldOf(engine, 'ann', 'USDT')
    expect(lockedE8).toBe(5_000.2 * USDT + ROUNDED_E8)
    expect(marginE8).toBe(500 * USDT + 1.375 * USDT + 1.5125 * USDT + 0.2 * USDT)
  })

  test('what is won on paper alone buys no coin', () => {
    const engine = openPairSpreads(['ann', 'bob'], 6_000)
    engine.handle({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 100_000 * USDT }, 2)
    // A long of 0.2 BTC that wins 0.2 × 5,000 = 1,000 USDT on paper, of which the wallet has nothing.
    idOf(engine, { ...basisOrder('bob'), symbol: BTC.symbol, side: 'sell', ticks: 500_000, lots: 200 })
    idOf(engine, { ...basisOrder('ann'), symbol: BTC.symbol, ticks: 500_000, lots: 200 })
    for (let ticks = 505_000; ticks <= 550_000; ticks += 5_000) markBoth(engine, ticks)
    const { walletE8, freeE8 } = heldOf(engine, 'ann', 'USDT')
    // 5.9 % of 110 × 1,000: with 0.11 BTC at 55,000 it costs 6,050, above the wallet.
    expect(walletE8).toBeLessThan(6_050 * USDT)
    expect(freeE8).toBeGreaterThan(0)
    expect(refusalOf(engine, sell('ann', { ticks: 0, lots: 110 }))).toMatchObject({ kind: 'insufficientBalance' })
  })

  test('both sides hold each their own', () => {
    const engine = openPairSpreads(['ann'])
    idOf(engine, basisOrder('ann', { ticks: -10 }))
    idOf(engine, sell('ann'))
    expect(heldOf(engine, 'ann', 'BTC').lockedE8).toBe(COIN / 10)
    const { lockedE8, marginE8 } = heldOf(engine, 'ann', 'USDT')
    expect(lockedE8).toBe(5_000 * USDT + ROUNDED_E8)
    // Of the perpetual the dearer side.
    expect(marginE8).toBe(500 * USDT + 1.375 * USDT + 1.5125 * USDT)
  })
})

test('a fill takes no coin that an order of the pair holds', () => {
  const engine = openPairSpreads(['ann', 'bob'])
  idOf(engine, basisOrder('ann', { lots: 2_000, ticks: -10 }))
  // What is converted, lost or taken away meanwhile: here ann sells all but half a bitcoin of what she held back.
  engine.handle({ type: 'cancelAll', account: 'ann', symbol: null }, 10)
  idOf(engine, pair('ann', { side: 'sell', ticks: 510_000, lots: 1_950 }))
  idOf(engine, basisOrder('ann', { lots: 50, ticks: -10 }))
  idOf(engine, basisOrder('bob', { side: 'sell', ticks: -10, lots: 50, timeInForce: 'fillOrKill' }))
  expect(heldOf(engine, 'ann', 'BTC')).toMatchObject({ walletE8: 1.95 * COIN, lockedE8: 1.95 * COIN, freeE8: 0 })
})

describe('ADR-1025: a fill that closes what orders of the other side would open', () => {
  /** Ann sells 560 lots of the difference and has 1,999 of it to buy: the dearer side alone holds margin. */
  const room = (rules?: EngineRules) => {
    const engine = openPairSpreads(['ann', 'bob'], 40_000, [], rules)
    const sold = idOf(engine, sell('ann', { ticks: 1, lots: 560 }))
    idOf(engine, basisOrder('ann', { ticks: 0, lots: 1_999 }))
    // 1.999 BTC at 50,000 with 10×, half of 0.055 % of 99,950 and of its 89,955 at the price of bankruptcy: 10,047.2239.
    // Beside 28,000.028 for the pair 1,952.748 of 40,000 are free. The short of 0.56 takes 2,800 and its fees, and lets as
    // many lots of the buy close it.
    expect(heldOf(engine, 'ann', 'USDT')).toMatchObject({ marginE8: 10_047.223875 * USDT })
    const { events } = engine.handle(basisOrder('bob', { ticks: 1, lots: 560, timeInForce: 'immediateOrCancel' }), 9)
    const last = events
      .flatMap((event) => (event.type === 'order' && event.order.id === sold ? [event.order] : []))
      .at(-1)!
    return { engine, last }
  }

  test('uses the margin that it frees', () => {
    const { engine, last } = room()
    expect(last).toMatchObject({ filledLots: 560, cancelType: null })
    expect(heldOf(engine, 'ann', 'USDT').freeE8).toBeGreaterThan(0)
  })

  test('was cut short where the exchange began before, so that its ledger replays as it was', () => {
    const { last } = room({ ...PRESENT_RULES, usesFreedMargin: false })
    expect(last).toMatchObject({ filledLots: 0, cancelType: 'CancelByRebalance' })
  })
})

test('with portfolio margin the same coins are locked', () => {
  const engine = openPairSpreads(['ann'])
  engine.handle({ type: 'setMarginMode', account: 'ann', mode: 'portfolio' }, 3)
  idOf(engine, basisOrder('ann', { ticks: -10 }))
  expect(heldOf(engine, 'ann', 'BTC')).toMatchObject({ lockedE8: COIN / 10, freeE8: 1.9 * COIN })
  idOf(engine, basisOrder('ann', { side: 'sell', ticks: 10 }))
  expect(heldOf(engine, 'ann', 'USDT').lockedE8).toBe(5_000 * USDT + ROUNDED_E8)
})

test('where coins back each other, coins that are there are locked, and none is borrowed', () => {
  const engine = openPairSpreads(['ann', 'bob'], 10_000, COINS)
  markBoth(engine, 500_000)
  engine.handle({ type: 'setSpotMargin', account: 'ann', isOn: true }, 3)
  idOf(engine, basisOrder('ann', { ticks: -10 }))
  expect(heldOf(engine, 'ann', 'BTC').lockedE8).toBe(COIN / 10)
  // 15,000 of 10,000 USDT: the two bitcoins would carry it, but a spread borrows nothing.
  expect(refusalOf(engine, sell('ann', { ticks: 0, lots: 300 }))).toMatchObject({ kind: 'insufficientBalance' })
  idOf(engine, sell('ann', { ticks: 0, lots: 190 }))
  expect(heldOf(engine, 'ann', 'USDT').lockedE8).toBe(9_500 * USDT + 1.9 * ROUNDED_E8)
  idOf(engine, basisOrder('bob', { ticks: 0, lots: 100, timeInForce: 'fillOrKill' }))
  expect(heldOf(engine, 'ann', 'USDT').lockedE8).toBe(4_500 * USDT + 0.9 * ROUNDED_E8)
  expect(engine.lending('ann')!.coins.every(({ lentE8 }) => lentE8 === 0)).toBe(true)
})

test('110116 names the prices at which both legs are within their limits, and only those', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4_000, max: 4_000 }), fc.integer({ min: -4_000, max: 4_000 }), (a, b) => {
      const engine = openPairSpreads(['ann'])
      markBoth(engine, 500_000 + a, 500_000 + b)
      const refusal = refusalOf(engine, basisOrder('ann', { lots: 1, ticks: 19_999 }))
      expect(refusal).toMatchObject({ kind: 'spreadRefused', why: 'legBand' })
      const { minTicks, maxTicks } = (refusal as { bounds: { minTicks: number; maxTicks: number } }).bounds
      const why = (ticks: number) => refusalOf(engine, basisOrder('ann', { lots: 1, ticks }))
      expect([why(minTicks), why(maxTicks)]).toEqual([null, null])
      for (const ticks of [minTicks - 1, maxTicks + 1])
        expect(why(ticks)).toMatchObject({ why: 'legBand', bounds: { minTicks, maxTicks } })
    }),
    { numRuns: 20 },
  )
})

/** Orders, changes, cancels and marks of the two who trade the spread and its pair. */
const STEP = fc.record({
  kind: fc.constantFrom('spread', 'spread', 'spread', 'pair', 'cancel', 'amend', 'mark'),
  who: fc.constantFrom('ann', 'bob'),
  isBuy: fc.boolean(),
  off: fc.integer({ min: -30, max: 30 }),
  lots: fc.integer({ min: 1, max: 900 }),
  rests: fc.boolean(),
})

test('of any orders: coins are exchanged and never made, what is held is what the open orders need, and none is cut short while the marks stand', () => {
  fc.assert(
    fc.property(fc.array(STEP, { minLength: 10, maxLength: 60 }), (steps) => {
      const engine = openPairSpreads(['ann', 'bob'], 40_000)
      let [perpetual, coin] = [500_000, 500_000]
      let hasMoved = false
      for (const { kind, who, isBuy, off, lots, rests } of steps) {
        const side = isBuy ? 'buy' : 'sell'
        const timeInForce = rests ? 'goodTillCancel' : 'immediateOrCancel'
        const open = engine.openOrders(who, BASIS.symbol)
        const command: EngineCommand | null =
          kind === 'spread'
            ? basisOrder(who, { side, lots, ticks: perpetual - coin + off, timeInForce })
            : kind === 'pair'
              ? pair(who, { side, lots, ticks: coin + off, timeInForce })
              : kind === 'cancel'
                ? { type: 'cancelAll', account: who, symbol: isBuy ? BASIS.symbol : PAIR.symbol }
                : kind === 'amend' && open.length > 0
                  ? { ...AMEND, account: who, orderId: open[0]!.id, lots, ticks: perpetual - coin + off }
                  : null
        if (kind === 'mark') {
          ;[perpetual, coin] = [perpetual + off * 20, coin + (lots - 450)]
          markBoth(engine, perpetual, coin)
          hasMoved = true
        }
        const events = command === null ? [] : engine.handle(command, 9).events
        for (const event of events)
          if (!hasMoved && event.type === 'order' && event.order.symbol === BASIS.symbol)
            expect(event.order.cancelType).not.toBe('CancelByRebalance')
        for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
        for (const account of ['ann', 'bob']) expectHeld(engine, account, { perpetual, coin })
      }
    }),
    { numRuns: 30 },
  )
})

const AMEND = { type: 'amend', symbol: BASIS.symbol, linkId: null } as const

function expectHeld(
  engine: MatchingEngine,
  account: string,
  marks: { readonly perpetual: number; readonly coin: number },
) {
  const base = heldOf(engine, account, 'BTC')
  const settle = heldOf(engine, account, 'USDT')
  let soldLots = 0
  let leastE8 = 0
  for (const { symbol, side, lots, filledLots, ticks } of engine.openOrders(account)) {
    const leaves = lots - filledLots
    if (symbol === PAIR.symbol && side === 'buy') leastE8 += leaves * ticks * PAIR.valueUnitE8
    else if (symbol === PAIR.symbol || side === 'buy') soldLots += leaves
    else {
      // At the price at which the leg would trade now, or at its mark.
      const { second } = legPrices(BASIS_TERMS, ticks, { first: marks.perpetual, second: marks.coin })
      leastE8 += leaves * Math.min(second, marks.coin) * PAIR.valueUnitE8
    }
  }
  expect(base.lockedE8).toBe(soldLots * 100_000)
  expect(base.walletE8).toBeGreaterThanOrEqual(base.lockedE8)
  expect(settle.walletE8).toBeGreaterThanOrEqual(0)
  expect(settle.lockedE8).toBeGreaterThanOrEqual(leastE8)
}

const BASIS_TERMS = { kind: 'spread', legs: ['', ''], ticksPerLeg: [1, 1], lotsPerLeg: [1, 1] } as const
