import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../exchange/api/calls/routes'
import { GUARD_TABLE } from './v5-table/guards'
import { HOLDINGS_TABLE } from './v5-table/holdings'
import { LENDING_TABLE } from './v5-table/lending'
import { LIST_TABLE } from './v5-table/lists'
import { MAKER_PROTECTION_TABLE } from './v5-table/maker-protection'
import { MARKET_TABLE } from './v5-table/market'
import { ORDER_TABLE } from './v5-table/orders'
import type { Call } from './v5-table/proofs'
import { SETTINGS_TABLE } from './v5-table/settings'
import { World } from './v5-table/world'

/**
 * Every call of v5 that is served here, times every parameter that v5's documents name for it (each call's page stands
 * beside it): honoured, which a behaviour shows, or refused by its name (decisions 43). A parameter that no page names
 * is ignored, as v5 does.
 */
const TABLE: Readonly<Record<string, Call>> = {
  ...MARKET_TABLE,
  ...LIST_TABLE,
  ...LENDING_TABLE,
  ...MAKER_PROTECTION_TABLE,
  ...HOLDINGS_TABLE,
  ...ORDER_TABLE,
  ...GUARD_TABLE,
  ...SETTINGS_TABLE,
}

const SERVED = ROUTES.filter(({ path }) => path.startsWith('/v5/'))

/** Parameters of the calls of bybit-api, by its own published types. */
function typesOfLibrary(): ReadonlyMap<string, readonly string[]> {
  const folder = createRequire(import.meta.url)
    .resolve('bybit-api')
    .replace(/index\.js$/, '')
  const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8')
  const names = ['v5-market', 'v5-trade', 'v5-position', 'v5-account', 'v5-asset', 'v5-spreadtrading']
  const types = new Map<string, readonly string[]>()
  for (const file of names)
    for (const [, name, body] of read(`types/request/${file}.d.ts`).matchAll(/export interface (\w+) \{([^}]*)\}/g))
      types.set(
        name!,
        [...body!.matchAll(/^ {4}(\w+)\??:/gm)].map(([, field]) => field!),
      )
  const typeOf = new Map<string, string>()
  for (const [, method, type] of read('rest-client-v5.d.ts').matchAll(
    /^ {4}(\w+)\((?:\w+: [^,)]+, )?\w+\??: (\w+V5)\b/gm,
  ))
    typeOf.set(method!, type!)
  const found = new Map<string, readonly string[]>()
  for (const [, method, verb, path] of read('rest-client-v5.js').matchAll(
    /^ {4}(\w+)\([^)]*\) \{\s+(?:[^\n]*\n\s+)??return this\.(get|post)(?:Private)?\('(\/v5\/[^']+)'/gm,
  )) {
    const fields = types.get(typeOf.get(method!) ?? '')
    if (fields !== undefined) found.set(`${verb!.toUpperCase()} ${path!}`, fields)
  }
  return found
}

describe('the table of parameters', () => {
  it('has every call of v5 that is served, and no other', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(SERVED.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  it.each(SERVED.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s: has every parameter that is read',
    (name, { input }) => {
      const { parameters, ours = {} } = TABLE[name]!
      const known = new Set([...Object.keys(parameters), ...Object.keys(ours)])
      expect(Object.keys(input).filter((one) => !known.has(one))).toEqual([])
    },
  )

  it('has every parameter that the published library’s types name', () => {
    const types = typesOfLibrary()
    expect(types.size).toBeGreaterThan(40)
    const missing = [...types].flatMap(([call, fields]) => {
      const known = TABLE[call]
      if (known === undefined) return []
      return fields
        .filter((one) => !Object.hasOwn(known.parameters, one) && !Object.hasOwn(known.ours ?? {}, one))
        .map((one) => `${call} ${one}`)
    })
    expect(missing).toEqual([])
  })
})

describe.each(Object.entries(TABLE))('%s', (call, { parameters, with: base = {} }) => {
  const path = call.split(' ')[1]!
  const entries = Object.entries(parameters).map(([name, proof]) => [name, proof.says, proof] as const)
  if (entries.length === 0) it('has none', () => expect(entries).toEqual([]))
  else
    it.each(entries)('%s %s', async (name, _says, proof) => {
      const asked = typeof base === 'function' ? await base(world) : base
      await proof.prove({ world, path, name, base: asked })
    })
})

let world: World
beforeAll(async () => {
  world = await World.open()
}, 180_000)
afterAll(() => world.close())
