import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from './lib/client'
import { RealGateway } from './lib/real-gateway'

let world: RealGateway
let caller: Caller
/** Its market stands still, so that the last price is the one that was read. */
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot'], stepMs: 0 })
  caller = await world.caller()
})
afterAll(() => world.close())

const create = (change: object) =>
  caller.post('/v5/order/create', {
    category: 'spot',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '50000',
    ...change,
  })

async function lastPrice(): Promise<string> {
  const { result } = await caller.get('/v5/market/tickers?category=spot&symbol=BTCUSDT')
  return (result['list'] as { lastPrice: string }[])[0]!.lastPrice
}

describe('a trigger of a pair without a direction', () => {
  it('rises from below and falls from above, one tick away', async () => {
    const last = Number(await lastPrice())
    for (const [away, triggerDirection] of [
      [0.1, 1],
      [-0.1, 2],
    ] as const) {
      const { result, retMsg } = await create({ triggerPrice: (last + away).toFixed(1) })
      expect(retMsg).toBe('OK')
      const orderId = String(result['orderId'])
      const { list } = (await caller.get(`/v5/order/realtime?category=spot&orderId=${orderId}`)).result
      expect(list).toMatchObject([{ orderStatus: 'Untriggered', triggerDirection }])
    }
  })

  it('is no trigger where it lies at the price of now', async () => {
    const triggerPrice = await lastPrice()
    for (const orderFilter of ['StopOrder', 'tpslOrder'])
      expect(await create({ triggerPrice, orderFilter })).toMatchObject({
        retCode: 10001,
        retExtInfo: { field: 'triggerPrice' },
      })
  })

  it('still goes by a direction that is said, and not by one that is none', async () => {
    const above = ((await lastPrice().then(Number)) + 100).toFixed(1)
    expect(await create({ triggerPrice: above, triggerDirection: 1 })).toMatchObject({ retCode: 0 })
    expect(await create({ triggerPrice: above, triggerDirection: 2 })).toMatchObject({ retCode: 110093 })
    expect(await create({ triggerPrice: above, triggerDirection: 3 })).toMatchObject({
      retExtInfo: { field: 'triggerDirection' },
    })
  })
})

describe('an order of a pair that trails', () => {
  const trail = (change: object) =>
    caller.post('/contract/v5/order/create', {
      symbol: 'BTC/USDT',
      side: 'Sell',
      orderType: 'Market',
      qty: '0.01',
      timeInForce: 'IOC',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      ...change,
    })

  it.each([
    // A step of the pair's price at least.
    [{ trailValue: '-1' }, { field: 'trailValue', min: '0.1', max: expect.stringMatching(/^\d+/) }],
    [{ trailValue: '0' }, { field: 'trailValue', min: '0.1' }],
    [
      { trailValue: '5', activationPrice: '-10' },
      { field: 'activationPrice', min: '0.1' },
    ],
    [{ trailingStopPercentageE4: '10000' }, { field: 'trailingStopPercentageE4', min: '1', max: '9999' }],
    [{ trailValue: '5', trailingStopPercentageE4: '100' }, { field: 'trailValue' }],
    // What sells with a profit begins above the market.
    [
      { trailValue: '5', activationPrice: '10' },
      { field: 'activationPrice', min: expect.stringMatching(/^\d{5}/) },
    ],
  ])('%j is refused by its own field', async (change, told) => {
    expect(await trail(change)).toMatchObject({ retCode: 10001, retExtInfo: told })
  })

  it('may wait or borrow, and not both', async () => {
    const legs = { takeProfit: '99999', stopLoss: '10000' }
    expect(await trail({ orderFilter: 'OcoOrder', isLeverage: true, ...legs })).toMatchObject({
      retExtInfo: { field: 'isLeverage' },
    })
  })
})
