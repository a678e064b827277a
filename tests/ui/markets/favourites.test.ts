import { expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { Favourites } from '../../../src/ui/markets/favourites'
import { keptApart } from '../../../src/ui/state/kept'

const BTC = 'BTCUSDT' as InstrumentSymbol
const ETH = 'ETHUSDT' as InstrumentSymbol

test('a mark outlives the page, and pressing again takes it away', () => {
  const { local } = keptApart()
  new Favourites(local).toggle(BTC)
  const later = new Favourites(local)
  expect([...later.symbols.value]).toEqual([BTC])
  later.toggle(BTC)
  expect([...new Favourites(local).symbols.value]).toEqual([])
})

test('two tabs that mark different markets lose neither', () => {
  const { local } = keptApart()
  const [first, second] = [new Favourites(local), new Favourites(local)]
  first.toggle(BTC)
  second.toggle(ETH)
  expect([...new Favourites(local).symbols.value]).toEqual([BTC, ETH])
})

test.each(['', '{', '{"a":1}', '[1,null]', 'null'])('stored %o counts as none', (text) => {
  const { local } = keptApart()
  local.setItem('halyard.favourites', text)
  expect(new Favourites(local).symbols.value.size).toBe(0)
})

test('where storage is blocked a mark lasts as long as the page', () => {
  const blocked = (): never => {
    throw new Error('blocked')
  }
  const favourites = new Favourites({ getItem: blocked, setItem: blocked, removeItem: blocked, keys: blocked })
  favourites.toggle(BTC)
  expect([...favourites.symbols.value]).toEqual([BTC])
  favourites.toggle(ETH)
  expect([...favourites.symbols.value]).toEqual([BTC, ETH])
})
