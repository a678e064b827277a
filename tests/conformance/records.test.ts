import { RestClientV5 } from 'bybit-api'
import { pro } from 'ccxt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MARKETS } from './lib/markets'
import { AT_ONCE } from './lib/ccxt-options'
import { openSandbox, type Sandbox } from './lib/sandbox'

let sandbox: Sandbox
let rest: RestClientV5
let exchange: InstanceType<typeof pro.bybit>

beforeAll(async () => {
  sandbox = await openSandbox()
  const { apiKey, apiSecret } = await sandbox.newKey()
  rest = new RestClientV5({ baseUrl: sandbox.http, key: apiKey, secret: apiSecret, enable_time_sync: false })
  exchange = new pro.bybit({ apiKey, secret: apiSecret, ...AT_ONCE })
  exchange.urls['api'] = { public: sandbox.http, private: sandbox.http }
  await exchange.loadMarkets()
})
afterAll(async () => {
  await exchange.close()
  await sandbox.close()
})

describe.each(MARKETS)('records, $kind', ({ id, unified, category, coin, qty }) => {
  it('closed P&L and the transaction log agree in both libraries', async () => {
    for (const side of ['Buy', 'Sell'] as const) {
      const order = { category, symbol: id, side, orderType: 'Market', qty, reduceOnly: side === 'Sell' } as const
      expect((await rest.submitOrder(order)).retCode).toBe(0)
    }
    const closed = await rest.getClosedPnL({ category, symbol: id })
    expect(closed.retCode).toBe(0)
    expect(closed.result.list).toMatchObject([{ symbol: id, side: 'Sell', closedSize: qty }])

    const log = await rest.getTransactionLog({ currency: coin, type: 'TRADE' })
    const mine = log.result.list.filter((row) => row.symbol === id)
    // What the wallet lost by the two orders is what the closed position brought; settlements are rows of their own.
    const change = mine.reduce((sum, row) => sum + Number(row.change), 0)
    expect(change).toBeCloseTo(Number(closed.result.list[0]!.closedPnl), 7)

    const ledger = await exchange.fetchLedger(coin)
    expect(ledger.map((row) => row.type)).toContain('trade')
    const positions = await exchange.fetchPositionsHistory([unified])
    expect(positions.map((one) => one.symbol)).toContain(unified)
  })

  it('a history of fundings is well formed', async () => {
    const history = await rest.getFundingRateHistory({ category, symbol: id })
    expect([history.retCode, Array.isArray(history.result.list)]).toEqual([0, true])
    expect(Array.isArray(await exchange.fetchFundingRateHistory(unified))).toBe(true)
  })
})
