import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
})
afterAll(() => world.close())

const ok = (answer: unknown) => expect(answer).toMatchObject({ retCode: 0 })
const rows = async (path: string, of = caller) => (await of.get(path)).result['list'] as Row[]
const MARKET = { category: 'linear', symbol: 'BTCUSDT', orderType: 'Market' }

describe('margin of one position (spec §7: add-margin, pre-add-margin, set-auto-add-margin)', () => {
  const named = { symbol: 'BTCUSDT', positionIdx: 0 }
  const path = '/contract/v5/private/position'
  /** 12.5 USDT. */
  const addToPositionBalanceE8 = '1250000000'

  it('is refused for a cross position: 110015 and 110076', async () => {
    ok(await caller.post('/v5/order/create', { ...MARKET, side: 'Buy', qty: '0.01' }))
    const add = await caller.post(`${path}/add-margin`, { ...named, addToPositionBalanceE8 })
    expect(add.retCode).toBe(110015)
    expect((await caller.post(`${path}/pre-add-margin`, { ...named, addToPositionBalanceE8 })).retCode).toBe(110015)
    const auto = await caller.post(`${path}/set-auto-add-margin`, { ...named, newAutoAddMargin: 1 })
    expect(auto.retCode).toBe(110076)
  })

  it('adds amounts in E8 to an isolated one, looks before without changing, and toggles auto-add', async () => {
    ok(await caller.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' }))
    const margin = async () =>
      BigInt(
        (await caller.post(`${path}/pre-add-margin`, { ...named, addToPositionBalanceE8 })).result[
          'positionMarginE8'
        ] as string,
      )
    const before = await margin()
    expect(await margin()).toBe(before)
    const added = await caller.post(`${path}/add-margin`, { ...named, addToPositionBalanceE8 })
    expect(added).toMatchObject({ retCode: 0, result: { extraMarginE8: addToPositionBalanceE8 } })
    expect((await margin()) - before).toBe(BigInt(addToPositionBalanceE8))
    ok(await caller.post(`${path}/set-auto-add-margin`, { ...named, newAutoAddMargin: 1 }))
    expect(await rows('/v5/position/list?category=linear&symbol=BTCUSDT')).toMatchObject([{ autoAddMargin: 1 }])
  })

  it('refuses more than is available, with both amounts', async () => {
    const answer = await caller.post(`${path}/pre-add-margin`, { ...named, addToPositionBalanceE8: '20000000000000' })
    expect(answer).toMatchObject({ retCode: 30031, ext_map: { field: 'addToPositionBalanceE8', required: '200000' } })
  })

  it.each([
    [{ newAutoAddMargin: 2 }, 'newAutoAddMargin'],
    [{ newAutoAddMargin: 1, positionIdx: 4 }, 'positionIdx'],
  ])('refuses %j, naming the field', async (change, field) => {
    const answer = await caller.post(`${path}/set-auto-add-margin`, { ...named, ...change })
    expect(answer).toMatchObject({ retCode: 10001, ext_map: { field } })
  })
})

describe('lists of positions, guarded by name (spec §7)', () => {
  it('tpsl-all has what guards, and no order besides', async () => {
    const { result } = await caller.get('/v5/market/tickers?category=linear&symbol=BTCUSDT')
    const mark = Number((result['list'] as Row[])[0]!['markPrice'])
    ok(
      await caller.post('/v5/position/trading-stop', {
        category: 'linear',
        symbol: 'BTCUSDT',
        positionIdx: 0,
        tpslMode: 'Full',
        stopLoss: (mark * 0.97).toFixed(0),
      }),
    )
    const limit = { ...MARKET, orderType: 'Limit', side: 'Buy', qty: '0.01', price: (mark * 0.99).toFixed(0) }
    ok(await caller.post('/v5/order/create', limit))
    expect(await rows('/contract/v5/position/tpsl-all')).toMatchObject([{ stopOrderType: 'StopLoss' }])
    expect(await rows('/contract/v5/position/tpsl-all?symbol=ETHUSDT')).toEqual([])
  })

  it('pnl, risk-list and risk-limit speak of what is held', async () => {
    expect(await rows('/contract/v5/position/pnl')).toMatchObject([{ symbol: 'BTCUSDT', side: 'Buy', size: '0.01' }])
    // 0.01 BTC stands in the lowest tier: 0.33 % and 0.66 % (semantics.md §2.9).
    const tier = { symbol: 'BTCUSDT', maintainMarginE8: '330000', startingMarginE8: '660000', isLowestRisk: 1 }
    expect(await rows('/contract/v5/position/risk-list')).toMatchObject([tier])
    expect(await rows('/contract/v5/position/risk-limit?symbol=BTCUSDT')).toMatchObject([tier])
    expect(await rows('/contract/v5/position/risk-limit?symbol=ETHUSDT')).toMatchObject([
      { symbol: 'ETHUSDT', positionValue: '0' },
    ])
  })
})

describe('GET /contract/v5/public/instrument/slippage', () => {
  it('has the bounds and presets of spec §9', async () => {
    const path = '/contract/v5/public/instrument/slippage?symbol='
    expect((await caller.get(`${path}BTCUSDT`)).result).toMatchObject({
      percent: { min: '0.01', max: '10', presets: ['0.01', '0.02', '0.05', '0.1'], default: '0.02' },
      tickSize: { min: '1', max: '10000', presets: ['10', '50', '100', '200'], default: '50' },
    })
    expect((await caller.get(`${path}SOLUSDT`)).result).toMatchObject({ percent: { default: '1' } })
    expect(await caller.get(`${path}NOPE`)).toMatchObject({ retCode: 10001, ext_map: { field: 'symbol' } })
  })
})

describe('copy-trade accounts', () => {
  const create = '/fapi/beehive/private/v1/common/order/create'
  const closeAll = '/fapi/beehive/private/v1/common/order/close-all'
  const order = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Market',
    qtyX: '1000000',
    timeInForce: 'GoodTillCancel',
    positionIdx: 0,
    type: 'Order',
    leverageE2: '500',
  }

  it('are the only ones that these calls serve', async () => {
    expect((await caller.post(create, order)).retCode).toBe(10005)
    expect((await caller.post(closeAll, { symbol: 'BTCUSDT', positionIdx: 0 })).retCode).toBe(10005)
  })

  it('have these calls alone (spec §6)', async () => {
    const copier = await world.caller('copy')
    expect(await copier.post('/contract/v5/order/create', order)).toMatchObject({ retCode: 10005 })
    const twap = { symbol: 'BTCUSDT', side: 'Buy', qty: '0.1', duration: 300, interval: 30 }
    expect(await copier.post('/contract/v5/twap/create', twap)).toMatchObject({ retCode: 10005 })
  })

  it('close a reverse’s first leg as any account does, and nothing else under its name', async () => {
    const copier = await world.caller('copy')
    const wrong = { ...order, action: 'ReverseClose' }
    expect(await copier.post(create, wrong)).toMatchObject({ retCode: 10001, ext_map: { field: 'reduceOnly' } })
  })

  it('open with the leverage given, and close the whole position', async () => {
    const copier = await world.caller('copy')
    ok(await copier.post(create, order, { 'client-tag': 'copy-1' }))
    const held = '/v5/position/list?category=linear&symbol=BTCUSDT'
    expect(await rows(held, copier)).toMatchObject([{ size: '0.01', leverage: '5' }])
    expect((await copier.post(create, { ...order, symbol: 'NOPE' })).retCode).toBe(10001)
    ok(await copier.post(closeAll, { symbol: 'BTCUSDT', positionIdx: 0 }))
    expect(await rows(held, copier)).toMatchObject([{ size: '0' }])
    expect((await copier.post(closeAll, { symbol: 'BTCUSDT', positionIdx: 0 })).retCode).toBe(110033)
    expect(await rows('/fapi/beehive/private/v1/leader/apply-detail', copier)).toEqual([])
  })
})

describe('portfolio margin', () => {
  it('has no leverage and no margin mode to choose: 110038 (semantics.md §2.8)', async () => {
    const pm = await world.caller('pm')
    const leverage = { category: 'linear', symbol: 'BTCUSDT', buyLeverage: '20', sellLeverage: '20' }
    expect((await pm.post('/v5/position/set-leverage', leverage)).retCode).toBe(110038)
    expect((await pm.post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })).retCode).toBe(110038)
  })
})

it('a visitor without a session gets none of it', async () => {
  const nobody = new Caller(caller.base)
  for (const path of ['tpsl-all', 'pnl', 'risk-list', 'risk-limit']) {
    expect((await nobody.get(`/contract/v5/position/${path}`)).retCode, path).toBe(10007)
  }
})
