import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RealGateway } from '../api/lib/real-gateway'
import { Storm } from './lib/storm'
import { stateHash } from './lib/world'

/** A slice in the suite; `npm run hostile` sends a million. */
const MESSAGES = Number(process.env['HALYARD_HOSTILE_MESSAGES'] ?? '12000')
const SEED = Number(process.env['HALYARD_HOSTILE_SEED'] ?? '20261121')
/** An account may make a hundred order calls a second: the more messages, the more accounts. */
const ACCOUNTS = Math.min(80, 10 + Math.round(MESSAGES / 5_000))
const HARMLESS_SHARE = 0.6
/** What the heap may grow by, whatever was sent: sockets, streams and answers under way are all bounded. */
const HEAP_GROWTH_MAX = 64 << 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let world: RealGateway
let storm: Storm
const broken: unknown[] = []
const note = (error: unknown): void => void broken.push(error)
beforeAll(async () => {
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  world = await RealGateway.open()
  storm = await Storm.open(world, ACCOUNTS, SEED)
}, 120_000)
afterAll(async () => {
  if (process.env['HALYARD_HOSTILE_MESSAGES'] !== undefined) console.table(storm.report.answers)
  storm.close()
  await world.close()
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
})

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test(`${MESSAGES} mutated messages from seed ${SEED}: where nobody may change anything, nothing changes (X4)`, async () => {
  // The first messages make streams and statements that stay: they are no growth.
  await storm.harmless(2_000)
  const before = { state: stateHash(world.journal), seq: world.journal.durableSeq(), heap: heapUsed() }
  await storm.harmless(Math.round(MESSAGES * HARMLESS_SHARE) - 2_000)
  expect(storm.report.faults).toEqual([])
  expect(stateHash(world.journal)).toBe(before.state)
  expect(world.journal.durableSeq()).toBe(before.seq)
  expect((heapUsed() - before.heap) / (1 << 20)).toBeLessThan(HEAP_GROWTH_MAX / (1 << 20))
  expect(world.traces).toEqual([])
  expect(broken).toEqual([])
}, 3_600_000)

test('… and where somebody may, the ledger changes by what was answered as taken, and by nothing else', async () => {
  await storm.trading(Math.round(MESSAGES * (1 - HARMLESS_SHARE)))
  expect(storm.report.faults).toEqual([])
  expect(storm.report.changes).toBeGreaterThan(MESSAGES / 1_000)
  for (const { sumE8, creditedE8 } of world.journal.venue.conservation()) expect(sumE8).toBe(creditedE8)
  expect(world.traces).toEqual([])
  expect(broken).toEqual([])
}, 3_600_000)
