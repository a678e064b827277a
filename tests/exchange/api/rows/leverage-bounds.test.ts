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

test('of a leverage for each side of a hedge the side that is beyond its own maximum is named', async () => {
  const caller = await trader()
  const mode = { category: 'linear', symbol: BTC, mode: 3 }
  expect(await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })).toMatchObject({
    retCode: 0,
  })
  expect(await caller.post('/v5/position/switch-mode', mode)).toMatchObject({ retCode: 0 })
  expect(await setting(caller, '20')).toMatchObject({ retCode: 0 })
  // Long 1 BTC is of a tier of 150×, so that the contract's 100× bound it; short LARGE is bounded by 75×.
  await takes(caller, 'Buy', '1', { positionIdx: 1 })
  await takes(caller, 'Sell', LARGE, { positionIdx: 2 })
  const [ofBuy, ofSell, ofBoth] = [
    { field: 'buyLeverage', max: '100' },
    { field: 'sellLeverage', max: '75' },
    { field: 'buyLeverage', max: '75' },
  ]
  for (const [buy, sell, told] of [
    ['90', '76', ofSell],
    ['100', '75.001', ofSell],
    ['100', '0.5', ofSell],
    ['101', '76', ofBuy],
    ['99.001', '5', ofBuy],
    ['101', '101', ofBoth],
  ] as const) {
    const { retCode, retExtInfo } = await setting(caller, buy, sell)
    expect([buy, sell, retCode, retExtInfo]).toEqual([buy, sell, 110013, { ...told, min: '1', step: '0.01' }])
  }
  const one = { symbol: BTC, side: 'Sell', orderType: 'Limit', qty: '0.001', price: near(1.02), positionIdx: 2 }
  expect(await caller.post(ORDER, { ...one, leverage: '76' })).toMatchObject({
    retExtInfo: { field: 'leverage', max: '75' },
  })
  expect(await setting(caller, '100', '75')).toMatchObject({ retCode: 0 })
})
