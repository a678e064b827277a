import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_ANSWER_PATH } from '../../../../src/wire/rest/first-answer'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['spot'], stepMs: 0 })
  caller = await world.caller()
})
afterAll(() => world.close())

const firstAnswer = (tag: string, of = caller) => of.get(`${FIRST_ANSWER_PATH}?clientTag=${tag}`)
const leverage = (times: string) => ({
  category: 'linear',
  symbol: 'BTCUSDT',
  buyLeverage: times,
  sellLeverage: times,
})

describe('how a press ended whose answer was lost, by its client tag (decisions 5, 9)', () => {
  it('tells a success, a refusal with its bound, and a press that never came', async () => {
    const tagged = { 'client-tag': 'lev-1' }
    expect(await caller.post('/v5/position/set-leverage', leverage('20'), tagged)).toMatchObject({ retCode: 0 })
    expect((await firstAnswer('lev-1')).result).toMatchObject({ list: [{ retCode: 0 }] })
    const asked = { category: 'linear', symbol: 'BTCUSDT', positionIdx: 0, margin: '5' }
    const refused = await caller.post('/v5/position/add-margin', asked, { 'client-tag': 'margin-1' })
    expect(refused.retCode).not.toBe(0)
    expect((await firstAnswer('margin-1')).result).toMatchObject({ list: [{ retCode: refused.retCode }] })
    const none = await firstAnswer('never-sent')
    expect(none.result).toMatchObject({ list: [] })
    expect(none.result['seq']).toBeGreaterThan(0)
  })

  it('a repeat of a tagged setting is answered as the first time; another body under its tag is refused', async () => {
    const tagged = { 'client-tag': 'lev-2' }
    expect((await caller.post('/v5/position/set-leverage', leverage('30'), tagged)).retCode).toBe(0)
    // Untagged, a second time would be 110043: it is that already.
    expect((await caller.post('/v5/position/set-leverage', leverage('30'), tagged)).retCode).toBe(0)
    expect((await caller.post('/v5/position/set-leverage', leverage('40'), tagged)).retCode).toBe(110_072)
    expect((await caller.post('/v5/position/set-leverage', leverage('30'))).retCode).toBe(110_043)
  })

  it('a loan and its repayment are carried out once, however often they are pressed', async () => {
    const tag = (name: string) => ({ 'client-tag': name })
    const owed = async (): Promise<number> => {
      const { result } = await caller.get('/v5/account/wallet-balance?accountType=UNIFIED&coin=USDT')
      return Number((result as { list: { coin: { spotBorrow: string }[] }[] }).list[0]!.coin[0]!.spotBorrow)
    }
    expect(
      (await caller.post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: '1' }, tag('mode-1'))).retCode,
    ).toBe(0)
    expect((await firstAnswer('mode-1')).result).toMatchObject({ list: [{ retCode: 0 }] })
    const loan = { coin: 'USDT', amount: '1000' }
    for (let press = 0; press < 3; press++)
      expect((await caller.post('/v5/account/borrow', loan, tag('loan-1'))).retCode).toBe(0)
    expect(await owed()).toBe(1_000)
    expect((await caller.post('/v5/account/borrow', { ...loan, amount: '7' }, tag('loan-1'))).retCode).toBe(110_072)
    expect((await firstAnswer('loan-1')).result).toMatchObject({ list: [{ retCode: 0 }] })
    for (let press = 0; press < 2; press++)
      expect(
        (await caller.post('/v5/account/no-convert-repay', { coin: 'USDT', amount: '400' }, tag('back-1'))).retCode,
      ).toBe(0)
    expect(await owed()).toBe(600)
    const both = [
      { coin: 'BTC', collateralSwitch: 'ON' },
      { coin: 'ETH', collateralSwitch: 'OFF' },
    ]
    for (let press = 0; press < 2; press++)
      expect(
        (await caller.post('/v5/account/set-collateral-switch-batch', { request: both }, tag('coins-1'))).retCode,
      ).toBe(0)
  })

  it('a strategy that was refused is refused again, though it could be had by now; its id takes no other', async () => {
    const create = (body: object, tag: string, of = caller) =>
      of.post('/contract/v5/twap/create', body, { 'client-tag': tag })
    const poor = await world.caller()
    // 40 BTC at 64,000 in parts of 5: a part costs 320,000 of the 100,000 that there are.
    const iceberg = {
      strategyType: 'Iceberg',
      symbol: 'BTC/USDT',
      side: 'Buy',
      qty: '40',
      showQty: '5',
      price: '64000',
    }
    const refused = await create(iceberg, 'ice-1', poor)
    expect(refused).toMatchObject({ retCode: 30_031, ext_map: { required: '320000' } })
    expect((await firstAnswer('ice-1', poor)).result).toMatchObject({ list: [{ retCode: 30_031 }] })
    expect(await poor.post('/sandbox/faucet', { coin: 'USDT', amount: '900000' })).toMatchObject({ retCode: 0 })
    for (const again of ['at once', 'after a restart']) {
      expect(await create(iceberg, 'ice-1', poor), again).toMatchObject({
        retCode: 30_031,
        ext_map: { required: '320000' },
      })
      await world.restart()
    }
    expect((await create({ ...iceberg, qty: '30' }, 'ice-1', poor)).retCode).toBe(110_072)
    expect((await poor.get('/contract/v5/twap/list')).result).toMatchObject({ list: [] })
    const taken = await create(iceberg, 'ice-2', poor)
    expect(taken.retCode).toBe(0)
    await world.restart()
    // With its id, which is what a client that lost the answer asks for.
    expect(await create(iceberg, 'ice-2', poor)).toMatchObject({ retCode: 0, result: taken.result })
  })

  it('a change of an order is no such press: it is carried out again, and the order says what became of it', async () => {
    const order = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '1',
      price: '60000',
      timeInForce: 'PostOnly',
    }
    const { result } = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'kept-1' })
    const { orderId } = result
    const change = (qty: string, tag: string) =>
      caller.post('/contract/v5/order/replace', { symbol: 'BTCUSDT', orderId, qty }, { 'client-tag': tag })
    expect((await change('1.5', 'change-1')).retCode).toBe(0)
    expect((await change('1.5', 'change-1')).retCode).toBe(10_001)
    expect((await change('1.6', 'change-1')).retCode).toBe(0)
    expect((await firstAnswer('change-1')).result).toMatchObject({ list: [] })
    const found = await caller.get(`/v5/order/realtime?category=linear&orderId=${String(orderId)}`)
    expect(found.result).toMatchObject({ list: [{ qty: '1.6' }] })
  })

  it('tells nobody of another account, and survives a restart', async () => {
    const stranger = await world.caller()
    expect((await firstAnswer('lev-1', stranger)).result).toMatchObject({ list: [] })
    await world.restart()
    expect((await firstAnswer('lev-1')).result).toMatchObject({ list: [{ retCode: 0 }] })
  })

  it('refuses a tag that is none, and a caller without a session', async () => {
    expect(await firstAnswer('')).toMatchObject({ retCode: 10_001, ext_map: { field: 'clientTag' } })
    expect(await firstAnswer('a%20b')).toMatchObject({ retCode: 10_001, ext_map: { field: 'clientTag' } })
    const nobody = await (await fetch(`${caller.base}${FIRST_ANSWER_PATH}?clientTag=lev-1`)).json()
    expect(nobody).toMatchObject({ retCode: 10_007 })
  })
})
