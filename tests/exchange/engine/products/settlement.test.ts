import { describe, expect, test } from 'vitest'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import { productOf } from '../../../../exchange/engine/products/product-of'
import { CONTRACT_SETTLEMENT, NO_SETTLEMENT } from '../../../../exchange/engine/products/settlement'

const named = (more: Partial<EngineInstrument>) => productOf({ symbol: 'X', ...more } as EngineInstrument)

describe('funding (semantics.md §1.6)', () => {
  // 6,500 dollars at 0.01 % are 0.65.
  test.each([
    ['a long pays a positive rate', 1, 10_000, 65_000_000],
    ['a short gets it', -1, 10_000, -65_000_000],
    ['a long gets a negative one', 1, -10_000, -65_000_000],
  ] as const)('%s', (_, side, rateE8, paid) => {
    expect(CONTRACT_SETTLEMENT.fundingE8({ valueE8: 650_000_000_000, side }, rateE8)).toBe(paid)
    expect(NO_SETTLEMENT.fundingE8({ valueE8: 650_000_000_000, side }, rateE8)).toBe(0)
  })
})

describe('sessions (semantics.md §1.1)', () => {
  const held = { costE8: 700, openCostE8: 500 }

  test('end in USDC perpetuals, where the cost at the opening is carried beside the one that each session sets', () => {
    const { settlement } = named({ settlesSessions: true })
    expect([settlement.hasSessions, settlement.openCostE8(held)]).toEqual([true, 500])
  })

  test.each([['linear'], ['inverse']] as const)('and in no other %s contract', (payoff) => {
    const { settlement } = named({ payoff })
    expect([settlement.hasSessions, settlement.openCostE8(held)]).toEqual([false, 700])
  })

  test('nothing but a linear contract can have them', () => {
    expect(() => named({ payoff: 'inverse', settlesSessions: true })).toThrow(/sessions end in linear contracts/)
  })
})

test('a delivery fee is a share of what is delivered, truncated at 8 decimals (semantics.md §5)', () => {
  const delivered = { lots: 1, valueE8: 333_333_333, settlementTicks: 1 }
  // 3.33333333 × 0.05 % = 0.00166666(665)
  expect(CONTRACT_SETTLEMENT.deliveryFeeE8(delivered, 50_000, null!)).toBe(166_666)
  expect(NO_SETTLEMENT.deliveryFeeE8(delivered, 50_000, null!)).toBe(0)
})
