import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exact } from '../../../../src/domain/decimal'
import type { Caller } from '../lib/client'
import { Program } from '../lib/program'
import { RealGateway } from '../lib/real-gateway'
import { Signer } from '../lib/signer'

type Row = Readonly<Record<string, string>>

let world: RealGateway
let caller: Caller
let signer: Signer
let own: Program
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all' })
  caller = await world.caller()
  signer = await Signer.of(caller, () => world.journal.now())
  own = await Program.open(caller.base, 'private')
  const expires = world.journal.now() + 30_000
  const signature = createHmac('sha256', signer.apiSecret).update(`GET/realtime${expires}`).digest('hex')
  await own.ask({ op: 'auth', args: [signer.apiKey, expires, signature] })
  await own.ask({ op: 'subscribe', args: ['order', 'position'] })
}, 60_000)
afterAll(async () => {
  own.socket.terminate()
  await world.close()
})

async function rows(path: string): Promise<readonly Row[]> {
  const answer = await caller.get(path)
  expect(answer.retCode, path).toBe(0)
  return answer.result['list'] as Row[]
}

async function place(order: object): Promise<string> {
  const answer = await caller.post('/v5/order/create', { category: 'linear', symbol: 'BTCUSDT', ...order })
  expect(answer).toMatchObject({ retCode: 0 })
  return answer.result['orderId'] as string
}

const orderOf = async (id: string) =>
  (await rows(`/v5/order/history?category=linear&symbol=BTCUSDT&orderId=${id}`))[0] as Row & { cumFeeDetail: object }

/** The last row that was pushed of an order. */
async function pushed(id: string, status: string): Promise<Row> {
  const fits = (row: Row): boolean => row['orderId'] === id && row['orderStatus'] === status
  const frame = await own.until((one) => one['topic'] === 'order' && (one['data'] as Row[]).some(fits))
  return (frame['data'] as Row[]).findLast(fits)!
}

describe('v5 orders: fees by coin, and what they closed', () => {
  it('an order that opens has its fee and no closed result; one that closes has that of its closed P&L', async () => {
    const opened = await place({ side: 'Buy', orderType: 'Market', qty: '0.03' })
    const first = await orderOf(opened)
    expect(first).toMatchObject({ closedPnl: '0', cumFeeDetail: { USDT: first['cumExecFee'] } })
    expect(await pushed(opened, 'Filled')).toMatchObject({ closedPnl: '0', cumFeeDetail: first.cumFeeDetail })

    const closed = await place({ side: 'Sell', orderType: 'Market', qty: '0.01', reduceOnly: true })
    const second = await orderOf(closed)
    const [result] = await rows('/v5/position/closed-pnl?category=linear&symbol=BTCUSDT')
    expect(result).toMatchObject({ orderId: closed, category: 'linear' })
    // It paid two fees and moved little: a loss, and surely not nothing.
    expect(result!['closedPnl']).toMatch(/^-?\d+\.\d+$/)
    expect(second).toMatchObject({ closedPnl: result!['closedPnl'], cumFeeDetail: { USDT: second['cumExecFee'] } })
    expect(await pushed(closed, 'Filled')).toMatchObject({ closedPnl: result!['closedPnl'] })
    // Other rows of the same list are their own.
    const list = await rows('/v5/order/history?category=linear')
    expect(list.map((one) => [one['orderId'], one['closedPnl']])).toEqual([
      [closed, result!['closedPnl']],
      [opened, '0'],
    ])
  })

  it('an order that never filled has neither', async () => {
    const price = (await rows('/v5/market/tickers?category=linear&symbol=BTCUSDT'))[0]!['markPrice']!
    const id = await place({
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.01',
      price: String(Math.round(Number(price) * 0.99)),
    })
    await caller.post('/v5/order/cancel', { category: 'linear', symbol: 'BTCUSDT', orderId: id })
    expect(await orderOf(id)).toMatchObject({ closedPnl: '0', cumFeeDetail: {}, orderStatus: 'Cancelled' })
    expect(await pushed(id, 'Cancelled')).toMatchObject({ closedPnl: '0', cumFeeDetail: {} })
  })

  it('one that closed a part keeps its result when the rest is cancelled', async () => {
    const [position] = await rows('/v5/position/list?category=linear&symbol=BTCUSDT')
    expect(position).toMatchObject({ size: '0.02' })
    // At the best bid: what stands there is less than all of this quantity, and closes some of the position.
    const book = (await caller.get('/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=1')).result
    const [price, standing] = (book['b'] as string[][])[0]!
    const qty = new Exact(standing!).plus('0.5').toString()
    const id = await place({ side: 'Sell', orderType: 'Limit', qty, price })
    await caller.post('/v5/order/cancel', { category: 'linear', symbol: 'BTCUSDT', orderId: id })
    const result = (await rows('/v5/position/closed-pnl?category=linear&symbol=BTCUSDT')).find(
      (one) => one['orderId'] === id,
    )
    expect(result).toBeDefined()
    const order = await orderOf(id)
    expect(order['closedPnl']).toBe(result!['closedPnl'])
    expect((await pushed(id, order['orderStatus']!))['closedPnl']).toBe(result!['closedPnl'])
  })
})

describe('v5 positions', () => {
  it('say when they opened, and 0 where there is none', async () => {
    const [held] = await rows('/v5/position/list?category=linear&symbol=BTCUSDT')
    expect(held!['openTime']).toBe(Number(held!['createdTime']))
    const [none] = await rows('/v5/position/list?category=linear&symbol=ETHUSDT')
    expect(none!['openTime']).toBe(0)
  })
})

describe('v5 tickers: every field in every row', () => {
  const tickers = async (category: string) => rows(`/v5/market/tickers?category=${category}`)

  it('the price of an hour ago is where the oldest of the last sixty minutes opened', async () => {
    const [ticker] = await rows('/v5/market/tickers?category=linear&symbol=BTCUSDT')
    const path = '/v5/market/kline?category=linear&symbol=BTCUSDT&interval=1&limit=60'
    const candles = (await caller.get(path)).result['list'] as string[][]
    expect(ticker!['prevPrice1h']).toBe(candles.at(-1)![1])
  })

  it('a perpetual has a funding and no basis, a dated one a basis and no funding', async () => {
    const list = await tickers('linear')
    const perpetual = list.find((one) => one['symbol'] === 'BTCUSDT')!
    expect(perpetual).toMatchObject({ basis: '', basisRate: '', basisRateYear: '', deliveryTime: '0' })
    expect(perpetual).toMatchObject({ predictedDeliveryPrice: '', deliveryFeeRate: '', fundingIntervalHour: '8' })
    expect(Number(perpetual['nextFundingTime'])).toBeGreaterThan(world.journal.now())
    const dated = list.find((one) => one['deliveryTime'] !== '0')!
    expect(dated).toMatchObject({ fundingRate: '', nextFundingTime: '0', fundingIntervalHour: '', fundingCap: '' })
    expect(dated['basis']).toBe(new Exact(dated['lastPrice']!).minus(dated['indexPrice']!).toString())
    // rate × 365 days ÷ days left; the quotient of a rate of eight decimals is no exact one.
    const left = (Number(dated['deliveryTime']) - world.journal.now()) / (365 * 86_400_000)
    expect(Number(dated['basisRateYear'])).toBeCloseTo(Number(dated['basisRate']) / left, 4)
  })

  it('a contract before its listing says its phase, and no prices that it has not', async () => {
    const before = (await rows('/v5/market/instruments-info?category=linear&status=PreLaunch')) as unknown as {
      symbol: string
      preListingInfo: { curAuctionPhase: string }
    }[]
    const open = before.find((one) => one.preListingInfo.curAuctionPhase === 'CallAuction')!
    const [ticker] = await rows(`/v5/market/tickers?category=linear&symbol=${open.symbol}`)
    expect(ticker).toMatchObject({ curPreListingPhase: 'CallAuction', lastPrice: '', prevPrice1h: '', fundingRate: '' })
    expect(ticker).toHaveProperty('preOpenPrice')
    // Fifty minutes of auction, five without cancels, five of matching: an hour later it trades.
    await world.advance(61 * 60_000)
    await world.tick(30)
    const [trading] = await rows(`/v5/market/tickers?category=linear&symbol=${open.symbol}`)
    expect(trading).toMatchObject({ curPreListingPhase: 'ContinuousTrading', preOpenPrice: '', preQty: '' })
    expect(Number(trading!['lastPrice'])).toBeGreaterThan(0)
    expect(trading!['fundingCap']).toBe('0.02')
  })
})

describe('v5 settings and lists of the account', () => {
  it('set-margin-mode to the mode in force is no error', async () => {
    const set = { setMarginMode: 'REGULAR_MARGIN' }
    for (let i = 0; i < 2; i++)
      expect(await caller.post('/v5/account/set-margin-mode', set)).toMatchObject({
        retCode: 0,
        result: { reasons: [] },
      })
  })

  it('query-info names every coin that settles a contract', async () => {
    const instruments = [
      ...(await rows('/v5/market/instruments-info?category=linear&limit=1000')),
      ...(await rows('/v5/market/instruments-info?category=inverse&limit=1000')),
    ]
    const settle = new Set(instruments.map((one) => one['settleCoin']!))
    const named = (await caller.get('/v5/asset/coin/query-info')).result['rows'] as Row[]
    expect([...settle].filter((coin) => !named.some((one) => one['coin'] === coin))).toEqual([])
    expect(new Set(named.map((one) => one['coin'])).size).toBe(named.length)
    const [btc] = (await caller.get('/v5/asset/coin/query-info?coin=BTC')).result['rows'] as Row[]
    expect(btc).toMatchObject({ coin: 'BTC', name: 'BTC' })
    // Every contract has a number of its own.
    expect(new Set(instruments.map((one) => one['symbolId'])).size).toBe(instruments.length)
  })

  it('query-api has numbers where v5 has them, and the user’s is everywhere the same', async () => {
    const { result } = await signer.get('/v5/user/query-api')
    // A key that trades does so in every product: a client that looks first would refuse.
    expect(result['permissions']).toMatchObject({
      Derivatives: ['DerivativesTrade'],
      Spot: ['SpotTrade'],
      Options: ['OptionsTrade'],
    })
    expect(result).toMatchObject({ readOnly: 0, type: 1, deadlineDay: 0, uta: 1, unified: 0, inviterID: 0 })
    expect(result['userID']).toBeTypeOf('number')
    const { accounts } = (await caller.get('/v5/user/get-member-type')).result as { accounts: { uid: string }[] }
    expect(accounts[0]!.uid).toBe(String(result['userID']))
  })

  it('add-margin answers the position as it is then', async () => {
    await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
    await place({ symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.1' })
    const added = await caller.post('/v5/position/add-margin', { category: 'linear', symbol: 'ETHUSDT', margin: '5' })
    const [held] = await rows('/v5/position/list?category=linear&symbol=ETHUSDT')
    expect(added).toMatchObject({ retCode: 0, result: { symbol: 'ETHUSDT', size: '0.1', extraMargin: '5' } })
    expect(added.result['seq']).toBe(held!['seq'])
  })
})
