import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../../src/domain/order/order'
import type { JsonObject } from '../../../src/wire/json'
import { parseOrder } from '../../../src/wire/shape/order'
import { parsePosition } from '../../../src/wire/shape/position'
import type { Answer, Caller } from './lib/client'
import { RealGateway } from './lib/real-gateway'

let gateway: RealGateway
let caller: Caller
/** A whole price near the market's last one. */
let around: number

beforeAll(async () => {
  gateway = await RealGateway.open()
  caller = await gateway.caller()
  around = Math.round(Number(gateway.journal.venue.ticker('BTCUSDT')!.lastPrice))
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.1' }
  expect((await caller.post('/v5/order/create', order)).retCode).toBe(0)
})
afterAll(() => gateway.close())

async function waiting(): Promise<readonly Order[]> {
  const { result } = await caller.get('/v5/order/realtime?category=linear&symbol=BTCUSDT')
  const orders = (result['list'] as JsonObject[]).map(parseOrder)
  return orders.filter((order) => order.status === 'untriggered').toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function position() {
  const { result } = await caller.get('/v5/position/list?category=linear&symbol=BTCUSDT')
  return parsePosition((result['list'] as JsonObject[])[0]!)
}

function codes(reply: Answer): readonly unknown[] {
  return (reply.retExtInfo['list'] as JsonObject[]).map((row) => row['code'])
}

/** A partial set of 0.01, so far from the market on both sides. */
function set(away: number): JsonObject {
  return {
    symbol: 'BTCUSDT',
    tpSlMode: 'Partial',
    takeProfit: String(around + away),
    stopLoss: String(around - away),
    tpSizeX: '1000000',
    slSizeX: '1000000',
  }
}

describe('conditional orders and TP/SL over REST', () => {
  it('takes, shows, changes and cancels a conditional order in both dialects', async () => {
    const order = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '0.01',
      triggerPrice: String(around + 5_000),
      triggerDirection: 1,
      triggerBy: 'MarkPrice',
    }
    const placed = await caller.post('/v5/order/create', order)
    expect(placed.retCode).toBe(0)
    expect((await waiting())[0]).toMatchObject({
      id: placed.result['orderId'],
      stopOrderType: 'stop',
      triggerBy: 'mark',
      triggerDirection: 1,
      triggerPrice: String(around + 5_000),
      createType: 'CreateByStopOrder',
    })
    const orderId = placed.result['orderId']
    const change = { symbol: 'BTCUSDT', orderId, triggerPrice: String(around + 6_000) }
    expect((await caller.post('/contract/v5/order/replace', change)).retCode).toBe(0)
    expect((await waiting())[0]!.triggerPrice).toBe(String(around + 6_000))
    expect((await caller.post('/v5/order/cancel-all', { symbol: 'BTCUSDT', orderFilter: 'StopOrder' })).retCode).toBe(0)
    expect(await waiting()).toEqual([])
  })

  it('answers a passed trigger with 110092 and 110093, in the native dialect with 30074 and 30075', async () => {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01', triggerBy: 'LastPrice' }
    const rise = { ...order, triggerPrice: String(around - 5_000), triggerDirection: 1 }
    const fall = { ...order, triggerPrice: String(around + 5_000), triggerDirection: 2 }
    expect((await caller.post('/v5/order/create', rise)).retCode).toBe(110_092)
    expect((await caller.post('/v5/order/create', fall)).retCode).toBe(110_093)
    expect((await caller.post('/contract/v5/order/create', rise)).retCode).toBe(30_074)
    expect((await caller.post('/contract/v5/order/create', fall)).retCode).toBe(30_075)
  })

  it('guards a position: full, trailing, and none again', async () => {
    const path = '/v5/position/trading-stop'
    const full = { symbol: 'BTCUSDT', takeProfit: String(around + 5_000), stopLoss: String(around - 5_000) }
    expect((await caller.post(path, { ...full, tpslMode: 'Full', positionIdx: 0 })).retCode).toBe(0)
    expect(await position()).toMatchObject({ takeProfit: full.takeProfit, stopLoss: full.stopLoss, tpSlMode: 'full' })
    expect(
      (await caller.post(path, { symbol: 'BTCUSDT', trailingStop: '500' }, { 'client-tag': 'trail' })).retCode,
    ).toBe(0)
    expect((await position()).trailingStop).toBe('500')
    // As published of v5: not modified. Another basis is another stop, and a repeated press gets its first answer.
    const again = async (body: object, headers = {}) =>
      (await caller.post(path, { symbol: 'BTCUSDT', ...body }, headers)).retCode
    expect(await again({ stopLoss: `${full.stopLoss}.0` })).toBe(34_040)
    expect(await again({ ...full, trailingStop: '500' })).toBe(34_040)
    expect(await again({ trailingStop: '500' }, { 'client-tag': 'trail' })).toBe(0)
    expect(await again({ stopLoss: full.stopLoss, slTriggerBy: 'MarkPrice' })).toBe(0)
    // What is left out stays: by the mark as it is, and back to the last price only where that is named.
    expect(await again({ stopLoss: full.stopLoss })).toBe(34_040)
    expect(await again({ stopLoss: full.stopLoss, slTriggerBy: 'LastPrice' })).toBe(0)
    expect(await again({ ...full, trailingStop: '501' })).toBe(0)
    expect((await caller.post('/contract/v5/position/set-tp-sl-ts', full)).retCode).toBe(0)
    const wrong = { symbol: 'BTCUSDT', takeProfit: String(around - 5_000) }
    expect((await caller.post('/contract/v5/position/set-tp-sl-ts', wrong)).retCode).toBe(30_027)
    const none = { symbol: 'BTCUSDT', takeProfit: '0', stopLoss: '0', trailingStop: '0' }
    expect((await caller.post(path, none)).retCode).toBe(0)
    expect((await position()).tpSlMode).toBeUndefined()
    expect((await caller.post(path, none)).retCode).toBe(34_040)
  })

  it('keeps the slippage of a take-profit, and shows it on the order that waits (decisions 23)', async () => {
    const path = '/contract/v5/position/set-tp-sl-ts'
    const full = { symbol: 'BTCUSDT', takeProfit: String(around + 5_000), stopLoss: String(around - 5_000) }
    const bounded = { ...full, tpMaxSlippageType: 'Percent', tpMaxSlippage: '0.5' }
    expect((await caller.post(path, bounded)).retCode).toBe(0)
    const slippageOf = async (kind: string) => (await waiting()).find((one) => one.stopOrderType === kind)?.slippage
    expect(await slippageOf('takeProfit')).toEqual({ unit: 'percent', value: '0.5' })
    expect(await slippageOf('stopLoss')).toBeUndefined()
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: String(around - 2_000) }
    const bringing = {
      ...order,
      timeInForce: 'GoodTillCancel',
      ...bounded,
      slMaxSlippageType: 'TickSize',
      slMaxSlippage: '50',
    }
    const placed = await caller.post('/contract/v5/order/create', bringing)
    expect(placed.retCode).toBe(0)
    const { result } = await caller.get(
      `/v5/order/realtime?category=linear&symbol=BTCUSDT&orderId=${String(placed.result['orderId'])}`,
    )
    expect(parseOrder((result['list'] as JsonObject[])[0]!)).toMatchObject({
      tpSlippage: { unit: 'percent', value: '0.5' },
      slSlippage: { unit: 'tick', value: '50' },
    })
    expect((await caller.post('/v5/order/cancel-all', { symbol: 'BTCUSDT', orderFilter: 'Order' })).retCode).toBe(0)
    expect((await caller.post(path, { symbol: 'BTCUSDT', takeProfit: '0', stopLoss: '0' })).retCode).toBe(0)
  })

  it('adds partial sets, cancels one by either leg, and all of a symbol at once', async () => {
    for (const away of [4_000, 5_000])
      expect((await caller.post('/contract/v5/position/set-tp-sl-ts', set(away))).retCode).toBe(0)
    const legs = await waiting()
    expect(legs).toHaveLength(4)
    expect(legs[0]).toMatchObject({ pairOrderId: legs[1]!.id, qty: '0.01', reduceOnly: true })
    const one = { symbol: 'BTCUSDT', orderId: legs[0]!.id, type: 'TpSlOcoStopOrder' }
    expect((await caller.post('/contract/v5/order/cancel', one)).retCode).toBe(0)
    expect((await waiting()).map((order) => order.id)).toEqual([legs[2]!.id, legs[3]!.id])
    const all = { symbol: 'BTCUSDT', type: 'PartialTpSlConditional' }
    expect((await caller.post('/contract/v5/order/cancel-totally', all)).retCode).toBe(0)
    expect(await waiting()).toEqual([])
    const unequal = { ...set(4_000), slSizeX: '2000000' }
    expect((await caller.post('/contract/v5/position/set-tp-sl-ts', unequal)).retCode).toBe(10_001)
  })

  it('places, shows, changes and cancels a close at a margin rate, and remembers how it ended', async () => {
    const path = '/contract/v5/order/create'
    const order = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Market', qty: '0', timeInForce: 'GoodTillCancel' }
    const close = { ...order, type: 'MmRateClose', mmRate: '0.8' }
    for (const [change, field] of [
      [{ mmRate: undefined }, 'mmRate'],
      [{ type: undefined }, 'mmRate'],
      [{ mmRate: '1' }, 'mmRate'],
      [{ mmRate: '0.80001' }, 'mmRate'],
      [{ qty: '0.01' }, 'qty'],
      [{ orderType: 'Limit', price: String(around) }, 'orderType'],
    ] as const)
      expect(await caller.post(path, { ...close, ...change })).toMatchObject({ retCode: 10_001, retExtInfo: { field } })
    const { retCode, result } = await caller.post(path, close)
    expect(retCode).toBe(0)
    const { orderId } = result
    const rowOf = async (list: string) => {
      const { result: found } = await caller.get(`/v5/order/${list}?category=linear&symbol=BTCUSDT`)
      return (found['list'] as JsonObject[]).find((row) => row['orderId'] === orderId)
    }
    const row = { stopOrderType: 'MmRateClose', mmRate: '0.8', orderStatus: 'Untriggered', triggerPrice: '' }
    expect(await rowOf('realtime')).toMatchObject({ ...row, reduceOnly: true, createType: 'CreateByMmRateClose' })
    const replace = { symbol: 'BTCUSDT', orderId, mmRate: '0.9' }
    expect((await caller.post('/contract/v5/order/replace', replace)).retCode).toBe(0)
    expect(await rowOf('realtime')).toMatchObject({ mmRate: '0.9' })
    expect((await caller.post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderId })).retCode).toBe(0)
    expect(await rowOf('history')).toMatchObject({
      stopOrderType: 'MmRateClose',
      mmRate: '0.9',
      orderStatus: 'Deactivated',
      cancelType: 'CancelByUser',
    })
  })

  it('refuses the closing order of a reverse that is another one (spec §9)', async () => {
    const order = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Market', qty: '0.001', action: 'ReverseClose' }
    const whole = { timeInForce: 'GoodTillCancel', reduceOnly: true, closeOnTrigger: true }
    for (const change of [{ timeInForce: 'ImmediateOrCancel' }, { reduceOnly: false }, { closeOnTrigger: false }])
      expect(await caller.post('/contract/v5/order/create', { ...order, ...whole, ...change })).toMatchObject({
        retCode: 10_001,
        retExtInfo: { field: Object.keys(change)[0] },
      })
    expect((await caller.post('/contract/v5/order/create', { ...order, ...whole })).retCode).toBe(0)
  })

  it('refuses a slippage tolerance out of range', async () => {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
    const ticks = { ...order, slippageToleranceType: 'TickSize', slippageTolerance: '10001' }
    const percent = { ...order, slippageToleranceType: 'Percent', slippageTolerance: '0.001' }
    expect((await caller.post('/v5/order/create', ticks)).retCode).toBe(110_108)
    expect((await caller.post('/v5/order/create', percent)).retCode).toBe(110_109)
    // None at all would be a market order without the bound that was asked for.
    const none = { ...order, slippageToleranceType: 'TickSize', slippageTolerance: '0' }
    expect(await caller.post('/v5/order/create', none)).toMatchObject({
      retCode: 10_001,
      retExtInfo: { field: 'slippageTolerance' },
    })
  })

  it('says of a market order that filled how far it might have traded', async () => {
    const order = { category: 'linear', symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
    const bound = { slippageToleranceType: 'Percent', slippageTolerance: '0.5' }
    const { result: placed } = await caller.post('/v5/order/create', { ...order, ...bound })
    const { result } = await caller.get(`/v5/order/realtime?category=linear&orderId=${String(placed['orderId'])}`)
    const [row] = result['list'] as JsonObject[]
    expect(row).toMatchObject({ orderStatus: 'Filled', ...bound })
    expect(parseOrder(row!)).toMatchObject({ slippage: { unit: 'percent', value: '0.5' } })
  })

  it.each([
    ['triggerDirection', { triggerDirection: 1 }],
    ['triggerDirection', { triggerPrice: '0', triggerDirection: 1 }],
    ['triggerBy', { triggerBy: 'MarkPrice' }],
    ['basePrice', { basePrice: '60000' }],
    ['orderFilter', { orderFilter: 'Order', triggerPrice: '70000', triggerDirection: 1 }],
    ['tpTriggerBy', { tpTriggerBy: 'MarkPrice' }],
    ['slOrderType', { slOrderType: 'Limit' }],
    ['timeInForce', { orderType: 'Market', price: undefined, timeInForce: 'PostOnly' }],
  ])('refuses %s where it would say nothing: %o', async (field, change) => {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: String(around - 200) }
    expect(await caller.post('/v5/order/create', { category: 'linear', ...order, ...change })).toMatchObject({
      retCode: 10_001,
      retExtInfo: { field },
    })
  })
})

describe('batches', () => {
  it('answer with two parallel lists; what fails alone fails alone', async () => {
    const item = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', timeInForce: 'GTC' }
    const price = String(around - 200)
    const request = [
      { ...item, price, orderLinkId: 'batch-1' },
      { ...item, price, qty: '0' },
      { ...item, price, orderLinkId: 'batch-2' },
    ]
    const created = await caller.post('/v5/order/create-batch', { category: 'linear', request })
    expect(codes(created)).toEqual([0, 10_001, 0])
    // Beside the published words of an item, what a single call's refusal has.
    expect(created.retExtInfo['list']).toMatchObject([{ code: 0 }, { code: 10_001, field: 'qty', min: '0.001' }, {}])
    const rows = created.result['list'] as JsonObject[]
    expect(rows.map((row) => row['orderLinkId'])).toEqual(['batch-1', '', 'batch-2'])
    const named = ['batch-1', 'batch-2'].map((orderLinkId) => ({ symbol: 'BTCUSDT', orderLinkId }))
    const amended = await caller.post('/v5/order/amend-batch', {
      request: named.map((row) => ({ ...row, qty: '0.02' })),
    })
    expect(codes(amended)).toEqual([0, 0])
    const gone = await caller.post('/v5/order/cancel-batch', { request: [...named, named[0]] })
    expect(codes(gone)).toEqual([0, 0, 110_010])
  })

  it('hold one to twenty', async () => {
    expect((await caller.post('/v5/order/create-batch', { request: [] })).retCode).toBe(10_001)
    const request = Array.from({ length: 21 }, () => ({}))
    expect((await caller.post('/v5/order/create-batch', { request })).retCode).toBe(10_001)
  })
})
