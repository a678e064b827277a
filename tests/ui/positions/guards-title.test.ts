import { expect, test } from 'vitest'
import { guardsTitle } from '../../../src/ui/positions/guards-title'

test('an option’s greeks are never headed as guards', () => {
  const [future, option] = [{ symbol: 'BTCUSDT' as never }, { symbol: 'BTC-26NOV26-60000-C' as never }]
  expect(guardsTitle([future])).toBe('column.tpSl')
  expect(guardsTitle([option])).toBe('column.greeks')
  expect(guardsTitle([future, option])).toBe('column.tpSlGreeks')
})
