import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillGreeks } from '../../../src/domain/options/fill-greeks'
import { parseExecutionRows } from '../../../src/wire/push/account'
import { Listener, type Caller } from './lib/client'
import { RealGateway } from './lib/real-gateway'

type Row = Readonly<Record<string, string>>

let world: RealGateway
let caller: Caller
/** The call of the last expiry whose strike is nearest to the index. */
let symbol: string
/** Its market stands still, so that a fill meets what the ticker says. */
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['option'], stepMs: 0 })
  caller = await world.caller()
  const listed = (await rows('/v5/market/instruments-info?category=option&baseCoin=BTC&limit=1000')).filter(
    (one) => one['settleCoin'] === 'USDT' && one['optionsType'] === 'Call',
  )
  const last = Math.max(...listed.map((one) => Number(one['deliveryTime'])))
  const tickers = await rows('/v5/market/tickers?category=option&baseCoin=BTC')
  const away = (one: Row) => Math.abs(Number(one['symbol']!.split('-')[2]) - Number(tickers[0]!['indexPrice']))
  symbol = listed.filter((one) => Number(one['deliveryTime']) === last).toSorted((a, b) => away(a) - away(b))[0]![
    'symbol'
  ]!
})
afterAll(() => world.close())

const rows = async (path: string) => (await caller.get(path)).result['list'] as Row[]
const ticker = async () => (await rows(`/v5/market/tickers?category=option&symbol=${symbol}`))[0]!
async function trade(side: string, qty: string): Promise<string> {
  const order = { category: 'option', symbol, side, orderType: 'Market', qty, orderLinkId: crypto.randomUUID() }
  const { retMsg, result } = await caller.post('/v5/order/create', order)
  expect(retMsg).toBe('OK')
  return String(result['orderId'])
}

describe('a fill of an option', () => {
  it('says the volatility that was paid, and the market that it stood on', async () => {
    const before = await ticker()
    const orderId = await trade('Buy', '0.01')
    const of = { markIv: before['markIv'], markPrice: before['markPrice'], indexPrice: before['indexPrice'] }
    const { ask1Iv, ask1Price, underlyingPrice } = before
    // One lot at the best ask: what the ticker said that this is in volatility.
    expect(await rows(`/v5/execution/list?category=option&orderId=${orderId}`)).toMatchObject([
      { symbol, execPrice: ask1Price, tradeIv: ask1Iv, underlyingPrice, ...of },
    ])
    expect(Number(ask1Iv)).toBeGreaterThan(Number(before['markIv']))
    await world.restart()
    expect(await rows(`/v5/execution/list?category=option&orderId=${orderId}`)).toMatchObject([
      { tradeIv: ask1Iv, underlyingPrice, ...of },
    ])
  })

  it('says them on the stream as in the list, so that its greeks are known at once', async () => {
    const listener = await Listener.open(caller.base, 'private', caller.cookie)
    listener.send({ op: 'login', args: [await caller.oneTimeToken()] })
    listener.send({ op: 'subscribe', args: ['user.execution'] })
    await listener.until((frame) => frame['topic'] === 'user.execution')
    const { delta } = await ticker()
    const orderId = await trade('Sell', '0.02')
    const frame = await listener.until((one) => one['topic'] === 'user.execution' && one['type'] === 'delta')
    listener.close()
    const [told] = frame.data as Row[]
    expect(told).toMatchObject({ orderId, symbol })
    const { list } = (await caller.get(`/contract/v5/execution/trade-list?symbol=${symbol}`)).result
    expect(list).toContainEqual(told)
    // 0.02 sold, each of the delta that the ticker shows: the market stands still.
    const sold = parseExecutionRows(frame.data).reduce((sum, one) => sum + fillGreeks(one)!.delta, 0)
    expect(sold).toBeCloseTo(-0.02 * Number(delta), 4)
  })

  it('is the only one that says them', async () => {
    const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.001' }
    expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
    const [fill] = await rows('/v5/execution/list?category=linear&limit=1')
    expect(fill).toMatchObject({ tradeIv: '', markIv: '', markPrice: '', indexPrice: '', underlyingPrice: '' })
    const [native] = await rows('/contract/v5/execution/trade-list?symbol=BTCUSDT')
    expect(native).not.toHaveProperty('markIv')
  })
})

describe('a refusal of what no option has', () => {
  const order = () => ({
    category: 'option',
    symbol,
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '5',
    orderLinkId: crypto.randomUUID(),
  })

  it('names the parameter that was sent', async () => {
    for (const field of ['takeProfit', 'stopLoss']) {
      const sent = { ...order(), [field]: '500' }
      expect(await caller.post('/v5/order/create', sent)).toMatchObject({ retCode: 10001, retExtInfo: { field } })
      const guard = { category: 'option', symbol, positionIdx: 0, tpslMode: 'Full', [field]: '500' }
      expect(await caller.post('/v5/position/trading-stop', guard)).toMatchObject({ retExtInfo: { field } })
    }
    const { result } = await caller.post('/v5/order/create', order())
    const amended = { category: 'option', symbol, orderId: result['orderId'], stopLoss: '1' }
    expect(await caller.post('/v5/order/amend', amended)).toMatchObject({ retExtInfo: { field: 'stopLoss' } })
  })

  it('is told of an order without an id of the program, which is published as required: alone and in a batch', async () => {
    const { orderLinkId: _left, ...bare } = order()
    const named = { retCode: 10001, retExtInfo: { field: 'orderLinkId' } }
    expect(await caller.post('/v5/order/create', bare)).toMatchObject(named)
    expect(await caller.post('/v5/order/create', bare, { 'client-tag': 'of-header' })).toMatchObject({ retCode: 0 })
    const batch = await caller.post('/v5/order/create-batch', { category: 'option', request: [bare] })
    expect(batch.retExtInfo['list']).toMatchObject([{ code: 10001, field: 'orderLinkId' }])
  })

  it('asks for the protection of a coin that is known', async () => {
    expect(await caller.get('/v5/account/mmp-state?baseCoin=XYZ')).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'baseCoin' },
    })
    expect(await caller.get('/v5/account/mmp-state?baseCoin=ETH')).toMatchObject({ retCode: 0 })
  })
})
