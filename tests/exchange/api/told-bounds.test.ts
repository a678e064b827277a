import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from './lib/client'
import { RealGateway } from './lib/real-gateway'

/* A refusal names what was wrong, and what it tells of bounds is taken. */

const CREATE = '/contract/v5/order/create'
const STRATEGY = '/contract/v5/twap/create'

let world: RealGateway
let caller: Caller
/** Its market stands still. */
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot'], stepMs: 0, control: true })
}, 60_000)
afterAll(() => world.close())
beforeEach(async () => {
  caller = await world.caller()
})

const instrument = (symbol: string) => world.journal.venue.instruments().find((one) => one.symbol === symbol)!
const last = (symbol: string): number => Number(world.journal.venue.ticker(symbol)!.lastPrice)

describe('a strategy', () => {
  it('names the part that an iceberg shows where that is worth too little', async () => {
    // XRP is worth between 1 and 1.6: three are worth less than 5, five are worth 5 and more.
    const price = String(Math.floor(last('XRPUSDT') * 100) / 100)
    expect(Number(price)).toBeGreaterThanOrEqual(1)
    expect(Number(price)).toBeLessThan(1.6)
    const iceberg = { strategyType: 'Iceberg', symbol: 'XRPUSDT', side: 'Buy', price }
    const below = (field: string) => ({ retCode: 110094, retExtInfo: { field, minNotional: '5' } })
    expect(await caller.post(STRATEGY, { ...iceberg, qty: '1000', showQty: '3' })).toMatchObject(below('showQty'))
    expect(await caller.post(STRATEGY, { ...iceberg, qty: '3', showQty: '3' })).toMatchObject(below('qty'))
    expect(await caller.post(STRATEGY, { ...iceberg, qty: '1000', showQty: '5' })).toMatchObject({ retCode: 0 })
  })

  it('says of how many parts each has to be worth enough', async () => {
    const twap = { strategyType: 'TWAP', symbol: 'XRPUSDT', side: 'Buy', duration: 300, interval: 5 }
    // 300 s in steps of 5 s are sixty parts.
    expect(await caller.post(STRATEGY, { ...twap, qty: '60' })).toMatchObject({
      retCode: 110094,
      retExtInfo: { field: 'qty', minNotional: '5', parts: '60' },
    })
  })

  it('tells its own bounds however large the number is', async () => {
    const { minQty, maxLimitQty, maxMarketQty } = instrument('BTC/USDT')
    const twap = { strategyType: 'TWAP', symbol: 'BTC/USDT', side: 'Buy', duration: 300, interval: 5 }
    const iceberg = { strategyType: 'Iceberg', symbol: 'BTC/USDT', side: 'Buy', price: '60000', showQty: '0.1' }
    // Sixty parts; fifty times the largest order. In units of the pair the second number is above 2^53.
    const times = (qty: string, count: number): string => String(Number((Number(qty) * count).toFixed(9)))
    for (const qty of ['99999', '99999999999']) {
      expect((await caller.post(STRATEGY, { ...twap, qty })).retExtInfo, qty).toEqual({
        field: 'qty',
        min: times(minQty, 60),
        max: times(maxMarketQty, 60),
      })
      expect((await caller.post(STRATEGY, { ...iceberg, qty })).retExtInfo, qty).toEqual({
        field: 'qty',
        min: minQty,
        max: times(maxLimitQty, 50),
      })
    }
  })
})

describe('a slippage tolerance', () => {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }

  it.each([
    [{ slippageToleranceType: 'TickSize', slippageTolerance: '1.5' }, 110108, 'slippageTolerance'],
    [{ slippageToleranceType: 'Percent', slippageTolerance: '0.015' }, 110109, 'slippageTolerance'],
    [{ takeProfit: '200000', tpMaxSlippageType: 'TickSize', tpMaxSlippage: '1.5' }, 110108, 'tpMaxSlippage'],
    [{ stopLoss: '1000', slMaxSlippageType: 'Percent', slMaxSlippage: '11' }, 110109, 'slMaxSlippage'],
  ])('%j is told by its own name, with its step', async (terms, retCode, field) => {
    const bounds = retCode === 110108 ? { min: '1', max: '10000', step: '1' } : { min: '0.01', max: '10', step: '0.01' }
    expect(await caller.post(CREATE, { ...order, ...terms })).toMatchObject({
      retCode,
      retExtInfo: { field, ...bounds },
    })
  })

  it('of a guard is none of the order’s', async () => {
    expect(await caller.post(CREATE, order)).toMatchObject({ retCode: 0 })
    const guard = { positionIdx: 0, stopLoss: '1000', slMaxSlippageType: 'TickSize', slMaxSlippage: '1.5' }
    for (const path of ['/v5/position/trading-stop', '/contract/v5/position/set-tp-sl-ts'])
      expect(await caller.post(path, { category: 'linear', symbol: 'BTCUSDT', ...guard })).toMatchObject({
        retCode: 110108,
        retExtInfo: { field: 'slMaxSlippage', min: '1', max: '10000', step: '1' },
      })
  })
})

it('the most of an added margin is a whole number of its steps', async () => {
  const isolated = await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
  expect(isolated).toMatchObject({ retCode: 0 })
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
  expect(await caller.post(CREATE, order)).toMatchObject({ retCode: 0 })
  const add = (margin: string) =>
    caller.post('/v5/position/add-margin', { category: 'linear', symbol: 'BTCUSDT', margin, positionIdx: 0 })
  // 2^53 - 1 hundred-millionths are 90071992.54740991, of which 0.00000991 is no step of 0.0001.
  expect(await add('99999999999')).toMatchObject({ retExtInfo: { field: 'margin', max: '90071992.5474' } })
})

describe('the faucet', () => {
  it.each([
    ['USDT', '0', { min: '0.00000001', max: '1000000', step: '0.00000001' }],
    ['USDT', '1000000.1', { min: '0.00000001', max: '1000000', step: '0.00000001' }],
    ['BTC', '1000001', { min: '0.00000001', max: '20', step: '0.00000001' }],
    ['BTC', '20.00000001', { min: '0.00000001', max: '20', step: '0.00000001' }],
    ['ETH', '0.000000015', { step: '0.00000001' }],
  ])('of %s refuses %s with the bounds of that coin', async (coin, amount, bounds) => {
    expect(await caller.post('/sandbox/faucet', { coin, amount })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'amount', ...bounds },
    })
  })

  it('gives what it told', async () => {
    for (const amount of ['20', '0.00000001'])
      expect(await caller.post('/sandbox/faucet', { coin: 'BTC', amount })).toMatchObject({ retCode: 0 })
    expect(await caller.post('/sandbox/faucet', { coin: 'PEPE', amount: '1' })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'coin' },
    })
  })
})
