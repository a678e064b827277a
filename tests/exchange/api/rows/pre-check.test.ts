import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exact } from '../../../../src/domain/decimal'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

let world: RealGateway
let caller: Caller
let account: string
let price: string
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
  account = ((await caller.post('/sandbox/session')).result as { account: string }).account
  price = (Number(world.journal.venue.ticker('BTCUSDT')!.bid1Price) * 0.995).toFixed(1)
}, 60_000)
afterAll(() => world.close())

const PATH = '/v5/order/pre-check'
const order = (more: object) => ({
  category: 'linear',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.5',
  price,
  ...more,
})
const inE4 = (rate: string): number => new Exact(rate).times(10_000).toDecimalPlaces(0).toNumber()

async function rates(): Promise<readonly number[]> {
  const [row] = (await caller.get('/v5/account/wallet-balance')).result['list'] as readonly Row[]
  return [inE4(row!['accountIMRate']!), inE4(row!['accountMMRate']!)]
}

describe('/v5/order/pre-check', () => {
  it('foretells the margin rates that the order then leaves, and places nothing', async () => {
    const before = world.journal.durableSeq()
    const resting = await caller.post(PATH, order({ orderLinkId: 'look-1' }))
    expect(resting).toMatchObject({ retCode: 0, result: { orderId: '', orderLinkId: 'look-1' } })
    expect([resting.result['preImrE4'], resting.result['preMmrE4']]).toEqual([0, 0])
    expect(resting.result['postImrE4']).toBeGreaterThan(0)
    expect(resting.result['postMmrE4']).toBe(0)
    const bought = (await caller.post(PATH, order({ orderType: 'Market', price: undefined }))).result
    expect(bought['postMmrE4']).toBeGreaterThan(0)
    expect(world.journal.durableSeq()).toBe(before)
    expect(world.journal.venue.openOrders(account, null)).toEqual([])

    // The id is free: looking did not use it. No market step lies between, so the mark stands.
    expect(await caller.post('/v5/order/create', order({ orderLinkId: 'look-1' }))).toMatchObject({ retCode: 0 })
    expect(await rates()).toEqual([resting.result['postImrE4'], resting.result['postMmrE4']])
    const next = (await caller.post(PATH, order({ side: 'Buy', qty: '0.2' }))).result
    expect([next['preImrE4'], next['preMmrE4']]).toEqual(await rates())
  })

  it('refuses as the order would be; of too little money it says the rates after, too', async () => {
    const tooMuch = await caller.post(PATH, order({ qty: '40', orderLinkId: 'look-2' }))
    expect(tooMuch).toMatchObject({ retCode: 110007, result: {}, retExtInfo: { future_order_link_id: 'look-2' } })
    // 40 coins with 10×, of what the coin has that they are margined in; the fees and the order of before come on top.
    const [wallet] = (await caller.get('/v5/account/wallet-balance')).result['list'] as readonly Row[]
    const dollars = (wallet!['coin'] as unknown as Row[]).find(({ coin }) => coin === 'USDT')!
    const least = ((40 * Number(price)) / 10 / Number(dollars['equity'])) * 10_000
    const told = Number((tooMuch.retExtInfo as Row)['post_imr_e4'])
    expect(told).toBeGreaterThan(least)
    expect(told).toBeLessThan(least * 1.1)
    expect(await caller.post(PATH, order({ qty: '0.0005' }))).toMatchObject({ retCode: 10001 })
    expect(await caller.post(PATH, order({ orderLinkId: 'look-1' }))).toMatchObject({ retCode: 110072 })
    expect(await caller.post(PATH, order({ reduceOnly: true }))).toMatchObject({ retCode: 110017 })
  })

  it('is not for conditional orders, nor with isolated margin', async () => {
    const waiting = { triggerPrice: '10', triggerDirection: 2 }
    expect(await caller.post(PATH, order(waiting))).toMatchObject({
      retCode: 10001,
      ext_map: { field: 'triggerPrice' },
    })
    const isolated = await world.caller()
    await isolated.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
    expect(await isolated.post(PATH, order({}))).toMatchObject({ retCode: 10001, ext_map: { field: 'marginMode' } })
  })
})
