import { describe, expect, test } from 'vitest'
import type { DecimalText, Leverage, Price, Qty } from '../../../src/domain/decimal'
import {
  pnlAt,
  priceForTarget,
  targetOfPrice,
  type TpSlInput,
  type TpSlTerms,
} from '../../../src/domain/risk/tpsl-target'

const long: TpSlTerms = {
  payoff: 'linear',
  side: 'buy',
  entryPrice: '60000' as Price,
  leverage: '10' as Leverage,
  qty: '0.5' as Qty,
}
const short: TpSlTerms = { ...long, side: 'sell' }
const inverse: TpSlTerms = { ...long, payoff: 'inverse', qty: '60000' as Qty }
const target = (text: string): DecimalText => text as DecimalText

describe('take-profit and stop-loss typed as what they gain (spec §3 "tpInputType")', () => {
  test.each<[string, TpSlInput, string, TpSlTerms, string]>([
    // 20 % of the margin at 10× is 2 % of the price: 60000 · 1.02.
    ['a long at +20 % ROI', 'roi', '20', long, '61200'],
    ['a short at +20 % ROI', 'roi', '20', short, '58800'],
    ['a long that loses 20 % ROI', 'roi', '-20', long, '58800'],
    ['a long at +2 % of its price', 'percent', '2', long, '61200'],
    ['a short that loses 2 % of its price', 'percent', '-2', short, '61200'],
    // 300 USDT on half a bitcoin are 600 on a whole one.
    ['a long at +300 USDT', 'pnl', '300', long, '60600'],
    ['a short that loses 300 USDT', 'pnl', '-300', short, '60600'],
    // 60000 contracts bought at 60000 are 1 BTC: 1/60000 − 0.2/60000 = 0.8/60000, so 75000.
    ['an inverse long at +0.2 BTC', 'pnl', '0.2', inverse, '75000'],
  ])('%s', (_name, input, typed, terms, price) => {
    expect(priceForTarget(input, target(typed), terms)).toBe(price)
    expect(Number(targetOfPrice(input, price as Price, terms))).toBeCloseTo(Number(typed), 10)
  })

  test('what no positive price gives has no price', () => {
    expect(priceForTarget('percent', target('100'), short)).toBeNull()
    expect(priceForTarget('pnl', target('1'), inverse)).toBeNull()
    expect(priceForTarget('pnl', target('300'), { ...long, qty: '0' as Qty })).toBeNull()
  })

  test('the result at a price', () => {
    // (61000 − 60000) · 0.5.
    expect(pnlAt('61000' as Price, long)).toBe('500')
    expect(pnlAt('61000' as Price, short)).toBe('-500')
  })
})
