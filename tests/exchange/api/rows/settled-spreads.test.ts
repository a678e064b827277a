import { afterAll, beforeAll, expect, it } from 'vitest'
import { findSpread } from '../../../../exchange/api/calls/shared/spreads'
import { isSpread } from '../../../../src/domain/instrument/spread'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

interface SpreadRow {
  readonly symbol: string
  readonly contractType: string
  readonly legs: readonly { readonly symbol: string; readonly contractType: string }[]
}

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot', 'spread'] })
  caller = await world.caller()
}, 60_000)
afterAll(() => world.close())

const asked = (symbol: string): string => `/v5/spread/max-qty?symbol=${encodeURIComponent(symbol)}&side=1&orderPrice=0`
const order = (symbol: string) => ({
  symbol,
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '0',
  timeInForce: 'PostOnly',
})

it('says no size of a spread whose leg is settled, as no order of it is taken', async () => {
  const { list } = (await caller.get('/v5/spread/instrument?baseCoin=BTC&limit=500')).result
  const { symbol, legs } = (list as readonly SpreadRow[]).find((one) => one.contractType === 'CarryTrade')!
  expect(await caller.get(asked(symbol))).toMatchObject({ retCode: 0, result: { ab: expect.any(String) } })
  const dated = legs.find(({ contractType }) => contractType === 'LinearFutures')!
  await caller.raw('POST', '/control/expire', { symbol: dated.symbol })
  await world.tick(2)
  const refused = { retCode: 110074, retExtInfo: { field: 'symbol' } }
  expect(await caller.get(asked(symbol))).toMatchObject(refused)
  expect(await caller.post('/v5/spread/order/create', order(symbol))).toMatchObject({ retCode: 110074 })
})

it('a spread that has left the lists is known by its name as the lists had it, so its records are what they were', () => {
  const spreads = world.journal.venue.instruments().filter(isSpread)
  expect(new Set(spreads.map(({ spreadKind }) => spreadKind)).size).toBe(4)
  for (const { symbol, spreadKind, baseCoin, settleCoin, legs } of spreads) {
    const [first, second] = legs.map((leg) => ({ symbol: leg.symbol, kind: leg.kind }))
    const recorded = { spreadKind, baseCoin, settleCoin, legs: [first, second] }
    expect(findSpread({ catalogue: { find: () => null } }, symbol), symbol).toEqual(recorded)
  }
})
