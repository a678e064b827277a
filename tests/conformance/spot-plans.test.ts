import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Caller, Listener } from '../exchange/api/lib/client'
import { openClients, type Clients } from './lib/clients'

const SPOT = { category: 'spot', symbol: 'BTCUSDT' } as const

let clients: Clients
let rest: Clients['rest']
let exchange: Clients['exchange']

beforeAll(async () => {
  clients = await openClients(['spot'], ['linear', 'spot'])
  ;({ rest, exchange } = clients)
}, 60_000)
afterAll(() => clients.close())

/** A price so many times the last one, in whole dollars. */
async function near(times: number): Promise<string> {
  const [ticker] = (await rest.getTickers(SPOT)).result.list
  return String(Math.round(Number(ticker!.lastPrice) * times))
}

async function lockedOf(coin: string): Promise<string> {
  const { list } = (await rest.getWalletBalance({ accountType: 'UNIFIED', coin })).result
  return list[0]!.coin[0]?.locked ?? '0'
}

/** Open orders that wait as this, the take-profit first. */
async function waitingAs(stopOrderType: string) {
  const { list } = (await rest.getActiveOrders({ ...SPOT, limit: 50 })).result
  return list
    .filter((one) => String(one.stopOrderType) === stopOrderType && one.orderStatus === 'Untriggered')
    .toSorted((one, other) => String(other.createType).localeCompare(String(one.createType)))
}

// The published types name the two filters for cancelling alone.
const asFilter = (orderFilter: string) => ({ orderFilter: orderFilter as 'tpslOrder' })

describe.each([
  ['OcoOrder', '10'],
  ['BidirectionalTpslOrder', '11'],
] as const)('%s through bybit-api (semantics.md §2.6)', (orderFilter, planType) => {
  it('is two orders over one amount', async () => {
    const legs = {
      takeProfit: await near(1.05),
      stopLoss: await near(0.95),
      slOrderType: 'Limit',
      slLimitPrice: await near(0.94),
    } as const
    const order = { ...SPOT, side: 'Sell', orderType: 'Market', qty: '0.5', ...legs, ...asFilter(orderFilter) } as const
    const placed = await rest.submitOrder(order)
    expect(placed).toMatchObject({ retCode: 0 })
    expect(await lockedOf('BTC')).toBe('0.5')
    const [profit, loss] = await waitingAs(orderFilter)
    expect(profit).toMatchObject({
      orderId: placed.result.orderId,
      orderType: 'Market',
      triggerPrice: legs.takeProfit,
      triggerDirection: 1,
      createType: 'CreateByTakeProfit',
      ocoTriggerBy: 'OcoTriggerByUnknown',
      planType,
    })
    expect(loss).toMatchObject({
      orderType: 'Limit',
      price: legs.slLimitPrice,
      triggerPrice: legs.stopLoss,
      triggerDirection: 2,
    })

    expect((await rest.amendOrder({ ...SPOT, orderId: loss!.orderId, qty: '0.4' })).retCode).toBe(0)
    expect(await lockedOf('BTC')).toBe('0.4')
    expect((await waitingAs(orderFilter)).map(({ qty }) => qty)).toEqual(['0.4', '0.4'])
    expect((await rest.cancelAllOrders({ ...SPOT, ...asFilter(orderFilter) })).result.list).toHaveLength(2)
    expect(await lockedOf('BTC')).toBe('0')
    const { list } = (await rest.getHistoricOrders({ ...SPOT, orderId: loss!.orderId })).result
    expect(list).toMatchObject([{ stopOrderType: orderFilter, orderStatus: 'Deactivated', cancelType: 'CancelByUser' }])
  })

  it('asks for both legs, of a pair, with no price beside them', async () => {
    const legs = { takeProfit: await near(1.05), stopLoss: await near(0.95) }
    const order = { ...SPOT, side: 'Sell', orderType: 'Market', qty: '0.5', ...legs, ...asFilter(orderFilter) } as const
    for (const wrong of [
      { stopLoss: undefined },
      { triggerPrice: legs.stopLoss, triggerDirection: 2 },
      { orderType: 'Limit', price: legs.takeProfit },
      { category: 'linear' },
    ] as const) {
      expect(await rest.submitOrder({ ...order, ...wrong } as typeof order)).toMatchObject({ retCode: 10001 })
    }
    // A sale takes its profit above the price.
    expect(await rest.submitOrder({ ...order, takeProfit: legs.stopLoss })).toMatchObject({ retCode: 110092 })
    expect(await lockedOf('BTC')).toBe('0')
  })
})

describe('a spot order with a trigger', () => {
  it.each(['StopOrder', 'tpslOrder'])(
    'of %s goes by where its trigger lies, through bybit-api',
    async (orderFilter) => {
      // v5: `triggerDirection` is of linear and inverse.
      for (const [times, triggerDirection] of [
        [1.05, 1],
        [0.95, 2],
      ] as const) {
        const order = {
          ...SPOT,
          side: 'Sell',
          orderType: 'Market',
          qty: '0.01',
          triggerPrice: await near(times),
        } as const
        const { retMsg, result } = await rest.submitOrder({ ...order, ...asFilter(orderFilter) })
        expect(retMsg).toBe('OK')
        const { orderId } = result
        const [waiting] = (await rest.getActiveOrders({ ...SPOT, orderId })).result.list
        expect(waiting).toMatchObject({
          orderStatus: 'Untriggered',
          triggerDirection,
          triggerPrice: order.triggerPrice,
        })
        expect((await rest.cancelOrder({ ...SPOT, orderId })).retCode).toBe(0)
      }
    },
  )

  it('is placed by ccxt as it comes', async () => {
    const trigger = Number(await near(1.05))
    const placed = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, trigger, { triggerPrice: trigger })
    const open = await exchange.fetchOpenOrders('BTC/USDT', undefined, undefined, { trigger: true })
    expect(open.find(({ id }) => id === placed.id)).toMatchObject({
      triggerPrice: trigger,
      side: 'buy',
      price: trigger,
    })
    await exchange.cancelOrder(String(placed.id), 'BTC/USDT', { trigger: true })
    expect(await exchange.fetchOpenOrders('BTC/USDT', undefined, undefined, { trigger: true })).toEqual([])
  })
})

describe('a market order to buy with a trigger', () => {
  it('counts the quote coin, as one without does', async () => {
    const order = { ...SPOT, side: 'Buy', orderType: 'Market', qty: '1000', triggerPrice: await near(1.05) } as const
    const { retCode, result } = await rest.submitOrder(order)
    expect(retCode).toBe(0)
    const [row] = (await rest.getActiveOrders({ ...SPOT, orderId: result.orderId })).result.list
    expect(row).toMatchObject({ qty: '1000', marketUnit: 'quoteCoin', orderStatus: 'Untriggered' })
    expect((await rest.cancelOrder({ ...SPOT, orderId: result.orderId, orderFilter: 'StopOrder' })).retCode).toBe(0)
  })
})

describe('take-profit and stop-loss of a spot order (v5 takeProfit, stopLoss)', () => {
  it('come to life with its fill, over what was received, through bybit-api', async () => {
    const legs = {
      takeProfit: await near(1.05),
      stopLoss: await near(0.95),
      tpOrderType: 'Limit',
      tpLimitPrice: await near(1.04),
    } as const
    const order = { ...SPOT, side: 'Buy', orderType: 'Market', marketUnit: 'baseCoin', qty: '0.01', ...legs } as const
    const bought = await rest.submitOrder(order)
    expect(bought).toMatchObject({ retCode: 0 })
    // 0.01 less a fee of 0.1 %.
    expect(await lockedOf('BTC')).toBe('0.00999')
    const waiting = await waitingAs('BidirectionalTpslOrder')
    expect(waiting).toMatchObject([
      {
        side: 'Sell',
        qty: '0.00999',
        orderType: 'Limit',
        price: legs.tpLimitPrice,
        parentOrderId: bought.result.orderId,
      },
      { side: 'Sell', qty: '0.00999', orderType: 'Market', parentOrderId: bought.result.orderId },
    ])
    expect((await rest.cancelOrder({ ...SPOT, orderId: waiting[0]!.orderId })).retCode).toBe(0)
    // The other one goes on alone, with the same amount.
    expect(await lockedOf('BTC')).toBe('0.00999')
    expect(await waitingAs('BidirectionalTpslOrder')).toMatchObject([{ orderId: waiting[1]!.orderId }])
    expect((await rest.cancelOrder({ ...SPOT, orderId: waiting[1]!.orderId })).retCode).toBe(0)
    expect(await lockedOf('BTC')).toBe('0')
  })

  it('are taken from ccxt, and shown on the order until it fills', async () => {
    const price = Number(await near(0.98))
    const { id } = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, price, {
      takeProfit: { triggerPrice: Math.round(price * 1.1), type: 'market' },
      stopLoss: { triggerPrice: Math.round(price * 0.9), type: 'market' },
    })
    const open = await exchange.fetchOpenOrders('BTC/USDT')
    expect(open).toMatchObject([
      { id, takeProfitPrice: Math.round(price * 1.1), stopLossPrice: Math.round(price * 0.9) },
    ])
    await exchange.cancelOrder(id!, 'BTC/USDT')
    expect(await lockedOf('BTC')).toBe('0')
  })
})

describe('what the quantity of an order counts', () => {
  it('is said where a client could mean thousands of times less, and nothing is held back meanwhile', async () => {
    const legs = { takeProfit: await near(0.98), stopLoss: await near(1.02) }
    const order = { ...SPOT, side: 'Buy', orderType: 'Market', qty: '30', ...legs } as const
    for (const orderFilter of ['OcoOrder', 'BidirectionalTpslOrder'] as const)
      for (const unit of [{}, { marketUnit: 'quoteCoin' }] as const) {
        const refused = await rest.submitOrder({ ...order, orderFilter, ...unit } as never)
        expect(refused).toMatchObject({ retCode: 10_001, retMsg: expect.stringMatching(/^marketUnit /) })
      }
    const limit = { ...SPOT, side: 'Buy', orderType: 'Limit', price: await near(0.98), qty: '10' } as const
    expect(await rest.submitOrder({ ...limit, marketUnit: 'quoteCoin' })).toMatchObject({ retCode: 10_001 })
    expect(await lockedOf('USDT')).toBe('0')
  })
})

describe('plans of pairs by the native calls', () => {
  const PAIR = { symbol: 'BTC/USDT', side: 'Sell', orderType: 'Market', qty: '0.1' } as const
  let caller: Caller
  beforeAll(async () => {
    caller = new Caller(clients.sandbox.http)
    await caller.signIn()
  })

  async function open(): Promise<readonly Record<string, string>[]> {
    const { result } = await caller.get('/v5/order/realtime?category=spot&symbol=BTCUSDT')
    return result['list'] as Record<string, string>[]
  }

  it('an order that trails the price waits, and is a trailing profit with an activation price', async () => {
    const create = (terms: object) => caller.post('/contract/v5/order/create', { ...PAIR, ...terms })
    expect(await create({ trailValue: '500' })).toMatchObject({ retCode: 0 })
    const activationPrice = await near(1.03)
    expect(await create({ trailingStopPercentageE4: 100, activationPrice })).toMatchObject({ retCode: 0 })
    expect(await create({ trailValue: '500', trailingStopPercentageE4: 100 })).toMatchObject({ retCode: 10001 })
    const [profit, stop] = await open()
    expect(profit).toMatchObject({
      stopOrderType: 'TrailingStop',
      createType: 'CreateByTrailingProfit',
      triggerPrice: activationPrice,
      trailingPercent: '1',
    })
    expect(stop).toMatchObject({ createType: 'CreateByTrailingStop', planType: '4', trailingStop: '500' })
    expect(Number(stop!['stopPrice'])).toBeGreaterThan(0)
    const all = { category: 'spot', symbol: 'BTCUSDT', orderFilter: 'StopOrder' }
    expect((await caller.post('/v5/order/cancel-all', all)).result['list']).toHaveLength(2)
  })

  it('user.margin.order has the orders of pairs in the view form, and no others (spec §3, decisions 27)', async () => {
    const socket = await Listener.open(clients.sandbox.http, 'private', caller.cookie)
    socket.send({ op: 'login', args: [await caller.oneTimeToken()] })
    await socket.until(({ op }) => op === 'login')
    socket.send({ op: 'subscribe', args: ['user.margin.order'] })
    const ofTopic = () => socket.until(({ topic }) => topic === 'user.margin.order')
    expect(await ofTopic()).toMatchObject({ type: 'snapshot', data: [] })

    const linear = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: await near(0.9), qty: '0.01' }
    expect(await caller.post('/contract/v5/order/create', linear)).toMatchObject({ retCode: 0 })
    const price = await near(0.98)
    const order = { ...PAIR, side: 'Buy', orderType: 'Limit', price, orderLinkId: 'view' }
    expect(await caller.post('/contract/v5/order/create', order)).toMatchObject({ retCode: 0 })
    const row = { orderLinkId: 'view', side: 'BUY', type: 'LIMIT', planType: '-1', quotePrice: price, origQty: '0.1' }
    expect(await ofTopic()).toMatchObject({ type: 'delta', data: [{ ...row, action: 'newed', status: 'NEW' }] })
    await caller.post('/contract/v5/order/cancel', { symbol: PAIR.symbol, orderLinkId: 'view' })
    expect(await ofTopic()).toMatchObject({ data: [{ ...row, action: 'canceled', status: 'CANCELED' }] })
    socket.close()
  })

  it('both legs end by one cancel, and the history has them in the view form', async () => {
    const legs = { takeProfit: await near(1.05), stopLoss: await near(0.95) }
    const placed = await caller.post('/contract/v5/order/create', { ...PAIR, orderFilter: 'OcoOrder', ...legs })
    expect(placed).toMatchObject({ retCode: 0 })
    const { orderId } = placed.result
    const gone = { symbol: 'BTC/USDT', orderId, type: 'TpSlOcoStopOrder' }
    expect(await caller.post('/contract/v5/order/cancel', gone)).toMatchObject({ retCode: 0 })
    expect(await open()).toEqual([])
    const { result } = await caller.get('/contract/v5/order/history-list?symbol=BTC/USDT&form=view&limit=2')
    const common = { side: 'SELL', type: 'MARKET', status: 'ORDER_CANCELED', planType: '10', baseTokenId: 'BTC' }
    expect(result['list']).toMatchObject([
      { ...common, slTriggerPrice: legs.stopLoss, tpTriggerPrice: '0' },
      { ...common, tpTriggerPrice: legs.takeProfit, ocoTriggerBy: 'OcoTriggerByUnknown' },
    ])
  })
})
