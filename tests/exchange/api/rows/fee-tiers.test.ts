import { afterAll, beforeAll, expect, it } from 'vitest'
import { Exact } from '../../../../src/domain/decimal'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

let world: RealGateway
let caller: Caller
let account: string
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['option', 'spot'] })
  caller = await world.caller()
  account = await caller.signIn()
})
afterAll(() => world.close())

async function buy(id: string): Promise<readonly Record<string, string>[]> {
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.1', orderLinkId: id }
  expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
  const answer = await caller.get(`/v5/execution/list?category=linear&orderLinkId=${id}`)
  return answer.result['list'] as Record<string, string>[]
}

const control = (path: string, body: object) =>
  fetch(`${caller.base}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const rates = async () =>
  (await caller.get('/v5/account/fee-rate?category=linear&symbol=BTCUSDT')).result['list'] as readonly object[]

function checkFees(fills: readonly Record<string, string>[], rate: string): void {
  expect(fills.length).toBeGreaterThan(0)
  for (const fill of fills) {
    expect(fill['feeRate']).toBe(rate)
    // Cash is in units of 1e-8, half up (decisions 26).
    const fee = new Exact(fill['execValue']!).times(rate).toDecimalPlaces(8, Exact.ROUND_HALF_UP)
    expect(fill['execFee']).toBe(fee.toString())
  }
}

it('charges what the tier of the account is at the fill, over a restart too', async () => {
  checkFees(await buy('base'), '0.00055')
  expect((await control('fee-tier', { account, level: 2 })).status).toBe(200)
  expect(await rates()).toMatchObject([{ takerFeeRate: '0.000375', makerFeeRate: '0.00016' }])
  checkFees(await buy('vip-2'), '0.000375')
  await world.restart()
  await world.tick(3)
  checkFees(await buy('still'), '0.000375')
  await control('fee-tier', { account, level: 0 })
  expect(await rates()).toMatchObject([{ takerFeeRate: '0.00055', makerFeeRate: '0.0002' }])
  checkFees(await buy('again'), '0.00055')
})

it('says of pairs and options what they pay: the rate of their list at every level', async () => {
  await control('fee-tier', { account, level: 6 })
  const rateOf = async (query: string) =>
    ((await caller.get(`/v5/account/fee-rate?${query}`)).result['list'] as readonly object[])[0]
  expect(await rateOf('category=spot&symbol=BTCUSDT')).toMatchObject({ takerFeeRate: '0.001', makerFeeRate: '0.001' })
  expect(await rateOf('category=option&baseCoin=BTC')).toMatchObject({ takerFeeRate: '0.0003', makerFeeRate: '0.0003' })
  const order = {
    category: 'spot',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Market',
    marketUnit: 'baseCoin',
    qty: '0.01',
  }
  expect(await caller.post('/v5/order/create', { ...order, orderLinkId: 'coins' })).toMatchObject({ retCode: 0 })
  const fills = (await caller.get('/v5/execution/list?category=spot&orderLinkId=coins')).result['list']
  for (const fill of fills as readonly object[]) expect(fill).toMatchObject({ feeRate: '0.001' })
  await control('fee-tier', { account, level: 0 })
})

it('refuses a level that there is not, with its bound', async () => {
  const answer = await control('fee-tier', { account, level: 7 })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ ok: false, field: 'level', max: '6' })
})
