import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exact } from '../../../src/domain/decimal'
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
    const repay = (id: string) => caller.post('/v5/account/quick-repayment', {}, { 'client-tag': id })
    const first = { retCode: 0, result: { list: [{ coin: 'SOL', repaymentQty: '10.00013' }] } }
    expect(await repay('pay-1')).toMatchObject(first)
    // The press comes again, before and after a restart: its first answer, from the ledger.
    expect(await repay('pay-1')).toMatchObject(first)
    await world.restart()
    expect(await repay('pay-1')).toMatchObject(first)
    expect((await repay('pay-2')).retCode).not.toBe(0)
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

describe('switching several coins at once', () => {
  const switchBatch = (
    by: Caller,
    id: string,
    request: readonly (readonly [coin: string, collateralSwitch: string])[],
  ) =>
    by.post(
      '/v5/account/set-collateral-switch-batch',
      { request: request.map(([coin, collateralSwitch]) => ({ coin, collateralSwitch })) },
      { 'client-tag': id },
    )
  const counted = async (by: Caller) =>
    rows(await by.get('/v5/account/collateral-info')).flatMap((row) =>
      row['collateralSwitch'] ? [row['currency']] : [],
    )

  it('switches all of them both ways, or none', async () => {
    const fresh = await world.caller()
    expect(await counted(fresh)).toEqual(['USDT', 'USDC'])
    // USDT always counts: with it the whole press is refused.
    const refused = await switchBatch(fresh, 'both-1', [
      ['SOL', 'ON'],
      ['USDT', 'OFF'],
    ])
    expect(refused.retCode).not.toBe(0)
    expect(await counted(fresh)).toEqual(['USDT', 'USDC'])
    const on = await switchBatch(fresh, 'both-2', [
      ['SOL', 'ON'],
      ['BTC', 'ON'],
    ])
    expect(on).toMatchObject({ retCode: 0 })
    const turned = [
      ['ETH', 'ON'],
      ['SOL', 'OFF'],
    ] as const
    expect(await switchBatch(fresh, 'both-3', turned)).toMatchObject({ retCode: 0 })
    expect(await counted(fresh)).toEqual(['USDT', 'USDC', 'BTC', 'ETH'])
    // The press is the whole of it: with another half it is another body.
    expect(await switchBatch(fresh, 'both-3', turned)).toMatchObject({ retCode: 0 })
    const other = await switchBatch(fresh, 'both-3', [
      ['ETH', 'ON'],
      ['BTC', 'OFF'],
    ])
    expect(other.retCode).not.toBe(0)
    expect(await counted(fresh)).toEqual(['USDT', 'USDC', 'BTC', 'ETH'])
  })
})

describe('a call that is refused', () => {
  const extra = async (by: Caller, path: string, body: object) => {
    const { retCode, retExtInfo } = (await by.post(path, body)) as Answer & { readonly retExtInfo: unknown }
    return { retCode, ...(retExtInfo as object) }
  }
  const bounds = { min: '0.00000001', max: '90071992.54740991', step: '0.00000001' }

  it('names the amount with its bounds', async () => {
    for (const amount of ['0', '-1', '0.123456789', '99999999999'])
      for (const path of ['/v5/account/borrow', '/v5/account/no-convert-repay'])
        expect(await extra(caller, path, { coin: 'USDT', amount }), amount).toEqual({
          retCode: 10001,
          field: 'amount',
          ...bounds,
        })
    // A number holds so many hundred-millionths exactly.
    expect(Number.MAX_SAFE_INTEGER).toBe(9_007_199_254_740_991)
  })

  it('names no parameter where the account is not in the mode for it', async () => {
    const fresh = await world.caller()
    const borrow = { coin: 'USDT', amount: '10' }
    expect(await extra(fresh, '/v5/account/borrow', borrow)).toEqual({ retCode: 170036 })
    const order = { category: 'spot', symbol: 'SOLUSDT', side: 'Sell', orderType: 'Market', qty: '10', isLeverage: 1 }
    expect(await extra(fresh, '/v5/order/create', order)).toEqual({ retCode: 170036, field: 'isLeverage' })
    const portfolio = await world.caller('pm')
    const mode = { setMarginMode: 'REGULAR_MARGIN' }
    expect(await extra(portfolio, '/v5/account/set-margin-mode', mode)).toEqual({ retCode: 110038 })
    const hedge = { category: 'linear', coin: 'USDT', mode: 3 }
    expect(await extra(portfolio, '/v5/position/switch-mode', hedge)).toEqual({ retCode: 110038 })
  })
})

describe('what isolated margin and coins that back each other have against each other', () => {
  const mode = (by: Caller, setMarginMode: string) => by.post('/v5/account/set-margin-mode', { setMarginMode })
  const switched = async (by: Caller, collateralSwitch: 'ON' | 'OFF') =>
    expect(await by.post('/v5/account/set-collateral-switch', { coin: 'BTC', collateralSwitch })).toMatchObject({
      retCode: 0,
    })

  it('a mode that is refused says what to mend, with the coin, in the order in which it can be', async () => {
    const by = await world.caller()
    const refused = async (...reasons: readonly (readonly [code: string, text: string, coin?: string])[]) =>
      expect(await mode(by, 'ISOLATED_MARGIN')).toMatchObject({
        retCode: 3400045,
        ext_map: {
          field: 'setMarginMode',
          reasons: reasons.map(([code, , coin]) => (coin === undefined ? code : `${code}::${coin}`)).join(','),
        },
        result: { reasons: reasons.map(([reasonCode, reasonMsg]) => ({ reasonCode, reasonMsg })) },
      })
    await switched(by, 'ON')
    const backs = ['collateral', 'collateral: BTC', 'BTC'] as const
    await refused(backs)
    await by.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: '1' })
    await refused(['spotMarginOn', 'spot margin on'], backs)
    const loan = { coin: 'SOL', amount: '1' }
    expect(await by.post('/v5/account/borrow', loan)).toMatchObject({ retCode: 0 })
    await refused(['owed', 'owed: SOL', 'SOL'], ['spotMarginOn', 'spot margin on'], backs)
    expect(await by.post('/v5/account/repay', { coin: 'SOL' })).toMatchObject({ retCode: 0 })
    expect(await by.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: '0' })).toMatchObject({ retCode: 0 })
    await switched(by, 'OFF')
    expect(await mode(by, 'ISOLATED_MARGIN')).toMatchObject({ retCode: 0 })
  })

  it('a refusal that is repeated or looked up is the first one, whatever is in the way by then', async () => {
    const by = await world.caller()
    await switched(by, 'ON')
    await by.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: '1' })
    const press = () =>
      by.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' }, { 'client-tag': 'mode-1' })
    const first = await press()
    const reasons = 'spotMarginOn,collateral::BTC'
    expect(first).toMatchObject({ retCode: 3400045, ext_map: { reasons } })
    await by.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: '0' })
    await switched(by, 'OFF')
    for (const when of ['mended', 'after a restart']) {
      const again = await press()
      expect(again, when).toMatchObject({ retCode: 3400045, ext_map: { reasons }, result: first.result })
      const found = await by.get('/contract/v5/private/first-answer?clientTag=mode-1')
      expect(found.result, when).toMatchObject({ list: [{ retCode: 3400045, extMap: { reasons } }] })
      await world.restart()
    }
    expect(await mode(by, 'ISOLATED_MARGIN')).toMatchObject({ retCode: 0 })
  })

  it('a debt that portfolio margin alone carries is named where that mode is left', async () => {
    const by = await world.caller()
    expect(await mode(by, 'PORTFOLIO_MARGIN')).toMatchObject({ retCode: 0 })
    // Its fees are owed in XRP, of which there is none.
    for (const side of ['Buy', 'Sell']) {
      const order = { category: 'inverse', symbol: 'XRPUSD', side, orderType: 'Market', qty: '1000' }
      expect(await by.post('/v5/order/create', order)).toMatchObject({ retCode: 0 })
    }
    for (const other of ['REGULAR_MARGIN', 'ISOLATED_MARGIN'])
      expect(await mode(by, other)).toMatchObject({
        retCode: 3400045,
        ext_map: { field: 'setMarginMode', reasons: 'owed::XRP' },
        result: { reasons: [{ reasonCode: 'owed', reasonMsg: 'owed: XRP' }] },
      })
    expect(await by.post('/v5/account/repay', { coin: 'XRP' })).toMatchObject({ retCode: 0 })
    expect(await mode(by, 'REGULAR_MARGIN')).toMatchObject({ retCode: 0 })
  })

  it('a setting of coins that back each other names its parameter, and isolated margin as what is in the way', async () => {
    const by = await world.caller()
    expect(await mode(by, 'ISOLATED_MARGIN')).toMatchObject({ retCode: 0 })
    const coin = { coin: 'BTC', collateralSwitch: 'ON' }
    for (const [path, body, field] of [
      ['/v5/account/set-collateral-switch', coin, 'collateralSwitch'],
      ['/v5/account/set-collateral-switch-batch', { request: [coin] }, 'collateralSwitch'],
      ['/v5/spot-margin-trade/switch-mode', { spotMarginMode: '1' }, 'spotMarginMode'],
      ['/v5/spot-margin-trade/set-auto-repay-mode', { autoRepayMode: '0' }, 'autoRepayMode'],
    ] as const)
      expect(await by.post(path, body), path).toMatchObject({
        retCode: 10001,
        retMsg: expect.stringContaining('isolated margin'),
        retExtInfo: { field },
      })
  })
})

describe('a pair in v5', () => {
  it('has the name of its orders in the log and in the fee rates', async () => {
    const trades = rows(await caller.get('/v5/account/transaction-log?type=TRADE'))
    expect(new Set(trades.map(({ symbol, category }) => `${category} ${symbol}`))).toEqual(new Set(['spot SOLUSDT']))
    const rates = rows(await caller.get('/v5/account/fee-rate?category=spot&symbol=SOLUSDT'))
    expect(rates).toMatchObject([{ symbol: 'SOLUSDT' }])
    const native = rows(await caller.get('/contract/v5/account/transaction-history?type=TRADE'))
    expect(native.length).toBe(trades.length)
    expect(native.every(({ symbol }) => symbol === 'SOL/USDT')).toBe(true)
  })

  it('has two rows of the log for a fill, and a page ends between them where its limit does', async () => {
    const path = '/v5/account/transaction-log'
    const whole = rows(await caller.get(`${path}?limit=50`)).map(({ id, change }) => [id, change])
    for (const limit of [1, 2, 3]) {
      const paged: unknown[] = []
      const cursors: string[] = []
      for (let cursor = ''; cursors.length < 100;) {
        const page: Answer = await caller.get(`${path}?limit=${limit}&cursor=${cursor}`)
        expect(rows(page).length).toBeLessThanOrEqual(limit)
        paged.push(...rows(page).map(({ id, change }) => [id, change]))
        cursor = page.result['nextPageCursor'] as string
        if (cursor === '') break
        cursors.push(cursor)
      }
      expect(paged, `${limit} a page`).toEqual(whole)
      if (limit === 1) expect(cursors.some((one) => one.endsWith('-1'))).toBe(true)
    }
    for (const cursor of ['1-2', '-1', '1-1-1', 'x'])
      expect(await caller.get(`${path}?cursor=${cursor}`)).toMatchObject({ retCode: 10_001 })
    expect(await caller.get('/v5/execution/list?category=spot&cursor=1-1')).toMatchObject({ retCode: 10_001 })
  })
})

describe('a market order to buy for an amount', () => {
  const buy = async (qty: string) => {
    const body = { category: 'spot', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty }
    const { retCode, retExtInfo } = (await caller.post('/v5/order/create', body)) as Answer & {
      readonly retExtInfo: Record<string, string>
    }
    return { retCode, ...retExtInfo }
  }

  it('is refused with bounds of the amount', async () => {
    expect(await buy('5100000')).toEqual({ retCode: 170124, field: 'qty', max: '5000000' })
    expect(await buy('99999999999')).toEqual({ retCode: 170124, field: 'qty', max: '5000000' })
    const [ticker] = rows(await caller.get('/v5/market/tickers?category=spot&symbol=BTCUSDT'))
    // The smallest and the largest market order of the pair (0.000011 and 41.5 BTC), at what the first of the book asks.
    const worth = (lots: string) => new Exact(String(ticker!['ask1Price'])).times(lots).toFixed()
    const bounds = { retCode: 10001, field: 'qty', min: worth('0.000011'), max: worth('41.5') }
    expect(await buy('0.01')).toEqual(bounds)
    expect(await buy('2900000')).toEqual(bounds)
    expect(await buy('10.123456789')).toMatchObject({ retCode: 10001, field: 'qty', step: '0.00000001' })
  })
})
