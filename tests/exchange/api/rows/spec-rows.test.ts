import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../../exchange/api/calls/routes'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

let world: RealGateway
let caller: Caller
let copier: Caller
/** Mark of BTCUSDT at the start, in whole dollars. */
let mark: number
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
  copier = await world.caller('copy')
  const { result } = await caller.get('/v5/market/tickers?category=linear&symbol=BTCUSDT')
  mark = Math.round(Number((result['list'] as { markPrice: string }[])[0]!.markPrice))
})
afterAll(() => world.close())

interface SpecRow {
  readonly call: `${'GET' | 'POST'} /${string}`
  /** Names of the specification's payload or query. */
  readonly names: string
  /** What is sent; asked when the test runs, because prices move. */
  readonly send?: () => Record<string, unknown>
  readonly headers?: Record<string, string>
  /** Who sends it, if not the ordinary account. */
  readonly as?: () => Caller
  /** What the answer's result has at least. */
  readonly answers: () => unknown
}

const POSITION = { symbol: 'BTCUSDT', positionIdx: 0 }
const text = expect.any(String)
let orderId = ''

/** The table of spec §7, a row a call, in an order in which each finds what it needs. */
const ROWS: readonly SpecRow[] = [
  {
    call: 'POST /contract/v5/order/create',
    names:
      'symbol qty qtyX price basePrice leverage leverageE2 takeProfit stopLoss triggerPrice designatedMarginE8 positionIdx orderType side timeInForce reduceOnly closeOnTrigger type action mode is_reverse_position needGeneratePid',
    send: () => ({
      ...POSITION,
      side: 'Buy',
      orderType: 'Limit',
      // 0.01 BTC.
      qtyX: '1000000',
      price: String(mark - 300),
      leverageE2: '1200',
      timeInForce: 'GoodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      type: 'Order',
      action: 'Order',
      mode: 'MergedSingle',
      is_reverse_position: false,
      designatedMarginE8: '0',
    }),
    headers: { 'client-tag': 'row-create', referer: 'https://broker.example' },
    answers: () => ({
      orderId: text,
      orderLinkId: 'row-create',
      price: String(mark - 300),
      create_order_failed_qty_x: '0',
    }),
  },
  {
    call: 'POST /contract/v5/order/replace',
    names:
      'symbol qtyX price triggerPrice stopLoss takeProfit limitTakeProfit limitStopLoss orderId type tpTriggerBy slTriggerBy tpSlMode tpOrderType slOrderType tpMaxSlippageType tpMaxSlippage slMaxSlippageType slMaxSlippage',
    send: () => ({ symbol: 'BTCUSDT', orderId, qtyX: '2000000', price: String(mark - 400), type: 'Order' }),
    answers: () => ({ orderId, price: String(mark - 400) }),
  },
  {
    call: 'POST /contract/v5/order/cancel',
    names: 'orderId symbol type',
    send: () => ({ symbol: 'BTCUSDT', orderId, type: 'TpSlOcoStopOrder' }),
    answers: () => ({ orderId }),
  },
  {
    call: 'POST /fapi/beehive/private/v1/common/order/create',
    names: 'basePrice leverageE2 orderType positionIdx price qtyX side symbol timeInForce type action',
    as: () => copier,
    send: () => ({
      ...POSITION,
      side: 'Buy',
      orderType: 'Market',
      qtyX: '1000000',
      basePrice: String(mark),
      leverageE2: '500',
      timeInForce: 'GoodTillCancel',
      type: 'Order',
      action: 'Order',
    }),
    answers: () => ({ orderId: text, price: '0' }),
  },
  {
    call: 'POST /fapi/beehive/private/v1/common/order/close-all',
    names: 'symbol positionIdx',
    as: () => copier,
    send: () => POSITION,
    answers: () => ({ orderId: text }),
  },
  {
    call: 'GET /fapi/beehive/private/v1/leader/apply-detail',
    names: '',
    as: () => copier,
    answers: () => ({ list: [] }),
  },
  {
    call: 'POST /contract/v5/position/set-tp-sl-ts',
    names:
      'symbol positionIdx tpSlMode takeProfit stopLoss tpTriggerBy slTriggerBy tpStopOrderId slStopOrderId tpOrderType slOrderType limitTakeProfit limitStopLoss tpMaxSlippageType tpMaxSlippage slMaxSlippageType slMaxSlippage tpSizeX slSizeX qtyX activationPrice trailingStop',
    send: () => ({
      ...POSITION,
      tpSlMode: 'Partial',
      takeProfit: String(mark + 900),
      stopLoss: String(mark - 900),
      tpTriggerBy: 'MarkPrice',
      slTriggerBy: 'MarkPrice',
      tpOrderType: 'Limit',
      limitTakeProfit: String(mark + 890),
      tpSizeX: '500000',
      slSizeX: '500000',
    }),
    // Both legs of one set.
    answers: () => ({ list: [{ orderId: text }, { orderId: text }] }),
  },
  {
    call: 'GET /contract/v5/position/tpsl-all',
    names: 'symbol',
    send: () => ({ symbol: 'BTCUSDT' }),
    answers: () => ({ list: [{ stopOrderType: text }, { stopOrderType: text }] }),
  },
  {
    call: 'POST /contract/v5/order/cancel-totally',
    names: 'symbol positionIdx type',
    send: () => ({ ...POSITION, type: 'PartialTpSlConditional' }),
    answers: () => ({ list: [{ orderId: text }, { orderId: text }] }),
  },
  {
    call: 'POST /contract/v5/private/position/pre-add-margin',
    names: 'symbol positionIdx addToPositionBalanceE8',
    send: () => ({ ...POSITION, addToPositionBalanceE8: '100000000' }),
    answers: () => ({ positionMarginE8: text, availableE8: text }),
  },
  {
    call: 'POST /contract/v5/private/position/add-margin',
    names: 'symbol positionIdx addToPositionBalanceE8',
    // 1 USDT.
    send: () => ({ ...POSITION, addToPositionBalanceE8: '100000000' }),
    answers: () => ({ extraMarginE8: '100000000', eventCodes: { start: 10201, end: 10202 } }),
  },
  {
    call: 'POST /contract/v5/private/position/set-auto-add-margin',
    names: 'symbol positionIdx newAutoAddMargin',
    send: () => ({ ...POSITION, newAutoAddMargin: 1 }),
    answers: () => ({ autoAddMargin: 1 }),
  },
  {
    call: 'GET /contract/v5/position/risk-limit-list',
    names: 'symbol',
    send: () => ({ symbol: 'BTCUSDT' }),
    // 0.66 % in E8, 0.33 %, 150× in E2 (semantics.md §2.9, the first tier).
    answers: () => ({
      list: expect.arrayContaining([
        expect.objectContaining({ startingMarginE8: '660000', maintainMarginE8: '330000' }),
      ]),
    }),
  },
  {
    call: 'GET /contract/v5/public/instrument/slippage',
    names: 'symbol',
    send: () => ({ symbol: 'BTCUSDT' }),
    answers: () => ({ percent: { min: '0.01', max: '10' } }),
  },
  {
    call: 'POST /v3/private/user/member/pref-setting',
    names: 'upsert_keys',
    send: () => ({ upsert_keys: { reverseClickTipStatus: 'hide' } }),
    answers: () => ({ reverseClickTipStatus: 'hide' }),
  },
  {
    call: 'GET /contract/v5/product/brief-symbol-list',
    names: 'filter version',
    send: () => ({ filter: 'LinearPerpetual', version: 'none' }),
    answers: () => ({ version: text, LinearPerpetual: expect.arrayContaining([]), InversePerpetual: [] }),
  },
  {
    call: 'GET /contract/v5/product/dynamic-symbol-item',
    names: 'symbol',
    send: () => ({ symbol: 'BTCUSDT' }),
    answers: () => ({ item: { symbol: 'BTCUSDT', contractType: 'LinearPerpetual', maxLeverageE2: '10000' } }),
  },
  {
    call: 'GET /spot/api/basic/symbol_list_all',
    names: 'last_modified_at',
    headers: { lang: 'en', 'accept-language': 'en' },
    answers: () => ({ quoteTokenSymbols: [], lastModifiedTime: text }),
  },
  {
    call: 'GET /spot/api/basic/symbol_list_v3',
    names: 'version',
    answers: () => ({ quoteTokenResult: [], version: text }),
  },
  { call: 'GET /spot/api/basic/symbol_list_v2', names: '', answers: () => ({ quoteTokenResult: [] }) },
  {
    call: 'GET /contract/v5/settings/visitor-profile',
    names: 'lang',
    send: () => ({ lang: 'en' }),
    answers: () => ({ isBanned: false }),
  },
  { call: 'POST /user/private/ott', names: '', answers: () => ({ token: text }) },
  // The private lists that the client wrapper guards by name.
  {
    call: 'GET /contract/v5/order/history-list',
    names: 'symbol',
    send: () => ({ limit: '1' }),
    answers: () => ({ list: [{ orderId: text }] }),
  },
  { call: 'GET /contract/v5/execution/trade-list', names: 'symbol', answers: () => ({ list: [{ execId: text }] }) },
  { call: 'GET /contract/v5/position/pnl', names: 'symbol', answers: () => ({ list: [{ symbol: 'BTCUSDT' }] }) },
  { call: 'GET /contract/v5/position/closed-pnl', names: 'symbol', answers: () => ({ list: [] }) },
  { call: 'GET /contract/v5/position/risk-list', names: 'symbol', answers: () => ({ list: [{ isLowestRisk: 1 }] }) },
  {
    call: 'GET /contract/v5/position/risk-limit',
    names: 'symbol',
    send: () => ({ symbol: 'BTCUSDT' }),
    answers: () => ({ list: [{ isLowestRisk: 1 }] }),
  },
  { call: 'GET /contract/v5/twap/list', names: 'symbol', answers: () => ({ list: [] }) },
  {
    call: 'GET /contract/v5/account/transaction-history',
    names: 'symbol',
    send: () => ({ type: 'TRADE' }),
    answers: () => ({ list: [{ type: 'TRADE' }] }),
  },
]

function send({ call, send: body = () => ({}), headers = {}, as = () => caller }: SpecRow) {
  const [method, path] = call.split(' ') as [string, string]
  if (method === 'POST') return as().post(path, body(), headers)
  return as().get(`${path}?${new URLSearchParams(body() as Record<string, string>)}`, headers)
}

describe('every row of spec §7', () => {
  it.each(ROWS.map((row) => [row.call, row] as const))('%s', async (call, row) => {
    const declared = ROUTES.find((one) => `${one.method} ${one.path}` === call)
    const names = row.names.split(' ').filter((name) => name !== '')
    expect(Object.keys(declared?.input ?? {})).toEqual(expect.arrayContaining(names))
    if (call.endsWith('set-tp-sl-ts')) await openIsolatedPosition()

    const answer = await send(row)
    expect(answer).toMatchObject({ retCode: 0, result: row.answers() })
    if (call.endsWith('v5/order/create')) orderId = answer.result['orderId'] as string
  })

  it('twap order-list: of one strategy, and 110001 for one that nobody knows', async () => {
    const created = await caller.post('/contract/v5/twap/create', {
      ...POSITION,
      side: 'Buy',
      qtyX: '10000000',
      duration: 300,
      interval: 30,
    })
    const path = '/contract/v5/twap/order-list?strategyId='
    expect(await caller.get(path + String(created.result['strategyId']))).toMatchObject({ retCode: 0, result: {} })
    expect(await caller.get(`${path}nobody`)).toMatchObject({ retCode: 110001, ext_map: { field: 'strategyId' } })
  })
})

/** 0.01 BTC long with isolated margin, by an order that brings its leverage. */
async function openIsolatedPosition(): Promise<void> {
  expect((await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })).retCode).toBe(0)
  const order = { ...POSITION, side: 'Buy', orderType: 'Market', qtyX: '1000000', leverageE2: '800' }
  expect((await caller.post('/contract/v5/order/create', order)).retCode).toBe(0)
  const { result } = await caller.get('/v5/position/list?category=linear&symbol=BTCUSDT')
  expect(result['list']).toMatchObject([{ size: '0.01', leverage: '8', tradeMode: 1 }])
}

describe('lists by version (spec §7)', () => {
  it('brief-symbol-list confirms a version that is had with empty lists', async () => {
    const path = '/contract/v5/product/brief-symbol-list?version='
    const { version } = (await caller.get(`${path}none`)).result
    const { version: same, ...lists } = (await caller.get(path + String(version))).result
    expect([same, ...Object.values(lists).flat()]).toEqual([version])
    expect(await caller.get('/contract/v5/product/brief-symbol-list?filter=Nope')).toMatchObject({
      retCode: 10001,
      ext_map: { field: 'filter' },
    })
  })

  it('spot lists keep their marks when they are given back', async () => {
    const all = (await caller.get('/spot/api/basic/symbol_list_all')).result['lastModifiedTime'] as string
    expect((await caller.get(`/spot/api/basic/symbol_list_all?last_modified_at=${all}`)).result).toEqual({
      quoteTokenSymbols: [],
      lastModifiedTime: all,
    })
    const version = (await caller.get('/spot/api/basic/symbol_list_v3')).result['version'] as string
    expect((await caller.get(`/spot/api/basic/symbol_list_v3?version=${version}`)).result['version']).toBe(version)
  })
})

describe('pref-setting', () => {
  const path = '/v3/private/user/member/pref-setting'

  it('is the member’s in each of his accounts, and there after a restart', async () => {
    const member = await world.caller()
    const first = { closeClickTipStatus: 'show', cancelAllClickTipStatus: 'show', chartCancelClickTipStatus: 'show' }
    expect((await member.get(path)).result).toEqual({ ...first, reverseClickTipStatus: 'show' })
    await member.post(path, { upsert_keys: { reverseClickTipStatus: 'hide' } })
    await member.signIn({ account: 'demo' })
    expect((await member.get(path)).result).toEqual({ ...first, reverseClickTipStatus: 'hide' })
    await world.restart()
    expect((await member.get(path)).result).toEqual({ ...first, reverseClickTipStatus: 'hide' })
  })

  it.each([
    [{}, 'upsert_keys'],
    [{ upsert_keys: {} }, 'upsert_keys'],
    [{ upsert_keys: { reverseClickTipStatus: 'maybe' } }, 'reverseClickTipStatus'],
    [{ upsert_keys: 'hide' }, 'upsert_keys'],
  ])('%j is refused, naming the field', async (body, field) => {
    expect(await caller.post(path, body)).toMatchObject({ retCode: 10001, ext_map: { field } })
  })
})

describe('parameters', () => {
  it('name field and bounds where they are refused', async () => {
    const page = '/contract/v5/order/history-list?limit='
    expect(await caller.get(`${page}101`)).toMatchObject({
      retCode: 10001,
      ext_map: { field: 'limit', min: '1', max: '100' },
    })
    expect((await caller.get(`${page}100`)).retCode).toBe(0)
    const order = { ...POSITION, side: 'Buy', orderType: 'Limit', qty: '0.01', price: true }
    expect(await caller.post('/v5/order/create', order)).toMatchObject({ retCode: 10001, ext_map: { field: 'price' } })
  })

  it('a symbol of another category is refused instead of being traded: spot and perpetual share names', async () => {
    const order = { ...POSITION, side: 'Buy', orderType: 'Market', qty: '0.01' }
    for (const category of ['spot', 'option', 'inverse'])
      expect(await caller.post('/v5/order/create', { ...order, category })).toMatchObject({
        retCode: 10001,
        ext_map: { field: 'category' },
      })
    expect((await caller.post('/v5/order/create', { ...order, category: 'linear' })).retCode).toBe(0)
  })
})
