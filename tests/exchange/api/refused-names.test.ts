import { beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/wire/json'
import { tradeBtc } from './lib/trade-btc'

/* A refusal names what its sender has to mend, and the bound that it has to keep. */

const STOP = '/v5/position/trading-stop'
const SET = '/contract/v5/position/set-tp-sl-ts'
const REPLACE = '/contract/v5/order/replace'
const { at, post, send, get } = tradeBtc()

const isRefused = (extInfo: JsonObject, retCode = 10_001) => ({ retCode, retExtInfo: extInfo })

/** So many price steps of 0.1 beside the last price: that of the account's own last fill, as the market stands still here. */
async function besideLast(steps: number): Promise<string> {
  const { list } = (await get('/v5/execution/list?category=linear&symbol=BTCUSDT')).result
  const fills = list as readonly { readonly side: string; readonly execPrice: string }[]
  const prices = fills.map(({ execPrice }) => Number(execPrice))
  const last = fills[0]!.side === 'Buy' ? Math.max(...prices) : Math.min(...prices)
  return String((Math.round(last * 10) + steps) / 10)
}

describe.each([
  ['v5', STOP, 'activePrice'],
  ['native', SET, 'activationPrice'],
] as const)('a trailing stop of a position, %s', (_, path, activation) => {
  const guard = (terms: JsonObject) => post(path, { positionIdx: 0, ...terms })

  it.each([
    ['Buy', 1],
    ['Sell', -1],
  ] as const)('of a position that was opened by %s', async (side, ahead) => {
    await send('/v5/order/create', { side, orderType: 'Market', qty: '0.1' })
    // Below zero it is the price itself, whatever the distance: 0.1 to 1,999,999.8 as instruments-info has it.
    const below = await guard({ trailingStop: '100', [activation]: '-5' })
    expect(below).toMatchObject(isRefused({ field: activation, min: '0.1', max: '1999999.8' }))
    // A distance goes from a step to a step less than the price that it starts from.
    const most = await besideLast(-1)
    for (const trailingStop of ['9999999', '-1'])
      expect(await guard({ trailingStop })).toMatchObject(isRefused({ field: 'trailingStop', min: '0.1', max: most }))
    const active = at(ahead * 1_000)
    expect(await guard({ trailingStop: '9999999', [activation]: active })).toMatchObject(
      isRefused({ field: 'trailingStop', min: '0.1', max: String((Number(active) * 10 - 1) / 10) }),
    )
    // It begins ahead of the last price: above it for a long, below it for a short.
    const first = await besideLast(ahead)
    const behind = await guard({ trailingStop: '100', [activation]: at(-ahead * 1_000) })
    expect(behind).toMatchObject(isRefused({ field: activation, [ahead > 0 ? 'min' : 'max']: first }))
    // What is told is taken.
    await send(path, { positionIdx: 0, trailingStop: '100', [activation]: first })
    await send(path, { positionIdx: 0, trailingStop: most, [activation]: '0' })
  })
})

describe('an iceberg', () => {
  it.each([
    [{ showQty: '0.2' }, { field: 'showQty', min: '0.001', max: '0.1' }],
    [{ showQty: '0' }, { field: 'showQty', min: '0.001', max: '0.1' }],
    [{ showQty: '0.0015' }, { field: 'showQty', step: '0.001' }],
    [{ qty: '0.0015' }, { field: 'qty', step: '0.001' }],
    [
      { qty: '0', showQty: '0' },
      { field: 'qty', min: '0.001' },
    ],
  ])('%j is refused by what of it is wrong', async (change, told) => {
    const order = {
      strategyType: 'Iceberg',
      side: 'Buy',
      qty: '0.1',
      showQty: '0.05',
      price: at(-1_000),
      positionIdx: 0,
    }
    expect(await post('/contract/v5/twap/create', { ...order, ...change })).toMatchObject(isRefused(told))
  })
})

describe('a change that changes nothing', () => {
  const waiting = { side: 'Buy', orderType: 'Limit', qty: '0.01', triggerDirection: 2, timeInForce: 'GoodTillCancel' }
  let orderId: string
  beforeEach(async () => {
    const prices = { price: at(-3_100), triggerPrice: at(-3_000), triggerBy: 'MarkPrice' }
    orderId = (await send('/contract/v5/order/create', { ...waiting, ...prices }))['orderId'] as string
  })

  it('names what was sent, in the native dialect', async () => {
    for (const [field, value] of [
      ['triggerBy', 'MarkPrice'],
      ['triggerPrice', at(-3_000)],
      ['qty', '0.01'],
      ['price', at(-3_100)],
      // Of orders that wait for a rate.
      ['mmRate', '0.5'],
    ] as const)
      expect(await post(REPLACE, { orderId, [field]: value })).toMatchObject(isRefused({ field }))
    const { retCode, retExtInfo } = (await post(REPLACE, { orderId })) as never as JsonObject
    expect([retCode, (retExtInfo as JsonObject)['field']]).toEqual([10_001, undefined])
  })
})

describe('a number under two names', () => {
  const market = { side: 'Buy', orderType: 'Market', qty: '0.01' }

  it.each([
    ['/contract/v5/order/create', { leverage: '5', leverageE2: '700' }, 'leverageE2'],
    ['/v5/order/create', { takeProfit: '9999', limitTakeProfit: '1', tpLimitPrice: '2' }, 'tpLimitPrice'],
    ['/v5/order/create', { stopLoss: '9999', limitStopLoss: '1', slLimitPrice: '2' }, 'slLimitPrice'],
  ])('%s refuses %j', async (path, terms, field) => {
    expect(await post(path, { ...market, ...terms })).toMatchObject(isRefused({ field }))
  })

  it('is taken where both say the same', async () => {
    await send('/contract/v5/order/create', { ...market, leverage: '7.50', leverageE2: '750' })
    const { list } = (await get('/v5/position/list?category=linear&symbol=BTCUSDT')).result
    expect(list).toMatchObject([{ leverage: '7.5', size: '0.01' }])
  })

  it.each([
    [STOP, { trailingStop: '100', activationPrice: '-5' }, 'activationPrice'],
    [STOP, { trailingStop: '100', activePrice: '-5' }, 'activePrice'],
    [SET, { trailingStop: '100', activationPrice: '-5' }, 'activationPrice'],
    [SET, { trailingStop: '100', activePrice: '-5' }, 'activePrice'],
  ])('%s names the one of %j that was sent', async (path, terms, field) => {
    await send('/v5/order/create', market)
    expect(await post(path, { positionIdx: 0, ...terms })).toMatchObject(isRefused({ field, min: '0.1' }))
  })

  it.each(['limitTakeProfit', 'tpLimitPrice'])('an order names %s where that was sent', async (field) => {
    // A tick is 0.1.
    const order = {
      ...market,
      takeProfit: at(1_000),
      tpslMode: 'Partial',
      tpOrderType: 'Limit',
      [field]: at(1_000) + '.05',
    }
    const refused = isRefused({ field, step: '0.1' }, 110_003)
    for (const path of ['/v5/order/create', '/contract/v5/order/create'])
      expect(await post(path, order), path).toMatchObject(refused)
    const item = { symbol: 'BTCUSDT', ...order }
    expect(await post('/v5/order/create-batch', { request: [item] })).toMatchObject({
      retExtInfo: { list: [{ code: 110_003, field, step: '0.1' }] },
    })
  })

  it.each([
    [STOP, { trailingStop: '100', activationPrice: '0', activePrice: '5' }, 'activePrice'],
    [SET, { trailingStop: '100', trailingPercent: '1' }, 'trailingPercent'],
  ])('%s refuses %j', async (path, terms, field) => {
    await send('/v5/order/create', market)
    expect(await post(path, { positionIdx: 0, ...terms })).toMatchObject(isRefused({ field }))
  })
})

describe('what an order does not take is named with the bound that it broke', () => {
  it('the stop-loss of an order that only closes', async () => {
    await send('/v5/order/create', { side: 'Buy', orderType: 'Market', qty: '0.01' })
    const closing = { side: 'Sell', orderType: 'Limit', price: at(1_000), qty: '0.01', reduceOnly: true }
    expect(await post('/v5/order/create', { ...closing, stopLoss: at(1_500) })).toMatchObject(
      isRefused({ field: 'stopLoss' }),
    )
  })

  it('a maintenance rate between two steps, and one that is too large', async () => {
    await send('/v5/order/create', { side: 'Buy', orderType: 'Market', qty: '0.01' })
    const close = { side: 'Sell', orderType: 'Market', qty: '0', type: 'MmRateClose' }
    const told = async (mmRate: string): Promise<JsonObject> =>
      (await post('/contract/v5/order/create', { ...close, mmRate })).retExtInfo as JsonObject
    expect(await told('0.80005')).toEqual({ field: 'mmRate', step: '0.0001' })
    expect(await told('1.5')).toMatchObject({ field: 'mmRate', max: '0.9999', step: '0.0001' })
    expect(await told('99999999999999999999')).toEqual({ field: 'mmRate', max: '0.9999', step: '0.0001' })
  })

  it('an activation price that leaves no distance', async () => {
    await send('/v5/order/create', { side: 'Sell', orderType: 'Market', qty: '0.01' })
    // A distance lies below the price that it starts from: of 100 the least activation price is a step more, 100.1.
    expect(await post(STOP, { positionIdx: 0, trailingStop: '100', activePrice: '0.1' })).toMatchObject(
      isRefused({ field: 'activePrice', min: '100.1' }),
    )
  })
})
