import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

/** BTCUSDT starts near 60,000: 50 of it are worth 2.6 to 4 millions, the tier of up to 75×; the contract has up to 100×. */
const BTC = 'BTCUSDT'
const LARGE = '50'
const ORDER = '/contract/v5/order/create'

let world: RealGateway
let last = 0
beforeAll(async () => {
  world = await RealGateway.open({ stepMs: 0 })
  last = Number(world.journal.venue.ticker(BTC)?.lastPrice)
}, 60_000)
afterAll(() => world.close())

const near = (factor: number): string => (last * factor).toFixed(1)

async function trader() {
  const caller = await world.caller()
  await caller.post('/sandbox/faucet', { coin: 'USDT', amount: '1000000' })
  return caller
}

const setting = (caller: Caller, buyLeverage: string, sellLeverage = buyLeverage) =>
  caller.post('/v5/position/set-leverage', { category: 'linear', symbol: BTC, buyLeverage, sellLeverage })
const takes = async (caller: Caller, side: 'Buy' | 'Sell', qty: string, more: object = {}) => {
  const price = near(side === 'Buy' ? 0.98 : 1.02)
  const order = { symbol: BTC, side, orderType: 'Limit', qty, price, ...more }
  expect(await caller.post(ORDER, order)).toMatchObject({ retCode: 0 })
}

test('a leverage between two steps is told what would be taken, as one beyond it is', async () => {
  const caller = await trader()
  expect(await setting(caller, '20')).toMatchObject({ retCode: 0 })
  await takes(caller, 'Buy', LARGE)
  const told = { min: '1', max: '75', step: '0.01' }
  for (const leverage of ['100', '75.001', '10.001']) {
    expect(await setting(caller, leverage)).toMatchObject({
      retCode: 110013,
      retExtInfo: { field: 'buyLeverage', ...told },
    })
    const order = { symbol: BTC, side: 'Buy', orderType: 'Limit', qty: '0.001', price: near(0.98), leverage }
    expect(await caller.post(ORDER, order)).toMatchObject({
      retCode: 110013,
      retExtInfo: { field: 'leverage', ...told },
    })
  }
  expect(await setting(caller, '75')).toMatchObject({ retCode: 0 })
})
