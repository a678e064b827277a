import { expect } from 'vitest'
import type { Caller } from '../../exchange/api/lib/client'
import { shown, type Asked, type Proof } from './proofs'
import { named, type Json, type Row, type World } from './world'

/** How a proof of an order call sends one order: alone, in a batch, or asked for before it is sent. */
export type Send = (world: World, caller: Caller, body: Json) => Promise<Sent>
export interface Sent {
  readonly retCode: number
  /** Of a refusal: the parameter that was named, if the call has a place for it. */
  readonly field?: unknown
  readonly orderId: unknown
}

export const alone =
  (path: string): Send =>
  async (world, caller, body) => {
    const { retCode, retExtInfo, result } = await world.post(caller, path, body)
    return { retCode, field: (retExtInfo as Json)['field'], orderId: result['orderId'] }
  }

/** A batch names a field in words alone. */
export const inBatch =
  (path: string): Send =>
  async (world, caller, { category, ...item }) => {
    const { retCode, retExtInfo, result } = await world.post(caller, path, { category, request: [item] })
    expect(retCode).toBe(0)
    const [{ code, msg }] = retExtInfo['list'] as [{ code: number; msg: string }]
    const [{ orderId }] = result['list'] as [Row]
    return { retCode: code, field: /^[a-zA-Z]+/.exec(msg)?.[0], orderId }
  }

/** Rests below the market. */
export async function resting(world: World, symbol = 'BTCUSDT', change: Json = {}): Promise<Json> {
  const qty = symbol === 'BTCUSDT' ? '0.01' : '0.1'
  return { ...named(symbol), side: 'Buy', orderType: 'Limit', qty, price: await world.below(symbol), ...change }
}

export const market = (symbol = 'BTCUSDT', change: Json = {}): Json => ({
  ...named(symbol),
  side: 'Buy',
  orderType: 'Market',
  qty: symbol === 'BTCUSD' ? '500' : '0.01',
  ...change,
})

/** Waits for the rise of a tenth. */
export async function waiting(world: World, change: Json = {}): Promise<Json> {
  return market('BTCUSDT', { triggerPrice: await world.below('BTCUSDT', 1.1), triggerDirection: 1, ...change })
}

/** The new order, with this value of the parameter, shows what is told of it: two values, two right rows. */
export function showsIn(
  field: string | ((row: Row) => unknown),
  cases: (world: World) => Promise<readonly (readonly [value: unknown, expected: unknown, order: Json])[]>,
  send: Send,
): Proof {
  return shown('is what the order does', async ({ world, name }) => {
    const caller = await world.fresh()
    for (const [value, expected, order] of await cases(world)) {
      const { orderId, ...sent } = await send(world, caller, { ...order, [name]: value })
      expect(sent, `${name}: ${JSON.stringify(value)}`).toMatchObject({ retCode: 0 })
      const row = (await world.order(caller, orderId))!
      expect(typeof field === 'string' ? row[field] : field(row), `${name}: ${JSON.stringify(value)}`).toEqual(expected)
      await world.done(caller, '/v5/order/cancel-all', { category: 'linear' })
    }
  })
}

/** These values are refused by the parameter's name, and no order is there; a value that asks for nothing is taken. */
export function refusedIn(
  order: (world: World) => Promise<Json>,
  bad: readonly unknown[],
  good: readonly unknown[],
  send: Send,
): Proof {
  return shown(
    good.length === 0 ? 'is refused by its name' : `is ${good.join(' or ')}, or refused by its name`,
    async ({ world, name }) => {
      const caller = await world.fresh()
      const body = await order(world)
      for (const value of bad) {
        expect(
          await send(world, caller, { ...body, [name]: value }),
          `${name}: ${JSON.stringify(value)}`,
        ).toMatchObject({
          retCode: 10001,
          field: name,
        })
        expect(await world.all('/v5/order/realtime', { category: 'linear' }, caller)).toEqual([])
      }
      for (const value of good)
        expect(
          (await send(world, caller, { ...body, [name]: value })).retCode,
          `${name}: ${JSON.stringify(value)}`,
        ).toBe(0)
    },
  )
}

/** Without it the call is refused by its name. */
export function needed(body: (world: World) => Promise<Json>, send: Send): Proof {
  return shown('is needed', async ({ world, name }) => {
    const { [name]: _left, ...rest } = await body(world)
    expect(await send(world, await world.fresh(), rest)).toMatchObject({ retCode: 10001, field: name })
  })
}

/** A call that is refused whatever it says. */
export function never(retCode: number): Proof {
  return shown(`is of a call that is refused (${retCode})`, async ({ world, path }: Asked) => {
    expect(await world.post(await world.fresh(), path, {})).toMatchObject({ retCode })
  })
}

export const position = async (world: World, caller: Caller, symbol = 'BTCUSDT', positionIdx = 0): Promise<Row> =>
  (await world.all('/v5/position/list', named(symbol), caller)).find((row) => row['positionIdx'] === positionIdx)!
