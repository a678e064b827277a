import { expect, test } from 'vitest'
import { v5CategoryOfSymbol } from '../../../src/wire/v5/category'

test.each([
  ['BTCUSDT', 'linear'],
  ['BTCUSDT-25DEC26', 'linear'],
  ['BTCPERP', 'linear'],
  ['BTC-25DEC26', 'linear'],
  ['BTCUSD', 'inverse'],
  ['BTCUSDZ26', 'inverse'],
])('%s is %s', (symbol, category) => {
  expect(v5CategoryOfSymbol(symbol)).toBe(category)
})
