import { beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/wire/json'
import { tradeBtc } from './lib/trade-btc'

const AMEND = '/v5/order/amend'
const REPLACE = '/contract/v5/order/replace'
const STOP = '/v5/position/trading-stop'
const SET = '/contract/v5/position/set-tp-sl-ts'

const { at, post, send, orders } = tradeBtc()

const isRefused = (field: string, retCode = 10_001) => ({ retCode, retExtInfo: { field } })

describe('what a change of an order says of its legs', () => {
  const limitTakeProfit = () => ({
    tpslMode: 'Partial',
    takeProfit: at(5_000),
    tpOrderType: 'Limit',
    tpLimitPrice: at(4_900),
    stopLoss: at(-9_000),
  })

  async function rest(legs: JsonObject): Promise<string> {
    const order = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: at(-2_000) }
    const { orderId } = await send('/v5/order/create', { ...order, ...legs })
    return orderId as string
  }

  it.each(['tpLimitPrice', 'limitTakeProfit'])('replace takes %s of a limit leg alone, as amend does', async (name) => {
    const orderId = await rest(limitTakeProfit())
    for (const [path, price] of [
      [REPLACE, at(5_100)],
      [AMEND, at(5_200)],
    ] as const) {
      await send(path, { orderId, takeProfit: at(6_000), [name]: price })
      expect((await orders())[0]).toMatchObject({
        takeProfit: at(6_000),
        tpOrderType: 'Limit',
        tpLimitPrice: price,
        slOrderType: 'Market',
      })
    }
    const change = { orderId, takeProfit: at(6_000) }
    for (const [wrong, bound] of [
      [`${at(5_000)}.05`, { step: '0.1' }],
      ['-1', { min: '0.1' }],
    ] as const)
      expect(await post(REPLACE, { ...change, [name]: wrong })).toMatchObject({
        retCode: 110_003,
        // Under the name that it was sent under (ADR-1104).
        retExtInfo: { field: name, ...bound },
      })
    expect(await post(REPLACE, { ...change, tpOrderType: 'Market', [name]: at(5_100) })).toMatchObject(isRefused(name))
    expect((await orders())[0]).toMatchObject({ tpLimitPrice: at(5_200) })
  })

  it.each(['tpTriggerBy', 'tpOrderType', 'slTriggerBy', 'slOrderType'])(
    '%s says nothing without the price of its leg, and is refused',
    async (field) => {
      const orderId = await rest(limitTakeProfit())
      const change = { orderId, [field]: field.endsWith('By') ? 'MarkPrice' : 'Market' }
      for (const path of [REPLACE, AMEND]) expect(await post(path, change)).toMatchObject(isRefused(field))
      // Beside a change that would be taken, too: none of it is.
      expect(await post(REPLACE, { ...change, qty: '0.02' })).toMatchObject(isRefused(field))
      expect((await orders())[0]).toMatchObject({ qty: '0.01' })
    },
  )

  it('replace refuses the limit price of a leg at market', async () => {
    const orderId = await rest(limitTakeProfit())
    for (const field of ['slLimitPrice', 'limitStopLoss'])
      expect(await post(REPLACE, { orderId, stopLoss: at(-8_000), [field]: at(-8_100) })).toMatchObject(
        isRefused(field),
      )
    expect((await orders())[0]).toMatchObject({ stopLoss: at(-9_000), slOrderType: 'Market' })
  })

  const roads: readonly (readonly [string, (body: JsonObject) => Promise<unknown>])[] = [
    ['amend', (body) => post(AMEND, body)],
    ['replace', (body) => post(REPLACE, body)],
    [
      'amend-batch',
      async (body) => {
        const request = [{ symbol: 'BTCUSDT', ...body }]
        const { retExtInfo } = await post('/v5/order/amend-batch', { category: 'linear', request })
        const { code, ...rest } = (retExtInfo['list'] as JsonObject[])[0]!
        return { retCode: code, retExtInfo: rest }
      },
    ],
  ]

  it.each(roads)('%s makes no full set while a leg stays limit', async (_name, ask) => {
    const orderId = await rest(limitTakeProfit())
    const before = (await orders())[0]!
    for (const change of [
      { stopLoss: at(-8_000) },
      { takeProfit: at(6_000) },
      { takeProfit: at(6_000), stopLoss: at(-8_000) },
      { stopLoss: '0' },
      { price: at(-2_100) },
    ])
      expect(await ask({ orderId, ...change, tpslMode: 'Full' }), JSON.stringify(change)).toMatchObject(
        isRefused('tpslMode'),
      )
    expect((await orders())[0]).toEqual(before)
    expect(await ask({ orderId, price: at(-2_100), tpslMode: 'Partial' })).toMatchObject({ retCode: 0 })
    const atMarket = { takeProfit: at(6_000), tpOrderType: 'Market', tpslMode: 'Full' }
    expect(await ask({ orderId, ...atMarket })).toMatchObject({ retCode: 0 })
    expect((await orders())[0]).toMatchObject({
      price: at(-2_100),
      tpslMode: 'Full',
      takeProfit: at(6_000),
      tpOrderType: 'Market',
      stopLoss: at(-9_000),
    })
  })

  it.each(roads)('%s makes a full set of one whose limit leg goes', async (_name, ask) => {
    const orderId = await rest(limitTakeProfit())
    expect(await ask({ orderId, takeProfit: '0', tpslMode: 'Full' })).toMatchObject({ retCode: 0 })
    expect((await orders())[0]).toMatchObject({ tpslMode: 'Full', takeProfit: '', stopLoss: at(-9_000) })
  })

  it.each(roads)('%s names a slippage that lacks its other half, is zero, or has no leg', async (_name, ask) => {
    const orderId = await rest({ takeProfit: at(5_000), stopLoss: at(-9_000) })
    const stopLoss = at(-8_000)
    for (const [field, change] of [
      ['slMaxSlippage', { stopLoss, slMaxSlippageType: 'TickSize' }],
      ['slMaxSlippageType', { stopLoss, slMaxSlippage: '8' }],
      ['tpMaxSlippage', { takeProfit: at(6_000), tpMaxSlippageType: 'Percent', tpMaxSlippage: '0' }],
      ['tpMaxSlippage', { takeProfit: at(6_000), tpMaxSlippage: '0' }],
      ['slMaxSlippage', { price: at(-2_100), slMaxSlippageType: 'TickSize', slMaxSlippage: '8' }],
    ] as const)
      expect(await ask({ orderId, ...change }), JSON.stringify(change)).toMatchObject(isRefused(field))
    expect((await orders())[0]).toMatchObject({ price: at(-2_000), takeProfit: at(5_000), stopLoss: at(-9_000) })
  })
})

describe.each([STOP, SET])('what a change of a guard says: %s', (path) => {
  const guardOf = async (kind: string) => (await orders()).find((one) => one['stopOrderType'] === kind)!

  beforeEach(async () => {
    await send('/v5/order/create', { side: 'Buy', orderType: 'Market', qty: '0.1' })
  })

  it('a limit price alone is that of a limit order, and of no other', async () => {
    await send(path, {
      tpslMode: 'Partial',
      takeProfit: at(5_000),
      tpTriggerBy: 'MarkPrice',
      tpOrderType: 'Limit',
      tpLimitPrice: at(4_900),
      tpSize: '0.02',
    })
    const tpStopOrderId = (await guardOf('PartialTakeProfit'))['orderId'] as string
    const change = { tpslMode: 'Partial', tpStopOrderId }
    await send(path, { ...change, takeProfit: at(6_000), tpLimitPrice: at(5_100) })
    expect(await orders()).toMatchObject([{ orderType: 'Limit', triggerPrice: at(6_000), price: at(5_100) }])
    await send(path, { ...change, tpLimitPrice: at(5_200) })
    expect(await orders()).toMatchObject([
      { orderId: tpStopOrderId, triggerPrice: at(6_000), triggerBy: 'MarkPrice', price: at(5_200), qty: '0.02' },
    ])
    // Its own type may be said beside its limit price.
    await send(path, { tpStopOrderId, tpOrderType: 'Limit', limitTakeProfit: at(5_300) })
    expect(await orders()).toMatchObject([{ orderId: tpStopOrderId, triggerPrice: at(6_000), price: at(5_300) }])
    expect(await post(path, { tpStopOrderId, tpOrderType: 'Market', limitTakeProfit: at(5_400) })).toMatchObject(
      isRefused('limitTakeProfit'),
    )
    for (const [tpLimitPrice, bound] of [
      [`${at(5_200)}.05`, { step: '0.1' }],
      ['-1', { min: '0.1' }],
    ] as const)
      expect(await post(path, { ...change, tpLimitPrice })).toMatchObject({
        retCode: 110_003,
        retExtInfo: { field: 'tpLimitPrice', ...bound },
      })
    expect(
      await post(path, { ...change, tpStopOrderId: 'unknown', takeProfit: at(6_000), tpLimitPrice: at(5_100) }),
    ).toMatchObject({ retExtInfo: { field: 'tpStopOrderId' } })

    await send(path, { tpslMode: 'Partial', stopLoss: at(-5_000), slSize: '0.02' })
    const slStopOrderId = (await guardOf('PartialStopLoss'))['orderId'] as string
    const atMarket = { tpslMode: 'Partial', slStopOrderId, stopLoss: at(-6_000) }
    for (const name of ['slLimitPrice', 'limitStopLoss'])
      expect(await post(path, { ...atMarket, [name]: at(-6_100) })).toMatchObject(isRefused(name))
    expect(await post(path, { slStopOrderId, slOrderType: 'Limit', limitStopLoss: at(-6_100) })).toMatchObject(
      isRefused('slOrderType'),
    )
    expect(await guardOf('PartialStopLoss')).toMatchObject({ orderType: 'Market', triggerPrice: at(-5_000) })
  })

  it('an order that is named has its mode, and no other is taken', async () => {
    await send(path, { tpslMode: 'Partial', stopLoss: at(-5_000), slSize: '0.02' })
    const slStopOrderId = (await guardOf('PartialStopLoss'))['orderId'] as string
    await send(path, { slStopOrderId, stopLoss: at(-6_000) })
    expect(await orders()).toMatchObject([{ orderId: slStopOrderId, triggerPrice: at(-6_000), qty: '0.02' }])
    for (const stopLoss of [at(-7_000), '0'])
      expect(await post(path, { slStopOrderId, stopLoss, tpslMode: 'Full' })).toMatchObject(
        isRefused('tpslMode', 110_054),
      )
    expect(await post(path, { slStopOrderId: 'unknown', stopLoss: at(-7_000) })).toMatchObject({
      retExtInfo: { field: 'slStopOrderId' },
    })
    await send(path, { slStopOrderId, stopLoss: '0' })
    expect(await orders()).toEqual([])
    await send(path, { stopLoss: at(-5_000) })
    const whole = (await guardOf('StopLoss'))['orderId'] as string
    await send(path, { slStopOrderId: whole, stopLoss: at(-6_000) })
    expect(await orders()).toMatchObject([{ stopOrderType: 'StopLoss', triggerPrice: at(-6_000) }])
  })

  it('a size of zero and half a slippage are named', async () => {
    const partial = { tpslMode: 'Partial', stopLoss: at(-5_000) }
    for (const [field, change] of [
      ['slSize', { slSize: '0' }],
      ['slSizeX', { slSizeX: '0' }],
      ['slMaxSlippage', { slSize: '0.02', slMaxSlippageType: 'Percent' }],
      ['slMaxSlippage', { slSize: '0.02', slMaxSlippageType: 'Percent', slMaxSlippage: '0' }],
    ] as const)
      expect(await post(path, { ...partial, ...change })).toMatchObject(isRefused(field))
    expect(await orders()).toEqual([])
    await send(path, { ...partial, slSize: '0.02' })
    const slStopOrderId = (await guardOf('PartialStopLoss'))['orderId'] as string
    expect(await post(path, { slStopOrderId, stopLoss: at(-6_000), slSize: '0' })).toMatchObject(isRefused('slSize'))
  })
})
