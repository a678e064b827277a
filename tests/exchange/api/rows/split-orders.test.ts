import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
})
afterAll(() => world.close())

/** ICPUSDT takes limit orders of 1,500 coins at most, which are worth about 8,000 USDT: small, so that many fit. */
const LIMIT = { symbol: 'ICPUSDT', side: 'Buy', orderType: 'Limit', timeInForce: 'GoodTillCancel', type: 'Order' }

/** 1 % below the mark, so that nothing fills. */
async function price(): Promise<string> {
  const { result } = await caller.get('/v5/market/tickers?category=linear&symbol=ICPUSDT')
  return (Number((result['list'] as Row[])[0]!['markPrice']) * 0.99).toFixed(3)
}

const open = async () => (await caller.get('/v5/order/realtime?category=linear&symbol=ICPUSDT')).result['list'] as Row[]

describe('a quantity above the largest order (decisions 22)', () => {
  it('is refused without the option', async () => {
    const order = { ...LIMIT, qtyX: '320000000000', price: await price() }
    expect(await caller.post('/contract/v5/order/create', order)).toMatchObject({
      retCode: 10001,
      ext_map: { field: 'qty', max: '1500' },
    })
  })

  it('becomes several orders with it, the first under the id of the press and the parent of the others', async () => {
    const order = { ...LIMIT, qtyX: '320000000000', price: await price(), needGeneratePid: true }
    const answer = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'split-1' })
    expect(answer).toMatchObject({ retCode: 0, result: { create_order_failed_qty_x: '0' } })
    const parts = (await open()).toReversed()
    expect(parts.map((row) => [row['qty'], row['orderLinkId']])).toEqual([
      ['1500', 'split-1'],
      ['1500', ''],
      ['200', ''],
    ])
    for (const part of parts.slice(1)) expect(part['parentOrderId']).toBe(answer.result['orderId'])
    await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: 'ICPUSDT' })
  })

  it('answers 39303 with what was not taken, and the same to a repeat (O15)', async () => {
    // 45,000 coins are about 240,000 USDT: without leverage more than the account has.
    const leverage = { category: 'linear', symbol: 'ICPUSDT', buyLeverage: '1', sellLeverage: '1' }
    expect(await caller.post('/v5/position/set-leverage', leverage)).toMatchObject({ retCode: 0 })
    const order = { ...LIMIT, qtyX: '4500000000000', price: await price(), needGeneratePid: true }
    const answer = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'split-2' })
    expect(answer.retCode).toBe(39303)
    const taken = (await open()).reduce((sum, row) => sum + Number(row['qty']), 0)
    expect(taken).toBeGreaterThan(0)
    // The field is E8.
    expect(answer.result['create_order_failed_qty_x']).toBe(`${45_000 - taken}00000000`)
    // Thirty parts of 1,500; the first of the others would need more than is there (ADR-1092).
    expect(answer.result['create_order_failed']).toMatchObject({
      parts: 30,
      placed: (await open()).length,
      ret_code: 30031,
      ext_map: { coin: 'USDT', required: expect.any(String), available: expect.any(String) },
    })
    const again = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'split-2' })
    expect([again.retCode, again.result]).toEqual([39303, answer.result])
    await caller.post('/v5/order/cancel-all', { category: 'linear', symbol: 'ICPUSDT' })
  })

  it('answers alike to a copy trader', async () => {
    const copier = await world.caller('copy')
    // At 1× one part is some 8,000 USDT of its 100,000, and fifty are four times what it has.
    const order = { ...LIMIT, qtyX: '7500000000000', price: await price(), needGeneratePid: true, leverageE2: '100' }
    const path = '/fapi/beehive/private/v1/common/order/create'
    const answer = await copier.post(path, order, { 'client-tag': 'copied-1' })
    const { list } = (await copier.get('/v5/order/realtime?category=linear&symbol=ICPUSDT')).result
    const taken = (list as Row[]).reduce((sum, row) => sum + Number(row['qty']), 0)
    expect(taken).toBeGreaterThan(0)
    expect([answer.retCode, answer.result['create_order_failed_qty_x']]).toEqual([39303, `${75_000 - taken}00000000`])
  })

  it('closes a position above the largest order unasked', async () => {
    await caller.post('/v5/position/set-leverage', {
      category: 'linear',
      symbol: 'ICPUSDT',
      buyLeverage: '10',
      sellLeverage: '10',
    })
    // 600 is the most that a market order takes.
    const buy = { category: 'linear', symbol: 'ICPUSDT', side: 'Buy', orderType: 'Market', qty: '600' }
    const size = async () =>
      ((await caller.get('/v5/position/list?category=linear&symbol=ICPUSDT')).result['list'] as Row[])[0]!['size']!
    for (let i = 0; i < 40 && Number(await size()) <= 600; i++) {
      await caller.post('/v5/order/create', buy)
      await world.tick(5)
    }
    const held = Number(await size())
    expect(held).toBeGreaterThan(600)
    await world.tick(20)
    const close = { ...buy, side: 'Sell', qty: String(held), reduceOnly: true }
    expect(await caller.post('/v5/order/create', close)).toMatchObject({ retCode: 0 })
    const closing = (await caller.get('/v5/order/history?category=linear&symbol=ICPUSDT')).result['list'] as Row[]
    const sent = closing.filter((row) => row['side'] === 'Sell').map((row) => Number(row['qty']))
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.every((qty) => qty <= 600)).toBe(true)
  })

  it('is refused beyond fifty parts, with that bound', async () => {
    const order = { ...LIMIT, qtyX: '7500100000000', price: await price(), needGeneratePid: true }
    expect(await caller.post('/contract/v5/order/create', order)).toMatchObject({
      retCode: 10001,
      ext_map: { max: '75000' },
    })
  })
})

describe('a closing order of v5 above the largest one', () => {
  it('says what it did not send: that is still open', async () => {
    const order = { category: 'linear', symbol: 'ICPUSDT', orderType: 'Market' }
    for (let i = 0; i < 5; i++) await caller.post('/v5/order/create', { ...order, side: 'Buy', qty: '600' })
    const size = async () => {
      const { result } = await caller.get('/v5/position/list?category=linear&symbol=ICPUSDT')
      return Number((result['list'] as Row[])[0]?.['size'] ?? 0)
    }
    const held = await size()
    expect(held).toBeGreaterThan(1_200)
    await caller.post('/control/partial', { call: '/v5/order/create' })
    const sell = { ...order, side: 'Sell', qty: String(held), reduceOnly: true }
    const answer = await caller.post('/v5/order/create', sell)
    const unsent = Number(answer.result['unsentQty'])
    expect(answer).toMatchObject({ retCode: 0, result: { orderId: expect.any(String) } })
    expect(unsent).toBeGreaterThan(0)
    // What was sent and not filled is open as well.
    expect(await size()).toBeGreaterThanOrEqual(unsent)
    const rest = await caller.post('/v5/order/create', { ...sell, qty: '0', closeOnTrigger: true })
    expect(rest.retCode).toBe(0)
  })
})
