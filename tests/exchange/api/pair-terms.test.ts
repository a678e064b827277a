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
