import { expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { OptionTakers } from '../../../exchange/simulation/option-takers'

test('open interest of an option comes from its trades: two thirds open it, one third closes some of it', () => {
  const random = createRandom(5)
  const takers = new OptionTakers('both', { long: 'long', short: 'short' }, random)
  const lots = { long: 0, short: 0, both: 0 }
  let traded = 0
  for (let n = 0; n < 4_000; n++) {
    const isBuy = random.next() < 0.5
    const { account, most } = takers.pick(isBuy, (name) => lots[name as keyof typeof lots])
    const size = Math.min(most, random.int(1, 9))
    lots[account as keyof typeof lots] += isBuy ? size : -size
    traded += size
    // Nobody turns around: the one is long, the other short.
    expect(lots.long).toBeGreaterThanOrEqual(0)
    expect(lots.short).toBeLessThanOrEqual(0)
  }
  expect(lots.both).toBe(0)
  // What opens less what closes: 0.65 − 0.35 of all that was traded, each side half of it.
  expect(lots.long / traded).toBeCloseTo(0.15, 1)
  expect(-lots.short / traded).toBeCloseTo(0.15, 1)
})

test('in an exchange that began before, one account buys and sells', () => {
  const takers = new OptionTakers('both', null, createRandom(5))
  for (const isBuy of [true, false])
    expect(takers.pick(isBuy, () => 3)).toEqual({ account: 'both', most: Number.POSITIVE_INFINITY })
})
