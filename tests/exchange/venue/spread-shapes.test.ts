import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { parseOrder, writeOrder } from '../../../src/wire/shape/order'
import { SPREADS } from '../../../exchange/listings/spreads'
import { createListing } from '../../../exchange/venue/listing'
import { toOrder } from '../../../exchange/venue/shapes'
import { openSpreads, spreadOrder, SPREAD_SYMBOL } from '../engine/spread/spread-fixture'

const NOW = Date.UTC(2026, 10, 24, 9)

test('an order that fills below zero has a mean below zero, in the row too', () => {
  const engine = openSpreads(['ann', 'bob'])
  engine.handle(spreadOrder('ann', { side: 'sell', ticks: -150, lots: 2 }), 2)
  engine.handle(spreadOrder('ann', { side: 'sell', ticks: -100, lots: 2 }), 3)
  const { result } = engine.handle(spreadOrder('bob', { ticks: -100, lots: 4 }), 4)
  const filled = engine.findOrder('bob', { orderId: result.ok ? result.orderId! : '' })!
  const [row] = SPREADS.expiring(NOW, ['spread'], () => null)
  const listed = SPREADS.instrument(row!, 'trading', NOW)
  // The fixture's spread has ticks of 0.5 and lots of 0.01.
  const steps = { tickSize: '0.5' as Price, minPrice: '-2000' as Price, maxPrice: '2000' as Price }
  const lots = { lotSize: '0.01' as Qty, minQty: '0.01' as Qty }
  const listing = createListing({ ...listed, ...steps, ...lots }, steps.tickSize)
  const order = toOrder({ ...filled, symbol: SPREAD_SYMBOL }, listing)
  // 0.02 at −75 and 0.02 at −50 USDT: −2.5 in all, −62.5 on the mean.
  expect(order).toMatchObject({ status: 'filled', filledValue: '-2.5', avgPrice: '-62.5', price: '-50' })
  expect(parseOrder(JSON.parse(JSON.stringify(writeOrder(order, 'native'))))).toMatchObject({
    price: '-50',
    avgPrice: '-62.5',
    legOrderId1: filled.carried!.legOrderId1,
  })
})
