import { expect, test } from 'vitest'
import { SymbolNotifySource } from '../../../../../exchange/api/feeds/native/market-sources'

test('one contract that changed is named, several at once are not: the whole list is asked for then (I17)', () => {
  let version = 'v1'
  const source = new SymbolNotifySource('public.symbol.notify', () => version)
  expect(source.advance()).toBeNull()
  version = 'v2'
  source.add('BTCUSDT-27NOV26')
  source.add('BTCUSDT-27NOV26')
  expect(source.advance()).toEqual({ symbol: 'BTCUSDT-27NOV26', version: 'v2' })
  expect(source.advance()).toBeNull()
  version = 'v3'
  source.add('BTCUSDT-27NOV26')
  source.add('ETHUSDT-27NOV26')
  // No name and a version that the reader does not have: what it has is no longer in force.
  expect(source.advance()).toEqual({ symbol: '', version: 'v3' })
  expect(source.advance()).toBeNull()
})
