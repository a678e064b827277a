import { expect, test } from 'vitest'
import { LEVERAGED_TOKENS, tokenPrice } from '../../../exchange/listings/leveraged-tokens'
import { LEVERAGED_PAIRS, quoteGroupsOf, SPOT_PAIRS } from '../../../exchange/listings/spot-pairs'
import { createVenue } from '../../../exchange/venue/create-venue'

test('a token moves three times as its underlying, from 1', () => {
  expect(tokenPrice('long', 60_000, 60_000)).toBe(1)
  // 1.01³ = 1.030301; its inverse is 0.970590.
  expect(tokenPrice('long', 60_600, 60_000)).toBeCloseTo(1.030301, 9)
  expect(tokenPrice('short', 60_600, 60_000)).toBeCloseTo(0.97059, 6)
  // (3 ÷ 2)³ = 3.375.
  expect(tokenPrice('long', 90_000, 60_000)).toBeCloseTo(3.375, 9)
})

test('a token has a price in the steps of its pair whatever became of its underlying', () => {
  for (const direction of ['long', 'short'] as const) {
    for (const price of [1, 60_000, 10_000_000]) {
      expect(tokenPrice(direction, price, 60_000)).toBeGreaterThanOrEqual(0.001)
      expect(tokenPrice(direction, price, 60_000)).toBeLessThanOrEqual(100)
    }
  }
})

test('their pairs stand in the group of their quote coin once they are listed, with a name of their own', () => {
  const [before, after] = [quoteGroupsOf(SPOT_PAIRS), quoteGroupsOf([...SPOT_PAIRS, ...LEVERAGED_PAIRS])]
  expect(before.flatMap(({ pairs }) => pairs)).toEqual(SPOT_PAIRS)
  expect(after[0]!.pairs.slice(before[0]!.pairs.length)).toEqual(LEVERAGED_PAIRS)
  expect(after[0]!.volumes).toHaveLength(after[0]!.pairs.length)
  const all = [...SPOT_PAIRS, ...LEVERAGED_PAIRS]
  expect(new Set(all.map(({ symbol }) => symbol)).size).toBe(all.length)
  expect(new Set(all.map(({ indexSort }) => indexSort)).size).toBe(all.length)
  expect(LEVERAGED_PAIRS.map(({ label }) => label)).toEqual(LEVERAGED_TOKENS.map(({ label }) => label))
})

test('an exchange whose first line does not name them lists none', () => {
  const terms = { seed: 7, region: 'global', feedSymbol: null, startMs: Date.UTC(2026, 2, 11) }
  const tokens = (families: readonly ('spot' | 'leveragedToken')[]) =>
    createVenue({ ...terms, families })
      .instruments()
      .filter((one) => one.kind === 'spot' && one.leveragedToken !== null).length
  expect(tokens(['spot'])).toBe(0)
  expect(tokens(['spot', 'leveragedToken'])).toBe(LEVERAGED_TOKENS.length)
})
