import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

const BTC = 'BTCUSDT'
const BUY = { symbol: BTC, side: 'Buy', orderType: 'Limit', qty: '0.001' }

let world: RealGateway
let caller: Caller
/** A BTCUSDT price goes by 0.1 and ends at 1,999,999.8; by 0.5 the first price is 0.5 and the last one 1,999,999.5. */
beforeAll(async () => {
  world = await RealGateway.open({ stepMs: 0 })
  caller = await world.caller()
  await caller.post('/contract/v5/order/create', { ...BUY, orderType: 'Market', qty: '0.01' })
  await caller.raw('POST', '/control/tick-size', { symbol: BTC, value: '0.5' })
}, 60_000)
afterAll(() => world.close())

const BOUNDS = { min: '0.5', max: '1999999.5' }
const OF = { symbol: BTC, category: 'linear' }
const GUARD = { ...OF, tpslMode: 'Partial', tpSize: '0.005' }
const STOP = { ...OF, tpslMode: 'Partial', slSize: '0.005' }
const TRAIL = { ...OF, trailingStop: '500' }
const far = '99999999'

test('what is published of a coarser tick size are prices of it', async () => {
  const { result } = await caller.get(`/v5/market/instruments-info?category=linear&symbol=${BTC}`)
  expect(result['list']).toMatchObject([
    { priceFilter: { tickSize: '0.5', minPrice: BOUNDS.min, maxPrice: BOUNDS.max } },
  ])
})

test.each([
  ['price', '/contract/v5/order/create', { ...BUY, price: far }],
  ['price', '/v5/order/create', { ...BUY, category: 'linear', price: far }],
  ['triggerPrice', '/contract/v5/order/create', { ...BUY, price: '50000', triggerPrice: far, triggerDirection: 1 }],
  [
    'tpLimitPrice',
    '/v5/position/trading-stop',
    { ...GUARD, takeProfit: '80000', tpOrderType: 'Limit', tpLimitPrice: far },
  ],
  [
    'limitTakeProfit',
    '/contract/v5/position/set-tp-sl-ts',
    { ...GUARD, takeProfit: '80000', tpOrderType: 'Limit', limitTakeProfit: far },
  ],
  [
    'slLimitPrice',
    '/v5/position/trading-stop',
    { ...STOP, stopLoss: '40000', slOrderType: 'Limit', slLimitPrice: far },
  ],
  [
    'limitStopLoss',
    '/contract/v5/position/set-tp-sl-ts',
    { ...STOP, stopLoss: '40000', slOrderType: 'Limit', limitStopLoss: far },
  ],
  ['activePrice', '/v5/position/trading-stop', { ...TRAIL, activePrice: far }],
  ['activationPrice', '/contract/v5/position/set-tp-sl-ts', { ...TRAIL, activationPrice: far }],
  ['activePrice', '/v5/position/trading-stop', { ...TRAIL, activePrice: '-1' }],
] as const)('%s of %s is told bounds of the tick size of now', async (field, path, body) => {
  expect((await caller.post(path, body)).retExtInfo).toEqual({ field, ...BOUNDS })
})

test('both bounds of a price are taken', async () => {
  const ioc = { ...BUY, timeInForce: 'IOC' }
  // 20 × 0.5 are 10 USDT, above the least that an order is worth.
  for (const [price, qty] of [
    [BOUNDS.min, '20'],
    [BOUNDS.max, '0.001'],
  ])
    expect(await caller.post('/contract/v5/order/create', { ...ioc, price, qty })).toMatchObject({ retCode: 0 })
})
