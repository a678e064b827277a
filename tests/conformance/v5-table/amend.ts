import { expect } from 'vitest'
import { inBatch, resting, waiting, type Send } from './acts'
import { both, shown, type Call, type Proof } from './proofs'
import { named, type Json, type Row, type World } from './world'

export const AMEND_BATCH = '/v5/order/amend-batch'

/** An order that is there, changed; what it shows then. */
export function amendParameters(send: Send): Call['parameters'] {
  const changes = (
    field: string | ((row: Row) => unknown),
    order: (w: World) => Promise<Json>,
    values: (w: World) => Promise<readonly (readonly [unknown, unknown])[]>,
    more: (w: World) => Promise<Json> = async () => ({}),
  ): Proof =>
    shown('is what changes', async ({ world, name }) => {
      const caller = await world.fresh()
      for (const [value, expected] of await values(world)) {
        const { orderId } = await world.done(caller, '/v5/order/create', await order(world))
        const change = { ...named('BTCUSDT'), orderId, ...(await more(world)), [name]: value }
        expect(await send(world, caller, change), `${name}: ${JSON.stringify(value)}`).toMatchObject({ retCode: 0 })
        const row = (await world.order(caller, orderId))!
        expect(typeof field === 'string' ? row[field] : field(row)).toEqual(expected)
      }
    })
  const refuses = (values: readonly unknown[], more: Json = {}): Proof =>
    shown('is refused by its name', async ({ world, name }) => {
      const caller = await world.fresh()
      const { orderId } = await world.done(caller, '/v5/order/create', await resting(world))
      for (const value of values)
        expect(
          await send(world, caller, { ...named('BTCUSDT'), orderId, ...more, [name]: value }),
          `${name}: ${JSON.stringify(value)}`,
        ).toMatchObject({ retCode: 10001, field: name })
    })
  const at = (share: number) => (w: World) => w.below('BTCUSDT', share)
  const partial = async (w: World): Promise<Json> =>
    resting(w, 'BTCUSDT', {
      tpslMode: 'Partial',
      takeProfit: await at(1.2)(w),
      stopLoss: await at(0.8)(w),
      tpOrderType: 'Limit',
      tpLimitPrice: await at(1.2)(w),
      slOrderType: 'Limit',
      slLimitPrice: await at(0.8)(w),
    })
  const legOf = (price: 'takeProfit' | 'stopLoss', share: number) => async (w: World) => ({
    [price]: await at(share)(w),
  })
  const by = (price: 'takeProfit' | 'stopLoss', own: 'tp' | 'sl', share: number): Proof =>
    both(
      changes(
        `${own}TriggerBy`,
        (w) => resting(w),
        async () => [
          ['MarkPrice', 'MarkPrice'],
          ['IndexPrice', 'IndexPrice'],
        ],
        legOf(price, share),
      ),
      // Alone it would change nothing.
      refuses(['MarkPrice']),
    )
  const limit = (price: 'takeProfit' | 'stopLoss', own: 'tp' | 'sl', share: number): Proof =>
    both(
      // Neither the mode nor the type of the leg has to be said again.
      changes(
        `${own}LimitPrice`,
        partial,
        async (w) => {
          const [one, two] = [await at(share * 1.01)(w), await at(share * 1.02)(w)]
          return [
            [one, one],
            [two, two],
          ]
        },
        legOf(price, share),
      ),
      refuses(['60000']),
    )
  const reference = (own: 'orderId' | 'orderLinkId'): Proof =>
    shown('names the order', async ({ world }) => {
      const caller = await world.fresh()
      for (const orderLinkId of ['one', 'two'])
        await world.done(caller, '/v5/order/create', await resting(world, 'BTCUSDT', { orderLinkId }))
      const open = () => world.all('/v5/order/realtime', { category: 'linear' }, caller)
      const [row] = await open()
      expect((await send(world, caller, { ...named('BTCUSDT'), [own]: row![own], qty: '0.02' })).retCode).toBe(0)
      for (const one of await open()) expect(one['qty']).toBe(one[own] === row![own] ? '0.02' : '0.01')
      expect((await send(world, caller, { ...named('BTCUSDT'), [own]: 'nobody', qty: '0.02' })).retCode).toBe(110001)
    })
  return {
    category: shown('is the contract’s', async ({ world }) => {
      const caller = await world.fresh()
      const { orderId } = await world.done(caller, '/v5/order/create', await resting(world))
      const change = { symbol: 'BTCUSDT', orderId, qty: '0.02' }
      expect(await send(world, caller, { ...change, category: 'inverse' })).toMatchObject({ retCode: 10001 })
      expect(await send(world, caller, { ...change, category: 'linear' })).toMatchObject({ retCode: 0 })
    }),
    symbol: shown('is needed, and a contract’s', async ({ world }) => {
      const caller = await world.fresh()
      const { orderId } = await world.done(caller, '/v5/order/create', await resting(world))
      expect(await send(world, caller, { category: 'linear', orderId, qty: '0.02' })).toMatchObject({
        retCode: 10001,
        field: 'symbol',
      })
    }),
    orderId: reference('orderId'),
    orderLinkId: reference('orderLinkId'),
    orderIv: refuses(['0.1']),
    triggerPrice: changes(
      'triggerPrice',
      (w) => waiting(w),
      async (w) => [
        [await at(1.11)(w), await at(1.11)(w)],
        [await at(1.12)(w), await at(1.12)(w)],
      ],
    ),
    qty: both(
      changes(
        'qty',
        (w) => resting(w),
        async () => [
          ['0.02', '0.02'],
          ['0.03', '0.03'],
        ],
      ),
      refuses(['much']),
    ),
    price: changes(
      'price',
      (w) => resting(w),
      async (w) => [
        [await at(0.994)(w), await at(0.994)(w)],
        [await at(0.993)(w), await at(0.993)(w)],
      ],
    ),
    tpslMode: changes(
      'tpslMode',
      (w) => resting(w),
      async () => [
        ['Full', 'Full'],
        ['Partial', 'Partial'],
      ],
      legOf('takeProfit', 1.2),
    ),
    takeProfit: changes(
      'takeProfit',
      (w) => resting(w),
      async (w) => [
        [await at(1.2)(w), await at(1.2)(w)],
        [await at(1.3)(w), await at(1.3)(w)],
      ],
    ),
    stopLoss: changes(
      'stopLoss',
      (w) => resting(w),
      async (w) => [
        [await at(0.8)(w), await at(0.8)(w)],
        [await at(0.7)(w), await at(0.7)(w)],
      ],
    ),
    tpTriggerBy: by('takeProfit', 'tp', 1.2),
    slTriggerBy: by('stopLoss', 'sl', 0.8),
    triggerBy: changes(
      'triggerBy',
      (w) => waiting(w),
      async () => [
        ['MarkPrice', 'MarkPrice'],
        ['IndexPrice', 'IndexPrice'],
      ],
    ),
    tpLimitPrice: limit('takeProfit', 'tp', 1.2),
    slLimitPrice: limit('stopLoss', 'sl', 0.8),
  }
}

/** A batch changes no conditional order (semantics.md §2.7), and an order of the book has no trigger. */
export const noTrigger = shown('is refused by name', async ({ world, name }) => {
  const caller = await world.fresh()
  const value = name === 'triggerBy' ? 'MarkPrice' : await world.below('BTCUSDT', 1.2)
  for (const [order, field] of [
    [await waiting(world), 'orderId'],
    [await resting(world), name],
  ] as const) {
    const { orderId } = await world.done(caller, '/v5/order/create', order)
    const change = { ...named('BTCUSDT'), orderId, qty: '0.02', [name]: value }
    expect(await inBatch(AMEND_BATCH)(world, caller, change)).toMatchObject({ retCode: 10001, field })
  }
})
