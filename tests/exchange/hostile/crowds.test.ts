import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, CROWDS } from '../../../scripts/lib/crowds.mjs'
import { RealGateway } from '../api/lib/real-gateway'

/** A slice of `npm run hostile`, which measures memory and delays beside their rest in processes of their own. */
const ATTACK_MS = 700
const CONNECTIONS = 50
/**
 * What is promised: everybody is served again within a second. Here it is a second of the processor, which other tests
 * beside this one do not make longer.
 */
const SERVED_MAX_MS = 1_000

let world: RealGateway
let honest: string
let attacker: string
const broken: unknown[] = []
const note = (error: unknown): void => void broken.push(error)
beforeAll(async () => {
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  world = await RealGateway.open({ markets: 'all' })
  honest = (await ask(world, 'POST', '/sandbox/session', '', '{}')).cookie
  attacker = (await ask(world, 'POST', '/sandbox/session', '', '{}')).cookie
}, 120_000)
afterAll(async () => {
  await world.close()
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
})

const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: '50000' }

async function place(): Promise<number> {
  const { text } = await ask(world, 'POST', '/v5/order/create', honest, JSON.stringify(order))
  return (JSON.parse(text) as { readonly retCode: number }).retCode
}

describe('50 connections at once', () => {
  it.each(Object.keys(CROWDS))(
    '%s: every honest order is answered meanwhile, and everybody is served again within a second',
    async (name) => {
      const end = new AbortController()
      setMaxListeners(0, end.signal)
      const symbols = world.journal.venue.instruments().map(({ symbol }) => symbol as string)
      const target = { port: world.port, cookie: attacker, symbols, connections: CONNECTIONS, signal: end.signal }
      const attack = CROWDS[name]!(target)
      const codes: number[] = []
      // An account may make a hundred order calls a second.
      for (const untilMs = performance.now() + ATTACK_MS; performance.now() < untilMs; await wait(20))
        codes.push(await place())
      end.abort()
      // Attack and exchange share this thread: what it takes to end the one is no time of the other.
      await attack
      const from = process.cpuUsage()
      const answers = await Promise.all([
        ask(world, 'GET', '/healthz'),
        ask(world, 'GET', '/contract/v5/product/brief-symbol-list'),
        ask(world, 'GET', '/sandbox/accounts', honest),
      ])
      const { user, system } = process.cpuUsage(from)
      expect((user + system) / 1_000).toBeLessThan(SERVED_MAX_MS)
      expect(await place()).toBe(0)
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(codes.length).toBeGreaterThan(0)
      expect(new Set(codes)).toEqual(new Set([0]))
      expect(world.traces).toEqual([])
      expect(broken).toEqual([])
      for (const { sumE8, creditedE8 } of world.journal.venue.conservation()) expect(sumE8).toBe(creditedE8)
    },
    60_000,
  )
})
