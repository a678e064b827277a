import { RestClientV5, WebsocketClient } from 'bybit-api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSandbox, type Sandbox } from './lib/sandbox'

interface Update {
  readonly topic: string
  readonly data: unknown
}
type Row = Readonly<Record<string, unknown>>

const SYMBOL = 'BTCUSDT_BTC/USDT'
const silent = { trace: () => undefined, info: () => undefined, error: () => undefined }

let sandbox: Sandbox
let rest: RestClientV5
let keys: { readonly apiKey: string; readonly apiSecret: string }
const sockets: WebsocketClient[] = []

function follow(road: string, topics: readonly string[], signed: boolean): Update[] {
  const updates: Update[] = []
  const credentials = signed ? { key: keys.apiKey, secret: keys.apiSecret } : {}
  const client = new WebsocketClient({ market: 'v5', wsUrl: `${sandbox.ws}/v5/${road}`, ...credentials }, silent)
  client.on('update', (update: Update) => void updates.push(update))
  sockets.push(client)
  void client.subscribe([...topics], signed ? 'v5Private' : 'v5SpotPublic')
  return updates
}

const rowsOf = (updates: readonly Update[], topic: string): readonly Row[] =>
  updates
    .filter((one) => one.topic === topic)
    .flatMap(({ data }) => (Array.isArray(data) ? (data as Row[]) : [data as Row]))

beforeAll(async () => {
  sandbox = await openSandbox(['spot', 'spread'])
  keys = await sandbox.newKey()
  rest = new RestClientV5({ baseUrl: sandbox.http, key: keys.apiKey, secret: keys.apiSecret, enable_time_sync: false })
}, 60_000)

afterAll(async () => {
  for (const socket of sockets) socket.closeAll(true)
  await sandbox.close()
})

/** What a call gave; the library throws nothing for a refusal. */
function ok<T>(answer: { readonly retCode: number; readonly retMsg: string; readonly result: T }): T {
  expect(answer.retMsg).toBe('OK')
  return answer.result
}

describe('bybit-api trades spreads, unmodified', () => {
  it('lists the four kinds, with their legs', async () => {
    const { list } = ok(await rest.getSpreadInstrumentsInfo({ limit: 500 }))
    expect(new Set(list.map(({ contractType }) => contractType))).toEqual(
      new Set(['FundingRateArb', 'CarryTrade', 'FutureSpread', 'PerpBasis']),
    )
    expect(list.length).toBeGreaterThanOrEqual(12)
    const one = list.find(({ symbol }) => symbol === SYMBOL)!
    expect(one).toMatchObject({ status: 'Trading', baseCoin: 'BTC', deliveryTime: '0' })
    expect(one.legs).toEqual([
      { symbol: 'BTCUSDT', contractType: 'LinearPerpetual' },
      { symbol: 'BTCUSDT', contractType: 'Spot' },
    ])
    expect(Number(one.minPrice)).toBeLessThan(0)
  })

  it('streams book and ticker, and reads them by REST', async () => {
    const names = [`orderbook.25.${SYMBOL}`, `tickers.${SYMBOL}`]
    const updates = follow('public/spread', names, false)
    await vi.waitUntil(() => names.every((name) => rowsOf(updates, name).length > 0), { timeout: 20_000 })
    await vi.waitUntil(async () => ok(await rest.getSpreadOrderbook({ symbol: SYMBOL, limit: 5 })).b.length === 5, {
      timeout: 20_000,
      interval: 200,
    })
    const book = ok(await rest.getSpreadOrderbook({ symbol: SYMBOL, limit: 5 }))
    expect(Number(book.b[0]![0])).toBeLessThan(Number(book.a[0]![0]))
    const [ticker] = ok(await rest.getSpreadTickers({ symbol: SYMBOL })).list
    expect(ticker).toMatchObject({ symbol: SYMBOL })
  })

  it('buys and sells a spread back: both legs, linked, in REST and on every topic', async () => {
    const prints = follow('public/spread', [`publicTrade.${SYMBOL}`], false)
    const updates = follow('private', ['spread.order', 'spread.execution', 'execution', 'order'], true)
    // The library tells of nothing before it is signed in.
    await vi.waitUntil(
      async () => {
        ok(await rest.cancelAllSpreadOrders({ cancelAll: true }))
        const far = { symbol: SYMBOL, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '-600' } as const
        ok(await rest.submitSpreadOrder({ ...far, timeInForce: 'GTC', orderLinkId: '' }))
        return rowsOf(updates, 'spread.order').length > 0
      },
      { timeout: 20_000, interval: 500 },
    )
    const [open] = ok(await rest.getSpreadOpenOrders({ symbol: SYMBOL })).list
    expect(open).toMatchObject({ symbol: SYMBOL, side: 'Buy', orderStatus: 'New', price: '-600', baseCoin: 'BTC' })
    ok(await rest.amendSpreadOrder({ symbol: SYMBOL, orderId: open!.orderId, price: '-610', qty: '0.02' }))
    expect(ok(await rest.getSpreadOpenOrders({})).list[0]).toMatchObject({ price: '-610', qty: '0.02' })
    ok(await rest.cancelSpreadOrder({ orderId: open!.orderId }))
    expect(ok(await rest.getSpreadOpenOrders({})).list).toEqual([])

    const market = { symbol: SYMBOL, orderType: 'Market', qty: '0.02', price: '0', timeInForce: 'IOC' } as const
    const { orderId } = ok(await rest.submitSpreadOrder({ ...market, side: 'Buy', orderLinkId: 'spread-1' }))
    const [position] = ok(await rest.getPositionInfo({ category: 'linear', symbol: 'BTCUSDT' })).list
    expect(position).toMatchObject({ side: 'Buy', size: '0.02' })
    const [ended] = ok(await rest.getSpreadOrderHistory({ orderId })).list
    expect(ended).toMatchObject({ orderStatus: 'Filled', orderLinkId: 'spread-1', contractType: 'FundingRateArb' })
    expect(ended).toMatchObject({ leg1ProdType: 'Futures', leg1Side: 'Buy', leg2ProdType: 'Spot', leg2Side: 'Sell' })
    const leg = ok(await rest.getHistoricOrders({ category: 'linear', orderId: ended!.leg1OrderId })).list[0]!
    expect(leg).toMatchObject({ createType: 'CreateByFutureSpread', parentOrderId: orderId, orderStatus: 'Filled' })
    const spotLeg = ok(await rest.getHistoricOrders({ category: 'spot', orderId: ended!.leg2OrderId })).list[0]!
    expect(spotLeg).toMatchObject({ createType: 'CreateByFutureSpread', parentOrderId: orderId, symbol: 'BTCUSDT' })
    // A list of the pair's orders has it, too, without its id.
    const ofPair = ok(await rest.getHistoricOrders({ category: 'spot', symbol: 'BTCUSDT' })).list
    expect(ofPair.map((one) => one.orderId)).toContain(ended!.leg2OrderId)

    const fills = ok(await rest.getSpreadTradeHistory({ orderId })).list
    expect(fills.length).toBeGreaterThan(0)
    // Everybody is told of the trade: without a name, by REST and on the public topic.
    expect(ok(await rest.getSpreadRecentTrades({ symbol: SYMBOL })).list).not.toHaveLength(0)
    await vi.waitUntil(() => rowsOf(prints, `publicTrade.${SYMBOL}`).length > 0, { timeout: 20_000 })
    for (const { legs, execPrice } of fills) {
      expect(legs.map(({ category, side, execType }) => [category, side, execType])).toEqual([
        ['linear', 'Buy', 'FutureSpread'],
        ['spot', 'Sell', 'FutureSpread'],
      ])
      expect(Number(legs[0]!.execPrice) - Number(legs[1]!.execPrice)).toBeCloseTo(Number(execPrice), 8)
    }
    await vi.waitUntil(() => rowsOf(updates, 'spread.execution').some(({ category }) => category === 'spot_leg'), {
      timeout: 20_000,
    })
    const told = rowsOf(updates, 'spread.execution')
    const combination = told.find(({ category }) => category === 'combination')!
    const parents = told.filter(({ category }) => category !== 'combination').map(({ parentExecId }) => parentExecId)
    expect(parents).toContain(combination['execId'])
    // The orders of legs are in the lists of their categories, the spread's own in none of these.
    await vi.waitUntil(() => rowsOf(updates, 'execution').length > 0, { timeout: 20_000 })
    expect(rowsOf(updates, 'execution').every(({ execType }) => execType === 'FutureSpread')).toBe(true)

    // Nothing is cancelled or changed of a leg by itself.
    const cancel = await rest.cancelOrder({ category: 'linear', symbol: 'BTCUSDT', orderId: ended!.leg1OrderId })
    expect(cancel.retCode).toBe(110115)

    ok(await rest.submitSpreadOrder({ ...market, side: 'Sell', orderLinkId: 'spread-2' }))
    const [flat] = ok(await rest.getPositionInfo({ category: 'linear', symbol: 'BTCUSDT' })).list
    expect(flat!.size).toBe('0')
  }, 90_000)

  it('narrows its lists by what is asked for', async () => {
    const bases = ok(await rest.getSpreadInstrumentsInfo({ baseCoin: 'ETH' })).list.map(({ baseCoin }) => baseCoin)
    expect(new Set(bases)).toEqual(new Set(['ETH']))
    expect(ok(await rest.getSpreadInstrumentsInfo({ symbol: SYMBOL })).list).toHaveLength(1)
    const all = ok(await rest.getSpreadInstrumentsInfo({ limit: 500 })).list.map(({ symbol }) => symbol)
    const first = ok(await rest.getSpreadInstrumentsInfo({ limit: 2 }))
    const second = ok(await rest.getSpreadInstrumentsInfo({ limit: 2, cursor: first.nextPageCursor }))
    expect([...first.list, ...second.list].map(({ symbol }) => symbol)).toEqual(all.slice(0, 4))
    expect(ok(await rest.getSpreadRecentTrades({ symbol: SYMBOL, limit: 1 })).list).toHaveLength(1)
    expect(ok(await rest.getSpreadOrderbook({ symbol: SYMBOL, limit: 2 })).b).toHaveLength(2)

    const byLink = ok(await rest.getSpreadOrderHistory({ orderLinkId: 'spread-2' })).list
    expect(byLink).toMatchObject([{ side: 'Sell', orderStatus: 'Filled' }])
    const endedMs = Number(byLink[0]!.updatedAt)
    const window = { startTime: endedMs, endTime: endedMs }
    for (const { updatedAt } of ok(await rest.getSpreadOrderHistory(window)).list)
      expect(Number(updatedAt)).toBe(endedMs)
    expect(ok(await rest.getSpreadOrderHistory({ baseCoin: 'ETH' })).list).toEqual([])
    expect(ok(await rest.getSpreadOrderHistory({ symbol: 'ETHUSDT_ETH/USDT' })).list).toEqual([])
    expect(ok(await rest.getSpreadOrderHistory({ limit: 1 })).list).toHaveLength(1)
    const fills = ok(await rest.getSpreadTradeHistory({ orderLinkId: 'spread-2' })).list
    expect(new Set(fills.map(({ orderId }) => orderId))).toEqual(new Set([byLink[0]!.orderId]))
    expect(ok(await rest.getSpreadTradeHistory({ startTime: endedMs + 1, endTime: endedMs + 2 })).list).toEqual([])
    expect(ok(await rest.getSpreadTradeHistory({ symbol: SYMBOL, limit: 1 })).list).toHaveLength(1)
  })

  it('says how much may be ordered, and refuses what spreads ask for', async () => {
    const { ab } = ok(await rest.getSpreadMaxQty({ symbol: SYMBOL, side: '1', orderPrice: '0' }))
    expect(Number(ab)).toBeGreaterThan(90_000)
    const far = { symbol: SYMBOL, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '15000' } as const
    const beyond = await rest.submitSpreadOrder({ ...far, timeInForce: 'GTC', orderLinkId: '' })
    expect(beyond.retCode).toBe(110116)
    // Above the spread's own largest price it is not the legs that are in the way.
    const { minPrice, maxPrice, tickSize } = ok(await rest.getSpreadInstrumentsInfo({ symbol: SYMBOL })).list[0]!
    const price = String(Number(maxPrice) + Number(tickSize))
    expect(await rest.submitSpreadOrder({ ...far, price, timeInForce: 'GTC', orderLinkId: '' })).toMatchObject({
      retCode: 110003,
      retExtInfo: { field: 'price', min: minPrice, max: maxPrice },
    })
    ok(await rest.submitSpreadOrder({ ...far, price: '-600', timeInForce: 'GTC', orderLinkId: '' }))
    expect(await rest.setMarginMode('ISOLATED_MARGIN')).toMatchObject({
      retCode: 110114,
      retExtInfo: { field: 'setMarginMode', reasons: `spreadOrders:${SYMBOL}` },
      result: { reasons: [{ reasonCode: 'spreadOrders', reasonMsg: `spread orders: ${SYMBOL}` }] },
    })
    // What else is in the way is told first, and the spread with it.
    ok(await rest.toggleSpotMarginTrade('1'))
    expect(await rest.setMarginMode('ISOLATED_MARGIN')).toMatchObject({
      retCode: 3400045,
      retExtInfo: { field: 'setMarginMode', reasons: `spotMarginOn,spreadOrders:${SYMBOL}` },
    })
    ok(await rest.toggleSpotMarginTrade('0'))
    expect(await rest.switchPositionMode({ category: 'linear', coin: 'USDT', mode: 3 })).toMatchObject({
      retCode: 110114,
      retExtInfo: { field: 'coin' },
    })
    ok(await rest.cancelAllSpreadOrders({ symbol: SYMBOL }))
    ok(await rest.setMarginMode('ISOLATED_MARGIN'))
    const isolated = await rest.submitSpreadOrder({ ...far, price: '-600', timeInForce: 'GTC', orderLinkId: '' })
    expect(isolated.retCode).toBe(110110)
  })
})
