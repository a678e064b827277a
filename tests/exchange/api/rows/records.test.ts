import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exact } from '../../../../src/domain/decimal'
import { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

const HOUR_MS = 3_600_000
let world: RealGateway
let caller: Caller

beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
  // Twice in and out of a position, with a funding in between.
  await send('buy-1', 'Buy', '0.2')
  await world.advance(9 * HOUR_MS)
  await send('sell-1', 'Sell', '0.05')
  await send('sell-2', 'Sell', '0.15')
  await send('buy-2', 'Buy', '0.01')
  await send('sell-3', 'Sell', '0.01')
}, 60_000)
afterAll(() => world.close())

async function send(id: string, side: string, qty: string): Promise<void> {
  const order = { category: 'linear', symbol: 'BTCUSDT', side, orderType: 'Market', qty, orderLinkId: id }
  expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
}

async function rows(path: string): Promise<readonly Row[]> {
  const answer = await caller.get(path)
  expect(answer.retCode, path).toBe(0)
  return answer.result['list'] as Row[]
}

const sum = (list: readonly Row[], field: string) =>
  list.reduce((total, row) => total.plus(row[field]!), new Exact(0)).toString()

describe('closed P&L', () => {
  it('is a row an order, newest first, and its sum is what the wallet gained', async () => {
    const closed = await rows('/v5/position/closed-pnl?category=linear')
    expect(closed.map((row) => [row['side'], row['closedSize']])).toEqual([
      ['Sell', '0.01'],
      ['Sell', '0.15'],
      ['Sell', '0.05'],
    ])
    const wallet = await rows('/v5/account/wallet-balance?coin=USDT')
    const coin = (wallet[0] as unknown as { coin: readonly Row[] }).coin[0]!
    // The account began with 100,000 USDT and is flat again.
    expect(sum(closed, 'closedPnl')).toBe(new Exact(coin['walletBalance']!).minus(100_000).toString())
    for (const row of closed) {
      // entry = value / size; a long earns exit − entry.
      const price = new Exact(row['cumExitValue']!).minus(row['cumEntryValue']!)
      const costs = new Exact(row['openFee']!).plus(row['closeFee']!).plus(row['fundingFee']!)
      expect(row['closedPnl']).toBe(price.minus(costs).toString())
    }
  })

  it('comes in pages that join, and under the house name', async () => {
    const first = (await caller.get('/contract/v5/position/closed-pnl?symbol=BTCUSDT&limit=2')).result
    const cursor = first['nextPageCursor'] as string
    const second = await rows(`/contract/v5/position/closed-pnl?symbol=BTCUSDT&limit=2&cursor=${cursor}`)
    expect([...(first['list'] as Row[]), ...second].map((row) => row['closedSize'])).toEqual(['0.01', '0.15', '0.05'])
    expect(await rows('/contract/v5/position/closed-pnl?symbol=ETHUSDT')).toEqual([])
  })

  it('refuses a limit out of bounds with the bound', async () => {
    const answer = await caller.get('/v5/position/closed-pnl?category=linear&limit=101')
    expect(answer).toMatchObject({ retCode: 10001, retExtInfo: { field: 'limit' } })
  })
})

describe('transaction log', () => {
  it('explains every unit of the wallet: each balance is the one before plus the change', async () => {
    const log = (await rows('/v5/account/transaction-log?currency=USDT&limit=50')).toReversed()
    expect(log[0]).toMatchObject({ type: 'TRANSFER_IN', cashBalance: '100000', change: '100000' })
    expect(new Set(log.map((row) => row['type']))).toEqual(new Set(['TRANSFER_IN', 'TRADE', 'SETTLEMENT']))
    let balance = new Exact(0)
    for (const row of log) {
      const parts = new Exact(row['cashFlow']!).plus(row['funding'] === '' ? 0 : row['funding']!).minus(row['fee']!)
      expect(row['change']).toBe(parts.toString())
      balance = balance.plus(row['change']!)
      expect(row['cashBalance']).toBe(balance.toString())
    }
  })

  it('is narrowed by type, and a word that it does not know is refused', async () => {
    const funding = await rows('/contract/v5/account/transaction-history?type=SETTLEMENT')
    expect(funding.length).toBeGreaterThan(0)
    expect(funding.every((row) => row['type'] === 'SETTLEMENT' && row['size'] === '0.2')).toBe(true)
    const transfers = await rows('/v5/account/transaction-log?type=TRANSFER_IN')
    expect(transfers.map((row) => row['currency']).toSorted()).toEqual(['BTC', 'ETH', 'USDC', 'USDT'])
    const answer = await caller.get('/v5/account/transaction-log?type=GIFT')
    expect(answer).toMatchObject({ retCode: 10001, retExtInfo: { field: 'type' } })
  })
})

describe('lists of orders and executions under their native names', () => {
  it('lists closed orders, and executions by type', async () => {
    const orders = await rows('/contract/v5/order/history-list?symbol=BTCUSDT')
    expect(orders.map((row) => row['orderLinkId'])).toEqual(['sell-3', 'buy-2', 'sell-2', 'sell-1', 'buy-1'])
    const funding = await rows('/contract/v5/execution/trade-list?execType=Funding')
    expect(funding.length).toBeGreaterThan(0)
    expect(funding.every((row) => row['execType'] === 'Funding')).toBe(true)
    // The type chooses before the page is cut: one row of it is there although newer fills stand before it.
    expect(await rows('/v5/execution/list?category=linear&execType=Funding&limit=1')).toMatchObject([
      { execType: 'Funding' },
    ])
  })

  it('shows nobody else’s', async () => {
    const other = await world.caller()
    for (const path of ['/contract/v5/order/history-list', '/contract/v5/position/closed-pnl']) {
      expect((await other.get(path)).result['list'], path).toEqual([])
    }
    expect((await new Caller(caller.base).get('/v5/account/transaction-log')).retCode).toBe(10007)
  })
})

describe('funding history', () => {
  it('has the fundings that were paid, each dated by the boundary of eight hours that it followed', async () => {
    const list = await rows('/v5/market/funding/history?category=linear&symbol=BTCUSDT')
    expect(list.length).toBeGreaterThan(0)
    const paid = await rows('/contract/v5/execution/trade-list?execType=Funding')
    for (const one of paid) {
      const dueMs = Number(one['execTime']) - (Number(one['execTime']) % (8 * 3_600_000))
      const rate = list.find((row) => row['fundingRateTimestamp'] === String(dueMs))
      expect(rate?.['fundingRate']).toBe(one['feeRate'])
    }
  })
})

describe('records are durable', () => {
  it('are the same after a restart', async () => {
    const paths = ['/v5/account/transaction-log', '/v5/position/closed-pnl?category=linear']
    const before = await Promise.all(paths.map(rows))
    await world.restart()
    expect(await Promise.all(paths.map(rows))).toEqual(before)
  })
})
