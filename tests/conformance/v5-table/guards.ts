import { expect } from 'vitest'
import type { Caller } from '../../exchange/api/lib/client'
import { position } from './acts'
import { at, BTC, hedge, hold, refusedAs, afterwards } from './given'
import { both, shown, type Call, type Proof } from './proofs'
import type { Json, Row, World } from './world'

const guardsOf = (world: World, caller: Caller): Promise<readonly Row[]> =>
  world.all('/v5/order/realtime', { ...BTC, orderFilter: 'tpslOrder' }, caller)

/** A guard of a held position: what the position or the waiting order shows. */
const guards = (
  field: string | ((rows: readonly Row[]) => unknown),
  cases: (world: World) => Promise<readonly (readonly [unknown, unknown])[]>,
  more: (world: World) => Promise<Json> = async () => ({}),
): Proof =>
  afterwards(
    'is what guards the position',
    cases,
    async (world, caller) => {
      const rows = await guardsOf(world, caller)
      return typeof field === 'string' ? rows[0]![field] : field(rows)
    },
    { before: hold, more },
  )
const legs = async (world: World): Promise<Json> => ({
  tpslMode: 'Partial',
  takeProfit: await at(world, 1.2),
  stopLoss: await at(world, 0.8),
  tpSize: '0.005',
  slSize: '0.005',
})
const legOf = (rows: readonly Row[], kind: string): Row => rows.find((row) => row['stopOrderType'] === kind)!
const refusedGuard = (value: unknown, more: (world: World) => Promise<Json>): Proof =>
  refusedAs(value, 10001, undefined, { before: hold, more })
const sizes = (own: 'tp' | 'sl', kind: string): Proof =>
  both(
    guards(
      (rows) => legOf(rows, kind)['qty'],
      async () => [
        ['0.005', '0.005'],
        ['0.004', '0.004'],
      ],
      async (world) => {
        const { tpSize: _tp, slSize: _sl, ...rest } = await legs(world)
        const { [own === 'tp' ? 'stopLoss' : 'takeProfit']: _other, ...one } = rest
        return one
      },
    ),
    // Over the whole position a size says nothing.
    refusedGuard('0.005', async (world) => ({ tpslMode: 'Full', takeProfit: await at(world, 1.2) })),
  )
const limitOf = (own: 'tp' | 'sl', kind: string, share: number): Proof =>
  both(
    guards(
      (rows) => legOf(rows, kind)['price'],
      async (world) => [
        [await at(world, share), await at(world, share)],
        [await at(world, share * 1.01), await at(world, share * 1.01)],
      ],
      async (world) => ({ ...(await legs(world)), [`${own}OrderType`]: 'Limit' }),
    ),
    refusedGuard('60000', legs),
  )
const typeOf = (own: 'tp' | 'sl', kind: string, share: number): Proof =>
  both(
    guards(
      (rows) => legOf(rows, kind)['orderType'],
      async () => [['Market', 'Market']],
      legs,
    ),
    guards(
      (rows) => legOf(rows, kind)['orderType'],
      async () => [['Limit', 'Limit']],
      async (world) => ({
        ...(await legs(world)),
        [`${own}LimitPrice`]: await at(world, share),
      }),
    ),
  )
const legBy = (kind: string): Proof =>
  both(
    guards(
      (rows) => legOf(rows, kind)['triggerBy'],
      async () => [
        ['MarkPrice', 'MarkPrice'],
        ['IndexPrice', 'IndexPrice'],
      ],
      legs,
    ),
    refusedGuard('BidPrice', legs),
  )

/** What guards a position, with the parameters that the page names. */
export const GUARD_TABLE: Readonly<Record<string, Call>> = {
  'POST /v5/position/trading-stop': {
    doc: 'position/trading-stop',
    with: { ...BTC, positionIdx: 0 },
    parameters: {
      category: shown('is the contract’s, or is refused', async ({ world, path, base }) => {
        const caller = await world.fresh()
        await hold(world, caller)
        const guard = { ...base, takeProfit: await at(world, 1.2) }
        for (const wrong of ['inverse', 'spot'])
          expect(await world.post(caller, path, { ...guard, category: wrong })).toMatchObject({
            retExtInfo: { field: 'category' },
          })
        expect(await world.post(caller, path, guard)).toMatchObject({ retCode: 0 })
      }),
      symbol: refusedAs('', 10001, 'symbol', { before: hold }),
      takeProfit: guards(
        (rows) => legOf(rows, 'TakeProfit')['triggerPrice'],
        async (world) => [
          [await at(world, 1.2), await at(world, 1.2)],
          [await at(world, 1.3), await at(world, 1.3)],
        ],
      ),
      stopLoss: guards(
        (rows) => legOf(rows, 'StopLoss')['triggerPrice'],
        async (world) => [
          [await at(world, 0.8), await at(world, 0.8)],
          [await at(world, 0.7), await at(world, 0.7)],
        ],
      ),
      trailingStop: afterwards(
        'is the distance of a trailing stop',
        async () => [
          ['100', '100'],
          [200, '200'],
        ],
        async (world, caller) => (await position(world, caller))['trailingStop'],
        { before: hold },
      ),
      activePrice: both(
        guards(
          (rows) => legOf(rows, 'TrailingStop')['triggerPrice'],
          async (world) => [
            [await at(world, 1.1), await at(world, 1.1)],
            [await at(world, 1.2), await at(world, 1.2)],
          ],
          async () => ({ trailingStop: '100' }),
        ),
        refusedGuard('60000', async () => ({})),
      ),
      tpTriggerBy: legBy('PartialTakeProfit'),
      slTriggerBy: legBy('PartialStopLoss'),
      tpslMode: both(
        guards(
          (rows) => rows.map((row) => row['stopOrderType']).toSorted(),
          async () => [
            ['Full', ['StopLoss', 'TakeProfit']],
            ['Partial', ['PartialStopLoss', 'PartialTakeProfit']],
          ],
          async (world) => ({ takeProfit: await at(world, 1.2), stopLoss: await at(world, 0.8) }),
        ),
        refusedAs('Half', 10001, undefined, { before: hold }),
      ),
      tpSize: sizes('tp', 'PartialTakeProfit'),
      slSize: sizes('sl', 'PartialStopLoss'),
      tpLimitPrice: limitOf('tp', 'PartialTakeProfit', 1.2),
      slLimitPrice: limitOf('sl', 'PartialStopLoss', 0.8),
      tpOrderType: typeOf('tp', 'PartialTakeProfit', 1.2),
      slOrderType: typeOf('sl', 'PartialStopLoss', 0.8),
      positionIdx: shown('is the side of hedge mode', async ({ world, path, base }) => {
        const caller = await world.fresh()
        await hedge(world, caller)
        for (const [positionIdx, share] of [
          [1, 1.2],
          [2, 0.8],
        ] as const) {
          await world.done(caller, path, { ...base, positionIdx, takeProfit: await at(world, share) })
          expect((await position(world, caller, 'BTCUSDT', positionIdx))['takeProfit']).toBe(await at(world, share))
        }
        expect(await world.post(caller, path, { ...base, positionIdx: 0, takeProfit: '90000' })).toMatchObject({
          retCode: 10001,
        })
      }),
    },
    ours: Object.fromEntries(
      `qty qtyX tpSizeX slSizeX tpStopOrderId slStopOrderId trailingPercent activationPrice tpSlMode limitTakeProfit
       limitStopLoss tpMaxSlippageType tpMaxSlippage slMaxSlippageType slMaxSlippage`
        .trim()
        .split(/\s+/)
        .map((name) => [name, 'the native dialect’s name or field, read in both dialects']),
    ),
  },
}
