import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../exchange/api/lib/client'
import { RealGateway } from '../exchange/api/lib/real-gateway'

/*
 * Portfolio margin over REST (ADR-960, ADR-961). An account begins with a million USDT and more coins; the market stands
 * still, so what one call says of the margin another one says, too.
 */
type Row = Record<string, unknown>

describe('set-hedging-mode of an account with portfolio margin', () => {
  let world: RealGateway
  let caller: Caller
  beforeAll(async () => {
    world = await RealGateway.open({ markets: 'all', families: ['spot'] })
    caller = await world.caller()
    await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'PORTFOLIO_MARGIN' })
  })
  afterAll(() => world.close())

  const status = async () => (await caller.get('/v5/account/info')).result['spotHedgingStatus']
  const report = async () => {
    const answer = await caller.get('/v5/asset/portfolio-margin?baseCoin=BTC')
    return (answer.result['assetPnlRange'] as Row[])[0]!
  }
  const place = (side: string, symbol: string, qty: string) =>
    caller.post('/v5/order/create', { category: 'linear', symbol, side, orderType: 'Market', qty })

  it('nets a short in USDT against a long in USDC, whose sum of margins is the account’s', async () => {
    expect((await place('Sell', 'BTCUSDT', '0.5')).retCode).toBe(0)
    const alone = (await report())['asset'] as Row
    expect((await place('Buy', 'BTCPERP', '0.5')).retCode).toBe(0)
    const both = await report()
    const { assetMM } = both['asset'] as Row
    // 10 % and 0.6 % of the value, against 2 × 0.6 % and 1.5 % of what stands against itself.
    expect(Number(assetMM)).toBeLessThan(Number(alone['assetMM']) / 3)
    const contingency = both['contingency'] as Row
    expect(Number(contingency['usdtUsdcContingency'])).toBeGreaterThan(0)
    const wallet = (await caller.get('/v5/account/wallet-balance')).result['list'] as Row[]
    const coins = wallet[0]!['coin'] as Row[]
    const sum = coins.reduce(
      (all, { totalPositionMM, usdValue, equity }) =>
        all + (Number(totalPositionMM) === 0 ? 0 : (Number(totalPositionMM) * Number(usdValue)) / Number(equity)),
      0,
    )
    expect(sum).toBeCloseTo(Number(wallet[0]!['totalMaintenanceMargin']), 6)
    expect((await place('Sell', 'BTCPERP', '0.5')).retCode).toBe(0)
  })

  it('lets the coin in the wallet stand against the short, and says so everywhere', async () => {
    expect(await status()).toBe('OFF')
    const before = await report()
    expect(before['spotHedgeInfo']).toMatchObject({ hedgeSpotSize: '0' })
    expect((await caller.post('/v5/account/set-hedging-mode', { setHedgingMode: 'ON' })).retCode).toBe(0)
    expect(await status()).toBe('ON')
    const after = await report()
    const hedge = after['spotHedgeInfo'] as { hedgeSpotSize: string; usdIndexPrice: string; pnlRanges: Row[] }
    // Half a coin is short, and the delta of a perpetual is one, at the mark beside the index.
    expect(Number(hedge.hedgeSpotSize)).toBeCloseTo(0.5, 2)
    expect(hedge.pnlRanges[0]).toEqual({
      priceScale: '-0.1',
      pnls: [expect.stringMatching(/^-\d+/)],
    })
    const value = Number(hedge.hedgeSpotSize) * Number(hedge.usdIndexPrice)
    expect(Number((hedge.pnlRanges[0]!['pnls'] as string[])[0])).toBeCloseTo(-0.1 * value, 6)
    // The contingency of the perpetual alone is left.
    expect(Number((after['asset'] as Row)['assetMM'])).toBeCloseTo(
      Number((after['contingency'] as Row)['contingencyComponents']),
      2,
    )
    expect(Number((after['asset'] as Row)['assetMM'])).toBeLessThan(Number((before['asset'] as Row)['assetMM']) / 10)
    expect((await caller.post('/v5/account/set-hedging-mode', { setHedgingMode: 'OFF' })).retCode).toBe(0)
    expect(await status()).toBe('OFF')
  })

  it('has the same place in the wallet that is streamed', async () => {
    await caller.post('/v5/account/set-hedging-mode', { setHedgingMode: 'ON' })
    const wallet = (await caller.get('/v5/account/wallet-balance')).result['list'] as Row[]
    expect(wallet[0]!['spotHedgingStatus']).toBe('ON')
    const coins = wallet[0]!['coin'] as Row[]
    expect(Number(coins.find(({ coin }) => coin === 'BTC')!['spotHedgingQty'])).toBeCloseTo(0.5, 2)
  })

  it('is off and refused as soon as another mode is chosen, and on again with portfolio margin', async () => {
    await place('Buy', 'BTCUSDT', '0.5')
    const left = await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'REGULAR_MARGIN' })
    expect(left.retCode).toBe(0)
    expect((await caller.post('/v5/account/set-hedging-mode', { setHedgingMode: 'ON' })).retCode).toBe(10005)
    expect((await caller.post('/v5/account/set-hedging-mode', { setHedgingMode: 'OFF' })).retCode).toBe(0)
    expect(await status()).toBe('OFF')
    await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'PORTFOLIO_MARGIN' })
    expect(await status()).toBe('ON')
  })
})
