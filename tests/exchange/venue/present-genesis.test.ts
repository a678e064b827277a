import { expect, test } from 'vitest'
import { PRESENT_RULES } from '../../../exchange/engine/engine-rules'
import { PRESENT_GENESIS, rulesOf, seededBy } from '../../../exchange/venue/venue-state'

test('an exchange that begins now has every rule and every part of the market; one that says nothing has none', () => {
  expect(rulesOf(PRESENT_GENESIS)).toEqual(PRESENT_RULES)
  expect(new Set(Object.values(rulesOf({})))).toEqual(new Set([false]))
  const { seed: _seed, ...market } = seededBy({ seed: 7, ...PRESENT_GENESIS })
  expect(new Set(Object.values(market))).toEqual(new Set([true]))
  const { seed: _former, ...former } = seededBy({ seed: 7 })
  expect(new Set(Object.values(former))).toEqual(new Set([false]))
})
