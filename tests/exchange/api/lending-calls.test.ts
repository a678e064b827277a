import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Caller } from './lib/client'
import { RealGateway } from './lib/real-gateway'

const HOUR_MS = 3_600_000
const FIVE_MINUTES_MS = 300_000
const rows = (answer: Answer) => answer.result['list'] as Record<string, unknown>[]

let world: RealGateway
let caller: Caller
/** Its clock begins on the hour, and stands still between steps. */
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot'], stepMs: 0 })
  caller = await world.caller()
  const body = { category: 'spot', symbol: 'SOLUSDT', side: 'Sell', orderType: 'Market', qty: '10', isLeverage: 1 }
  for (const [path, sent] of [
    ['/v5/spot-margin-trade/switch-mode', { spotMarginMode: '1' }],
    ['/v5/order/create', body],
  ] as const)
    expect(await caller.post(path, sent)).toMatchObject({ retCode: 0 })
})
afterAll(() => world.close())

describe('the history of borrowing', () => {
  it('has a row for each hour that was charged, newest first', async () => {
    const path = '/v5/account/borrow-history'
    expect(rows(await caller.get(path))).toEqual([])
    await world.advance(FIVE_MINUTES_MS)
    await world.advance(HOUR_MS)
    const found = rows(await caller.get(path))
    // 10 × 0.0000065, twice: interest bears none.
    expect(found).toMatchObject([
      { currency: 'SOL', borrowAmount: '10', borrowCost: '0.000065', hourlyBorrowRate: '0.0000065' },
      { InterestBearingBorrowSize: '10', costExemption: '0', unrealisedLoss: '0', freeBorrowedAmount: '0' },
    ])
    expect(Number(found[0]!['createdTime']) - Number(found[1]!['createdTime'])).toBe(HOUR_MS)
    expect(rows(await caller.get(`${path}?currency=USDT`))).toEqual([])
    expect(rows(await caller.get(`${path}?limit=1`))).toHaveLength(1)
  })

  it('is there after a restart, with what is owed', async () => {
    const paths = ['/v5/account/borrow-history', '/v5/account/collateral-info?currency=SOL'] as const
    const before = [rows(await caller.get(paths[0])), rows(await caller.get(paths[1]))]
    await world.restart()
    expect([rows(await caller.get(paths[0])), rows(await caller.get(paths[1]))]).toEqual(before)
    const { result } = await caller.get('/v5/account/wallet-balance?accountType=UNIFIED&coin=SOL')
    expect(result).toMatchObject({ list: [{ coin: [{ spotBorrow: '10', accruedInterest: '0.00013' }] }] })
  })
})

describe('the log of an account that owes', () => {
  it('sums to its wallet, coin by coin, with the interest that it paid', async () => {
    expect(await caller.post('/v5/account/quick-repayment', {})).toMatchObject({
      retCode: 0,
      result: { list: [{ coin: 'SOL', repaymentQty: '10.00013' }] },
    })
    const wallet = (await caller.get('/v5/account/wallet-balance?accountType=UNIFIED')).result
    const coins = (wallet['list'] as { coin: Record<string, string>[] }[])[0]!.coin
    for (const coin of ['SOL', 'USDT']) {
      const log = rows(await caller.get(`/v5/account/transaction-log?currency=${coin}&limit=50`))
      const sumE8 = log.reduce((sum, row) => sum + Math.round(Number(row['change']) * 1e8), 0)
      const held = coins.find((one) => one['coin'] === coin)!['walletBalance']
      expect(sumE8 / 1e8, coin).toBeCloseTo(Number(held), 8)
    }
    const paid = rows(await caller.get('/v5/account/transaction-log?type=INTEREST'))
    expect(paid.map(({ currency, change }) => [currency, change])).toEqual([['SOL', '-0.00013']])
  })
})
