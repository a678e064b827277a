import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyFolder } from '../../../exchange/host/node/journal/verify-folder'
import { misfitOf } from '../../../exchange/venue/venue-state'
import { venueOf } from '../../../exchange/venue/create-venue'
import type { Caller } from '../api/lib/client'
import { RealGateway } from '../api/lib/real-gateway'

type Row = Readonly<Record<string, string>>
interface ItemCodes {
  readonly list: readonly { readonly code: number; readonly msg: string }[]
}

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
})
afterEach(async () => {
  await control('reset', {})
  await caller.post('/v5/order/cancel-all', { category: 'linear', settleCoin: 'USDT' })
})
/** The halves are in the ledger: a replay of it comes to the same answers and the same state. */
afterAll(() =>
  world.close((dataDir) =>
    expect(
      verifyFolder({
        dataDir,
        createVenue: venueOf,
        findMisfit: misfitOf,
      }),
    ).toMatchObject({ ok: true }),
  ),
)

const control = async (action: string, body: unknown): Promise<unknown> =>
  (await caller.raw('POST', `/control/${action}`, body)).json()

/** 1 % below the mark, so that nothing fills; ICPUSDT's tick is 0.001. */
async function price(): Promise<string> {
  const { result } = await caller.get('/v5/market/tickers?category=linear&symbol=ICPUSDT')
  return (Number((result['list'] as Row[])[0]!['markPrice']) * 0.99).toFixed(3)
}

/** Oldest first. */
async function openOrders(): Promise<readonly Row[]> {
  const { result } = await caller.get('/v5/order/realtime?category=linear&settleCoin=USDT')
  return (result['list'] as Row[]).toReversed()
}

const codesOf = (answer: { readonly retExtInfo: unknown }): readonly number[] =>
  (answer.retExtInfo as ItemCodes).list.map(({ code }) => code)

async function batchOf(...linkIds: readonly string[]) {
  const item = { symbol: 'ICPUSDT', side: 'Buy', orderType: 'Limit', qty: '10', price: await price() }
  return { category: 'linear', request: linkIds.map((orderLinkId) => ({ ...item, orderLinkId })) }
}

describe('a batch of which the first half is taken', () => {
  it('places the first half, rounded up, and tells a code for each of the rest; the next one is whole', async () => {
    expect(await control('partial', { call: 'order/create-batch' })).toEqual({ ok: true })
    const half = await caller.post('/v5/order/create-batch', await batchOf('a1', 'a2', 'a3', 'a4', 'a5'))
    expect(half.retCode).toBe(0)
    // Five items: three are placed, two are refused as too many calls.
    expect(codesOf(half)).toEqual([0, 0, 0, 10006, 10006])
    const ids = (half.result['list'] as Row[]).map(({ orderId, orderLinkId }) => [orderLinkId, orderId === ''])
    expect(ids).toEqual([
      ['a1', false],
      ['a2', false],
      ['a3', false],
      ['a4', true],
      ['a5', true],
    ])
    expect((await openOrders()).map((row) => row['orderLinkId'])).toEqual(['a1', 'a2', 'a3'])
    // What was refused left nothing behind: the same ids are free.
    const rest = await caller.post('/v5/order/create-batch', await batchOf('a4', 'a5'))
    expect(codesOf(rest)).toEqual([0, 0])
  })

  it('changes and cancels the first half, with the code that was asked for', async () => {
    await caller.post('/v5/order/create-batch', await batchOf('b1', 'b2'))
    const named = (more: object) => ({
      category: 'linear',
      request: ['b1', 'b2'].map((orderLinkId) => ({ symbol: 'ICPUSDT', orderLinkId, ...more })),
    })
    await control('partial', { call: '/v5/order/amend-batch', retCode: 110007 })
    expect(codesOf(await caller.post('/v5/order/amend-batch', named({ qty: '20' })))).toEqual([0, 110007])
    expect((await openOrders()).map((row) => row['qty']).toSorted()).toEqual(['10', '20'])
    await control('partial', { call: 'cancel-batch', retCode: 110010 })
    expect(codesOf(await caller.post('/v5/order/cancel-batch', named({})))).toEqual([0, 110010])
    expect((await openOrders()).map((row) => row['orderLinkId'])).toEqual(['b2'])
  })
})

describe('a split order of which the first half is taken', () => {
  it('answers 39303 with the other half, and the same to a repeat', async () => {
    const order = {
      symbol: 'ICPUSDT',
      side: 'Buy',
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      type: 'Order',
      price: await price(),
      qtyX: '650000000000',
      needGeneratePid: true,
    }
    await control('partial', { call: 'order/create' })
    const half = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'halved' })
    // 6,500 coins in parts of 1,500 are five; three are taken, 2,000 are not (E8 on the wire).
    expect(half).toMatchObject({ retCode: 39303, result: { create_order_failed_qty_x: '200000000000' } })
    // The others were not tried: there is no reason to name.
    expect(half.result['create_order_failed']).toEqual({ parts: 5, placed: 3 })
    expect((await openOrders()).map((row) => row['qty'])).toEqual(['1500', '1500', '1500'])
    const again = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'halved' })
    expect([again.retCode, again.result]).toEqual([39303, half.result])
    expect(await openOrders()).toHaveLength(3)
  })
})

describe('cancel-all that ends the first half', () => {
  it('of one contract: the oldest orders, rounded up', async () => {
    await caller.post('/v5/order/create-batch', await batchOf('c1', 'c2', 'c3'))
    await control('partial', { call: 'order/cancel-all' })
    const all = { category: 'linear', symbol: 'ICPUSDT' }
    const half = await caller.post('/v5/order/cancel-all', all)
    expect((half.result['list'] as Row[]).map((row) => row['orderLinkId'])).toEqual(['c1', 'c2'])
    expect((await openOrders()).map((row) => row['orderLinkId'])).toEqual(['c3'])
    await caller.post('/v5/order/cancel-all', all)
    expect(await openOrders()).toEqual([])
  })

  it('of every contract: those that the filter means alone are counted', async () => {
    const waiting = { triggerPrice: '0.5', triggerDirection: 2, triggerBy: 'MarkPrice' }
    const { category, request } = await batchOf('d1', 'd2', 'd3', 'd4')
    const items = request.map((item, i) => (i < 2 ? item : { ...item, ...waiting }))
    expect(codesOf(await caller.post('/v5/order/create-batch', { category, request: items }))).toEqual([0, 0, 0, 0])
    await control('partial', { call: 'order/cancel-all' })
    await caller.post('/v5/order/cancel-all', { orderFilter: 'StopOrder' })
    // Two wait for their trigger: one of them goes.
    expect((await openOrders()).map((row) => row['orderLinkId']).toSorted()).toEqual(['d1', 'd2', 'd4'])
  })
})

it('refuses what is no half: a success code, a call that is not named', async () => {
  expect(await control('partial', { call: 'order/create-batch', retCode: 0 })).toMatchObject({ ok: false })
  expect(await control('partial', {})).toMatchObject({ ok: false })
})
