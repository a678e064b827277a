import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Caller, openGateway, type TestGateway } from '../exchange/gateway/lib/client'

const ORDER = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000' }

/** Spec §8 names these for products that are not here; the control call produces them (decisions 24). */
const WITHOUT_A_PRODUCT = [
  10009, 10024, 10042, 10043, 10047, 10048, 12001, 12009, 12054, 30099, 30162, 30164, 30175, 30177, 30185, 30187, 33003,
  33004, 39303, 39401, 39440, 90015, 90016, 90063, 90067, 9000001, 400, 401, 402, 405, 408, 411, 414, 415, 419, 420,
  421, 430, 503,
]

describe('codes without a product here (decisions 24)', () => {
  let world: TestGateway
  let caller: Caller
  beforeAll(async () => {
    world = await openGateway({ control: true })
    caller = new Caller(world.base)
    await caller.signIn()
  })
  afterAll(() => world.gateway.close())

  test.each(WITHOUT_A_PRODUCT)('%i comes as the control asked, and only once', async (retCode) => {
    const fault = { call: '/v5/order/create', retCode, extMap: { max_leverage: '25' } }
    expect((await caller.raw('POST', '/control/reject', fault)).status).toBe(200)
    const answer = await caller.post('/v5/order/create', ORDER)
    expect(answer).toMatchObject({ retCode, retExtInfo: { max_leverage: '25' } })
    expect(world.journal.orders.size).toBe(0)
    expect((await caller.get('/v5/order/realtime?category=linear')).retCode).toBe(0)
  })
})
