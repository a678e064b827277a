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

const rows = async (path: string) => (await caller.get(path)).result['list'] as Row[]
/** 0.03 in six parts, a minute apart; quantities are E8. */
const TWAP = { symbol: 'BTCUSDT', side: 'Buy', qtyX: '3000000', strategyType: 'TWAP', duration: 360, interval: 60 }

describe('twap/create, twap/list and twap/order-list (spec §7)', () => {
  it('opens one under the id of the press, and lists it with its orders', async () => {
    const answer = await caller.post('/contract/v5/twap/create', TWAP, { 'client-tag': 'twap-1' })
    expect(answer.retCode).toBe(0)
    const strategyId = answer.result['strategyId'] as string
    const again = await caller.post('/contract/v5/twap/create', TWAP, { 'client-tag': 'twap-1' })
    expect(again.result).toEqual(answer.result)
    await world.advance(60_000)
    expect(await rows('/contract/v5/twap/list?symbol=BTCUSDT')).toMatchObject([
      { strategyId, status: 'Running', qty: '0.03', filledQty: '0.01', duration: '360', orderCount: '2' },
    ])
    const path = `/contract/v5/twap/order-list?strategyId=${strategyId}`
    expect(await rows(path)).toMatchObject([
      { parentOrderId: strategyId, createType: 'CreateByTwap', orderStatus: 'Filled', orderLinkId: '' },
      { parentOrderId: strategyId, orderLinkId: 'twap-1' },
    ])
  })

  it('goes on after a restart, in pages that join', async () => {
    await world.restart()
    for (let part = 0; part < 4; part++) await world.advance(60_000)
    const [done] = await rows('/contract/v5/twap/list?strategyType=TWAP')
    expect(done).toMatchObject({ status: 'Completed', filledQty: '0.03', orderCount: '6' })
    const path = `/contract/v5/twap/order-list?strategyId=${done!['strategyId']}&limit=4`
    const first = (await caller.get(path)).result
    const second = await rows(`${path}&cursor=${first['nextPageCursor'] as string}`)
    const ids = [...(first['list'] as Row[]), ...second].map((row) => row['orderId'])
    expect(new Set(ids).size).toBe(6)
  })

  it('is cancelled once', async () => {
    const { result } = await caller.post('/contract/v5/twap/create', TWAP)
    const { strategyId } = result
    expect(await caller.post('/contract/v5/twap/cancel', { strategyId })).toMatchObject({ retCode: 0 })
    expect(await caller.post('/contract/v5/twap/cancel', { strategyId })).toMatchObject({ retCode: 110010 })
    expect(await caller.post('/contract/v5/twap/cancel', { strategyId: 'nobody’s' })).toMatchObject({ retCode: 110001 })
  })

  it.each([
    [{ duration: 299 }, 'duration'],
    [{ duration: 86_401 }, 'duration'],
    [{ interval: 4 }, 'interval'],
    [{ strategyType: 'Grid' }, 'strategyType'],
    [{ positionIdx: 3 }, 'positionIdx'],
  ])('refuses %j, naming the field', async (change, field) => {
    expect(await caller.post('/contract/v5/twap/create', { ...TWAP, ...change })).toMatchObject({
      retCode: 10001,
      ext_map: { field },
    })
  })

  it.each([
    ['qtyX', { qty: '0.6', qtyX: '50000000' }],
    ['showQtyX', { strategyType: 'Iceberg', price: '60000', qty: '1', showQty: '0.1', showQtyX: '50000000' }],
  ])('refuses a number that says another under %s', async (field, terms) => {
    const { qtyX: _, ...rest } = TWAP
    expect(await caller.post('/contract/v5/twap/create', { ...rest, ...terms })).toMatchObject({
      retCode: 10001,
      ext_map: { field },
    })
  })

  it('refuses less than a part each, with the bound', async () => {
    // Six parts of 0.001 at least.
    expect(await caller.post('/contract/v5/twap/create', { ...TWAP, qtyX: '500000' })).toMatchObject({
      retCode: 10001,
      ext_map: { field: 'qty', min: '0.006' },
    })
  })

  it.each(['-1', '0', '0.05'])('refuses a chase that goes %s far: steps of 0.1', async (maxChaseDistance) => {
    const chase = { symbol: 'BTCUSDT', side: 'Buy', qty: '0.01', strategyType: 'ChaseLimit', maxChaseDistance }
    expect(await caller.post('/contract/v5/twap/create', chase)).toMatchObject({
      retCode: 10001,
      ext_map: { field: 'maxChaseDistance', min: '0.1', step: '0.1' },
    })
  })

  it('shows nobody else’s', async () => {
    const [mine] = await rows('/contract/v5/twap/list')
    const other = await world.caller()
    expect((await other.get('/contract/v5/twap/list')).result['list']).toEqual([])
    const path = `/contract/v5/twap/order-list?strategyId=${mine!['strategyId']}`
    expect(await other.get(path)).toMatchObject({ retCode: 110001 })
  })
})
