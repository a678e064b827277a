import { readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { verifyFolder } from '../../../exchange/host/node/journal/verify-folder'
import { misfitOf } from '../../../exchange/venue/venue-state'
import { venueOf } from '../../../exchange/venue/create-venue'
import { Caller } from '../api/lib/client'
import { ExchangeProcess } from './exchange-process'
import type { Traded } from './traded'
import { Trader } from './trader'

/** A flow runs once each trader has been answered so often. */
const FIRST_ANSWERS = 6
/** Under load a kill comes within this time of it, at a start or a stop within these. */
const LOAD_MAX_MS = 500
const START_MAX_MS = 1_000
const STOP_MAX_MS = 150
/** When each of ten kills comes. */
const WHEN = ['load', 'start', 'load', 'stop', 'load', 'load', 'start', 'load', 'load', 'stop'] as const
/** A long run looks at the whole folder in between, too. */
const VERIFY_EVERY = 100

export interface KillRun {
  readonly folder: string
  /** Of its data in the folder. */
  readonly name: string
  readonly kills: number
  readonly seed: number
  /** Of each trader. */
  readonly traded: readonly ((caller: Caller) => Promise<Traded>)[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Kills the exchange at random moments while traders send orders: under load, while it starts, while it stops. After each
 * start what was acknowledged is looked for, and at the end ledger, history and money are held against each other.
 */
export async function runKills({ folder, name, kills, seed, traded, env = {} }: KillRun): Promise<void> {
  const random = createRandom(seed)
  const dataDir = join(folder, name)
  const first = new ExchangeProcess(dataDir, 0, env)
  const base = (await first.ready)!
  const port = Number(new URL(base).port)
  const traders: Trader[] = []
  for (const [i, tradedOf] of traded.entries()) {
    const caller = new Caller(base)
    await caller.signIn()
    traders.push(new Trader(`t${i}`, caller, random, await tradedOf(caller)))
  }
  const prices = await Promise.all(traders.map((one) => one.price()))
  let running = first
  const counts = { load: 0, start: 0, stop: 0 }
  for (let kill = 1; kill <= kills; kill++) {
    const kind = WHEN[(kill - 1) % WHEN.length]!
    counts[kind]++
    if (kind === 'start') {
      // Killed, and killed again while it recovers.
      await running.kill()
      running = new ExchangeProcess(dataDir, port, env)
      await sleep(random.next() * START_MAX_MS)
      await running.kill()
    } else {
      const flow = Promise.all(traders.map((one, at) => one.run(prices[at]!)))
      while (traders.some(({ answered }) => answered < FIRST_ANSWERS)) await sleep(10)
      await sleep(random.next() * LOAD_MAX_MS)
      if (kind === 'stop') {
        // While it says good-bye and writes its snapshot.
        running.askToStop()
        await sleep(random.next() * STOP_MAX_MS)
      }
      await running.kill()
      for (const one of traders) one.stop()
      await flow
    }
    expect(running.complaints).toEqual([])
    running = new ExchangeProcess(dataDir, port, env)
    expect(await running.ready, `start ${kill}: ${running.complaints.join()}`).toBe(base)
    const faults = await Promise.all(traders.map((one) => one.compare()))
    expect(faults.flat(), `after kill ${kill} (${kind})`).toEqual([])
    if (kill % VERIFY_EVERY === 0) await verifyCopy(folder, dataDir)
  }
  await running.kill('SIGTERM')
  expect(running.complaints).toEqual([])

  const { lines, places } = readLedger(dataDir)
  expect(lines.map((line) => line.seq)).toEqual(lines.map((_, index) => index + 1))
  for (const { presses, name } of traders) {
    for (const { linkId, outcome, orderId } of presses.values()) {
      const accepted = (places.get(linkId) ?? []).filter((line) => line.result.ok)
      // At most one acceptance for each press (I1), and the one that was answered.
      expect(accepted.length, linkId).toBe(outcome === 'taken' ? 1 : 0)
      if (outcome === 'taken') expect(accepted[0]!.result.orderId).toBe(orderId)
    }
    expect(presses.size, name).toBeGreaterThan(kills)
  }
  // Fills shown are fills of the ledger, each once (I8): an execution's id is its trade's.
  const fills = lines.filter((line) => line.execId !== undefined).map((line) => line.execId!)
  expect(new Set(fills).size).toBe(fills.length)
  const filled = new Set(fills)
  for (const { executions } of traders) expect([...executions].filter((id) => !filled.has(id))).toEqual([])
  expect(fills.length).toBeGreaterThan(kills)
  await verifyCopy(folder, dataDir)
  if (process.env['HALYARD_KILLS'] !== undefined)
    console.log({
      ...counts,
      presses: traders.reduce((sum, one) => sum + one.presses.size, 0),
      fills: fills.length,
      lines: lines.length,
    })
}

interface Line {
  readonly seq: number
  readonly execId?: string
  readonly orderLinkId?: string
  readonly command?: { readonly type: string }
  readonly result: { readonly ok: boolean; readonly orderId?: string }
}

function readLedger(dataDir: string): {
  readonly lines: readonly Line[]
  readonly places: ReadonlyMap<string, readonly Line[]>
} {
  const text = readFileSync(join(dataDir, 'ledger.jsonl'), 'utf8')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const places = new Map<string, Line[]>()
  for (const line of lines) {
    if (line.command?.type !== 'place') continue
    const known = places.get(line.orderLinkId!)
    if (known === undefined) places.set(line.orderLinkId!, [line])
    else known.push(line)
  }
  return { lines, places }
}

/** All that stands behind the ledger agrees with it; the exchange may be running beside it. */
async function verifyCopy(folder: string, dataDir: string): Promise<void> {
  const copy = join(folder, 'copy')
  await cp(dataDir, copy, { recursive: true })
  const verdict = verifyFolder({
    dataDir: copy,
    createVenue: venueOf,
    findMisfit: misfitOf,
  })
  expect(verdict).toEqual({ ok: true, verified: expect.objectContaining({ foreignSnapshots: 0 }) })
  await rm(copy, { recursive: true })
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
