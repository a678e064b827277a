import { expect } from 'vitest'
import type { Caller } from '../../exchange/api/lib/client'
import { market } from './acts'
import { shown, type Proof } from './proofs'
import { named, type Json, type World } from './world'

export const BTC = named('BTCUSDT')
export const at = (world: World, share: number) => world.below('BTCUSDT', share)

/** A call on a fresh account, and what is so afterwards. */
export const afterwards = (
  says: string,
  cases: (world: World) => Promise<readonly (readonly [value: unknown, expected: unknown])[]>,
  told: (world: World, caller: Caller) => Promise<unknown>,
  { before = async () => {}, more = async () => ({}) }: Given = {},
): Proof =>
  shown(says, async ({ world, path, name, base }) => {
    for (const [value, expected] of await cases(world)) {
      const caller = await world.fresh()
      await before(world, caller)
      const body = { ...base, ...(await more(world)), [name]: value }
      expect(await world.post(caller, path, body), `${name}: ${JSON.stringify(value)}`).toMatchObject({ retCode: 0 })
      expect(await told(world, caller), `${name}: ${JSON.stringify(value)}`).toEqual(expected)
    }
  })
export interface Given {
  readonly before?: (world: World, caller: Caller) => Promise<unknown>
  readonly more?: (world: World) => Promise<Json>
}

/** Refused by the parameter's name, or by what follows from it. */
export const refusedAs = (value: unknown, retCode: number, field?: string, { before, more }: Given = {}): Proof =>
  shown('or is refused', async ({ world, path, name, base }) => {
    const caller = await world.fresh()
    await before?.(world, caller)
    const answer = await world.post(caller, path, { ...base, ...(await more?.(world)), [name]: value })
    expect(answer).toMatchObject({ retCode, retExtInfo: retCode === 10001 ? { field: field ?? name } : {} })
  })

export const hold = (world: World, caller: Caller) => world.done(caller, '/v5/order/create', market())
export const isolate = async (world: World, caller: Caller) => {
  await world.done(caller, '/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
  await hold(world, caller)
}
export const hedge = async (world: World, caller: Caller) => {
  await world.done(caller, '/v5/position/switch-mode', { ...BTC, mode: 3 })
  await world.done(caller, '/v5/order/create', market('BTCUSDT', { positionIdx: 1 }))
  await world.done(caller, '/v5/order/create', market('BTCUSDT', { positionIdx: 2, side: 'Sell' }))
}
export const isolatedHedge = async (world: World, caller: Caller) => {
  await world.done(caller, '/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
  await hedge(world, caller)
}
