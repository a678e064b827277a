import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Listener, type Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, unknown>>

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
})
afterAll(() => world.close())

const ORDER = { category: 'linear', symbol: 'BTCUSDT', orderType: 'Market', side: 'Buy', qty: '0.1' }
const mode = (setMarginMode: string) => caller.post('/v5/account/set-margin-mode', { setMarginMode })
const listed = async (path: string) => ((await caller.get(path)).result['list'] as Row[])[0]!

describe('portfolio margin in v5 (semantics.md §1.8, §2.8)', () => {
  it('is refused while a symbol is in hedge mode, with the field and the reason', async () => {
    const hedge = { category: 'linear', symbol: 'ETHUSDT', mode: 3 }
    expect(await caller.post('/v5/position/switch-mode', hedge)).toMatchObject({ retCode: 0 })
    expect(await mode('PORTFOLIO_MARGIN')).toMatchObject({
      retCode: 3400045,
      ext_map: { field: 'setMarginMode', reasons: 'hedgeMode:ETHUSDT' },
      // As published: an item for each reason.
      result: { reasons: [{ reasonCode: 'hedgeMode', reasonMsg: 'hedge mode: ETHUSDT' }] },
    })
    expect(await caller.post('/v5/position/switch-mode', { ...hedge, mode: 0 })).toMatchObject({ retCode: 0 })
  })

  it('is chosen, told, and margins a position: no figure of it is the position’s own', async () => {
    expect(await caller.post('/v5/order/create', ORDER)).toMatchObject({ retCode: 0 })
    expect(await listed('/v5/position/list?category=linear&symbol=BTCUSDT')).toMatchObject({ leverage: '10' })
    expect(await mode('PORTFOLIO_MARGIN')).toMatchObject({ retCode: 0, result: { reasons: [] } })
    expect((await caller.get('/v5/account/info')).result).toMatchObject({ marginMode: 'PORTFOLIO_MARGIN' })
    const row = await listed('/v5/position/list?category=linear&symbol=BTCUSDT')
    expect(row).toMatchObject({ size: '0.1', leverage: '', riskId: 0, positionIM: '', positionMM: '', liqPrice: '' })
    const { coin } = (await listed('/v5/account/wallet-balance?accountType=UNIFIED')) as { coin: Row[] }
    const usdt = coin.find((one) => one['coin'] === 'USDT')!
    // 10 % of the mark and 0.6 % of the index, which is near it; the initial margin is 1.2 of that.
    const maintenance = Number(usdt['totalPositionMM'])
    expect(maintenance / (0.106 * 0.1 * Number(row['markPrice']))).toBeCloseTo(1, 2)
    expect(Number(usdt['totalPositionIM']) / maintenance).toBeCloseTo(1.2, 6)
  })

  it('is told by a push as by the list: no leverage and no margin of the position’s own', async () => {
    const socket = await Listener.open(caller.base, 'private', caller.cookie)
    socket.send({ op: 'login', args: [await caller.oneTimeToken()] })
    socket.send({ op: 'subscribe', args: ['user.position'] })
    const { data } = await socket.until((frame) => frame['topic'] === 'user.position')
    socket.close()
    const row = (data as Row[]).find((one) => one['symbol'] === 'BTCUSDT')
    expect(row).toMatchObject({ size: '0.1', leverage: '', positionIM: '', positionMM: '', liqPrice: '', roi: '' })
  })

  it('has no leverage, no hedge mode and no leverage rows; a check before an order has its rates', async () => {
    const leverage = { category: 'linear', symbol: 'BTCUSDT', buyLeverage: '5', sellLeverage: '5' }
    expect(await caller.post('/v5/position/set-leverage', leverage)).toMatchObject({ retCode: 110038 })
    const hedge = { category: 'linear', symbol: 'ETHUSDT', mode: 3 }
    expect(await caller.post('/v5/position/switch-mode', hedge)).toMatchObject({ retCode: 110038 })
    expect(await caller.get('/v5/position/symbol-info?category=linear')).toMatchObject({ retCode: 110038 })
    const { retCode, result } = await caller.post('/v5/order/pre-check', { ...ORDER, orderLinkId: 'checked' })
    expect(retCode).toBe(0)
    expect(Number(result['postImrE4'])).toBeGreaterThan(Number(result['preImrE4']))
  })

  it('shows the scenarios that it is made of, and the margin of each underlying', async () => {
    const { result } = await caller.get('/v5/asset/portfolio-margin')
    const [btc] = result['assetPnlRange'] as Row[]
    const row = await listed('/v5/position/list?category=linear&symbol=BTCUSDT')
    const value = 0.1 * Number(row['markPrice'])
    expect(btc).toMatchObject({ baseCoin: 'BTC', maxLossPriceMove: '-0.1', optionExpiryDatePnlRanges: [] })
    const { pnlRanges } = (btc!['totalPnlRanges'] as Record<string, Row>)['ALL'] as { pnlRanges: Row[] }
    expect(pnlRanges.map(({ priceScale }) => Number(priceScale))).toEqual([
      -0.1, -0.08, -0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06, 0.08, 0.1,
    ])
    // A tenth of the value, and one result a move.
    expect(Number((pnlRanges[0]!['pnls'] as string[])[0]) / value).toBeCloseTo(-0.1, 8)
    const { coin } = (await listed('/v5/account/wallet-balance?accountType=UNIFIED')) as { coin: Row[] }
    const usdt = coin.find((one) => one['coin'] === 'USDT')!
    expect((btc!['asset'] as Row)['assetMM']).toBe(usdt['totalPositionMM'])
    expect((await caller.get('/v5/asset/portfolio-margin?baseCoin=ETH')).result['assetPnlRange']).toEqual([])
  })

  it('is told for trades as large as a position may be, and what is larger is named with its bound', async () => {
    const asked = (qty: number) => caller.get(`/contract/v5/private/portfolio-margin?trades=SOLUSDT:${qty}`)
    // Above the largest order.
    const [known] = (await caller.get('/v5/market/instruments-info?category=linear&symbol=SOLUSDT')).result[
      'list'
    ] as Row[]
    const order = Number((known!['lotSizeFilter'] as Row)['maxOrderQty'])
    expect(await asked(2 * order)).toMatchObject({ retCode: 0 })
    const refused = await asked(1e9)
    expect(refused).toMatchObject({ retCode: 10001, ext_map: { field: 'trades' } })
    // Values are exact up to 2^52 of 1e-8: 45,035,996.27 dollars at the dearer of mark and index, which move meanwhile.
    const [ticker] = (await caller.get('/v5/market/tickers?category=linear&symbol=SOLUSDT')).result['list'] as Row[]
    const price = Math.max(Number(ticker!['markPrice']), Number(ticker!['indexPrice']))
    const { max } = (refused as unknown as { ext_map: { max: string } }).ext_map
    expect(Number(max) / (45_035_996.27 / price)).toBeCloseTo(1, 2)
    const most = Math.floor(Number(max) * 0.99)
    expect(await asked(-most)).toMatchObject({ retCode: 0 })
    // A market that is named twice is bounded with both.
    const twice = (first: number, second: number) =>
      caller.get(`/contract/v5/private/portfolio-margin?trades=SOLUSDT:${first},SOLUSDT:${second}`)
    expect(await twice(most, most)).toMatchObject({ retCode: 10001, ext_map: { field: 'trades' } })
    expect(await twice(most, -most)).toMatchObject({ retCode: 0 })
  })

  it('is asked about trades of something, and no more than twenty: what is refused names the bound', async () => {
    const asked = (trades: string) => caller.get(`/contract/v5/private/portfolio-margin?trades=${trades}`)
    for (const nothing of ['BTCUSDT:0', 'BTCUSDT:-0.000'])
      expect(await asked(nothing)).toMatchObject({ retCode: 10001, ext_map: { field: 'trades', min: '0.001' } })
    for (const between of ['BTCUSDT:0.0015', 'BTCUSDT:-1.2345'])
      expect(await asked(between)).toMatchObject({ retCode: 10001, ext_map: { field: 'trades', step: '0.001' } })
    const one = 'BTCUSDT:0.001'
    expect(await asked(Array(20).fill(one).join())).toMatchObject({ retCode: 0 })
    expect(await asked(Array(21).fill(one).join())).toMatchObject({
      retCode: 10001,
      ext_map: { field: 'trades', max: '20' },
    })
  })

  it('is told before an order as its fill then leaves it', async () => {
    const half = { ...ORDER, side: 'Sell', qty: '0.05', orderLinkId: 'half' }
    const checked = (await caller.post('/v5/order/pre-check', half)).result
    expect(Number(checked['postMmrE4'])).toBeLessThan(Number(checked['preMmrE4']))
    expect(await caller.post('/v5/order/create', half)).toMatchObject({ retCode: 0 })
    const { accountMMRate } = (await listed('/v5/account/wallet-balance?accountType=UNIFIED')) as {
      accountMMRate: string
    }
    // Marks may move between the two answers.
    expect(Math.abs(Math.round(Number(accountMMRate) * 10_000) - Number(checked['postMmrE4']))).toBeLessThanOrEqual(1)
  })

  it('is given back', async () => {
    expect(await mode('REGULAR_MARGIN')).toMatchObject({ retCode: 0 })
    expect((await caller.get('/v5/account/info')).result).toMatchObject({ marginMode: 'REGULAR_MARGIN' })
    expect(await listed('/v5/position/list?category=linear&symbol=BTCUSDT')).toMatchObject({ leverage: '10' })
    expect((await caller.get('/v5/asset/portfolio-margin')).result['assetPnlRange']).toEqual([])
  })

  it('is for good of an account that was opened with it', async () => {
    const pm = await world.caller('pm')
    expect((await pm.get('/v5/account/info')).result).toMatchObject({ marginMode: 'PORTFOLIO_MARGIN' })
    const back = await pm.post('/v5/account/set-margin-mode', { setMarginMode: 'REGULAR_MARGIN' })
    expect(back).toMatchObject({ retCode: 110038 })
  })
})
