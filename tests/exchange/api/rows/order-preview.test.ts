import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open({ families: ['spot', 'spread'] })
  caller = await world.caller()
  await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'PORTFOLIO_MARGIN' })
}, 60_000)
afterAll(() => world.close())

const PATH = '/contract/v5/private/order-preview'
const market = (symbol: string, side: 'Buy' | 'Sell', qty: string) => ({
  symbol,
  side,
  orderType: 'Market',
  qty,
  timeInForce: 'IOC',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
})
const rates = async () => {
  const [row] = (await caller.get('/v5/account/wallet-balance')).result['list'] as readonly Row[]
  return [row!['accountIMRate'], row!['accountMMRate']]
}

it('says the rates that a perpetual’s order then leaves with portfolio margin, and places nothing', async () => {
  const before = world.journal.durableSeq()
  const told = (await caller.post(PATH, market('BTCUSDT', 'Buy', '0.5'))).result as Row
  expect(world.journal.durableSeq()).toBe(before)
  expect(Number(told['cost'])).toBeGreaterThan(0)
  await caller.post('/contract/v5/order/create', market('BTCUSDT', 'Buy', '0.5'))
  expect(await rates()).toEqual([told['postImr'], told['postMmr']])
  // What closes takes nothing of what is available: below zero.
  const closing = (await caller.post(PATH, market('BTCUSDT', 'Sell', '0.5'))).result as Row
  expect(Number(closing['cost'])).toBeLessThan(0)
})

it('the largest that it names is taken, and a lot more is refused with the largest in its answer', async () => {
  const { maxQty } = (await caller.post(PATH, market('BTCUSDT', 'Sell', '1'))).result as Row
  expect(await caller.post(PATH, market('BTCUSDT', 'Sell', maxQty!))).toMatchObject({ retCode: 0, result: { maxQty } })
  const more = await caller.post(PATH, market('BTCUSDT', 'Sell', (Number(maxQty) + 0.001).toFixed(3)))
  // Above the largest order of the contract it would be another refusal: the account is the smaller bound here.
  expect(more).toMatchObject({ retCode: 30031, ext_map: { maxQty } })
})

it('an order that is split is looked at as a whole: what it says is what the parts leave, and its largest is taken', async () => {
  // ICPUSDT takes limit orders of 1,500 coins at most; 1 % below the mark nothing fills.
  const [told] = (await caller.get('/v5/market/tickers?category=linear&symbol=ICPUSDT')).result[
    'list'
  ] as readonly Row[]
  const price = (Number(told!['markPrice']) * 0.99).toFixed(3)
  const order = { ...market('ICPUSDT', 'Buy', '3200'), orderType: 'Limit', timeInForce: 'GoodTillCancel', price }
  expect(await caller.post(PATH, order)).toMatchObject({ retCode: 10001 })
  const split = { ...order, needGeneratePid: true }
  const { result, retCode } = await caller.post(PATH, split)
  const { postImr, postMmr, maxQty } = result as Row
  expect(retCode).toBe(0)
  expect(Number(maxQty)).toBeGreaterThan(3_200)
  expect((await caller.post('/contract/v5/order/create', split)).retCode).toBe(0)
  expect(await rates()).toEqual([postImr, postMmr])
  await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: 'ICPUSDT' })
  // All of the parts of the largest are taken: 39303 would say that some were not.
  expect((await caller.post('/contract/v5/order/create', { ...split, qty: maxQty })).retCode).toBe(0)
  await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: 'ICPUSDT' })
})

it('of an order that only closes, the largest is what there is to close, however it is sent', async () => {
  const trader = await world.caller()
  // ICPUSDT takes 600 coins at market at most: a position of 900 is closed by two orders unasked.
  const buy = market('ICPUSDT', 'Buy', '300')
  const size = async () => {
    const { list } = (await trader.get('/v5/position/list?category=linear&symbol=ICPUSDT')).result
    return Number((list as readonly Row[])[0]?.['size'] ?? 0)
  }
  const close = { ...market('ICPUSDT', 'Sell', '100'), reduceOnly: true }
  for (const least of [1, 601]) {
    for (let i = 0; i < 60 && (await size()) < least; i++) {
      await trader.post('/contract/v5/order/create', buy)
      await world.tick(5)
    }
    const held = await size()
    expect(held).toBeGreaterThanOrEqual(least)
    for (const qty of ['100', '599', '600.1', '5000'])
      expect(await trader.post(PATH, { ...close, qty })).toMatchObject({ retCode: 0, result: { maxQty: String(held) } })
  }
  // All of it, and no more: nothing is left to be sold short.
  await trader.post('/contract/v5/order/create', { ...close, qty: String(await size()) })
  for (let i = 0; i < 20 && (await size()) > 0; i++) {
    await world.tick(5)
    await trader.post('/contract/v5/order/create', { ...close, qty: '5000' })
  }
  expect(await trader.post(PATH, close)).toMatchObject({ retCode: 110017 })
})

it('knows spreads, whose legs hedge each other', async () => {
  const spread = ((await caller.get('/v5/spread/instrument?limit=500')).result['list'] as readonly Row[])[0]!['symbol']!
  const told = await caller.post(PATH, market(spread, 'Buy', '1'))
  expect(told.retCode).toBe(0)
  expect(Number((told.result as Row)['maxQty'])).toBeGreaterThanOrEqual(1)
})

it('refuses as the order would be, and what waits for a price', async () => {
  expect(await caller.post(PATH, { ...market('BTCUSDT', 'Buy', '0.0001') })).toMatchObject({ retCode: 10001 })
  const waiting = { ...market('BTCUSDT', 'Buy', '0.1'), triggerPrice: '10', triggerDirection: 2 }
  expect(await caller.post(PATH, waiting)).toMatchObject({ retCode: 10001, ext_map: { field: 'triggerPrice' } })
})

it.each(['0', '1'])(
  'beside a spread at rest, spot margin %s: cost and rates of what reduces, turns and adds are those that it leaves',
  async (spotMarginMode) => {
    const trader = await world.caller()
    if (spotMarginMode === '1') await trader.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode })
    const wallet = async () => {
      const [row] = (await trader.get('/v5/account/wallet-balance')).result['list'] as readonly Row[]
      return row!
    }
    expect((await trader.post('/contract/v5/order/create', market('BTCUSDT', 'Buy', '0.08'))).retCode).toBe(0)
    const resting = { side: 'Sell', orderType: 'Limit', qty: '0.05', price: '200', timeInForce: 'PostOnly' }
    const spread = await trader.post('/v5/spread/order/create', { ...resting, symbol: 'BTCUSDT_BTC/USDT' })
    expect(spread.retCode).toBe(0)
    for (const [side, qty] of [
      ['Sell', '0.04'],
      ['Sell', '0.14'],
      ['Buy', '0.2'],
      ['Buy', '0.03'],
    ] as const) {
      const before = await wallet()
      const told = (await trader.post(PATH, market('BTCUSDT', side, qty))).result as Row
      await trader.post('/contract/v5/order/create', market('BTCUSDT', side, qty))
      const after = await wallet()
      expect([after['accountIMRate'], after['accountMMRate']]).toEqual([told['postImr'], told['postMmr']])
      const fallenBy = Number(before['totalAvailableBalance']) - Number(after['totalAvailableBalance'])
      expect(fallenBy).toBeCloseTo(Number(told['cost']), 7)
    }
  },
)

it('an order that is refused leaves the leverage as it was, and none is checked with another', async () => {
  const trader = await world.caller()
  const leverage = async () => {
    const { list } = (await trader.get('/v5/position/list?category=linear&symbol=BTCUSDT')).result
    return (list as readonly Row[])[0]?.['leverage']
  }
  const order = { ...market('BTCUSDT', 'Buy', '0.01'), leverage: '10' }
  expect(await trader.post(PATH, order)).toMatchObject({ retCode: 0 })
  expect(await trader.post('/contract/v5/order/create', order)).toMatchObject({ retCode: 0 })
  const odd = { ...order, qty: '0.0005', leverage: '2' }
  expect(await trader.post('/contract/v5/order/create', odd)).toMatchObject({
    retCode: 10001,
    ext_map: { field: 'qty' },
  })
  // 3 BTC are more than the 100,000 USDT of the account: at 1× it does not carry them.
  expect(await trader.post('/contract/v5/order/create', { ...order, qty: '3', leverage: '1' })).toMatchObject({
    retCode: 30031,
    ext_map: { field: 'qty' },
  })
  expect(await trader.post('/contract/v5/order/create', { ...order, leverage: '101' })).toMatchObject({
    retCode: 110013,
    ext_map: { field: 'leverage', min: '1', max: '100' },
  })
  expect(await leverage()).toBe('10')
  expect(await trader.post(PATH, { ...order, leverage: '2' })).toMatchObject({
    retCode: 10001,
    ext_map: { field: 'leverage' },
  })
  expect(await trader.post('/contract/v5/order/create', { ...order, leverage: '2' })).toMatchObject({ retCode: 0 })
  expect(await leverage()).toBe('2')
  // A repeat of a press gets its first answer, however the leverage stands by then.
  const tag = { 'client-tag': 'once' }
  const first = await trader.post('/contract/v5/order/create', { ...order, leverage: '4' }, tag)
  const own = { category: 'linear', symbol: 'BTCUSDT', buyLeverage: '5', sellLeverage: '5' }
  expect(await trader.post('/v5/position/set-leverage', own)).toMatchObject({ retCode: 0 })
  const again = await trader.post('/contract/v5/order/create', { ...order, leverage: '4' }, tag)
  expect([again.retCode, again.result]).toEqual([0, first.result])
  expect(await leverage()).toBe('5')
  // The ledger's lines say it: a start goes through them, and would stop at one that ends otherwise.
  await world.restart()
  expect(await leverage()).toBe('5')
})
