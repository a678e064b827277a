import { Exact } from '../../src/domain/decimal'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../exchange/api/calls/routes'
import { Caller, type Answer } from '../exchange/api/lib/client'
import { RealGateway } from '../exchange/api/lib/real-gateway'

/** Calls that bybit-api knows in the rooms of contract trading, from its own source. */
function callsOfLibrary(): readonly string[] {
  const folder = createRequire(import.meta.url)
    .resolve('bybit-api')
    .replace(/index\.js$/, '')
  const source = readFileSync(`${folder}rest-client-v5.js`, 'utf8')
  const calls = /\.(get|getPrivate|postPrivate|post)\(\s*'(\/v5\/(?:market|position|order|account|execution)\/[^']+)'/g
  const found = [...source.matchAll(calls)].map(
    ([, verb, path]) => `${verb!.startsWith('get') ? 'GET' : 'POST'} ${path}`,
  )
  return [...new Set(found)].toSorted()
}

/** What this exchange has not, by why. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  'accounts stand alone, and are what they were opened as': [
    'POST /v5/position/move-positions',
    'POST /v5/account/upgrade-to-uta',
    'POST /v5/account/demo-apply-money',
    'POST /v5/account/set-delta-mode',
    'GET /v5/account/pay-info',
    'GET /v5/account/trade-info-for-analysis',
  ],
  'prices outside the band are moved to its edge, always': ['POST /v5/account/set-limit-px-action'],
  'not yet': [
    'GET /v5/market/full_orderbook',
    'GET /v5/market/new-delivery-price',
    'GET /v5/account/option-asset-info',
    'GET /v5/position/get-closed-positions',
  ],
}

describe('calls of bybit-api for contracts', () => {
  it('are all here, but for those that are named with their reason', () => {
    const here = new Set(ROUTES.map(({ method, path }) => `${method} ${path}`))
    expect(callsOfLibrary().length).toBeGreaterThan(50)
    expect(callsOfLibrary().filter((one) => !here.has(one))).toEqual(Object.values(WITHOUT).flat().toSorted())
  })
})

describe('what stands behind a contract', () => {
  let world: RealGateway
  let caller: Caller
  const rows = (answer: Answer) => answer.result['list'] as Record<string, string>[]
  beforeAll(async () => {
    world = await RealGateway.open()
    caller = await world.caller()
  })
  afterAll(() => world.close())

  it('the insurance pool of a coin begins with a million dollars (ADR-037)', async () => {
    const answer = await caller.get('/v5/market/insurance?coin=USDT')
    expect(rows(answer)).toMatchObject([{ coin: 'USDT', balance: '1000000', value: '1000000' }])
    expect(rows(answer)[0]!['symbols']).toContain('BTCUSDT')
    const alert = rows(await caller.get('/v5/market/adlAlert?symbol=BTCUSDT'))
    expect(alert).toEqual([
      {
        coin: 'USDT',
        symbol: 'BTCUSDT',
        balance: '1000000',
        maxBalance: '1000000',
        // As published: it starts at a fall of 30 % and stops above 25 %; the ratio counts while the balance is above zero.
        insurancePnlRatio: '-0.3',
        pnlRatio: '0',
        adlTriggerThreshold: '0',
        adlStopRatio: '-0.25',
      },
    ])
  })

  it('the share of long accounts is of all that hold the contract, newest first', async () => {
    const path = '/v5/market/account-ratio?category=linear&symbol=ETHUSDT&period=5min&limit=500'
    const list = rows(await caller.get(path))
    expect(list).toHaveLength(500)
    for (const { buyRatio, sellRatio } of list) {
      expect(Number(buyRatio)).toBeGreaterThan(0.25)
      expect(Number(buyRatio)).toBeLessThan(0.8)
      expect(new Exact(String(buyRatio)).plus(String(sellRatio)).toFixed()).toBe('1')
    }
  })

  it('balances, leverage, collateral and withdrawal tell of the wallet', async () => {
    const coin = (await caller.get('/v5/asset/transfer/query-account-coin-balance?coin=BTC')).result['balance']
    expect(coin).toMatchObject({ coin: 'BTC', walletBalance: '2', transferBalance: '2' })
    const { result } = await caller.get('/v5/account/withdrawal?coinName=BTC,ETH')
    expect(result).toEqual({ availableWithdrawal: '2', availableWithdrawalMap: { BTC: '2', ETH: '20' } })
    expect(rows(await caller.get('/v5/position/symbol-info?category=linear&symbol=BTCUSDT'))).toMatchObject([
      { symbol: 'BTCUSDT', leverage: '10', tradeMode: 0 },
    ])
    expect(rows(await caller.get('/v5/account/collateral-info?currency=BTC'))).toMatchObject([
      { currency: 'BTC', collateralRatio: '0.98', borrowable: true, collateralSwitch: false, borrowAmount: '0' },
    ])
  })

  it.each([
    '/v5/market/index-price-components?indexName=BTCUSDT',
    '/v5/market/rpi_orderbook?symbol=BTCUSDT',
    '/v5/market/fee-group-info',
    '/v5/market/delivery-price?category=linear',
    '/v5/account/instruments-info?category=linear',
    '/v5/account/smp-group',
    '/v5/account/query-dcp-info',
    '/v5/account/user-setting-config',
    '/v5/account/borrow-history',
    '/v5/position/move-history',
    '/v5/asset/delivery-record?category=linear',
    '/v5/asset/settlement-record?category=linear',
    '/v5/asset/transfer/query-account-coins-balance',
    '/v5/user/get-member-type',
    '/v5/system/status',
    '/v5/market/historical-volatility?category=option',
  ])('GET %s answers as it is declared', async (path) => {
    expect((await caller.get(path)).retCode).toBe(0)
  })

  it.each([
    ['/v5/position/set-risk-limit', { symbol: 'BTCUSDT', riskId: 1 }, 0],
    ['/v5/position/set-tpsl-mode', { symbol: 'BTCUSDT', tpSlMode: 'Full' }, 0],
    ['/v5/position/confirm-pending-mmr', { symbol: 'BTCUSDT' }, 0],
    ['/v5/account/set-hedging-mode', { setHedgingMode: 'OFF' }, 0],
    ['/v5/account/set-hedging-mode', { setHedgingMode: 'ON' }, 10005],
    ['/v5/order/disconnected-cancel-all', { timeWindow: 10 }, 10005],
  ])('POST %s %j answers %i', async (path, body, retCode) => {
    expect((await caller.post(path, body)).retCode).toBe(retCode)
  })
})
