import { expect } from 'vitest'
import type { Caller } from '../../exchange/api/lib/client'
import { alone, needed, never, position } from './acts'
import { BTC, isolate, isolatedHedge, refusedAs, afterwards } from './given'
import { both, shown, type Asked, type Call, type Proof } from './proofs'
import { named, type World } from './world'

const leverageOf = async (world: World, caller: Caller, symbol = 'BTCUSDT'): Promise<unknown> =>
  (await position(world, caller, symbol))['leverage']
const modeOf = async (world: World, caller: Caller, symbol = 'BTCUSDT'): Promise<number> =>
  (await world.all('/v5/position/list', named(symbol), caller)).length === 2 ? 3 : 0

/** The category is the contract's; another one is refused. */
const category: Proof = shown('is the contract’s, or is refused', async ({ world, path, base }: Asked) => {
  const caller = await world.fresh()
  for (const wrong of ['inverse', 'spot', 'option', 'futures'])
    expect(await world.post(caller, path, { ...base, category: wrong })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'category' },
    })
})
const symbol: Proof = shown('is needed, and a contract’s', async ({ world, path, base, name }: Asked) => {
  const { [name]: _left, ...rest } = base
  const caller = await world.fresh()
  expect(await world.post(caller, path, rest)).toMatchObject({ retCode: 10001, retExtInfo: { field: 'symbol' } })
  expect(await world.post(caller, path, { ...rest, symbol: 'NOPEUSDT' })).toMatchObject({
    retCode: 10001,
    retExtInfo: { field: 'symbol' },
  })
})

const SPREAD_ORDER = Object.fromEntries(
  'symbol side orderType qty price orderLinkId timeInForce'.split(' ').map((name) => [name, never(10001)]),
)
const refusedSpread = (doc: string, ...names: readonly string[]): Call => ({
  doc: `spread/trade/${doc}`,
  parameters: Object.fromEntries(names.map((name) => [name, never(10001)])),
})

/** Calls that change how an account holds its positions, with the parameters that their pages name. */
export const SETTINGS_TABLE: Readonly<Record<string, Call>> = {
  'POST /v5/position/set-leverage': {
    doc: 'position/leverage',
    with: { ...BTC, buyLeverage: '7', sellLeverage: '7' },
    parameters: {
      category,
      symbol,
      buyLeverage: both(
        shown('is the leverage', async ({ world, path }) => {
          const caller = await world.fresh()
          for (const leverage of ['7', '12.5']) {
            await world.done(caller, path, { ...BTC, buyLeverage: leverage, sellLeverage: leverage })
            expect(await leverageOf(world, caller)).toBe(leverage)
          }
        }),
        shown('is needed', async ({ world, path }) => {
          expect(await world.post(await world.fresh(), path, { ...BTC, sellLeverage: '7' })).toMatchObject({
            retExtInfo: { field: 'buyLeverage' },
          })
        }),
      ),
      sellLeverage: both(
        refusedAs('8', 10001),
        shown('is the short side’s, in hedge mode with isolated margin', async ({ world, path }) => {
          const caller = await world.fresh()
          await isolatedHedge(world, caller)
          await world.done(caller, path, { ...BTC, buyLeverage: '7', sellLeverage: '8' })
          for (const [index, leverage] of [
            [1, '7'],
            [2, '8'],
          ] as const)
            expect((await position(world, caller, 'BTCUSDT', index))['leverage']).toBe(leverage)
        }),
      ),
    },
  },
  'POST /v5/position/switch-isolated': {
    doc: 'position/cross-isolate',
    parameters: {
      category: never(100028),
      symbol: never(100028),
      tradeMode: never(100028),
      buyLeverage: never(100028),
      sellLeverage: never(100028),
    },
  },
  'POST /v5/position/set-tpsl-mode': {
    doc: 'position/tpsl-mode',
    with: { ...BTC, tpSlMode: 'Full' },
    parameters: {
      category,
      symbol: needed(async () => ({ ...BTC, tpSlMode: 'Full' }), alone('/v5/position/set-tpsl-mode')),
      tpSlMode: both(
        shown('is answered as it is asked', async ({ world, path }) => {
          const caller = await world.fresh()
          for (const tpSlMode of ['Full', 'Partial'])
            expect(await world.done(caller, path, { ...BTC, tpSlMode })).toEqual({ tpSlMode })
        }),
        refusedAs('Half', 10001),
      ),
    },
  },
  'POST /v5/position/switch-mode': {
    doc: 'position/position-mode',
    with: { ...BTC, mode: 3 },
    parameters: {
      category: both(
        category,
        shown('and the coin’s', async ({ world, path }) => {
          const answer = await world.post(await world.fresh(), path, { category: 'inverse', coin: 'USDT', mode: 3 })
          expect(answer).toMatchObject({ retCode: 10001, retExtInfo: { field: 'coin' } })
        }),
      ),
      symbol: shown('chooses one contract', async ({ world, path, base }) => {
        const caller = await world.fresh()
        await world.done(caller, path, base)
        expect([await modeOf(world, caller), await modeOf(world, caller, 'ETHUSDT')]).toEqual([3, 0])
        expect(await world.post(caller, path, { category: 'linear', mode: 3 })).toMatchObject({
          retExtInfo: { field: 'symbol' },
        })
      }),
      coin: shown('chooses all that it settles', async ({ world, path }) => {
        const caller = await world.fresh()
        await world.done(caller, path, { category: 'linear', coin: 'USDT', mode: 3 })
        expect([await modeOf(world, caller), await modeOf(world, caller, 'ETHUSDT')]).toEqual([3, 3])
      }),
      mode: both(
        shown('is the mode', async ({ world, path, base }) => {
          const caller = await world.fresh()
          for (const mode of [3, 0]) {
            await world.done(caller, path, { ...base, mode })
            expect(await modeOf(world, caller)).toBe(mode)
          }
        }),
        refusedAs(1, 10001),
      ),
    },
  },
  'POST /v5/position/set-auto-add-margin': {
    doc: 'position/auto-add-margin',
    with: { ...BTC, autoAddMargin: 1 },
    parameters: {
      category,
      symbol,
      autoAddMargin: both(
        shown('is the switch', async ({ world, path, base }) => {
          const caller = await world.fresh()
          await isolate(world, caller)
          for (const autoAddMargin of [1, 0]) {
            await world.done(caller, path, { ...base, autoAddMargin })
            expect((await position(world, caller))['autoAddMargin']).toBe(autoAddMargin)
          }
        }),
        refusedAs(2, 10001),
      ),
      positionIdx: shown('is the side of hedge mode', async ({ world, path, base }) => {
        const caller = await world.fresh()
        await isolatedHedge(world, caller)
        await world.done(caller, path, { ...base, positionIdx: 2 })
        const of = async (index: number) => (await position(world, caller, 'BTCUSDT', index))['autoAddMargin']
        expect([await of(1), await of(2)]).toEqual([0, 1])
      }),
    },
  },
  'POST /v5/position/add-margin': {
    doc: 'position/manual-add-margin',
    with: { ...BTC, margin: '10' },
    parameters: {
      category,
      symbol,
      margin: shown('is added, or taken back', async ({ world, path, base }) => {
        const caller = await world.fresh()
        await isolate(world, caller)
        const held = async () => Number((await position(world, caller))['positionBalance'])
        const before = await held()
        await world.done(caller, path, { ...base, margin: '10' })
        expect((await held()) - before).toBeCloseTo(10, 8)
        await world.done(caller, path, { ...base, margin: '-5' })
        expect((await held()) - before).toBeCloseTo(5, 8)
        expect(await world.post(caller, path, { ...base, margin: 'more' })).toMatchObject({
          retExtInfo: { field: 'margin' },
        })
      }),
      positionIdx: shown('is the side of hedge mode', async ({ world, path, base }) => {
        const caller = await world.fresh()
        await isolatedHedge(world, caller)
        const held = async (index: number) =>
          Number((await position(world, caller, 'BTCUSDT', index))['positionBalance'])
        const before = [await held(1), await held(2)] as const
        await world.done(caller, path, { ...base, positionIdx: 2 })
        expect((await held(1)) - before[0]).toBeCloseTo(0, 8)
        expect((await held(2)) - before[1]).toBeCloseTo(10, 8)
      }),
    },
    ours: { positionIDex: 'a slip of the published library’s type: ignored' },
  },
  'POST /v5/position/set-risk-limit': {
    doc: 'position/set-risk-limit',
    with: { ...BTC, riskId: 1 },
    parameters: {
      category,
      symbol,
      riskId: shown('is a tier of the contract; the one in force is answered', async ({ world, path, base }) => {
        const caller = await world.fresh()
        const tiers = await world.all('/v5/market/risk-limit', BTC)
        const ids = tiers.map((one) => Number(one['id']))
        for (const riskId of [ids[0]!, ids[1]!])
          expect(await world.done(caller, path, { ...base, riskId })).toMatchObject({ riskId: ids[0] })
        const riskId = Math.max(...ids) + 1
        expect(await world.post(caller, path, { ...base, riskId })).toMatchObject({
          retCode: 10001,
          retExtInfo: { field: 'riskId' },
        })
      }),
      positionIdx: refusedAs(3, 10001),
    },
  },
  'POST /v5/position/confirm-pending-mmr': {
    doc: 'position/confirm-mmr',
    with: BTC,
    parameters: { category, symbol: needed(async () => BTC, alone('/v5/position/confirm-pending-mmr')) },
  },
  'POST /v5/account/set-margin-mode': {
    doc: 'account/set-margin-mode',
    parameters: {
      setMarginMode: both(
        shown('is the mode', async ({ world, path }) => {
          const caller = await world.fresh()
          for (const setMarginMode of ['ISOLATED_MARGIN', 'PORTFOLIO_MARGIN', 'REGULAR_MARGIN']) {
            await world.done(caller, path, { setMarginMode })
            expect((await world.get('/v5/account/info', {}, caller)).result['marginMode']).toBe(setMarginMode)
          }
        }),
        refusedAs('CROSS_MARGIN', 10001),
      ),
    },
  },
  'POST /v5/account/set-hedging-mode': {
    doc: 'account/set-spot-hedge',
    parameters: {
      setHedgingMode: both(
        afterwards(
          'is off',
          async () => [['OFF', 'OFF']],
          async (world, caller) => {
            return (await world.get('/v5/account/info', {}, caller)).result['spotHedgingStatus']
          },
        ),
        // With portfolio margin alone: tests/exchange/venue/spot-hedge.test.ts switches it on there.
        refusedAs('ON', 10005),
        refusedAs('on', 10001),
      ),
    },
  },
  'GET /v5/account/contract-transaction-log': {
    doc: 'account/contract-transaction-log',
    parameters: Object.fromEntries(
      'currency baseCoin type startTime endTime limit cursor'.split(' ').map((name) => [
        name,
        shown('is of a call that is refused (100028)', async ({ world, path }) => {
          expect(await world.get(path)).toMatchObject({ retCode: 100028 })
        }),
      ]),
    ),
  },
  'POST /v5/spread/order/create': { doc: 'spread/trade/create-order', parameters: SPREAD_ORDER },
  'POST /v5/spread/order/amend': refusedSpread('amend-order', 'symbol', 'orderId', 'orderLinkId', 'qty', 'price'),
  'POST /v5/spread/order/cancel': refusedSpread('cancel-order', 'symbol', 'orderId', 'orderLinkId'),
  'POST /v5/spread/order/cancel-all': refusedSpread('cancel-all', 'symbol', 'cancelAll'),
}
