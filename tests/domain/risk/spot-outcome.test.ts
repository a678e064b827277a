import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import {
  mostAtLimit,
  mostAtMarket,
  qtyForAmount,
  spotOutcome,
  type SpotTerms,
} from '../../../src/domain/risk/spot-outcome'

/** Fee rates of semantics.md §1.2 for spot: 0.1 % for both. */
const RATES = { takerFeeRate: '0.001' as Rate, makerFeeRate: '0.001' as Rate }
const level = (price: string, qty: string) => ({ price: price as Price, qty: qty as Qty })
const terms = (change: Partial<SpotTerms>): SpotTerms => ({
  side: 'buy',
  qty: '0.3' as Qty,
  limit: null,
  fills: [],
  rest: null,
  ...RATES,
  ...change,
})

describe('what becomes of a pair’s order', () => {
  test('a market buy: 0.1 at 50,000 and 0.3 at 50,100', () => {
    // 5,000 + 15,030 = 20,030 USDT, 50,075 each; fee 0.4 × 0.001 BTC; all of it has to be free at 50,100: 20,040.
    const fills = [level('50000', '0.1'), level('50100', '0.3')]
    expect(spotOutcome(terms({ qty: '0.4' as Qty, fills }))).toEqual({
      amount: '20030',
      avgPrice: '50075',
      fee: '0.0004',
      received: '0.3996',
      pays: '20030',
      required: '20040',
    })
  })

  test('a sale: the fee is of the quote coin that comes, and the base coin has to be free', () => {
    // 0.3 × 50,000 = 15,000; fee 15; 14,985 come.
    const fills = [level('50000', '0.3')]
    expect(spotOutcome(terms({ side: 'sell', fills }))).toEqual({
      amount: '15000',
      avgPrice: '50000',
      fee: '15',
      received: '14985',
      pays: '0.3',
      required: '0.3',
    })
  })

  test('a limit buy that fills in part: what waits pays its own price and a maker’s fee', () => {
    const rates = { takerFeeRate: '0.002' as Rate, makerFeeRate: '0.001' as Rate }
    const limit = '50050' as Price
    const outcome = spotOutcome(terms({ ...rates, limit, fills: [level('50000', '0.1')], rest: level('50050', '0.2') }))
    // 5,000 + 10,010 = 15,010; fee 0.1 × 0.002 + 0.2 × 0.001 = 0.0004; held back 0.3 × 50,050 = 15,015.
    expect(outcome).toMatchObject({ amount: '15010', fee: '0.0004', received: '0.2996', required: '15015' })
  })

  test('the fee of each fill is rounded as the exchange rounds it: half up, to 8 decimals', () => {
    // 0.389235 × 0.001 = 0.000389235, so 0.00038924; 0.38884576 come.
    expect(spotOutcome(terms({ qty: '0.389235' as Qty, fills: [level('64228.6', '0.389235')] }))).toMatchObject({
      fee: '0.00038924',
      received: '0.38884576',
    })
    // Twice 0.000000005, each rounded up by itself.
    const fills = [level('50000', '0.000005'), level('50001', '0.000005')]
    expect(spotOutcome(terms({ qty: '0.00001' as Qty, fills })).fee).toBe('0.00000002')
  })

  test('an order of nothing has no price', () => {
    expect(spotOutcome(terms({ qty: '0' as Qty }))).toMatchObject({ amount: '0', avgPrice: null, received: '0' })
  })
})

describe('how much an amount buys', () => {
  const LOT = '0.001' as Qty
  const book = [level('50000', '0.01'), level('50100', '0.02'), level('50200', '1')]

  test('whole lots, level by level', () => {
    // 500 for the first 0.01; of the 1,000 left 0.019 at 50,100 (951.9), as 0.02 would be 1,002.
    expect(qtyForAmount('1500' as Money, book, LOT)).toBe('0.029')
    expect(qtyForAmount('499' as Money, book, LOT)).toBe('0.009')
    expect(qtyForAmount('40' as Money, book, LOT)).toBe('0')
    expect(qtyForAmount('1500' as Money, [], LOT)).toBe('0')
  })

  test('the most at market has to be free at the worst price that it reaches', () => {
    const rules = { lotSize: LOT, maxQty: '5' as Qty }
    // 1,503 pays for 0.03 at 50,100 (1,503), although the book asks only 500 + 1,002 = 1,502 for it.
    expect(mostAtMarket('1503' as Money, book, rules)).toEqual({ qty: '0.03', amount: '1502' })
    // 1,502 pays for 0.029 at 50,100: 500 + 951.9.
    expect(mostAtMarket('1502' as Money, book, rules)).toEqual({ qty: '0.029', amount: '1451.9' })
    // 500 pays for all of the first level and for nothing at the next one's price.
    expect(mostAtMarket('500' as Money, book, rules)).toEqual({ qty: '0.01', amount: '500' })
    expect(mostAtMarket('100000' as Money, book, { ...rules, maxQty: '0.02' as Qty })).toEqual({
      qty: '0.02',
      amount: '1001',
    })
  })

  test('the most at a limit: what the coin pays for, no more than one order takes', () => {
    const rules = { price: '50000' as Price, lotSize: LOT, maxQty: '1' as Qty }
    expect(mostAtLimit('buy', '1049' as Money, rules)).toBe('0.02')
    expect(mostAtLimit('sell', '0.0205' as Money, rules)).toBe('0.02')
    expect(mostAtLimit('buy', '1000000' as Money, rules)).toBe('1')
  })
})
