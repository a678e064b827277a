import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, unknown>>

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
})
afterAll(() => world.close())

const SYMBOL = 'BTCUSDT'
const CREATE = { v5: '/v5/order/create', native: '/contract/v5/order/create' }

/** One tick under the best ask an own sell is the first that a buy meets; nobody trades between two steps of the market. */
async function meet(dialect: 'v5' | 'native', smpType: string | undefined): Promise<{ taker: Row; maker: Row }> {
  const { result } = await caller.get(`/v5/market/orderbook?category=linear&symbol=${SYMBOL}&limit=1`)
  const ask = Number((result['a'] as string[][])[0]![0])
  const bid = Number((result['b'] as string[][])[0]![0])
  // Where the spread is a single tick the makers' bids are taken away first.
  const price = ask - bid > 0.15 ? (ask - 0.1).toFixed(1) : await widen(bid)
  const order = { category: 'linear', symbol: SYMBOL, orderType: 'Limit', qty: '0.01', price, timeInForce: 'GTC' }
  const maker = await caller.post(CREATE.v5, { ...order, side: 'Sell', smpType: 'CancelBoth' })
  expect(maker.retCode).toBe(0)
  const wanted = { ...order, side: 'Buy', ...(smpType === undefined ? {} : { smpType }) }
  const taker = await caller.post(CREATE[dialect], wanted)
  expect(taker.retCode).toBe(0)
  const rows = { taker: await rowOf(taker.result['orderId']), maker: await rowOf(maker.result['orderId']) }
  await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: SYMBOL })
  return rows
}

/** Sells into the best bid until it is gone. @returns a price inside the spread */
async function widen(bid: number): Promise<string> {
  for (let i = 0; i < 20; i++) {
    const { result } = await caller.get(`/v5/market/orderbook?category=linear&symbol=${SYMBOL}&limit=1`)
    const [price, qty] = (result['b'] as string[][])[0]!
    if (Number(price) < bid - 0.05) break
    await caller.post(CREATE.v5, {
      category: 'linear',
      symbol: SYMBOL,
      side: 'Sell',
      orderType: 'Limit',
      timeInForce: 'IOC',
      price,
      qty,
    })
  }
  return bid.toFixed(1)
}

async function rowOf(orderId: unknown): Promise<Row> {
  const { result } = await caller.get(`/v5/order/realtime?category=linear&symbol=${SYMBOL}&orderId=${String(orderId)}`)
  return (result['list'] as Row[])[0]!
}

const BY_SMP = { orderStatus: 'Cancelled', cancelType: 'CancelBySmp', rejectReason: 'EC_BySelfMatch' }

describe('smpType of an order (semantics.md §2.7)', () => {
  it.each([
    ['v5', 'CancelMaker', true, false],
    ['v5', 'CancelTaker', false, true],
    ['v5', 'CancelBoth', true, true],
    ['native', 'CancelMaker', true, false],
    ['native', 'CancelTaker', false, true],
    ['native', 'CancelBoth', true, true],
    // Nothing is asked for: the newer order wins.
    ['v5', 'None', true, false],
    ['v5', undefined, true, false],
    ['native', undefined, true, false],
  ] as const)('%s %s', async (dialect, smpType, endsMaker, endsTaker) => {
    const { taker, maker } = await meet(dialect, smpType)
    expect(taker).toMatchObject({ smpType: smpType ?? 'None', smpGroup: 0 })
    expect(maker).toMatchObject({ smpType: 'CancelBoth', smpGroup: 0 })
    const of = (ends: boolean, met: Row) =>
      ends ? { ...BY_SMP, smpOrderId: met['orderId'] } : { orderStatus: 'New', smpOrderId: '' }
    expect(taker).toMatchObject(of(endsTaker, maker))
    expect(maker).toMatchObject(of(endsMaker, taker))
  })

  it('is taken by a batch and by the check before an order, and a word that is none is refused by its name', async () => {
    const order = { symbol: SYMBOL, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '20000' }
    const batch = await caller.post('/v5/order/create-batch', {
      category: 'linear',
      request: [{ ...order, smpType: 'CancelTaker' }],
    })
    const [made] = batch.result['list'] as Row[]
    expect(await rowOf(made!['orderId'])).toMatchObject({ smpType: 'CancelTaker' })
    const asked = { category: 'linear', ...order }
    expect(await caller.post('/v5/order/pre-check', { ...asked, smpType: 'CancelBoth' })).toMatchObject({ retCode: 0 })
    expect(await caller.post(CREATE.v5, { ...asked, smpType: 'Cancel' })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'smpType' },
    })
    await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: SYMBOL })
  })

  it('the history has it, too', async () => {
    const { taker, maker } = await meet('v5', 'CancelTaker')
    const query = `category=linear&symbol=${SYMBOL}&orderId=${String(taker['orderId'])}`
    const { result } = await caller.get(`/v5/order/history?${query}`)
    const row = (result['list'] as Row[])[0]!
    expect(row).toMatchObject({ ...BY_SMP, smpType: 'CancelTaker', smpOrderId: maker['orderId'] })
  })
})
