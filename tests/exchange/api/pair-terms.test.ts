import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from './lib/client'
import { RealGateway } from './lib/real-gateway'

/* What a refusal names of an order of a pair that has terms of its own, native. */

const CREATE = '/contract/v5/order/create'

let world: RealGateway
let caller: Caller
/** Its market stands still. */
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot'], stepMs: 0 })
  caller = await world.caller()
}, 60_000)
afterAll(() => world.close())

const pair = { symbol: 'BTC/USDT', side: 'Buy', orderType: 'Market' }

it.each(['baseCoin', 'quoteCoin'])(
  'an order that trails names the activation price beyond the prices of the pair, of an amount of %s',
  async (marketUnit) => {
    const { minPrice, maxPrice } = world.journal.venue.instruments().find(({ symbol }) => symbol === pair.symbol)!
    const trail = { marketUnit, trailingStopPercentageE4: '100', activationPrice: '300000' }
    expect(
      await caller.post(CREATE, { ...pair, qty: marketUnit === 'baseCoin' ? '0.01' : '1000', ...trail }),
    ).toMatchObject({
      retCode: 110003,
      retExtInfo: { field: 'activationPrice', min: minPrice, max: maxPrice },
    })
  },
)

it.each([
  [{ orderFilter: 'OcoOrder', trailValue: '100' }, 'trailValue'],
  [{ orderFilter: 'OcoOrder', trailingStopPercentageE4: '100' }, 'trailingStopPercentageE4'],
  [{ symbol: 'BTCUSDT', activationPrice: '50000' }, 'activationPrice'],
  [{ activationPrice: '50000' }, 'activationPrice'],
])('an order with %j is refused by the word that it would not act on', async (terms, field) => {
  const order = { ...pair, side: 'Sell', qty: '0.01', takeProfit: '100000', stopLoss: '30000', ...terms }
  expect(await caller.post(CREATE, order)).toMatchObject({ retCode: 10001, retExtInfo: { field } })
})

it('an activation price of zero says nothing', async () => {
  const order = { ...pair, symbol: 'BTCUSDT', qty: '0.01', activationPrice: '0' }
  expect(await caller.post(CREATE, order)).toMatchObject({ retCode: 0 })
})
