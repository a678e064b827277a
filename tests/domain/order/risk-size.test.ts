import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import type { ContractKind } from '../../../src/domain/instrument/product-kind'
import { qtyFromRisk, riskOfQty, sideOfStop, targetAtR, type RiskTerms } from '../../../src/domain/order/risk-size'

const terms = (
  change: Partial<Record<'entryPrice' | 'stopPrice' | 'slippage', string>> = {},
  kind: ContractKind = 'linearPerpetual',
): RiskTerms => ({
  instrument: { kind, lotSize: (kind === 'linearPerpetual' ? '0.001' : '1') as Qty },
  entryPrice: (change.entryPrice ?? '64218.4') as Price,
  stopPrice: (change.stopPrice ?? '61460') as Price,
  entryFeeRate: '0.00055' as Rate,
  exitFeeRate: '0.00055' as Rate,
  slippage: (change.slippage ?? '0') as Rate,
})

describe('the size that a risk allows', () => {
  test('distance and both fees count: 1,000 USDT from 64,218.4 to 61,460', () => {
    // A coin loses 64,218.4 − 61,460 = 2,758.4, and pays 64,218.4·0.00055 + 61,460·0.00055 = 35.32012 + 33.803:
    // 2,827.52312 together. 1,000 / 2,827.52312 = 0.35366…, down to 0.353 coins, which lose 998.11566136.
    expect(qtyFromRisk('1000' as Money, terms())).toBe('0.353')
    expect(riskOfQty('0.353' as Qty, terms())).toBe('998.11566136')
  })

  test('what the stop may slip counts, too: half a per cent below 61,460 is 61,152.7', () => {
    // 64,218.4 − 61,152.7 = 3,065.7; fees 35.32012 + 33.633985: 3,134.654105 a coin, 0.319 of them for 1,000.
    expect(qtyFromRisk('1000' as Money, terms({ slippage: '0.005' }))).toBe('0.319')
  })

  test('an inverse contract loses in its coin: 0.1 BTC from 60,000 to 50,000', () => {
    // A contract of 1 USD is worth 1/60,000 and 1/50,000: it loses 0.00000333…, pays 0.00055 of both, 0.0000201666…:
    // 0.1 / 0.0000033535 = 29,819.58…
    expect(qtyFromRisk('0.1' as Money, terms({ entryPrice: '60000', stopPrice: '50000' }, 'inversePerpetual'))).toBe(
      '29819',
    )
  })

  test('a lot that loses more than the risk is none, and so is no risk at all', () => {
    expect(qtyFromRisk('1' as Money, terms())).toBe('0')
    expect(qtyFromRisk('0' as Money, terms())).toBe('0')
    expect(qtyFromRisk('-5' as Money, terms())).toBe('0')
  })

  test('never loses more than asked for, and one lot more would', () => {
    const price = fc.integer({ min: 1, max: 2_000_000 }).map((ticks) => new Exact(ticks).div(10).toString())
    fc.assert(
      fc.property(
        price,
        price,
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom<ContractKind>('linearPerpetual', 'inversePerpetual'),
        (entryPrice, stopPrice, risk, kind) => {
          fc.pre(entryPrice !== stopPrice)
          const of = terms({ entryPrice, stopPrice }, kind)
          const qty = qtyFromRisk(String(risk) as Money, of)
          const more = new Exact(qty).plus(of.instrument.lotSize).toFixed() as Qty
          expect(new Exact(riskOfQty(qty, of)).lte(risk)).toBe(true)
          expect(new Exact(riskOfQty(more, of)).gt(risk)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('a stop below the entry is a long’s, one above it a short’s', () => {
  expect(sideOfStop('100' as Price, '99' as Price)).toBe('buy')
  expect(sideOfStop('100' as Price, '101' as Price)).toBe('sell')
  expect(sideOfStop('100' as Price, '100' as Price)).toBeNull()
})

test('two R above 64,218.4 with the stop at 61,460 is 69,735.2; below zero there is no target', () => {
  expect(targetAtR(2, terms())).toBe('69735.2')
  expect(targetAtR(1, terms({ entryPrice: '10', stopPrice: '25' }))).toBeNull()
})
