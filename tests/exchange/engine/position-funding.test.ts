import { expect, it } from 'vitest'
import { mark, USDT } from './engine-fixture'
import { room } from './modes-fixture'

it('counts all funding of a position since it was opened, that of closed parts included', () => {
  const { run, deal, position } = room()
  deal('ann', 'bob', 500_000, 200)
  run(mark(500_000))
  // 0.2 BTC at 50,000 are 10,000 USDT: 0.01 % of it is 1 USDT, paid by the long.
  run({ type: 'funding', symbol: 'BTCUSDT', rateE8: 10_000 })
  expect(position('ann').fundingPaidE8).toBe(USDT)
  expect(position('bob').fundingPaidE8).toBe(-USDT)
  // Half is closed; the next one is on 5,000 USDT.
  deal('bob', 'ann', 500_000, 100)
  run({ type: 'funding', symbol: 'BTCUSDT', rateE8: 10_000 })
  expect(position('ann').fundingPaidE8).toBe(1.5 * USDT)
  // Closed and opened anew it begins at nothing.
  deal('bob', 'ann', 500_000, 100)
  deal('ann', 'bob', 500_000, 100)
  expect(position('ann').fundingPaidE8).toBe(0)
})
