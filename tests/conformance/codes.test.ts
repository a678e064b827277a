import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { Caller } from '../exchange/api/lib/client'
import { Signer } from '../exchange/api/lib/signer'
import { openSandbox, type Sandbox } from './lib/sandbox'

const LINEAR = { category: 'linear', symbol: 'BTCUSDT' } as const
const ETH = { category: 'linear', symbol: 'ETHUSDT' } as const
const SOL = { category: 'linear', symbol: 'SOLUSDT' } as const

let sandbox: Sandbox
/** Fresh accounts, so that no condition stands in the way of another. */
let trader: Signer
let holder: Signer
let isolated: Signer
let prices: { readonly bid: number; readonly eth: number; readonly sol: number }

async function newSigner(body: unknown = {}): Promise<Signer> {
  const { apiKey, apiSecret } = await sandbox.newKey(body)
  return new Signer(sandbox.http, apiKey, apiSecret, Date.now)
}

async function bidOf(symbol: string): Promise<number> {
  const { result } = await trader.get(`/v5/market/orderbook?category=linear&symbol=${symbol}&limit=1`)
  return Number((result['b'] as string[][])[0]![0])
}

const limit = (price: number, change: object = {}) => ({
  ...LINEAR,
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: price.toFixed(1),
  ...change,
})
const market = (change: object = {}) => ({ ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01', ...change })
/** Rests, and lies inside the band. */
const resting = (change: object = {}) => limit(prices.bid * 0.995, change)
const conditional = (change: object = {}) =>
  market({ triggerPrice: (prices.bid * 1.1).toFixed(1), triggerDirection: 1, triggerBy: 'LastPrice', ...change })

async function placed(signer: Signer, order: object): Promise<string> {
  const answer = await signer.post('/v5/order/create', order)
  expect(answer).toMatchObject({ retCode: 0 })
  return answer.result['orderId'] as string
}

beforeAll(async () => {
  sandbox = await openSandbox()
  trader = await newSigner()
  holder = await newSigner()
  isolated = await newSigner()
  prices = { bid: await bidOf('BTCUSDT'), eth: await bidOf('ETHUSDT'), sol: await bidOf('SOLUSDT') }
  await placed(holder, market())
  await placed(holder, { ...ETH, side: 'Buy', orderType: 'Limit', qty: '0.1', price: (prices.eth * 0.995).toFixed(2) })
  expect((await isolated.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })).retCode).toBe(0)
  await placed(isolated, market())
}, 60_000)
afterAll(() => sandbox.close())

type Ask = () => Promise<{ readonly retCode: number; readonly retExtInfo: unknown }>
type Row = readonly [code: number, what: string, ask: Ask, extInfo: object]
const row = (code: number, what: string, ask: Ask, extInfo: object = {}): Row => [code, what, ask, extInfo]
const create = (signer: () => Signer, order: () => object): Ask => {
  return () => signer().post('/v5/order/create', order())
}

describe('v5 codes, each from its own condition (spec §8, semantics.md §3)', () => {
  test.each([
    row(
      10001,
      'a word that is none',
      create(
        () => trader,
        () => resting({ side: 'Up' }),
      ),
      { field: 'side' },
    ),
    row(
      10001,
      'no such symbol',
      create(
        () => trader,
        () => resting({ symbol: 'NOPEUSDT' }),
      ),
      { field: 'symbol' },
    ),
    row(
      10001,
      'a quantity off the lot',
      create(
        () => trader,
        () => resting({ qty: '0.0015' }),
      ),
      { step: '0.001' },
    ),
    row(
      10001,
      'a quantity below the least',
      create(
        () => trader,
        () => resting({ qty: '0' }),
      ),
      { min: '0.001' },
    ),
    row(
      10001,
      'an index of the other position mode',
      create(
        () => trader,
        () => resting({ positionIdx: 1 }),
      ),
    ),
    row(
      110003,
      'a price off the tick',
      create(
        () => trader,
        () => resting({ price: '50000.05' }),
      ),
      { step: '0.1' },
    ),
    row(
      110003,
      'a price beyond the contract’s',
      create(
        () => trader,
        () => resting({ price: '2000000' }),
      ),
    ),
    row(
      110007,
      'more than the balance covers',
      create(
        () => trader,
        () => resting({ qty: '100' }),
      ),
      { field: 'qty' },
    ),
    row(
      110094,
      'less than the least value',
      create(
        () => trader,
        () => ({ ...SOL, side: 'Buy', orderType: 'Limit', qty: '0.1', price: '2' }),
      ),
    ),
    row(
      110017,
      'reduce-only, and nothing to reduce',
      create(
        () => trader,
        () => resting({ reduceOnly: true }),
      ),
    ),
    row(
      110092,
      'a rise to a price that is passed',
      create(
        () => trader,
        () => conditional({ triggerPrice: (prices.bid * 0.9).toFixed(1) }),
      ),
    ),
    row(
      110093,
      'a fall to a price that is passed',
      create(
        () => trader,
        () => conditional({ triggerDirection: 2 }),
      ),
    ),
    row(
      30027,
      'a long’s take-profit below',
      create(
        () => trader,
        () => resting({ takeProfit: (prices.bid * 0.9).toFixed(1) }),
      ),
    ),
    row(
      30028,
      'a long’s stop-loss above',
      create(
        () => trader,
        () => resting({ stopLoss: (prices.bid * 1.1).toFixed(1) }),
      ),
    ),
    row(
      30029,
      'a short’s stop-loss below',
      create(
        () => trader,
        () =>
          resting({ side: 'Sell', price: (prices.bid * 1.005).toFixed(1), stopLoss: (prices.bid * 0.9).toFixed(1) }),
      ),
    ),
    row(
      30030,
      'a short’s take-profit above',
      create(
        () => trader,
        () =>
          resting({ side: 'Sell', price: (prices.bid * 1.005).toFixed(1), takeProfit: (prices.bid * 1.1).toFixed(1) }),
      ),
    ),
    row(
      110108,
      'slippage out of ticks',
      create(
        () => trader,
        () => market({ slippageToleranceType: 'TickSize', slippageTolerance: '10001' }),
      ),
    ),
    row(
      110109,
      'slippage out of per cent',
      create(
        () => trader,
        () => market({ slippageToleranceType: 'Percent', slippageTolerance: '11' }),
      ),
    ),
    row(110001, 'no such order', () => trader.post('/v5/order/cancel', { ...LINEAR, orderId: 'nobody' })),
    row(110013, 'leverage beyond the contract’s', () =>
      trader.post('/v5/position/set-leverage', { ...LINEAR, buyLeverage: '101', sellLeverage: '101' }),
    ),
    row(110043, 'leverage as it is', () =>
      trader.post('/v5/position/set-leverage', { ...LINEAR, buyLeverage: '10', sellLeverage: '10' }),
    ),
    row(110024, 'hedge mode with a position', () => holder.post('/v5/position/switch-mode', { ...LINEAR, mode: 3 })),
    row(110028, 'hedge mode with an order', () => holder.post('/v5/position/switch-mode', { ...ETH, mode: 3 })),
    row(110025, 'position mode as it is', () => trader.post('/v5/position/switch-mode', { ...LINEAR, mode: 0 })),
    row(110029, 'hedge mode of an inverse contract', () =>
      trader.post('/v5/position/switch-mode', { category: 'inverse', symbol: 'BTCUSD', mode: 3 }),
    ),
    row(110015, 'margin for a cross position', () =>
      holder.post('/v5/position/add-margin', { ...LINEAR, margin: '5' }),
    ),
    row(110076, 'auto-add-margin of a cross position', () =>
      holder.post('/v5/position/set-auto-add-margin', { ...LINEAR, autoAddMargin: 1 }),
    ),
    row(110033, 'margin without a position', () => isolated.post('/v5/position/add-margin', { ...ETH, margin: '5' })),
    row(110007, 'more margin than there is', () =>
      isolated.post('/v5/position/add-margin', { ...LINEAR, margin: '1000000' }),
    ),
    row(10001, 'TP/SL without a position', () =>
      trader.post('/v5/position/trading-stop', { ...SOL, takeProfit: '1', tpslMode: 'Full', positionIdx: 0 }),
    ),
    row(100028, 'a call of the accounts of before', () =>
      trader.post('/v5/position/switch-isolated', { ...LINEAR, tradeMode: 1 }),
    ),
    row(10007, 'neither session nor key', () => new Caller(sandbox.http).get('/v5/account/wallet-balance')),
  ])('%i: %s', async (code, _what, ask, extInfo) => {
    expect(await ask()).toMatchObject({ retCode: code, retExtInfo: extInfo })
  })

  it('110010, 110008: an order that is cancelled, one that is filled', async () => {
    const orderId = await placed(trader, resting())
    const cancel = () => trader.post('/v5/order/cancel', { ...LINEAR, orderId })
    expect((await cancel()).retCode).toBe(0)
    expect((await cancel()).retCode).toBe(110010)
    const filled = await placed(trader, market({ symbol: 'SOLUSDT', qty: '0.1' }))
    expect((await trader.post('/v5/order/amend', { ...SOL, orderId: filled, qty: '0.2' })).retCode).toBe(110008)
  })

  it('110072: an id of another order; the same order again gets its first answer', async () => {
    const order = resting({ orderLinkId: 'once' })
    const orderId = await placed(trader, order)
    expect(await placed(trader, order)).toBe(orderId)
    expect((await trader.post('/v5/order/create', { ...order, qty: '0.02' })).retCode).toBe(110072)
  })

  it('110009: an eleventh conditional order', async () => {
    const signer = await newSigner()
    for (let i = 0; i < 10; i++) await placed(signer, conditional())
    expect(await signer.post('/v5/order/create', conditional())).toMatchObject({
      retCode: 110009,
      retExtInfo: { limit: '10' },
    })
  })

  it('110054, 110061: the other TP/SL mode, and a twenty-first partial one', async () => {
    const signer = await newSigner()
    await placed(signer, market())
    const partial = (i: number) => ({
      ...LINEAR,
      tpslMode: 'Partial',
      takeProfit: (prices.bid * (1.1 + i / 100)).toFixed(1),
      tpSize: '0.001',
      positionIdx: 0,
    })
    for (let i = 0; i < 20; i++) expect((await signer.post('/v5/position/trading-stop', partial(i))).retCode).toBe(0)
    expect((await signer.post('/v5/position/trading-stop', partial(20))).retCode).toBe(110061)
    const full = { ...LINEAR, tpslMode: 'Full', takeProfit: (prices.bid * 1.2).toFixed(1), positionIdx: 0 }
    expect((await signer.post('/v5/position/trading-stop', full)).retCode).toBe(110054)
  })

  it('110020: a 501st active order, in batches at the allowed rate', async () => {
    const signer = await newSigner()
    const order = {
      side: 'Buy',
      orderType: 'Limit',
      symbol: 'SOLUSDT',
      qty: '0.1',
      price: (prices.sol * 0.99).toFixed(2),
    }
    const codes: number[] = []
    while (codes.length < 501) {
      const request = Array.from({ length: Math.min(20, 501 - codes.length) }, () => order)
      const answer = await signer.post('/v5/order/create-batch', { category: 'linear', request })
      if (answer.retCode === 10006) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        continue
      }
      expect(answer.retCode).toBe(0)
      codes.push(...(answer.retExtInfo['list'] as { code: number }[]).map((one) => one.code))
    }
    expect(codes.filter((code) => code === 0)).toHaveLength(500)
    expect(codes.at(-1)).toBe(110020)
  })
})
