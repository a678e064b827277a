import { expect, test } from 'vitest'
import { withCoinPaid } from '../../../../src/ui/trading-kit/refusals/coin-paid'
import { instrumentOf } from '../../fixtures'
import { BTC_USDT } from '../../spot-fixtures'

const lacking = {
  code: 170_131,
  reason: 'refusedByExchange',
  message: '',
  ext: { required: '346194.5926878', available: '310563.96246467' },
} as const

test('money that a pair’s order lacks is of the coin that the order pays with', () => {
  expect(withCoinPaid(lacking, { side: 'buy' }, BTC_USDT).ext['coin']).toBe('USDT')
  expect(withCoinPaid(lacking, { side: 'sell' }, BTC_USDT).ext['coin']).toBe('BTC')
})

test('what names its coin already, or no money, stays as it is', () => {
  const named = { ...lacking, ext: { ...lacking.ext, coin: 'USDC' } }
  const other = { ...lacking, ext: { field: 'price' } }
  expect(withCoinPaid(named, { side: 'buy' }, BTC_USDT)).toBe(named)
  expect(withCoinPaid(other, { side: 'buy' }, BTC_USDT)).toBe(other)
  expect(withCoinPaid(lacking, { side: 'buy' }, instrumentOf())).toBe(lacking)
})
