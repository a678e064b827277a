import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

const ORDER = '/v5/order/create'
const BUY = { category: 'spot', symbol: 'NEARUSDT', side: 'Buy', orderType: 'Market' }
const AMOUNT = { ...BUY, marketUnit: 'quoteCoin' }

let world: RealGateway
let caller: Caller
/** All that may be bought at market is bought; the market stands still. */
beforeAll(async () => {
  world = await RealGateway.open({ families: ['spot'], stepMs: 0 })
  caller = await world.caller()
  for (let i = 0; i < 5; i++) await caller.post('/sandbox/faucet', { coin: 'USDT', amount: '1000000' })
  let isSwept = false
  while (!isSwept) {
    expect(await caller.post(ORDER, { ...AMOUNT, qty: '500000' })).toMatchObject({ retCode: 0 })
    isSwept = (await newest())['orderStatus'] !== 'Filled'
  }
}, 60_000)
afterAll(() => world.close())

async function newest(): Promise<Record<string, unknown>> {
  const { result } = await caller.get('/v5/order/history?category=spot&limit=1')
  return (result['list'] as Record<string, unknown>[])[0]!
}

test('a market order of an amount that nothing is there for is cancelled as one of the base coin is', async () => {
  for (const asked of [
    { ...AMOUNT, qty: '100' },
    { ...BUY, marketUnit: 'baseCoin', qty: '50' },
  ]) {
    expect(await caller.post(ORDER, asked)).toMatchObject({ retCode: 0 })
    expect(await newest()).toMatchObject({ orderStatus: 'Cancelled', cumExecQty: '0' })
  }
})

test('an amount that is too small has no bounds of a book that is gone', async () => {
  const ask = world.journal.venue.ticker('NEAR/USDT')?.ask1Price ?? null
  const { retCode, retExtInfo } = await caller.post(ORDER, { ...AMOUNT, qty: '0.01' })
  expect([retCode, (retExtInfo as Record<string, string>)['field']]).toEqual([10001, 'qty'])
  const { min } = retExtInfo as Record<string, string>
  // The least order is of 0.4 NEAR.
  expect(min === undefined ? null : Number(min)).toEqual(ask === null ? null : expect.closeTo(Number(ask) * 0.4, 8))
})
