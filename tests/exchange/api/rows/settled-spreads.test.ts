import { afterAll, beforeAll, expect, it } from 'vitest'
import { findSpread } from '../../../../exchange/api/calls/shared/spreads'
import { isSpread } from '../../../../src/domain/instrument/spread'
import { Listener, type Caller, type Frame } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

interface SpreadRow {
  readonly symbol: string
  readonly contractType: string
  readonly legs: readonly { readonly symbol: string; readonly contractType: string }[]
}

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot', 'spread'] })
  caller = await world.caller()
}, 60_000)
afterAll(() => world.close())

const asked = (symbol: string): string => `/v5/spread/max-qty?symbol=${encodeURIComponent(symbol)}&side=1&orderPrice=0`
const order = (symbol: string) => ({
  symbol,
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '0',
  timeInForce: 'PostOnly',
})

it('an open order of a spread counts with the underlying of its legs, not as one of its own', async () => {
  const pm = await world.caller()
  expect(await pm.post('/v5/account/set-margin-mode', { setMarginMode: 'PORTFOLIO_MARGIN' })).toMatchObject({
    retCode: 0,
  })
  const { list } = (await pm.get('/v5/spread/instrument?baseCoin=BTC&limit=500')).result
  const { symbol } = (list as readonly SpreadRow[]).find((one) => one.contractType === 'FutureSpread')!
  const plain = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
  expect(await pm.post('/v5/order/create', plain)).toMatchObject({ retCode: 0 })
  const underlyings = async () =>
    (await pm.get('/contract/v5/private/portfolio-margin')).result['list'] as {
      baseCoin: string
      initialMargin: string
    }[]
  const [before] = await underlyings()
  expect(await pm.post('/v5/spread/order/create', { ...order(symbol), qty: '0.1' })).toMatchObject({ retCode: 0 })
  const [after, ...others] = await underlyings()
  expect(others).toEqual([])
  expect(after!.baseCoin).toBe('BTC')
  // What the order holds back is in it.
  expect(Number(after!.initialMargin)).toBeGreaterThan(Number(before!.initialMargin))
})

it('an order that is asked for by its id is found wherever it stands in the list', async () => {
  const other = await world.caller()
  const { list } = (await other.get('/v5/spread/instrument?baseCoin=BTC&limit=500')).result
  const { symbol } = (list as readonly SpreadRow[]).find((one) => one.contractType === 'FutureSpread')!
  const place = (orderLinkId: string) => other.post('/v5/spread/order/create', { ...order(symbol), orderLinkId })
  const { orderId } = (await place('first')).result
  // A page has one row, and a newer order stands in it.
  expect(await place('second')).toMatchObject({ retCode: 0 })
  const open = async (query: string) => (await other.get(`/v5/spread/order/realtime?limit=1&${query}`)).result['list']
  expect(await open('orderLinkId=first')).toMatchObject([{ orderId, orderLinkId: 'first' }])
  expect(await open(`orderId=${String(orderId)}`)).toMatchObject([{ orderLinkId: 'first' }])
  expect(await open('orderLinkId=second&symbol=BTCUSDT_BTC/USDT')).toEqual([])
  expect(await open('orderLinkId=none')).toEqual([])
  expect(await other.post('/v5/spread/order/cancel', { orderLinkId: 'first' })).toMatchObject({ retCode: 0 })
  expect(await open('orderLinkId=first')).toEqual([])
})

it('says no size of a spread whose leg is settled, as no order of it is taken', async () => {
  const { list } = (await caller.get('/v5/spread/instrument?baseCoin=BTC&limit=500')).result
  const { symbol, legs } = (list as readonly SpreadRow[]).find((one) => one.contractType === 'CarryTrade')!
  expect(await caller.get(asked(symbol))).toMatchObject({ retCode: 0, result: { ab: expect.any(String) } })
  const dated = legs.find(({ contractType }) => contractType === 'LinearFutures')!
  await caller.raw('POST', '/control/expire', { symbol: dated.symbol })
  const refused = { retCode: 110074, retExtInfo: { field: 'symbol' } }
  expect(await caller.get(asked(symbol))).toMatchObject(refused)
  expect(await caller.post('/v5/spread/order/create', order(symbol))).toMatchObject({ retCode: 110074 })
})

it('a spread whose leg control ended is settling from then on in its lists, has no prices, and takes no order', async () => {
  const listed = async (): Promise<readonly (SpreadRow & { readonly status: string })[]> =>
    (await caller.get('/v5/spread/instrument?baseCoin=ETH&limit=500')).result['list'] as never
  const before = await listed()
  for (const one of before) expect(one.status, one.symbol).toBe('Trading')
  const leg = before.find(({ contractType }) => contractType === 'FutureSpread')!.legs[1]!.symbol
  const isOf = ({ legs }: SpreadRow): boolean => legs.some(({ symbol }) => symbol === leg)
  const ended = before.filter(isOf).map(({ symbol }) => symbol)
  // The earlier future of the pair: against the perpetual, against spot, and a later one against it.
  expect(ended.length).toBeGreaterThanOrEqual(3)
  expect(await caller.post('/v5/spread/order/create', { ...order(ended[0]!), qty: '1' })).toMatchObject({ retCode: 0 })
  await caller.raw('POST', '/control/expire', { symbol: leg })
  const priced = async () =>
    ((await caller.get('/v5/spread/tickers')).result['list'] as readonly SpreadRow[]).map(({ symbol }) => symbol)
  for (const ticks of [0, 2]) {
    await world.tick(ticks)
    for (const one of await listed()) expect(one.status, one.symbol).toBe(isOf(one) ? 'Settling' : 'Trading')
    expect(await priced()).not.toEqual(expect.arrayContaining([expect.stringContaining(leg)]))
  }
  for (const symbol of ended)
    expect(await caller.post('/v5/spread/order/create', { ...order(symbol), qty: '1' })).toMatchObject({
      retCode: 110074,
    })
  // What stood there ended as with a settlement.
  expect((await caller.get('/v5/spread/order/realtime')).result['list']).toEqual([])
})

it('a spread that has left the lists is known by its name as the lists had it, so its records are what they were', () => {
  const spreads = world.journal.venue.instruments().filter(isSpread)
  expect(new Set(spreads.map(({ spreadKind }) => spreadKind)).size).toBe(4)
  for (const { symbol, spreadKind, baseCoin, settleCoin, legs } of spreads) {
    const [first, second] = legs.map((leg) => ({ symbol: leg.symbol, kind: leg.kind }))
    const recorded = { spreadKind, baseCoin, settleCoin, legs: [first, second] }
    expect(findSpread({ catalogue: { find: () => null } }, symbol), symbol).toEqual(recorded)
  }
})

it('who follows a contract that ends, and its spread, is told that neither has a price, in one message of both', async () => {
  const { list } = (await caller.get('/v5/spread/instrument?baseCoin=ETH&limit=500')).result
  const { symbol, legs } = (list as readonly (SpreadRow & { readonly status: string })[]).find(
    ({ contractType, status }) => contractType === 'CarryTrade' && status === 'Trading',
  )!
  const dated = legs.find(({ contractType }) => contractType === 'LinearFutures')!.symbol
  const tickers = [
    [`instrument_info.H.${dated}`, dated],
    [`spread.instrument_info.${symbol}`, symbol],
  ] as const
  const args = [...tickers.map(([topic]) => topic), 'public.symbol.notify']
  const follow = async (): Promise<Listener> => {
    const socket = await Listener.open(caller.base, 'public')
    socket.send({ op: 'subscribe', args })
    await socket.until((frame) => frame['topic'] === 'public.symbol.notify')
    return socket
  }
  const earlier = await follow()
  const isNews = (frame: Frame): boolean => frame['topic'] === 'public.symbol.notify' && frame['type'] === 'delta'
  expect((await caller.raw('POST', '/control/expire', { symbol: dated })).status).toBe(200)
  const news = await earlier.until(isNews)
  expect(news.data).toMatchObject({ symbol: dated, lists: { spread: expect.anything() } })
  const of = (socket: Listener, topic: string) => socket.frames.filter((frame) => frame['topic'] === topic)
  const later = await follow()
  for (const [topic, name] of tickers)
    for (const socket of [earlier, later])
      expect(of(socket, topic).at(-1), topic).toMatchObject({ type: 'snapshot', data: { symbol: name } })
  for (const [topic, name] of tickers) expect(of(later, topic)[0]!.data, topic).toEqual({ symbol: name })
  for (const [topic, name] of tickers) expect(of(earlier, topic).at(-1)!.data, topic).toEqual({ symbol: name })
  expect(earlier.frames.filter(isNews)).toHaveLength(1)
  earlier.close()
  later.close()
})
