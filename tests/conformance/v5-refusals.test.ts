import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../exchange/api/lib/client'
import { market, resting, waiting } from './v5-table/acts'
import { named, World, type Json } from './v5-table/world'

/*
 * What a refusal names is what its sender has to mend: the parameter that was sent, with its bound, and not another that the
 * rule happens to be written for. Found by a client's author from outside (issue 19).
 */

let world: World
let caller: Caller
beforeAll(async () => {
  world = await World.open()
  caller = await world.fresh()
}, 180_000)
afterAll(() => world.close())

const CREATE = '/v5/order/create'
const GUARD = '/v5/position/trading-stop'
const NINES = '9'.repeat(60)

/** Bounds of BTCUSDT, as instruments-info says them. */
async function bounds(): Promise<{ minPrice: string; maxPrice: string; maxQty: string; maxLeverage: string }> {
  const [row] = await world.all('/v5/market/instruments-info', named('BTCUSDT'))
  const { priceFilter, lotSizeFilter, leverageFilter } = row as Record<string, Record<string, string>>
  return {
    minPrice: priceFilter!['minPrice']!,
    maxPrice: priceFilter!['maxPrice']!,
    maxQty: lotSizeFilter!['maxOrderQty']!,
    maxLeverage: leverageFilter!['maxLeverage']!,
  }
}

async function refusal(path: string, body: Json, by = caller): Promise<Json & { readonly msg: string }> {
  const { retCode, retMsg, retExtInfo } = await world.post(by, path, body)
  expect(retCode, `${path} ${JSON.stringify(body)}`).not.toBe(0)
  return { ...(retExtInfo as Json), msg: retMsg }
}

describe('an order', () => {
  test('names the price that is out of bounds, out of step or too long', async () => {
    const { minPrice: min, maxPrice: max } = await bounds()
    const partial = { tpslMode: 'Partial', takeProfit: await world.below('BTCUSDT', 1.2), tpOrderType: 'Limit' }
    const cases: readonly (readonly [string, Json, Json])[] = [
      ['takeProfit', await resting(world, 'BTCUSDT', { takeProfit: '99999999' }), { min, max }],
      ['takeProfit', await resting(world, 'BTCUSDT', { takeProfit: '70000.05' }), { step: '0.1' }],
      ['stopLoss', await resting(world, 'BTCUSDT', { stopLoss: '0.01' }), { step: '0.1' }],
      ['stopLoss', await resting(world, 'BTCUSDT', { stopLoss: NINES }), { min, max }],
      ['tpLimitPrice', await resting(world, 'BTCUSDT', { ...partial, tpLimitPrice: '99999999' }), { min, max }],
      ['tpLimitPrice', await resting(world, 'BTCUSDT', { ...partial, tpLimitPrice: '70000.05' }), { step: '0.1' }],
      ['triggerPrice', await waiting(world, { triggerPrice: '99999999' }), { min, max }],
      ['triggerPrice', await waiting(world, { triggerPrice: '70000.05' }), { step: '0.1' }],
      ['price', await resting(world, 'BTCUSDT', { price: NINES }), { min, max }],
    ]
    for (const [field, body, bound] of cases)
      expect(await refusal(CREATE, body), JSON.stringify(body)).toMatchObject({ field, ...bound })
  })

  test('of sixty nines is out of bounds, not out of step', async () => {
    const { maxQty } = await bounds()
    expect(await refusal(CREATE, await resting(world, 'BTCUSDT', { qty: NINES }))).toMatchObject({
      field: 'qty',
      max: maxQty,
    })
  })

  test('with a trigger and no direction is asked for its direction', async () => {
    const { triggerDirection: _, ...order } = await waiting(world)
    for (const change of [{}, { triggerDirection: 0 }])
      expect(await refusal(CREATE, { ...order, ...change })).toMatchObject({ field: 'triggerDirection' })
  })

  test('is told what is needed where nothing was sent, and what is not valid where something was', async () => {
    const { price: _, ...order } = await resting(world)
    expect(await refusal(CREATE, order)).toMatchObject({ field: 'price', msg: 'price is needed' })
    const { qty: _q, ...bare } = await resting(world)
    expect(await refusal(CREATE, bare)).toMatchObject({ field: 'qty', msg: 'qty is needed' })
  })

  test('that says two things about one is refused', async () => {
    for (const [field, order] of [
      ['qtyX', await resting(world, 'BTCUSDT', { qty: '0.01', qtyX: '2000000' })],
      ['tpSlMode', await resting(world, 'BTCUSDT', { tpslMode: 'Full', tpSlMode: 'Partial', takeProfit: '99999' })],
      ['price', market('BTCUSDT', { price: '-5' })],
      ['tpslMode', await resting(world, 'BTCUSDT', { tpslMode: 'Partial' })],
      // A limit of a leg that is not there.
      ['tpLimitPrice', await resting(world, 'BTCUSDT', { tpLimitPrice: '-1' })],
      ['limitStopLoss', await resting(world, 'BTCUSDT', { limitStopLoss: '50000' })],
    ] as const)
      expect(await refusal(CREATE, order)).toMatchObject({ field })
  })

  test('of a batch says the bound in its words', async () => {
    const { maxPrice: max, minPrice: min } = await bounds()
    const { category, ...item } = await resting(world, 'BTCUSDT', { takeProfit: '99999999' })
    const { retExtInfo } = await world.post(caller, '/v5/order/create-batch', {
      category,
      request: [item, { symbol: 1 }],
    })
    const list = (retExtInfo as { readonly list: readonly { readonly msg: string }[] }).list
    expect(list.map(({ msg }) => msg)).toEqual([
      `takeProfit: price out of bounds (min ${min}, max ${max})`,
      'symbol has to be text',
    ])
  })
})

test('an amendment names what was sent, also where it changes nothing', async () => {
  const order = await resting(world)
  const { orderId } = await world.done(caller, CREATE, order)
  const amend = (change: Json) => refusal('/v5/order/amend', { ...named('BTCUSDT'), orderId, ...change })
  expect(await amend({ qty: order['qty'] })).toMatchObject({ field: 'qty' })
  expect(await amend({ price: order['price'] })).toMatchObject({ field: 'price' })
  expect(await amend({ takeProfit: '99999999' })).toMatchObject({ field: 'takeProfit' })
})

test('what guards a position is named by its own parameter', async () => {
  const holder = await world.fresh()
  await world.trade(holder, 'BTCUSDT', 'Buy', '0.01')
  const guard = (change: Json) =>
    refusal(GUARD, { ...named('BTCUSDT'), positionIdx: 0, tpslMode: 'Full', ...change }, holder)
  const below = await world.below('BTCUSDT', 0.9)
  const above = await world.below('BTCUSDT', 1.2)
  const { minPrice: min, maxPrice: max } = await bounds()
  expect(await guard({})).toMatchObject({ field: 'takeProfit', msg: 'takeProfit, stopLoss or trailingStop is needed' })
  expect(await guard({ takeProfit: '99999999' })).toMatchObject({ field: 'takeProfit', min, max })
  expect(await guard({ takeProfit: above, stopLoss: `${below}.05` })).toMatchObject({ field: 'stopLoss', step: '0.1' })
  expect(await guard({ trailingStop: '50.05' })).toMatchObject({ field: 'trailingStop', step: '0.1' })
  expect(await guard({ trailingStop: '9999999' })).toMatchObject({ field: 'trailingStop' })
  expect(await guard({ trailingStop: '50', activePrice: '70000.05' })).toMatchObject({
    field: 'activePrice',
    step: '0.1',
  })
  expect(await guard({ trailingStop: '50', activePrice: '99999999' })).toMatchObject({ field: 'activePrice', min, max })
  // A long's trailing stop begins above the last price.
  expect(await guard({ trailingStop: '50', activePrice: below })).toMatchObject({ field: 'activePrice' })
  expect(await guard({ trailingStop: '99999', activePrice: above })).toMatchObject({
    field: 'trailingStop',
    max: String((Number(above) * 10 - 1) / 10),
  })
  expect(await guard({ trailingPercent: '100' })).toMatchObject({ field: 'trailingPercent', max: '99.999999' })
  const partial = { tpslMode: 'Partial', takeProfit: above }
  expect(await guard({ ...partial, tpSize: '0.02' })).toMatchObject({ field: 'tpSize', min: '0.001', max: '0.01' })
  expect(await guard({ ...partial, tpSize: '0.0015' })).toMatchObject({ field: 'tpSize', step: '0.001' })
})

test('leverage and margin are named as they were sent, with both bounds', async () => {
  const holder = await world.fresh()
  const max = String(Number((await bounds()).maxLeverage))
  const lever = (buyLeverage: string, sellLeverage = buyLeverage) =>
    refusal('/v5/position/set-leverage', { ...named('BTCUSDT'), buyLeverage, sellLeverage }, holder)
  const told = { min: '1', max, step: '0.01' }
  expect(await lever('0.5')).toMatchObject({ field: 'buyLeverage', ...told })
  expect(await lever('1000')).toMatchObject({ field: 'buyLeverage', ...told })
  expect(await lever('5.005')).toMatchObject({ field: 'buyLeverage', ...told })
  await world.done(holder, '/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
  await world.trade(holder, 'BTCUSDT', 'Buy', '0.01')
  const add = (margin: string) =>
    refusal('/v5/position/add-margin', { ...named('BTCUSDT'), positionIdx: 0, margin }, holder)
  expect(await add('0')).toMatchObject({ field: 'margin', step: '0.0001' })
  expect(await add('1.00001')).toMatchObject({ field: 'margin', step: '0.0001' })
  expect(await add('90000000')).toMatchObject({ field: 'margin', required: '90000000' })
  // More than 2^53 units of 1e-8, in which money is counted.
  expect(await add('900000000')).toMatchObject({ field: 'margin', max: '90071992.5474' })
  // Nothing was added, so nothing can be taken back.
  expect(await add('-1')).toMatchObject({ field: 'margin', available: '0' })
})

describe('a list of records', () => {
  const LISTS = [
    '/v5/order/history',
    '/v5/execution/list',
    '/v5/position/closed-pnl',
    '/v5/account/transaction-log',
    '/v5/asset/delivery-record',
    '/v5/asset/settlement-record',
  ]
  test.each(LISTS)('%s: what nobody knows is refused, and never an empty success', async (path) => {
    const cases: readonly (readonly [string, Json])[] = [
      ['cursor', { cursor: 'nothing' }],
      ['startTime', { startTime: '2000', endTime: '1000' }],
      ...(path.endsWith('transaction-log') ? [] : [['symbol', { symbol: 'NOPEUSDT' }] as const]),
      ...(path.endsWith('transaction-log') ? [['currency', { currency: 'NOPE' }] as const] : []),
    ]
    for (const [field, query] of cases)
      expect(await world.get(path, { category: 'linear', ...query } as never), JSON.stringify(query)).toMatchObject({
        retCode: 10001,
        retExtInfo: { field },
      })
  })

  test('knows a dated contract that has gone', async () => {
    expect(await world.get('/v5/execution/list', { category: 'linear', symbol: 'BTCUSDT-27MAR20' })).toMatchObject({
      retCode: 0,
      result: { list: [] },
    })
  })

  test('of open orders, positions and fees knows its contract and coins, too', async () => {
    for (const [path, query] of [
      ['/v5/order/realtime', { symbol: 'NOPEUSDT' }],
      ['/v5/order/realtime', { settleCoin: 'NOPE' }],
      ['/v5/position/list', { symbol: 'NOPEUSDT' }],
      ['/v5/position/list', { settleCoin: 'NOPE' }],
      ['/v5/position/list', { cursor: 'nothing' }],
      ['/v5/spread/order/realtime', { symbol: 'NOPE' }],
      ['/v5/spread/order/history', { symbol: 'NOPE' }],
      ['/v5/spread/execution/list', { symbol: 'NOPE' }],
      ['/contract/v5/position/pnl', { symbol: 'NOPEUSDT' }],
      ['/contract/v5/position/risk-limit', { symbol: 'NOPEUSDT' }],
      ['/contract/v5/position/tpsl-all', { symbol: 'NOPEUSDT' }],
      ['/v5/position/symbol-info', { symbol: 'NOPEUSDT' }],
      ['/v5/account/fee-rate', { symbol: 'NOPEUSDT' }],
      ['/v5/account/fee-rate', { baseCoin: 'NOPE' }],
    ] as const)
      expect(await world.get(path, { category: 'linear', ...query }), path).toMatchObject({
        retCode: 10001,
        retExtInfo: { field: Object.keys(query)[0] },
      })
  })
})

test('what changes something of a contract or a coin that nobody knows is refused', async () => {
  for (const [path, body] of [
    ['/v5/order/cancel-all', { category: 'linear', settleCoin: 'NOPE' }],
    ['/v5/order/cancel-all', { category: 'linear', baseCoin: 'NOPE' }],
    ['/v5/position/set-tpsl-mode', { symbol: 'NOPEUSDT', tpSlMode: 'Full' }],
    ['/v5/position/confirm-pending-mmr', { symbol: 'NOPEUSDT' }],
  ] as const)
    expect(await refusal(path, body), path).toMatchObject({
      field: Object.keys(body).find((name) => name !== 'category'),
    })
})

test('a limit of market maker protection has both its bounds and its step', async () => {
  const terms = { baseCoin: 'BTC', window: 1000, frozenPeriod: 0, qtyLimit: '1', deltaLimit: '1' }
  for (const [field, value] of [
    ['qtyLimit', '99999999999999999999'],
    ['deltaLimit', '0'],
    ['deltaLimit', '0.001'],
  ] as const)
    expect(await refusal('/v5/account/mmp-modify', { ...terms, [field]: value })).toMatchObject({
      field,
      min: '0.01',
      max: '9999999.99',
      step: '0.01',
    })
})

test('a batch takes twenty orders of contracts and ten of pairs (semantics.md §2.7)', async () => {
  const batch = (category: string, count: number) => ({
    category,
    request: Array.from({ length: count }, () => ({ symbol: 'BTCUSDT', orderId: 'nothing' })),
  })
  const path = '/v5/order/cancel-batch'
  expect(await refusal(path, batch('linear', 21))).toMatchObject({ field: 'request', max: '20' })
  expect(await refusal(path, batch('spot', 11))).toMatchObject({ field: 'request', max: '10' })
  for (const [category, count] of [
    ['linear', 20],
    ['spot', 10],
  ] as const)
    expect(await world.post(caller, path, batch(category, count))).toMatchObject({ retCode: 0 })
})
