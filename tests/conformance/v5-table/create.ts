import { expect } from 'vitest'
import { market, needed, refusedIn, resting, showsIn, waiting, type Send } from './acts'
import { both, shown, type Call, type Proof } from './proofs'
import { named, type Json, type World } from './world'

type Cases = (world: World) => Promise<readonly (readonly [unknown, unknown, Json])[]>

/** Every parameter of an order that its pages name, whichever call brings it. */
export function orderParameters(send: Send): Call['parameters'] {
  const shows = (field: string, cases: Cases): Proof => showsIn(field, cases, send)
  const bad = (values: readonly unknown[], good: readonly unknown[] = [], order = (w: World) => resting(w)): Proof =>
    refusedIn(order, values, good, send)
  const legs = (w: World, change: Json = {}) => resting(w, 'BTCUSDT', change)
  const above = (w: World, share = 1.2) => w.below('BTCUSDT', share)
  const partial = async (w: World): Promise<Json> => ({
    tpslMode: 'Partial',
    takeProfit: await above(w),
    stopLoss: await above(w, 0.8),
  })
  /** A leg's price is shown, one that is wrong is named. */
  const leg = (high: number, low: number): Proof =>
    showsIn(
      (row) => row['takeProfit'] !== '' || row['stopLoss'] !== '',
      async (w) => [
        [await above(w, high), true, await legs(w)],
        ['0', false, await legs(w)],
        [await above(w, low), true, await legs(w)],
      ],
      send,
    )
  const trigger = (own: 'tp' | 'sl'): Proof =>
    shows(`${own}TriggerBy`, async (w) => {
      const both = { takeProfit: await above(w), stopLoss: await above(w, 0.8) }
      return [
        ['MarkPrice', 'MarkPrice', await legs(w, both)],
        ['IndexPrice', 'IndexPrice', await legs(w, both)],
      ]
    })
  const limitLeg = (own: 'tp' | 'sl'): Proof =>
    both(
      shows(`${own}LimitPrice`, async (w) => {
        const more = { ...(await partial(w)), [`${own}OrderType`]: 'Limit' }
        return [
          [await above(w, 1.21), await above(w, 1.21), await legs(w, more)],
          [await above(w, 1.22), await above(w, 1.22), await legs(w, more)],
        ]
      }),
      // At market there is no such price.
      refusedIn(async (w) => legs(w, await partial(w)), ['60000'], [], send),
    )
  const legType = (own: 'tp' | 'sl'): Proof =>
    showsIn(
      `${own}LimitPrice`,
      async (w) => {
        const at = await above(w, 1.21)
        return [
          ['Limit', at, await legs(w, { ...(await partial(w)), [`${own}LimitPrice`]: at })],
          ['Market', '', await legs(w, await partial(w))],
        ]
      },
      send,
    )
  return {
    category: both(
      showsIn(
        'category',
        async (w) => [
          ['linear', 'linear', await resting(w)],
          ['inverse', 'inverse', market('BTCUSD')],
        ],
        send,
      ),
      refusedIn((w) => resting(w), ['inverse', 'spot', 'option'], [], send),
    ),
    symbol: both(
      showsIn(
        'symbol',
        async (w) => [
          ['BTCUSDT', 'BTCUSDT', await resting(w)],
          ['ETHUSDT', 'ETHUSDT', await resting(w, 'ETHUSDT')],
        ],
        send,
      ),
      needed((w) => resting(w), send),
    ),
    isLeverage: bad([1, '1', true], [0, '0']),
    side: both(
      showsIn(
        'side',
        async () => [
          ['Buy', 'Buy', market()],
          ['Sell', 'Sell', market()],
        ],
        send,
      ),
      bad(['Up']),
    ),
    orderType: both(
      showsIn(
        'orderStatus',
        async (w) => [
          ['Limit', 'New', await resting(w)],
          ['Market', 'Filled', await resting(w)],
        ],
        send,
      ),
      bad(['Stop']),
    ),
    qty: both(
      showsIn(
        'qty',
        async (w) => [
          ['0.01', '0.01', await resting(w)],
          [0.02, '0.02', await resting(w)],
        ],
        send,
      ),
      bad(['much', true, '1e5']),
    ),
    marketUnit: bad(['quoteCoin', 'coin'], ['baseCoin'], async () => market()),
    slippageToleranceType: both(
      showsIn(
        'orderStatus',
        async () => [
          ['TickSize', 'Filled', market('BTCUSDT', { slippageTolerance: '10000' })],
          ['Percent', 'Filled', market('BTCUSDT', { slippageTolerance: '1' })],
        ],
        send,
      ),
      refusedIn(async () => market('BTCUSDT', { slippageTolerance: '5' }), ['Tick'], [], send),
      shown('decides what the number means', async ({ world }) => {
        // 5,000 ticks are taken, 5,000 per cent are not.
        const order = (slippageToleranceType: string) =>
          market('BTCUSDT', { slippageToleranceType, slippageTolerance: '5000' })
        const caller = await world.fresh()
        expect((await send(world, caller, order('TickSize'))).retCode).toBe(0)
        expect((await send(world, caller, order('Percent'))).retCode).toBe(110109)
      }),
    ),
    slippageTolerance: both(
      shown('bounds the price', async ({ world }) => {
        const caller = await world.fresh()
        const order = (slippageTolerance: string) =>
          market('BTCUSDT', { slippageToleranceType: 'TickSize', slippageTolerance, qty: '5' })
        // What no level within one tick holds is cancelled; within 10,000 all of it is filled.
        const filled = async (tolerance: string) => {
          const { orderId } = await send(world, caller, order(tolerance))
          return Number((await world.order(caller, orderId))!['cumExecQty'])
        }
        expect(await filled('1')).toBeLessThan(await filled('10000'))
      }),
      // Of a limit order, or without its type, it says nothing.
      bad(['5'], [], async (w) => resting(w, 'BTCUSDT', { slippageToleranceType: 'TickSize' })),
    ),
    price: both(
      showsIn(
        'price',
        async (w) => [
          [await above(w, 0.995), await above(w, 0.995), await resting(w)],
          [await above(w, 0.994), await above(w, 0.994), await resting(w)],
        ],
        send,
      ),
      needed((w) => resting(w), send),
    ),
    triggerDirection: both(
      showsIn(
        'triggerDirection',
        async (w) => [
          [1, 1, await waiting(w)],
          [2, 2, await waiting(w, { triggerPrice: await above(w, 0.9) })],
        ],
        send,
      ),
      refusedIn((w) => waiting(w), [3], [], send),
    ),
    orderFilter: both(
      bad(['tpslOrder', 'StopOrder', 'OcoOrder', 'BidirectionalTpslOrder'], ['Order']),
      bad(['tpslOrder'], ['StopOrder'], (w) => waiting(w)),
    ),
    triggerPrice: showsIn(
      'triggerPrice',
      async (w) => [
        [await above(w, 1.1), await above(w, 1.1), await waiting(w)],
        [await above(w, 1.11), await above(w, 1.11), await waiting(w)],
      ],
      send,
    ),
    triggerBy: both(
      showsIn(
        'triggerBy',
        async (w) => [
          ['MarkPrice', 'MarkPrice', await waiting(w)],
          ['IndexPrice', 'IndexPrice', await waiting(w)],
        ],
        send,
      ),
      refusedIn((w) => waiting(w), ['BidPrice'], [], send),
    ),
    orderIv: bad(['0.1', 0.1]),
    timeInForce: both(
      showsIn(
        'timeInForce',
        async (w) => [
          ['GTC', 'GTC', await resting(w)],
          ['PostOnly', 'PostOnly', await resting(w)],
        ],
        send,
      ),
      showsIn(
        'orderStatus',
        async (w) => [
          ['GTC', 'New', await resting(w)],
          ['IOC', 'Cancelled', await resting(w)],
          ['FOK', 'Cancelled', await resting(w)],
        ],
        send,
      ),
      bad(['RPI', 'Day']),
    ),
    positionIdx: both(
      shown('is the side of hedge mode', async ({ world }) => {
        const caller = await world.fresh()
        await world.done(caller, '/v5/position/switch-mode', { ...named('BTCUSDT'), mode: 3 })
        for (const [positionIdx, side] of [
          [1, 'Buy'],
          [2, 'Sell'],
        ] as const) {
          const { orderId } = await send(world, caller, market('BTCUSDT', { positionIdx, side }))
          expect(await world.order(caller, orderId)).toMatchObject({ positionIdx, side })
        }
      }),
      bad([1, 2, 3, 'long']),
    ),
    orderLinkId: both(
      showsIn(
        'orderLinkId',
        async (w) => [
          ['one', 'one', await resting(w)],
          ['two', 'two', await resting(w)],
        ],
        send,
      ),
      bad(['not a name']),
    ),
    takeProfit: leg(1.2, 1.3),
    stopLoss: leg(0.8, 0.7),
    tpTriggerBy: trigger('tp'),
    slTriggerBy: trigger('sl'),
    reduceOnly: both(
      showsIn('reduceOnly', async (w) => [[false, false, await resting(w)]], send),
      shown('opens nothing', async ({ world }) => {
        const order = market('BTCUSDT', { reduceOnly: true })
        expect(await send(world, await world.fresh(), order)).toMatchObject({ retCode: 110017 })
      }),
      bad(['yes', 1]),
    ),
    closeOnTrigger: showsIn(
      'closeOnTrigger',
      async (w) => [
        [true, true, await waiting(w)],
        [false, false, await waiting(w)],
      ],
      send,
    ),
    smpType: both(
      showsIn(
        'smpType',
        async (w) => [
          ['CancelMaker', 'CancelMaker', await resting(w)],
          ['CancelTaker', 'CancelTaker', await resting(w)],
          ['None', 'None', await resting(w)],
        ],
        send,
      ),
      bad(['CancelAll']),
    ),
    mmp: bad([true, 'true'], [false]),
    tpslMode: both(
      showsIn(
        'tpslMode',
        async (w) => {
          const more = await partial(w)
          return [
            ['Full', 'Full', await legs(w, more)],
            ['Partial', 'Partial', await legs(w, more)],
          ]
        },
        send,
      ),
      bad(['Half']),
    ),
    tpLimitPrice: limitLeg('tp'),
    slLimitPrice: limitLeg('sl'),
    tpOrderType: legType('tp'),
    slOrderType: legType('sl'),
    bboSideType: bad(['Queue', 'Counterparty']),
    bboLevel: bad(['1', 5]),
    rpiTakerAccess: bad([true], [false]),
  }
}
