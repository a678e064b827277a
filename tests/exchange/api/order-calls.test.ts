import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import type { Candle } from '../../../src/domain/market/market'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { parseBriefSymbolList } from '../../../src/wire/rest/brief-symbol-list'
import { parseOrderAck, writeCreateOrder } from '../../../src/wire/rest/create-order'
import { parseRiskLimitList } from '../../../src/wire/rest/risk-limit-list'
import { Caller, openGateway, slowDisk, type Answer, type TestGateway } from './lib/client'
import { BTCUSDT, START_MS } from './lib/fake-journal'

let world: TestGateway
let caller: Caller
beforeEach(async () => {
  world = await openGateway()
  caller = new Caller(world.base)
  await caller.signIn()
})
afterEach(() => world.gateway.close())

const NATIVE = writeCreateOrder({
  symbol: 'BTCUSDT' as InstrumentSymbol,
  side: 'buy',
  type: 'limit',
  price: '50000.5' as never,
  qty: '0.1' as never,
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
})
const V5 = { category: 'linear', symbol: 'BTCUSDT', side: 'Sell', orderType: 'Limit', qty: '0.2', price: '70000' }

function sendV5(orderLinkId: string): Promise<Answer> {
  return caller.post('/v5/order/create', { ...V5, orderLinkId })
}

function sendAsTerm(term: string): Promise<Answer> {
  return caller.post('/v5/order/create', V5, { 'hub-term': term, 'hub-connection': 'h' })
}

function bar(startMs: number): Candle {
  return {
    startMs,
    endMs: startMs + 59_999,
    open: '1' as Price,
    high: '4' as Price,
    low: '0.5' as Price,
    close: '2' as Price,
    volume: '10' as Qty,
    turnover: '20' as Money,
    confirmed: true,
  }
}

describe('order/create', () => {
  it('places a native order under the id of the press and answers orderId and price', async () => {
    const answer = await caller.post('/contract/v5/order/create', NATIVE, { 'client-tag': 'press-1' })
    expect(answer).toMatchObject({ retCode: 0, retMsg: 'OK', time: START_MS })
    expect(parseOrderAck(answer.result)).toEqual({ orderId: 'o-1', orderLinkId: 'press-1', price: '50000.5' })
    const placed = world.journal.inputs.at(-1)!
    expect(placed.input).toMatchObject({ type: 'place', linkId: 'press-1', order: { qty: '0.1', price: '50000.5' } })
    expect(placed.origin).toMatchObject({ clientTag: 'press-1' })
  })

  it('answers a repeat with the first answer and refuses the same id with another body', async () => {
    const first = await caller.post('/contract/v5/order/create', NATIVE, { 'client-tag': 'p' })
    const again = await caller.post('/contract/v5/order/create', NATIVE, { 'client-tag': 'p' })
    expect(again.result).toEqual(first.result)
    expect(world.journal.orders.size).toBe(1)
    const other = await caller.post('/contract/v5/order/create', { ...NATIVE, qtyX: '1' }, { 'client-tag': 'p' })
    expect(other.retCode).toBe(110072)
    expect(world.journal.orders.size).toBe(1)
  })

  it('takes the v5 dialect', async () => {
    const answer = await caller.post('/v5/order/create', { ...V5, orderLinkId: 'v5-1', timeInForce: 'PostOnly' })
    expect(answer.result).toEqual({ orderId: 'o-1', orderLinkId: 'v5-1' })
    expect(world.journal.inputs.at(-1)!.input).toMatchObject({
      linkId: 'v5-1',
      order: { side: 'sell', qty: '0.2', timeInForce: 'postOnly' },
    })
  })

  it('wants header and field to name one id', async () => {
    const answer = await caller.post('/v5/order/create', { ...V5, orderLinkId: 'a' }, { 'client-tag': 'b' })
    expect(answer).toMatchObject({ retCode: 10001, retExtInfo: { field: 'orderLinkId' } })
    expect(world.journal.orders.size).toBe(0)
  })

  it.each([
    [{ price: 50000 }, 'price'],
    [{ qtyX: 'many' }, 'qtyX'],
    [{ side: 'Long' }, 'side'],
    [{ side: '__proto__' }, 'side'],
    [{ orderType: 'Stop' }, 'orderType'],
    [{ timeInForce: 'Day' }, 'timeInForce'],
    [{ price: '1e5' }, 'price'],
    [{ reduceOnly: 'yes' }, 'reduceOnly'],
  ])('names the field of %j', async (change, field) => {
    const answer = await caller.post('/contract/v5/order/create', { ...NATIVE, ...change })
    expect(answer).toMatchObject({ retCode: 10001, ext_map: { field } })
    expect(world.journal.orders.size).toBe(0)
  })

  it('maps a refusal to each dialect’s code with field and bounds in its own units', async () => {
    const refusal = { kind: 'insufficientBalance', requiredE8: 50_012_345_678, availableE8: 100_000_000 } as const
    world.journal.refusal = refusal
    expect(await caller.post('/contract/v5/order/create', NATIVE)).toMatchObject({
      retCode: 30031,
      ext_map: { field: 'qty', required: '500.12345678', available: '1', coin: 'USDT' },
    })
    world.journal.refusal = refusal
    expect((await caller.post('/v5/order/create', V5)).retCode).toBe(110007)
    // 1 lot is 0.001 BTC and 1,190,000 lots are 1190 BTC; 1 tick is 0.1 USDT.
    world.journal.refusal = { kind: 'qtyInvalid', minLots: 1, maxLots: 1_190_000 }
    expect((await caller.post('/v5/order/create', V5)).retExtInfo).toEqual({ field: 'qty', min: '0.001', max: '1190' })
    // The range is the contract's own, whatever the engine counts it in.
    world.journal.refusal = { kind: 'priceInvalid', minTicks: 1, maxTicks: 19_999_998 }
    expect(await caller.post('/v5/order/create', V5)).toMatchObject({
      retCode: 110003,
      retExtInfo: { field: 'price', min: '0.1', max: '1999999.8' },
    })
  })

  it('allows 100 order calls a second per account', async () => {
    // A whole number, so that half a second later is exactly that.
    const startMs = Math.ceil(performance.now())
    const clock = vi.spyOn(performance, 'now').mockReturnValue(startMs)
    const answers = await Promise.all(Array.from({ length: 130 }, (_, i) => sendV5(`n${i}`)))
    expect(answers.filter((one) => one.retCode === 10006)).toHaveLength(30)
    expect(world.journal.orders.size).toBe(100)
    // Half a second later there are 50 more.
    clock.mockReturnValue(startMs + 500)
    const later = await Promise.all(Array.from({ length: 60 }, (_, i) => sendV5(`m${i}`)))
    expect(later.filter((one) => one.retCode === 10006)).toHaveLength(10)
    clock.mockRestore()
  })

  it('refuses a hub whose term was overtaken, as a leader that stalled and woke up (H10, I5)', async () => {
    expect((await sendAsTerm('5')).retCode).toBe(0)
    expect(await sendAsTerm('4')).toMatchObject({ retCode: 10001, retExtInfo: { field: 'hub-term' } })
    expect((await sendAsTerm('5')).retCode).toBe(0)
    expect(world.journal.inputs.at(-1)!.origin).toMatchObject({ term: 5, connId: 'h' })
  })
})

describe('replace, cancel, look-up', () => {
  it('amends and cancels by either id, in both dialects', async () => {
    await caller.post('/v5/order/create', { ...V5, orderLinkId: 'x' })
    const amended = await caller.post('/contract/v5/order/replace', {
      symbol: 'BTCUSDT',
      orderId: 'o-1',
      qtyX: '30000000',
    })
    expect(amended.result).toMatchObject({ orderId: 'o-1', price: '70000' })
    expect(world.journal.inputs.at(-1)!.input).toMatchObject({ type: 'replace', order: { qty: '0.3', price: null } })
    const v5 = await caller.post('/v5/order/amend', { ...V5, qty: '0.4', orderLinkId: 'x' })
    expect(v5.result).toEqual({ orderId: 'o-1', orderLinkId: 'x' })
    const gone = await caller.post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderLinkId: 'x' })
    expect(gone.result).toMatchObject({ orderId: 'o-1', orderLinkId: 'x' })
    expect((await caller.post('/v5/order/cancel', { symbol: 'BTCUSDT', orderId: 'o-9' })).retCode).toBe(110001)
    expect((await caller.post('/v5/order/cancel', { symbol: 'BTCUSDT' })).retExtInfo).toEqual({ field: 'orderId' })
    expect((await caller.post('/v5/order/cancel-all', { category: 'linear' })).result).toEqual({
      list: [],
      success: '1',
    })
  })

  it('answers another account’s order as if it were not there', async () => {
    await caller.post('/v5/order/create', { ...V5, orderLinkId: 'x' })
    const other = new Caller(world.base)
    await other.signIn()
    expect((await other.post('/v5/order/cancel', { symbol: 'BTCUSDT', orderId: 'o-1' })).retCode).toBe(110001)
    expect((await other.get('/v5/order/realtime?category=linear&orderId=o-1')).result['list']).toEqual([])
  })

  it('finds open and closed orders by link id, and says as of which sequence one is absent', async () => {
    await caller.post('/v5/order/create', { ...V5, orderLinkId: 'open' })
    await caller.post('/v5/order/create', { ...V5, orderLinkId: 'closed' })
    await caller.post('/v5/order/cancel', { symbol: 'BTCUSDT', orderLinkId: 'closed' })
    const find = async (id: string) => (await caller.get(`/v5/order/realtime?category=linear&orderLinkId=${id}`)).result
    expect(await find('open')).toMatchObject({ list: [{ orderStatus: 'New', timeInForce: 'GTC', price: '70000' }] })
    expect(await find('closed')).toMatchObject({ list: [{ orderStatus: 'Cancelled' }] })
    expect(await find('never')).toEqual({
      category: 'linear',
      list: [],
      nextPageCursor: '',
      seq: world.journal.durableSeq(),
      rowSeq: world.journal.venue.rowSeq(),
    })
    expect((await caller.get('/v5/order/realtime?category=linear')).result['list']).toHaveLength(1)
    expect((await caller.get('/v5/order/history?category=linear')).result['list']).toMatchObject([
      { orderLinkId: 'closed' },
    ])
  })

  it('does not say absent while the order is on its way to the disk', async () => {
    const write = slowDisk(world.journal)
    const sent = caller.post('/v5/order/create', { ...V5, orderLinkId: 'late' })
    while (world.journal.orders.size === 0) await new Promise((resolve) => setImmediate(resolve))
    const look = caller.get('/v5/order/realtime?category=linear&orderLinkId=late')
    write()
    await sent
    expect((await look).result['list']).toMatchObject([{ orderLinkId: 'late' }])
  })

  it('shows nobody what another’s order has done before that is on disk', async () => {
    const other = new Caller(world.base)
    await other.signIn()
    const write = slowDisk(world.journal)
    const sent = caller.post('/v5/order/create', { ...V5, orderLinkId: 'maker-gone' })
    while (world.journal.orders.size === 0) await new Promise((resolve) => setImmediate(resolve))
    let isAnswered = false
    const look = other.get('/v5/position/list?category=linear').then(() => (isAnswered = true))
    // A call that waits for nothing comes and goes meanwhile.
    await other.get('/v5/market/time')
    expect(isAnswered).toBe(false)
    write()
    await Promise.all([sent, look])
  })

  it('tells of what was applied while it waited once that is on disk, too', async () => {
    const disks = [0, 1].map(() => {
      let finish = (): void => undefined
      return { done: new Promise<void>((resolve) => (finish = resolve)), finish: () => finish() }
    })
    const waits = disks.map(({ done }) => done)
    world.journal.settled = () => waits.shift() ?? null
    let isAnswered = false
    const look = caller.get('/v5/order/realtime?category=linear').then(() => (isAnswered = true))
    while (waits.length > 1) await new Promise((resolve) => setImmediate(resolve))
    disks[0]!.finish()
    while (waits.length > 0) await new Promise((resolve) => setImmediate(resolve))
    await caller.get('/v5/market/time')
    expect(isAnswered).toBe(false)
    disks[1]!.finish()
    await look
  })

  it('pages open orders', async () => {
    for (const id of ['a', 'b', 'c']) await caller.post('/v5/order/create', { ...V5, orderLinkId: id })
    const first = (await caller.get('/v5/order/realtime?category=linear&limit=2')).result
    const second = (
      await caller.get(`/v5/order/realtime?category=linear&limit=2&cursor=${String(first['nextPageCursor'])}`)
    ).result
    const ids = [first, second].flatMap((one) =>
      (one['list'] as { orderLinkId: string }[]).map((row) => row.orderLinkId),
    )
    expect(ids.toSorted()).toEqual(['a', 'b', 'c'])
    expect(second['nextPageCursor']).toBe('')
  })
})

describe('reads', () => {
  it('lists symbols with a version and nothing for a reader who has it', async () => {
    const answer = await caller.get('/contract/v5/product/brief-symbol-list')
    const list = parseBriefSymbolList(answer.result)
    expect(list.instruments.map((one) => one.symbol)).toEqual(['BTCUSDT'])
    const again = await caller.get(`/contract/v5/product/brief-symbol-list?version=${list.version}`)
    expect(again.result).toMatchObject({ version: list.version, LinearPerpetual: [] })
    const inverse = await caller.get('/contract/v5/product/brief-symbol-list?filter=InversePerpetual')
    expect(inverse.result).toMatchObject({ LinearPerpetual: [] })
    const item = await caller.get('/contract/v5/product/dynamic-symbol-item?symbol=BTCUSDT')
    expect(item.result).toMatchObject({ item: { symbol: 'BTCUSDT' } })
    expect((await caller.get('/contract/v5/product/dynamic-symbol-item?symbol=__proto__')).retCode).toBe(10001)
  })

  it('writes risk limits in E8 and E2', async () => {
    const answer = await caller.get('/contract/v5/position/risk-limit-list?symbol=BTCUSDT')
    expect((answer.result['list'] as unknown[])[0]).toMatchObject({
      startingMarginE8: '1000000',
      maintainMarginE8: '500000',
      maxLeverageE2: '10000',
    })
    expect(parseRiskLimitList(answer.result)).toEqual(BTCUSDT.riskTiers)
  })

  it('answers the v5 market reads under their published field names', async () => {
    const keys = async (path: string): Promise<string[]> => {
      const answer = await caller.get(path)
      expect(answer.retCode).toBe(0)
      return Object.keys((answer.result['list'] as object[])[0] ?? {})
    }
    expect(await caller.get('/v5/market/time')).toMatchObject({
      result: { timeSecond: '1800000000', timeNano: '1800000000000000000' },
    })
    expect(await keys('/v5/market/instruments-info?category=linear&symbol=BTCUSDT')).toEqual(
      expect.arrayContaining([
        'symbol',
        'contractType',
        'leverageFilter',
        'priceFilter',
        'lotSizeFilter',
        'settleCoin',
      ]),
    )
    expect(await keys('/v5/market/tickers?category=linear')).toEqual(
      expect.arrayContaining(['lastPrice', 'markPrice', 'indexPrice', 'fundingRate', 'nextFundingTime', 'bid1Size']),
    )
    expect(await keys('/v5/market/risk-limit?category=linear&symbol=BTCUSDT')).toEqual(
      expect.arrayContaining([
        'id',
        'riskLimitValue',
        'maintenanceMargin',
        'initialMargin',
        'maxLeverage',
        'isLowestRisk',
      ]),
    )
    // Newest last in the exchange, three of them in one millisecond.
    const traded = (id: string) =>
      ({ id, symbol: BTCUSDT.symbol, side: 'buy', price: '1' as never, qty: '2' as never, timeMs: START_MS }) as const
    world.journal.trades = [traded('a'), traded('b'), traded('c')]
    const sweep = (await caller.get('/v5/market/recent-trade?category=linear&symbol=BTCUSDT')).result['list']
    expect((sweep as { execId: string }[]).map(({ execId }) => execId)).toEqual(['c', 'b', 'a'])
    world.journal.trades = [
      { id: 't', symbol: BTCUSDT.symbol, side: 'buy', price: '1' as never, qty: '2' as never, timeMs: START_MS },
    ]
    expect((await caller.get('/v5/market/recent-trade?category=linear&symbol=BTCUSDT')).result['list']).toEqual([
      {
        execId: 't',
        symbol: 'BTCUSDT',
        price: '1',
        size: '2',
        side: 'Buy',
        time: String(START_MS),
        isBlockTrade: false,
        isRPITrade: false,
      },
    ])
    expect((await caller.get('/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=1')).result).toMatchObject({
      s: 'BTCUSDT',
      b: [['59999.9', '1']],
      a: [['60000', '2']],
    })
  })

  it('gives candles newest first; mark and index rows stop at close', async () => {
    world.journal.bars = [bar(60_000), bar(120_000)]
    const path = 'kline?category=linear&symbol=BTCUSDT&interval=1'
    expect((await caller.get(`/v5/market/${path}`)).result).toEqual({
      category: 'linear',
      symbol: 'BTCUSDT',
      list: [
        ['120000', '1', '4', '0.5', '2', '10', '20'],
        ['60000', '1', '4', '0.5', '2', '10', '20'],
      ],
    })
    expect(((await caller.get(`/v5/market/mark-price-${path}`)).result['list'] as unknown[])[0]).toHaveLength(5)
    expect((await caller.get('/v5/market/kline?category=linear&symbol=BTCUSDT&interval=7')).retCode).toBe(10001)
  })

  it('answers account reads, and 10007 without a session', async () => {
    const wallet = (await caller.get('/v5/account/wallet-balance?accountType=UNIFIED&coin=USDT')).result
    expect(wallet['list']).toMatchObject([
      { accountType: 'UNIFIED', coin: [{ coin: 'USDT', walletBalance: '100000' }] },
    ])
    expect((await caller.get('/v5/account/fee-rate?category=linear&symbol=BTCUSDT')).result['list']).toEqual([
      { symbol: 'BTCUSDT', baseCoin: 'BTC', takerFeeRate: '0.00055', makerFeeRate: '0.0002' },
    ])
    expect((await caller.get('/v5/account/info')).result).toMatchObject({ marginMode: 'REGULAR_MARGIN' })
    expect((await caller.get('/v5/position/list?category=linear&symbol=BTCUSDT')).result['list']).toEqual([])
    expect((await caller.get('/v5/execution/list?category=linear')).result['list']).toEqual([])
    for (const path of ['/v5/order/realtime', '/v5/order/history', '/v5/execution/list', '/v5/position/list']) {
      expect((await caller.get(`${path}?category=all`)).result).toMatchObject({ category: 'all', list: [] })
      expect((await caller.get(`${path}?category=every`)).retCode).toBe(10001)
    }
    const leverage = { category: 'linear', symbol: 'BTCUSDT', buyLeverage: '5', sellLeverage: '5' }
    expect((await caller.post('/v5/position/set-leverage', leverage)).retCode).toBe(0)
    const stranger = new Caller(world.base)
    for (const path of ['/v5/account/wallet-balance', '/v5/order/realtime?category=linear', '/v5/position/list'])
      expect((await stranger.get(path)).retCode).toBe(10007)
    expect((await stranger.post('/contract/v5/order/create', NATIVE)).retCode).toBe(10007)
  })
})
