import { describe, expect, test } from 'vitest'
import { countOf, textOf } from '../../../../exchange/engine/lending/amounts'
import { countedE8 } from '../../../../exchange/engine/lending/collateral-value'
import { LENT_COINS } from '../../../../exchange/venue/lent-coins'
import { createRandom } from '../../../../src/base/random'
import { collateralOf } from '../../../../src/domain/risk/collateral'

describe('what a balance counts for, in whole units of 1e-8', () => {
  test.each(LENT_COINS.map((one) => [one.coin, one] as const))('is the rule’s, rounded down: %s', (_, terms) => {
    const random = createRandom(21)
    // Around each slice's end, and anywhere from a unit to a hundred million coins; what is owed counts whole.
    const ends = terms.tiers.flatMap(({ upTo }) => (upTo === null ? [] : [Number(upTo) * 1e8]))
    const near = ends.flatMap((end) => [end - 1, end, end + 1].map(Math.round))
    const anywhere = Array.from({ length: 200 }, () => Math.floor(10 ** (random.next() * 15.9)))
    for (const amount of [0, 1, ...near, ...anywhere].filter(Number.isSafeInteger)) {
      expect(countedE8(terms, amount), String(amount)).toBe(countOf(collateralOf(textOf(amount), terms.tiers)))
      if (amount > 0) expect(countedE8(terms, -amount)).toBe(-amount)
    }
  })
})
