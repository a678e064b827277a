import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine, restoreEngine } from '../../../../exchange/engine/create-engine'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import type { ProtectionTerms } from '../../../../exchange/engine/protection/maker-protection'
import { BTC, place, USDT } from '../engine-fixture'
import { COIN, DOLLAR, option } from './option-fixture'

/*
 * Market-maker protection as v5 publishes it (docs/references.md): only fills at rest count, the quantity limit is of
 * Σ |qty|, the delta limit of |Σ qty × delta|, and reaching either pulls the marked orders.
 */

const underlying = 'BTC'
const CALL = { ...option('BTC-C', 20_000, true), underlying }
const PUT = { ...option('BTC-P', 20_000, false), underlying }
const OTHER = { ...option('ETH-C', 20_000, true), underlying: 'ETH' }
const INSTRUMENTS = [BTC, CALL, PUT, OTHER]
/** So much that only quantity limits, or only delta. */
const ENOUGH = 1_000_000 * USDT

/** `mia` makes, `ann` takes. Both options are worth 1,000 at index and forward 20,000 and 80 % for half a year or so. */
class Desk {
  readonly engine: MatchingEngine
  nowMs = 1_000

  constructor(engine = createEngine(INSTRUMENTS)) {
    this.engine = engine
  }

  static open(): Desk {
    const desk = new Desk()
    for (const account of ['mia', 'ann']) {
      desk.run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
      desk.run({ type: 'credit', account, coin: 'USDT', amountE8: 1_000_000 * USDT })
    }
    for (const symbol of ['BTC-C', 'BTC-P', 'ETH-C'])
      desk.run({ type: 'mark', symbol, markTicks: 1_000 * DOLLAR, indexTicks: 20_000 * DOLLAR })
    return desk
  }

  run(command: Parameters<MatchingEngine['handle']>[0], atMs = (this.nowMs += 1)) {
    this.nowMs = atMs
    return this.engine.handle(command, atMs)
  }

  protect(terms: Partial<ProtectionTerms> = {}, coin = 'BTC') {
    const all = { windowMs: 5_000, frozenMs: 100, qtyLimitE8: 2 * USDT, deltaLimitE8: ENOUGH, ...terms }
    return this.run({ type: 'setMakerProtection', account: 'mia', coin, ...all }).result
  }

  quote(symbol: string, side: 'buy' | 'sell', coins: number, more = {}) {
    const dollars = side === 'buy' ? 900 : 1_100
    const order = place('mia', { symbol, side, ticks: dollars * DOLLAR, lots: coins * COIN })
    return this.run({ ...order, isProtected: true, ...more })
  }

  /** Ann takes what is quoted. */
  take(symbol: string, side: 'buy' | 'sell', coins: number, atMs?: number) {
    const dollars = side === 'buy' ? 1_100 : 900
    const order = place('ann', { symbol, side, ticks: dollars * DOLLAR, lots: Math.round(coins * COIN) })
    return this.run({ ...order, timeInForce: 'immediateOrCancel' }, atMs)
  }

  open(): readonly string[] {
    return this.engine.openOrders('mia').map(({ symbol, side }) => `${symbol} ${side}`)
  }
}

describe('market-maker protection', () => {
  test('pulls all marked orders on the coin once fills at rest reach the quantity, and nothing else', () => {
    const desk = Desk.open()
    expect(desk.protect()).toEqual({ ok: true })
    desk.quote('BTC-C', 'sell', 3)
    desk.quote('BTC-P', 'buy', 1)
    desk.quote('BTC-P', 'sell', 1, { isProtected: undefined })
    desk.quote('ETH-C', 'sell', 1)
    desk.take('BTC-C', 'buy', 1.99)
    expect(desk.open()).toEqual(['BTC-C sell', 'BTC-P buy', 'BTC-P sell', 'ETH-C sell'])
    const { events } = desk.take('BTC-C', 'buy', 0.01)
    expect(desk.open()).toEqual(['BTC-P sell', 'ETH-C sell'])
    const pulled = events.flatMap((event) =>
      event.type === 'order' && event.action === 'canceled' ? [event.order] : [],
    )
    expect(pulled.map(({ symbol, cancelType, rejectReason }) => [symbol, cancelType, rejectReason])).toEqual([
      ['BTC-C', 'CancelByMmpTriggered', null],
      ['BTC-P', 'CancelByMmpTriggered', null],
    ])
  })

  test('the order that reaches a limit fills whole, then the rest is pulled', () => {
    const desk = Desk.open()
    desk.protect()
    desk.quote('BTC-C', 'sell', 2)
    desk.quote('BTC-C', 'sell', 2)
    desk.quote('BTC-C', 'sell', 2)
    const { result } = desk.take('BTC-C', 'buy', 3)
    expect(desk.engine.findOrder('ann', { orderId: result.ok ? result.orderId! : '' })).toMatchObject({
      status: 'filled',
      filledLots: 3 * COIN,
    })
    expect(desk.open()).toEqual([])
  })

  test('what the account takes counts for nothing', () => {
    const desk = Desk.open()
    desk.protect()
    desk.run(place('ann', { symbol: 'BTC-C', side: 'sell', ticks: 1_000 * DOLLAR, lots: 3 * COIN }))
    desk.quote('BTC-P', 'buy', 1)
    const order = place('mia', { symbol: 'BTC-C', side: 'buy', ticks: 1_000 * DOLLAR, lots: 3 * COIN })
    desk.run({ ...order, isProtected: true })
    expect(desk.engine.positions('mia', 'BTC-C')[0]!.lots).toBe(3 * COIN)
    expect(desk.open()).toEqual(['BTC-P buy'])
  })

  test('fills leave the window: two halves, the window apart, are not a whole', () => {
    const desk = Desk.open()
    desk.protect({ windowMs: 1_000 })
    desk.quote('BTC-C', 'sell', 9)
    desk.take('BTC-C', 'buy', 1, 10_000)
    desk.take('BTC-C', 'buy', 1, 11_000)
    expect(desk.open()).toEqual(['BTC-C sell'])
    desk.take('BTC-C', 'buy', 1, 11_999)
    expect(desk.open()).toEqual([])
  })

  test('new marked orders are refused until the frozen period is over, others are taken', () => {
    const desk = Desk.open()
    desk.protect({ frozenMs: 100 })
    desk.quote('BTC-C', 'sell', 2)
    desk.take('BTC-C', 'buy', 2, 20_000)
    expect(desk.engine.makerProtection('mia', 'BTC')).toMatchObject({ frozenUntilMs: 20_100 })
    desk.nowMs = 20_098
    const { result, events } = desk.quote('BTC-P', 'buy', 1)
    expect(result.ok).toBe(true)
    expect(events.find((event) => event.type === 'order' && event.action === 'canceled')).toMatchObject({
      order: { status: 'canceled', cancelType: null, rejectReason: 'EC_CancelByMMP' },
    })
    desk.nowMs = 20_098
    desk.quote('BTC-P', 'buy', 1, { isProtected: undefined })
    desk.nowMs = 20_099
    desk.quote('BTC-P', 'sell', 1)
    expect(desk.open()).toEqual(['BTC-P buy', 'BTC-P sell'])
  })

  test('a frozen period of zero ends with a reset, and counting begins anew', () => {
    const desk = Desk.open()
    desk.protect({ frozenMs: 0 })
    desk.quote('BTC-C', 'sell', 2)
    desk.take('BTC-C', 'buy', 2)
    desk.nowMs += 86_400_000
    desk.quote('BTC-C', 'sell', 3)
    expect(desk.open()).toEqual([])
    expect(desk.run({ type: 'resetMakerProtection', account: 'mia', coin: 'BTC' }).result.ok).toBe(true)
    desk.quote('BTC-C', 'sell', 3)
    desk.take('BTC-C', 'buy', 1)
    expect(desk.open()).toEqual(['BTC-C sell'])
  })

  test('delta: a short call and a short put are hedges of each other, a short call and a long put add up', () => {
    // 1e-8 of volatility says 80 %; forward 20,000 is the strike: a call has a delta between 0.5 and 0.6, a put that less 1.
    const priced = () => {
      const desk = Desk.open()
      desk.protect({ qtyLimitE8: ENOUGH, deltaLimitE8: 1.2 * USDT })
      for (const symbol of ['BTC-C', 'BTC-P']) {
        desk.run({
          type: 'mark',
          symbol,
          markTicks: 1_000 * DOLLAR,
          indexTicks: 20_000 * DOLLAR,
          forwardTicks: 20_000 * DOLLAR,
          volatilityE8: 80_000_000,
        })
      }
      desk.quote('BTC-C', 'sell', 9)
      return desk
    }
    const hedged = priced()
    hedged.quote('BTC-P', 'sell', 9)
    hedged.take('BTC-C', 'buy', 2)
    expect(hedged.open()).toEqual(['BTC-C sell', 'BTC-P sell'])
    hedged.take('BTC-P', 'buy', 2)
    hedged.take('BTC-C', 'buy', 2)
    expect(hedged.open()).toEqual(['BTC-C sell', 'BTC-P sell'])
    const added = priced()
    added.quote('BTC-P', 'buy', 9)
    added.take('BTC-C', 'buy', 2)
    added.take('BTC-P', 'sell', 2)
    expect(added.open()).toEqual([])
  })

  test('is of options on a coin that has some, within bounds, and reset where it was set', () => {
    const desk = Desk.open()
    expect(desk.protect({}, 'DOGE')).toEqual({
      ok: false,
      refusal: { kind: 'protectionRefused', why: 'unknownCoin' },
    })
    for (const terms of [
      { windowMs: 0 },
      { windowMs: 60_001 },
      { frozenMs: -1 },
      { qtyLimitE8: 0 },
      { deltaLimitE8: 0.5 },
    ])
      expect(desk.protect(terms)).toEqual({ ok: false, refusal: { kind: 'protectionRefused', why: 'terms' } })
    expect(desk.run({ type: 'resetMakerProtection', account: 'mia', coin: 'BTC' }).result).toEqual({
      ok: false,
      refusal: { kind: 'protectionRefused', why: 'notSet' },
    })
    const future = { ...place('mia', { symbol: 'BTCUSDT', ticks: 200_000, lots: 1 }), isProtected: true as const }
    expect(desk.run(future).result).toEqual({ ok: false, refusal: { kind: 'protectionRefused', why: 'notOption' } })
  })

  test('law: never more than the limit and one order’s lots is filled within a window, also after a snapshot at any time', () => {
    const step = fc.record({
      symbol: fc.constantFrom('BTC-C', 'BTC-P'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      coins: fc.integer({ min: 1, max: 3 }),
      waitMs: fc.integer({ min: 1, max: 700 }),
      isRestored: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        let desk = Desk.open()
        desk.protect({ windowMs: 1_000, frozenMs: 1_000, qtyLimitE8: 4 * USDT })
        const fills: { readonly atMs: number; readonly lots: number }[] = []
        for (const { symbol, side, coins, waitMs, isRestored } of steps) {
          const { nowMs } = desk
          if (isRestored) {
            const saved = JSON.stringify(desk.engine.snapshot())
            desk = new Desk(restoreEngine(INSTRUMENTS, JSON.parse(saved)))
            expect(JSON.stringify(desk.engine.snapshot())).toBe(saved)
          }
          desk.nowMs = nowMs + waitMs
          desk.quote(symbol, side, coins)
          const { events } = desk.take(symbol, side === 'buy' ? 'sell' : 'buy', coins)
          for (const event of events)
            if (event.type === 'trade' && event.makerAccount === 'mia')
              fills.push({ atMs: desk.nowMs, lots: event.lots })
        }
        for (const { atMs } of fills) {
          const within = fills.filter((one) => one.atMs <= atMs && one.atMs > atMs - 1_000)
          expect(within.reduce((sum, one) => sum + one.lots, 0)).toBeLessThanOrEqual((3 + 3) * COIN)
        }
      }),
      { numRuns: 60 },
    )
  })
})
