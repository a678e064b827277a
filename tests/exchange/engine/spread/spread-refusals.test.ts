import { describe, expect, test } from 'vitest'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import { BTC, ETH, place, USDT } from '../engine-fixture'
import { FUTURE, openSpreads, SPREAD, spreadOrder } from './spread-fixture'

const WALLET = 10_000 * USDT

function why(engine: MatchingEngine, command: EngineCommand): unknown {
  const { result } = engine.handle(command, 9)
  return result.ok ? null : result.refusal.kind === 'spreadRefused' ? result.refusal.why : result.refusal.kind
}

describe('what spreads ask for (110110–110117)', () => {
  test('cross margin, and no change of it while spread orders are open', () => {
    const engine = openSpreads(['ann'])
    engine.handle({ type: 'setMarginMode', account: 'ann', mode: 'isolated' }, 2)
    expect(why(engine, spreadOrder('ann'))).toBe('isolated')
    engine.handle({ type: 'setMarginMode', account: 'ann', mode: 'cross' }, 3)
    expect(why(engine, spreadOrder('ann'))).toBeNull()
    expect(why(engine, { type: 'setMarginMode', account: 'ann', mode: 'isolated' })).toBe('inProgress')
  })

  test('legs in one-way mode, and no change of that while spread orders are open', () => {
    const engine = openSpreads(['ann'], WALLET, createEngine([{ ...BTC, allowsHedge: true }, FUTURE, SPREAD]))
    const hedge = { type: 'setPositionMode', account: 'ann', symbol: BTC.symbol, coin: null, mode: 'hedge' } as const
    engine.handle(hedge, 2)
    expect(why(engine, spreadOrder('ann'))).toBe('hedge')
    engine.handle({ ...hedge, mode: 'oneWay' }, 3)
    expect(why(engine, spreadOrder('ann'))).toBeNull()
    expect(why(engine, hedge)).toBe('inProgress')
  })

  test.each([true, false])('other causes are told before open spread orders: %s (ADR-1085)', (tellsSpreadsLast) => {
    const able = [BTC, ETH].map((one) => ({ ...one, allowsHedge: true }))
    const rules = { ...PRESENT_RULES, tellsSpreadsLast }
    const engine = openSpreads(['ann'], WALLET, createEngine([...able, FUTURE, SPREAD], [], rules))
    const hedge = (symbol: string, mode: 'hedge' | 'oneWay') =>
      ({ type: 'setPositionMode', account: 'ann', symbol, coin: null, mode }) as const
    engine.handle(hedge(ETH.symbol, 'hedge'), 2)
    const resting = engine.handle(place('ann', { ticks: 499_000 }), 3).result
    expect(why(engine, spreadOrder('ann'))).toBeNull()
    const portfolio = { type: 'setMarginMode', account: 'ann', mode: 'portfolio' } as const
    expect(why(engine, portfolio)).toBe(tellsSpreadsLast ? 'marginModeRefused' : 'inProgress')
    expect(why(engine, hedge(BTC.symbol, 'hedge'))).toBe(tellsSpreadsLast ? 'modeHasOrders' : 'inProgress')
    // One cause after the other is mended, and the spread is what is left.
    engine.handle(hedge(ETH.symbol, 'oneWay'), 4)
    const orderId = resting.ok ? resting.orderId! : ''
    engine.handle({ type: 'cancel', account: 'ann', symbol: BTC.symbol, orderId, linkId: null }, 5)
    expect(why(engine, portfolio)).toBe('inProgress')
    expect(why(engine, hedge(BTC.symbol, 'hedge'))).toBe('inProgress')
    expect(engine.marginMode('ann')).toBe('cross')
  })

  test.each([
    ['uta', 'oldAccount'],
    ['copy', 'copyTrade'],
  ] as const)('an account of kind %s is refused as %s', (kind, reason) => {
    const engine = openSpreads([])
    engine.handle({ type: 'openAccount', account: 'old', role: 'user', kind, defaultLeverageE2: 1_000 }, 1)
    expect(why(engine, spreadOrder('old'))).toBe(reason)
  })

  test('prices whose legs stand within their bands: 110116 beyond them, new or changed', () => {
    const engine = openSpreads(['ann'])
    // 2,000 ticks (1,000 USDT) above the marks puts each leg 500 off: 1 % of 50,000, which is the band's edge.
    expect(why(engine, spreadOrder('ann', { ticks: 2_150 }))).toBeNull()
    expect(why(engine, spreadOrder('ann', { ticks: 2_300 }))).toBe('legBand')
    const [open] = engine.openOrders('ann')
    const amend = { type: 'amend', account: 'ann', symbol: SPREAD.symbol, orderId: open!.id, linkId: null } as const
    expect(why(engine, { ...amend, ticks: 2_300, lots: null })).toBe('legBand')
    expect(why(engine, { ...amend, ticks: -150, lots: null })).toBeNull()
  })

  test('the order of a leg is neither cancelled nor changed by itself', () => {
    const engine = openSpreads(['ann', 'bob'])
    engine.handle(spreadOrder('ann', { side: 'sell' }), 2)
    const { result } = engine.handle(spreadOrder('bob'), 3)
    const { carried } = engine.findOrder('bob', { orderId: result.ok ? result.orderId! : '' })!
    const leg = { account: 'bob', symbol: FUTURE.symbol, orderId: carried!.legOrderId1!, linkId: null } as const
    expect(why(engine, { type: 'cancel', ...leg })).toBe('legCancel')
    expect(why(engine, { type: 'amend', ...leg, ticks: 100_300, lots: null })).toBe('legAmend')
  })

  test('plain orders alone', () => {
    const engine = openSpreads(['ann'])
    expect(why(engine, spreadOrder('ann', { reduceOnly: true }))).toBe('plainOnly')
    const trigger = { ticks: 210, by: 'last', direction: 1 } as const
    expect(why(engine, spreadOrder('ann', { trigger }))).toBe('plainOnly')
  })
})
