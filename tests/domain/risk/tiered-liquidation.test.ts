import { describe, expect, test } from 'vitest'
import type { Leverage, Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { RiskTier } from '../../../src/domain/instrument/listed'
import type { Position } from '../../../src/domain/position/position'
import type { Contract } from '../../../src/domain/instrument/contract'
import { tierOfPosition } from '../../../src/domain/risk/risk-tier'
import { isolatedLiquidation } from '../../../src/domain/risk/tiered-liquidation'

/** 1 % up to 400,000, then 2 %: the deduction is 400,000 × 1 % = 4,000. */
const TIERS = [
  ['400000', '0.01', '50', '0'],
  ['1000000', '0.02', '25', '4000'],
].map(([limit, rate, maxLeverage, deduction], index) => ({
  id: index + 1,
  limit: limit as Money,
  initialMarginRate: '0.02' as Rate,
  maintenanceMarginRate: rate as Rate,
  maxLeverage: maxLeverage as Leverage,
  deduction: deduction as Money,
})) as readonly RiskTier[]

const LONG = {
  payoff: 'linear',
  side: 'buy',
  qty: '749' as Qty,
  entryPrice: '556.5' as Price,
  leverage: '10' as Leverage,
  extraMargin: '0' as Money,
  takerFeeRate: '0.00055' as Rate,
} as const

describe('the liquidation price over a risk table (decisions 38)', () => {
  test('a long of the second tier is liquidated in the first, where its value is by then', () => {
    // Entry value 416,818.5. First tier 556.5 × 0.9 / 0.99 = 505.9090…; second (375,136.65 − 4,000) / (749 × 0.98) = 505.61.
    expect(isolatedLiquidation(LONG, TIERS)?.slice(0, 7)).toBe('505.909')
  })

  test('a short of the first tier is liquidated in the second', () => {
    // 700 from 556.5 are 389,550. First (389,550 + 38,955) / (700 × 1.01) = 606.089…, worth 424,262;
    // second (389,550 + 38,955 + 4,000) / (700 × 1.02) = 605.749….
    expect(isolatedLiquidation({ ...LONG, side: 'sell', qty: '700' as Qty }, TIERS)?.slice(0, 7)).toBe('605.749')
  })

  test('never lies beyond bankruptcy, however much margin was added', () => {
    // 1 from 556.5 with 500 added: bankrupt at 556.5 − 55.65 − 500 = 0.85; by the published formula 500 / 0.99945 more than
    // 500 would bring it down to (0.85 − 0.27515…) / 0.99 = 0.58….
    const position = { ...LONG, qty: '1' as Qty, extraMargin: '500' as Money }
    expect(isolatedLiquidation(position, TIERS)).toBe('0.85')
  })
})

test('the tier of a position is that of its own value at the mark, not at the entry', () => {
  const instrument = { kind: 'linearPerpetual', riskTiers: TIERS } as unknown as Contract
  const position = { size: '749', entryPrice: '556.5', markPrice: '500' } as unknown as Position
  // 374,500 at the mark, 416,818.5 at the entry.
  expect(tierOfPosition(position, instrument)?.id).toBe(1)
  expect(tierOfPosition(undefined, instrument)?.id).toBe(1)
})
