import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/wire/json'
import { tradeBtc } from './lib/trade-btc'

const { at, get, post, send, orders } = tradeBtc()

const hold = (): Promise<JsonObject> => send('/v5/order/create', { side: 'Buy', orderType: 'Market', qty: '0.1' })

describe('what a change leaves out stays, in both dialects (ADR-1063)', () => {
  it.each(['/v5/order/amend', '/contract/v5/order/replace'])('%s of what an order brings', async (path) => {
    const terms = {
      tpSlMode: 'Partial',
      takeProfit: at(5_000),
      tpTriggerBy: 'MarkPrice',
      tpOrderType: 'Limit',
      tpLimitPrice: at(4_900),
      stopLoss: at(-9_000),
      slTriggerBy: 'IndexPrice',
    }
    const order = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: at(-2_000) }
    const timeInForce = path.startsWith('/v5') ? 'GTC' : 'GoodTillCancel'
    const create = path.replace(/amend|replace/, 'create')
    const { orderId } = await send(create, { ...order, timeInForce, ...terms })
    await send(path, { orderId, takeProfit: at(6_000) })
    const before = { ...terms, takeProfit: at(6_000) }
    const { tpSlMode: _mode, tpOrderType: _type, ...shown } = before
    expect((await orders())[0]).toMatchObject(shown)
    await send(path, { orderId, stopLoss: at(-8_000) })
    expect((await orders())[0]).toMatchObject({ ...shown, stopLoss: at(-8_000) })
    await send(path, { orderId, takeProfit: at(7_000), tpOrderType: 'Limit' })
    expect((await orders())[0]).toMatchObject({ ...shown, takeProfit: at(7_000), stopLoss: at(-8_000) })
    // The stop-loss goes at market and has no limit price to keep.
    const lacking = { orderId, stopLoss: at(-8_000), slOrderType: 'Limit' }
    expect(await post(path, lacking)).toMatchObject({ retCode: 10_001, retExtInfo: { field: 'slLimitPrice' } })
  })

  it.each(['/v5/position/trading-stop', '/contract/v5/position/set-tp-sl-ts'])('%s of a position', async (path) => {
    await hold()
    const prices = { takeProfit: at(5_000), stopLoss: at(-5_000), positionIdx: 0 }
    await send(path, { ...prices, tpTriggerBy: 'MarkPrice', slTriggerBy: 'IndexPrice' })
    await send(path, { ...prices, takeProfit: at(6_000), stopLoss: at(-6_000) })
    const by = async () => (await orders()).map((one) => [one['triggerPrice'], one['triggerBy']]).toSorted()
    const kept = [
      [at(6_000), 'MarkPrice'],
      [at(-6_000), 'IndexPrice'],
    ].toSorted()
    expect(await by()).toEqual(kept)
    const again = { positionIdx: 0, takeProfit: at(6_000), stopLoss: at(-6_000) }
    expect((await post('/v5/position/trading-stop', again)).retCode).toBe(34_040)
    const byLast = { ...again, tpTriggerBy: 'LastPrice' }
    expect((await post('/v5/position/trading-stop', byLast)).retCode).toBe(0)
  })

  it('the activation of a trailing stop, until it is named: 0 begins at once', async () => {
    const path = '/v5/position/trading-stop'
    await hold()
    await send(path, { trailingStop: '100', activePrice: at(5_000) })
    await send(path, { trailingStop: '200' })
    const trailing = async () => {
      const { result } = await get('/v5/position/list?category=linear&symbol=BTCUSDT')
      return (result['list'] as JsonObject[])[0]!
    }
    expect(await trailing()).toMatchObject({ trailingStop: '200', activationPrice: at(5_000) })
    expect((await post(path, { trailingStop: '200' })).retCode).toBe(34_040)
    await send(path, { trailingStop: '200', activePrice: '0' })
    expect((await trailing())['activationPrice']).not.toBe(at(5_000))
  })

  it('of a limit partial take-profit; an unknown one and another type are named', async () => {
    const path = '/contract/v5/position/set-tp-sl-ts'
    await hold()
    const made = await send(path, {
      tpSlMode: 'Partial',
      takeProfit: at(5_000),
      tpTriggerBy: 'MarkPrice',
      tpOrderType: 'Limit',
      tpLimitPrice: at(4_900),
      tpSize: '0.02',
    })
    const tpStopOrderId = (made['list'] as JsonObject[])[0]!['orderId'] as string
    const change = { tpSlMode: 'Partial', takeProfit: at(6_000), tpStopOrderId }
    await send(path, change)
    expect(await orders()).toMatchObject([
      { orderId: tpStopOrderId, orderType: 'Limit', price: at(4_900), triggerPrice: at(6_000), triggerBy: 'MarkPrice' },
    ])
    expect(await post(path, { ...change, tpOrderType: 'Market' })).toMatchObject({
      retCode: 10_001,
      retExtInfo: { field: 'tpOrderType' },
    })
    expect(await post(path, { ...change, tpStopOrderId: 'unknown' })).toMatchObject({
      retExtInfo: { field: 'tpStopOrderId' },
    })
  })
})
