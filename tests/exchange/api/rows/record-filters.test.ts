import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exact, toText } from '../../../../src/domain/decimal'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

/** Each contract's category, coins and the quantity of a trade. */
const TRADED = [
  { symbol: 'BTCUSDT', category: 'linear', base: 'BTC', settle: 'USDT', qty: '0.01' },
  { symbol: 'ETHUSDT', category: 'linear', base: 'ETH', settle: 'USDT', qty: '0.1' },
  { symbol: 'BTCPERP', category: 'linear', base: 'BTC', settle: 'USDC', qty: '0.01' },
  { symbol: 'BTCUSD', category: 'inverse', base: 'BTC', settle: 'BTC', qty: '500' },
  { symbol: 'ETHUSD', category: 'inverse', base: 'ETH', settle: 'ETH', qty: '200' },
] as const
const of = (symbol: string) => TRADED.find((one) => one.symbol === symbol)!
const CATEGORIES = ['linear', 'inverse', 'spot', 'option'] as const

let world: RealGateway
let caller: Caller

beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all' })
  caller = await world.caller()
  for (let round = 0; round < 2; round++) {
    for (const { symbol, category, qty } of TRADED) {
      for (const side of ['Buy', 'Sell']) {
        const order = { category, symbol, side, orderType: 'Market', qty }
        expect(await caller.post('/v5/order/create', order), symbol).toMatchObject({ retCode: 0 })
        await world.tick(2)
      }
    }
  }
}, 120_000)
afterAll(() => world.close())

/** Every page of a list, and how many pages it took. */
async function pages(path: string): Promise<{ readonly rows: readonly Row[]; readonly sizes: readonly number[] }> {
  const rows: Row[] = []
  const sizes: number[] = []
  let cursor = ''
  do {
    const answer = await caller.get(cursor === '' ? path : `${path}&cursor=${cursor}`)
    expect(answer.retCode, path).toBe(0)
    const list = answer.result['list'] as readonly Row[]
    rows.push(...list)
    sizes.push(list.length)
    cursor = answer.result['nextPageCursor'] as string
  } while (cursor !== '')
  return { rows, sizes }
}

const all = async (path: string) => (await pages(path)).rows

/** The lists of records under both names; `time` is the field that startTime and endTime bound. */
const LISTS = [
  { path: '/v5/position/closed-pnl', whole: '/contract/v5/position/closed-pnl', time: 'updatedTime' },
  { path: '/contract/v5/position/closed-pnl', whole: '/contract/v5/position/closed-pnl', time: 'updatedTime' },
  { path: '/v5/account/transaction-log', whole: '/v5/account/transaction-log', time: 'transactionTime' },
  { path: '/contract/v5/account/transaction-history', whole: '/v5/account/transaction-log', time: 'transactionTime' },
  { path: '/v5/execution/list', whole: '/contract/v5/execution/trade-list', time: 'execTime' },
  { path: '/contract/v5/execution/trade-list', whole: '/contract/v5/execution/trade-list', time: 'execTime' },
  { path: '/v5/order/history', whole: '/contract/v5/order/history-list', time: 'updatedTime' },
  { path: '/contract/v5/order/history-list', whole: '/contract/v5/order/history-list', time: 'updatedTime' },
] as const

describe.each(LISTS)('$path', ({ path, whole, time }) => {
  const key = (row: Row) => `${row['symbol']}/${row['seq'] ?? row['orderId']}/${row['orderId']}/${row['execId'] ?? ''}`
  const keys = (rows: readonly Row[]) => rows.map(key)
  const expected = async (keep: (row: Row) => boolean) =>
    keys((await all(`${whole}?limit=50`)).filter((row) => row['symbol'] !== '' && keep(row)))

  it('gives the rows of the category that is asked for, and no other', async () => {
    for (const category of CATEGORIES) {
      const rows = await all(`${path}?category=${category}&limit=50`)
      expect(keys(rows), category).toEqual(await expected(({ symbol }) => of(symbol!).category === category))
    }
    // Each of the three linear and the two inverse contracts was bought and sold twice.
    expect((await all(`${path}?category=inverse&limit=50`)).length).toBeGreaterThanOrEqual(4)
    expect((await all(`${path}?category=linear&limit=50`)).length).toBeGreaterThanOrEqual(6)
  })

  it('fills every page but the last, however narrow the question', async () => {
    const { rows, sizes } = await pages(`${path}?category=inverse&limit=3`)
    expect(keys(rows)).toEqual(await expected(({ symbol }) => of(symbol!).category === 'inverse'))
    expect(sizes.slice(0, -1).every((size) => size === 3)).toBe(true)
    expect(sizes.at(-1)).toBeGreaterThan(0)
  })

  it('gives the rows of a contract, and none where it is of another category', async () => {
    expect(keys(await all(`${path}?category=linear&symbol=BTCPERP&limit=50`))).toEqual(
      await expected(({ symbol }) => symbol === 'BTCPERP'),
    )
    expect(await all(`${path}?category=inverse&symbol=BTCPERP&limit=50`)).toEqual([])
  })

  it('gives the rows of a base coin', async () => {
    expect(keys(await all(`${path}?category=linear&baseCoin=BTC&limit=50`))).toEqual(
      await expected(({ symbol }) => of(symbol!).category === 'linear' && of(symbol!).base === 'BTC'),
    )
  })

  it('gives the rows of a time, both ends included', async () => {
    const rows = await all(`${path}?category=linear&limit=50`)
    const [start, end] = [rows.at(-2)![time]!, rows[1]![time]!]
    expect(keys(await all(`${path}?category=linear&limit=50&startTime=${start}&endTime=${end}`))).toEqual(
      keys(rows.filter((row) => Number(row[time]) >= Number(start) && Number(row[time]) <= Number(end))),
    )
  })
})

it('adds up: the closed results of both categories are what the wallets gained', async () => {
  const start: Readonly<Record<string, string>> = { USDT: '100000', USDC: '100000', BTC: '2', ETH: '20' }
  const { result } = await caller.get('/v5/account/wallet-balance?accountType=UNIFIED')
  const coins = (result['list'] as readonly { readonly coin: readonly Row[] }[])[0]!.coin
  for (const [coin, began] of Object.entries(start)) {
    let gained = new Exact(0)
    for (const category of CATEGORIES)
      for (const row of await all(`/v5/position/closed-pnl?category=${category}&limit=50`))
        if (of(row['symbol']!).settle === coin) gained = gained.plus(row['closedPnl']!)
    const held = coins.find((one) => one['coin'] === coin)!['walletBalance']!
    expect(toText(new Exact(held).minus(began)), coin).toBe(toText(gained))
  }
})

describe('/v5/account/transaction-log', () => {
  const path = '/v5/account/transaction-log'

  it('is narrowed by currency and type together with a category', async () => {
    const rows = await all(`${path}?category=linear&currency=USDC&type=TRADE&limit=50`)
    expect(rows.map((row) => row['symbol'])).toEqual(['BTCPERP', 'BTCPERP', 'BTCPERP', 'BTCPERP'])
    expect(await all(`${path}?category=inverse&currency=USDC&limit=50`)).toEqual([])
    expect(await all(`${path}?category=linear&type=TRANSFER_IN&limit=50`)).toEqual([])
  })

  it('knows one kind of account, and no moved positions', async () => {
    expect((await all(`${path}?accountType=UNIFIED&category=inverse`)).length).toBeGreaterThan(0)
    expect(await caller.get(`${path}?accountType=CONTRACT`)).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'accountType' },
    })
    expect(await all(`${path}?transSubType=movePosition`)).toEqual([])
    expect(await caller.get(`${path}?transSubType=gift`)).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'transSubType' },
    })
  })
})

it('gives deliveries of the day that is named', async () => {
  const dated = (await caller.get('/v5/market/instruments-info?category=linear&limit=1000')).result[
    'list'
  ] as readonly Row[]
  const { symbol, deliveryTime } = dated.find((row) => row['contractType'] === 'LinearFutures')!
  const order = { category: 'linear', symbol, side: 'Buy', orderType: 'Market', qty: '0.01' }
  expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
  await caller.raw('POST', '/control/expire', { symbol })
  for (let i = 0; i < 50 && (await all('/v5/asset/delivery-record?category=linear')).length === 0; i++) {
    await world.tick(5)
  }
  const rows = await all('/v5/asset/delivery-record?category=linear')
  expect(rows.map((row) => row['symbol'])).toEqual([symbol])
  expect(Number(deliveryTime)).toBeGreaterThan(0)
  // v5's spelling of a day: two digits, the month's three letters, the year's last two digits.
  const day = symbol!.split('-')[1]!
  expect(await all(`/v5/asset/delivery-record?category=linear&expDate=${day}`)).toEqual(rows)
  expect(await all('/v5/asset/delivery-record?category=linear&expDate=01JAN21')).toEqual([])
  expect(await all('/v5/asset/delivery-record?category=inverse')).toEqual([])
})
