import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { closingOrder } from '../../../src/ui/positions/close-position'
import { instrumentOf, positionOf } from '../fixtures'

test('closing asks for all of a position, also above the largest order: the exchange splits it (decisions 41)', () => {
  const size = '954984' as Qty
  expect(Number(instrumentOf().maxMarketQty)).toBeLessThan(Number(size))
  const position = positionOf({ side: 'buy', size })
  expect(closingOrder(position, null)).toMatchObject({ side: 'sell', type: 'market', qty: size, reduceOnly: true })
  expect(closingOrder(position, '70000' as Price)).toMatchObject({ type: 'limit', qty: size, reduceOnly: true })
})
