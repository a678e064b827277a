import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SPOT_GROUPS } from '../../../exchange/listings/spot-pairs'
import type { DecimalText, Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { SpotPair } from '../../../src/domain/instrument/spot-pair'
import {
  checkSpotPlan,
  legOutcome,
  planPrice,
  type SpotLeg,
  type SpotPlan,
  type SpotPlanDraft,
} from '../../../src/domain/order/spot-plan'

/** BTC/USDT with bounds that are easy to reckon with: tick 0.1, lot 0.001, 0.001 to 10 BTC (5 at market), 5 to 400,000 USDT. */
const PAIR: SpotPair = {
  ...SPOT_GROUPS.flatMap(({ pairs }) => pairs).find(({ symbol }) => symbol === 'BTC/USDT')!,
  lotSize: '0.001' as Qty,
  minQty: '0.001' as Qty,
  maxLimitQty: '10' as Qty,
  maxMarketQty: '5' as Qty,
  minNotional: '5' as Money,
  maxAmount: '400000' as Money,
  takerFeeRate: '0.001' as Rate,
  makerFeeRate: '0.0002' as Rate,
}
const LAST = '50000' as Price
const leg = (trigger: string, limit: string | null = null): SpotLeg => ({
  trigger: trigger as Price,
  type: limit === null ? 'market' : 'limit',
  limit: limit as Price | null,
})
const TP_SL = { kind: 'takeProfitStopLoss', takeProfit: leg('52000'), stopLoss: leg('48000') } as const
const check = (plan: SpotPlan, change: Partial<SpotPlanDraft> = {}, pair = PAIR) =>
  checkSpotPlan({ side: 'sell', qty: '0.1' as Qty, plan, lastPrice: LAST, ...change }, pair)
const problem = (...args: Parameters<typeof check>) => {
  const checked = check(...args)
  return checked.ok ? null : [checked.error.part, checked.error.problem]
}

describe('what a plan is sent as', () => {
  test('a conditional order triggers on the rise or the fall, wherever the price is', () => {
    const plan = (trigger: string) =>
      ({ kind: 'conditional', leg: leg(trigger, '50100'), timeInForce: 'fillOrKill' }) as const
    expect(check(plan('51000'))).toMatchObject({
      ok: true,
      value: { type: 'limit', price: '50100', timeInForce: 'fillOrKill', trigger: { price: '51000', direction: 1 } },
    })
    expect(check(plan('49000'))).toMatchObject({ value: { trigger: { direction: 2, by: 'last' } } })
    expect(problem(plan('50000'))).toEqual(['trigger', { kind: 'atPrice' }])
  })

  test('one leg is an order with a trigger, two are one press over one amount', () => {
    expect(check({ ...TP_SL, takeProfit: null })).toMatchObject({
      value: { heldFor: 'takeProfitStopLoss', type: 'market', price: null, trigger: { price: '48000', direction: 2 } },
    })
    const both = check({ ...TP_SL, stopLoss: leg('48000', '47990') })
    expect(both).toMatchObject({
      value: {
        heldFor: 'bidirectionalTpSl',
        tpSl: {
          takeProfit: { price: '52000', orderType: 'market', limitPrice: null },
          stopLoss: { price: '48000', orderType: 'limit', limitPrice: '47990' },
        },
      },
    })
    expect(both.ok && both.value).not.toHaveProperty('trigger')
    expect(check({ ...TP_SL, kind: 'oco' })).toMatchObject({ value: { heldFor: 'oco' } })
  })

  test('what trails is at market, by a distance or a share, at once or from a price on', () => {
    const trail = { kind: 'trailing', by: 'rate', distance: '0.015' as DecimalText, activation: undefined } as const
    const at = check(trail)
    expect(at).toMatchObject({ value: { type: 'market', trailRate: '0.015' } })
    expect(at.ok && at.value).not.toHaveProperty('activationPrice')
    expect(
      check({ ...trail, by: 'value', distance: '500' as DecimalText, activation: '51000' as Price }),
    ).toMatchObject({
      value: { trailValue: '500', activationPrice: '51000' },
    })
  })
})

describe('what stands in the way, and its bound', () => {
  test('a sale takes its profit above the price and stops its loss below, a purchase the other way round', () => {
    const swapped = { kind: 'oco', takeProfit: leg('48000'), stopLoss: leg('52000') } as const
    expect(problem(swapped)).toEqual(['tpTrigger', { kind: 'notAbove', of: 'last', bound: '50000' }])
    expect(problem(swapped, { side: 'buy' })).toBeNull()
    expect(problem(TP_SL, { side: 'buy' })).toEqual(['tpTrigger', { kind: 'notBelow', of: 'last', bound: '50000' }])
  })

  test('an OCO order needs both, a TP/SL order one of them', () => {
    expect(problem({ ...TP_SL, kind: 'oco', takeProfit: null })).toEqual(['tpTrigger', { kind: 'priceMissing' }])
    expect(problem({ ...TP_SL, kind: 'oco', stopLoss: null })).toEqual(['slTrigger', { kind: 'priceMissing' }])
    expect(problem({ ...TP_SL, takeProfit: null, stopLoss: null })).toEqual(['order', { kind: 'legsMissing' }])
  })

  test('prices are on the tick and in range; a limit leg has its own', () => {
    expect(problem({ ...TP_SL, takeProfit: leg('52000.05') })).toEqual([
      'tpTrigger',
      { kind: 'priceStep', bound: '0.1' },
    ])
    expect(problem({ ...TP_SL, stopLoss: { ...leg('48000'), type: 'limit' } })).toEqual([
      'slLimit',
      { kind: 'priceMissing' },
    ])
  })

  test('a leg at market has the bound of market orders', () => {
    expect(problem(TP_SL, { qty: '6' as Qty })).toEqual(['size', { kind: 'qtyAboveMax', bound: '5' }])
    // 6 × 52,000 = 312,000 of 400,000.
    expect(
      problem({ ...TP_SL, takeProfit: leg('52000', '52000'), stopLoss: leg('48000', '48000') }, { qty: '6' as Qty }),
    ).toBeNull()
    // 9 × 48,000 = 432,000.
    expect(problem({ ...TP_SL, takeProfit: null, stopLoss: leg('48000', '48000') }, { qty: '9' as Qty })).toEqual([
      'size',
      { kind: 'amountAboveMax', bound: '400000' },
    ])
  })

  test('a distance is less than the price that it starts from, and in the steps of the wire', () => {
    const trail = { kind: 'trailing', by: 'rate', distance: null, activation: undefined } as const
    expect(problem(trail)).toEqual(['distance', { kind: 'distanceMissing' }])
    expect(problem({ ...trail, distance: '0.00015' as DecimalText })).toEqual([
      'distance',
      { kind: 'distanceStep', by: 'rate', bound: '0.0001' },
    ])
    expect(problem({ ...trail, distance: '1' as DecimalText })).toEqual([
      'distance',
      { kind: 'distanceRange', by: 'rate', bound: '1' },
    ])
    expect(problem({ ...trail, by: 'value', distance: '50000' as DecimalText })).toEqual([
      'distance',
      { kind: 'distanceRange', by: 'value', bound: '50000' },
    ])
    expect(problem({ ...trail, distance: '0.01' as DecimalText, activation: '49000' as Price })).toEqual([
      'activation',
      { kind: 'notAbove', of: 'last', bound: '50000' },
    ])
  })

  test('a pair that takes no plans takes none, and one without a price has none yet', () => {
    expect(problem(TP_SL, {}, { ...PAIR, takesPlanOrders: false })).toEqual(['order', { kind: 'plansNotTaken' }])
    expect(problem(TP_SL, { lastPrice: null })).toEqual(['order', { kind: 'noMarketPrice' }])
  })
})

describe('what it would mean', () => {
  test('a limit above its trigger waits and pays as a maker; what its trigger reaches takes', () => {
    const terms = { ...PAIR, side: 'sell', qty: '0.1' as Qty } as const
    // 0.1 × 52,100 = 5,210, of which 0.02 % is 1.042.
    expect(legOutcome(leg('52000', '52100'), terms)).toEqual({
      price: '52100',
      amount: '5210',
      fee: '1.042',
      received: '5208.958',
    })
    // 0.1 × 52,000 = 5,200, of which 0.1 % is 5.2.
    expect(legOutcome(leg('52000', '52000'), terms)).toMatchObject({ fee: '5.2', received: '5194.8' })
    expect(legOutcome(leg('52000'), { ...terms, side: 'buy' })).toMatchObject({
      amount: '5200',
      fee: '0.0001',
      received: '0.0999',
    })
  })

  test('two legs are sized at the dearer one, whichever it is', () => {
    const cents = fc.integer({ min: 1, max: 999_999 })
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const [tp, sl] = [String(one), String(other)]
        const plan = { kind: 'oco', takeProfit: leg(tp, tp), stopLoss: leg(sl) } as const
        expect(planPrice(plan, LAST)).toBe(String(Math.max(one, other)))
      }),
    )
  })
})
