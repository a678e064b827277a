import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Caller } from '../api/lib/client'
import { RealGateway } from '../api/lib/real-gateway'
import { parseStrictJson } from '../../../exchange/api/calls/shared/http/strict-json'

/** What the storm of mutated messages found: one case each, so that it stays mended. */
let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
})
afterAll(() => world.close())

const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000' }
const openOrders = async () => (await caller.get('/v5/order/realtime?category=linear')).result['list'] as unknown[]

describe('X3: words that every object has', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    '%s is no coin, and ends no exchange',
    async (coin) => {
      expect(await caller.post('/sandbox/faucet', { coin, amount: '10' })).toMatchObject({
        retCode: 10001,
        retExtInfo: { field: 'coin' },
      })
      expect((await caller.post('/sandbox/faucet', { coin: 'USDT', amount: '10' })).retCode).toBe(0)
    },
  )
})

describe('a batch', () => {
  it.each([null, 'x', 1, [order]])(
    'that holds %o as its last item is refused as a whole, and places nothing',
    async (odd) => {
      const answer = await caller.post('/v5/order/create-batch', { category: 'linear', request: [order, odd] })
      expect(answer).toMatchObject({ retCode: 10001, retExtInfo: { field: 'request' } })
      expect(await openOrders()).toEqual([])
    },
  )
})

describe('an item of a batch whose names are no words', () => {
  // What JSON.parse makes of it cannot be made text: `String` of it throws.
  const odd = { toString: 1, valueOf: 1 }
  it.each([
    ['/v5/order/create-batch', { ...order, symbol: odd }],
    ['/v5/order/create-batch', { ...order, orderLinkId: odd }],
    ['/v5/order/amend-batch', { symbol: odd, orderId: 'o-1', price: '50000' }],
    ['/v5/order/cancel-batch', { symbol: 'BTCUSDT', orderLinkId: odd }],
  ])('%s says so of that item alone', async (path, item) => {
    const answer = await caller.post(path, { category: 'linear', request: [item, item] })
    const refusal = { code: 10001, msg: expect.stringMatching(/symbol|orderLinkId/) }
    expect(answer).toMatchObject({ retCode: 0, retExtInfo: { list: [refusal, refusal] } })
    expect(answer.result['list']).toMatchObject([{ orderId: '' }, { orderId: '' }])
    expect(await openOrders()).toEqual([])
  })
})

describe('a position index that is none', () => {
  it.each([7, -1, 'long', {}, [1], 1.5, true])(
    '%o is refused and not taken for the one-way position',
    async (positionIdx) => {
      for (const [path, body] of [
        ['/v5/order/create', { ...order, positionIdx }],
        ['/contract/v5/order/create', { ...order, positionIdx }],
        ['/v5/position/trading-stop', { symbol: 'BTCUSDT', takeProfit: '90000', tpslMode: 'Full', positionIdx }],
      ] as const)
        expect(await caller.post(path, body)).toMatchObject({ retCode: 10001, retExtInfo: { field: 'positionIdx' } })
      expect(await openOrders()).toEqual([])
    },
  )
})

describe('the reader of JSON', () => {
  it.each([
    ['escaped quotes without an end', `"${'\\"'.repeat(500_000)}`],
    ['quotes, one after the other', '"'.repeat(1_000_001)],
    ['backslashes before a quote', `"${'\\'.repeat(1_000_001)}"`],
    ['keys without values', `{${'"a",'.repeat(250_000)}`],
  ])('looks at each letter of %s once', (_what, text) => {
    // A million letters: what tried again from every quote would need an hour for them.
    const startedAt = performance.now()
    expect(parseStrictJson(text).ok).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
