import { expect } from 'vitest'
import { market, resting, waiting, type Send } from './acts'
import { shown, type Call, type Proof } from './proofs'
import { named, type Json } from './world'

/** One order, named. */
export function cancelParameters(send: Send): Call['parameters'] {
  const reference = (own: 'orderId' | 'orderLinkId'): Proof =>
    shown('names the order', async ({ world }) => {
      const caller = await world.fresh()
      for (const orderLinkId of ['one', 'two'])
        await world.done(caller, '/v5/order/create', await resting(world, 'BTCUSDT', { orderLinkId }))
      const open = () => world.all('/v5/order/realtime', { category: 'linear' }, caller)
      const [row, other] = await open()
      expect((await send(world, caller, { ...named('BTCUSDT'), [own]: row![own] })).retCode).toBe(0)
      expect(await open()).toEqual([other])
      expect((await send(world, caller, { ...named('BTCUSDT'), [own]: 'nobody' })).retCode).toBe(110001)
    })
  return {
    category: shown('is the contract’s', async ({ world }) => {
      const caller = await world.fresh()
      const { orderId } = await world.done(caller, '/v5/order/create', await resting(world))
      const one = { symbol: 'BTCUSDT', orderId }
      expect(await send(world, caller, { ...one, category: 'inverse' })).toMatchObject({ retCode: 10001 })
      expect(await send(world, caller, { ...one, category: 'linear' })).toMatchObject({ retCode: 0 })
    }),
    symbol: shown('is needed', async ({ world }) => {
      const caller = await world.fresh()
      const { orderId } = await world.done(caller, '/v5/order/create', await resting(world))
      expect(await send(world, caller, { category: 'linear', orderId })).toMatchObject({
        retCode: 10001,
        field: 'symbol',
      })
    }),
    orderId: reference('orderId'),
    orderLinkId: reference('orderLinkId'),
    orderFilter: shown('is the order’s kind, or there is none', async ({ world }) => {
      const caller = await world.fresh()
      for (const [order, own, others] of [
        [await resting(world), 'Order', ['StopOrder', 'tpslOrder']],
        [await waiting(world), 'StopOrder', ['Order', 'tpslOrder']],
      ] as const) {
        const { orderId } = await world.done(caller, '/v5/order/create', order)
        for (const orderFilter of others)
          expect((await send(world, caller, { ...named('BTCUSDT'), orderId, orderFilter })).retCode).toBe(110001)
        expect((await send(world, caller, { ...named('BTCUSDT'), orderId, orderFilter: own })).retCode).toBe(0)
      }
      expect(await send(world, caller, { ...named('BTCUSDT'), orderId: 'x', orderFilter: 'TpSlOrder' })).toMatchObject({
        retCode: 10001,
        field: 'orderFilter',
      })
    }),
  }
}

/** Cancels with this value, of one order of each kind and contract: what is left is told by name. */
export function leaves(cases: readonly (readonly [change: Json, left: readonly string[]])[]): Proof {
  return shown('chooses what is cancelled', async ({ world }) => {
    for (const [change, left] of cases) {
      const caller = await world.fresh()
      for (const symbol of ['BTCUSDT', 'ETHUSDT', 'BTCPERP'])
        await world.done(caller, '/v5/order/create', {
          ...(await resting(world, symbol)),
          qty: symbol === 'ETHUSDT' ? '0.1' : '0.01',
          orderLinkId: symbol,
        })
      await world.done(caller, '/v5/order/create', { ...(await waiting(world)), orderLinkId: 'stop' })
      await world.done(caller, '/v5/order/create', market())
      await world.done(caller, '/v5/position/trading-stop', {
        ...named('BTCUSDT'),
        tpslMode: 'Full',
        positionIdx: 0,
        takeProfit: await world.below('BTCUSDT', 1.2),
      })
      await world.done(caller, '/v5/order/create', {
        ...market('BTCUSD', { orderType: 'Limit', price: await world.below('BTCUSD') }),
        orderLinkId: 'BTCUSD',
      })
      await world.done(caller, '/v5/order/cancel-all', change)
      const open = await world.all('/v5/order/realtime', { category: 'all' }, caller)
      const names = open.map((row) => String(row['orderLinkId'] === '' ? row['stopOrderType'] : row['orderLinkId']))
      expect(names.toSorted(), JSON.stringify(change)).toEqual([...left].toSorted())
    }
  })
}
