import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { verifyFolder } from '../../../exchange/host/node/journal/verify-folder'
import { misfitOf } from '../../../exchange/venue/venue-state'
import { venueOf } from '../../../exchange/venue/create-venue'
import { Caller } from '../api/lib/client'
import { buildExchange, ExchangeProcess, outDir } from './exchange-process'
import { Trader } from './trader'

/** A slice in the suite; `npm run kills` does five hundred. */
const KILLS = Number(process.env['HALYARD_KILLS'] ?? '20')
const SEED = Number(process.env['HALYARD_KILLS_SEED'] ?? '20261121')
const TRADERS = 3
/** Under load a kill comes within this time of it, at a start or a stop within these. */
const LOAD_MAX_MS = 500
const START_MAX_MS = 1_000
const STOP_MAX_MS = 150
/** A long run looks at the whole folder in between, too. */
const VERIFY_EVERY = 100
/** Words of the control calls that stand nowhere else. */
const CONTROL = ['swallow-subscribe', 'token-fault', 'reset-sequence', 'before-commit', 'no such action']

let folder: string
beforeAll(async () => {
  await buildExchange()
  folder = await mkdtemp(join(tmpdir(), 'halyard-kill-'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  `${KILLS} times kill -9 from seed ${SEED}: nothing acknowledged is lost or doubled, REST and ledger agree`,
  async () => {
    const random = createRandom(SEED)
    const dataDir = join(folder, 'data')
    const first = new ExchangeProcess(dataDir, 0)
    const base = (await first.ready)!
    const port = Number(new URL(base).port)
    const traders: Trader[] = []
    for (let i = 0; i < TRADERS; i++) {
      const caller = new Caller(base)
      await caller.signIn()
      traders.push(new Trader(`t${i}`, caller, random))
    }
    const price = await lastPrice(base)
    let running = first
    const counts = { load: 0, start: 0, stop: 0 }
    for (let kill = 1; kill <= KILLS; kill++) {
      const dice = random.next()
      const kind = dice < 0.7 ? 'load' : dice < 0.85 ? 'start' : 'stop'
      counts[kind]++
      if (kind === 'start') {
        // Killed, and killed again while it recovers.
        await running.kill()
        running = new ExchangeProcess(dataDir, port)
        await sleep(random.next() * START_MAX_MS)
        await running.kill()
      } else {
        const flow = Promise.all(traders.map((one) => one.run(price)))
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
      running = new ExchangeProcess(dataDir, port)
      expect(await running.ready, `start ${kill}: ${running.complaints.join()}`).toBe(base)
      const faults = await Promise.all(traders.map((one) => one.compare()))
      expect(faults.flat(), `after kill ${kill} (${kind})`).toEqual([])
      if (kill % VERIFY_EVERY === 0) await verifyCopy(dataDir)
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
      expect(presses.size, name).toBeGreaterThan(KILLS)
    }
    // Fills shown are fills of the ledger, each once (I8): an execution's id is its trade's.
    const fills = lines.filter((line) => line.execId !== undefined).map((line) => line.execId!)
    expect(new Set(fills).size).toBe(fills.length)
    const filled = new Set(fills)
    for (const { executions } of traders) expect([...executions].filter((id) => !filled.has(id))).toEqual([])
    expect(fills.length).toBeGreaterThan(KILLS)
    await verifyCopy(dataDir)
    if (process.env['HALYARD_KILLS'] !== undefined)
      console.log({
        ...counts,
        presses: traders.reduce((sum, one) => sum + one.presses.size, 0),
        fills: fills.length,
        lines: lines.length,
      })
    // A start of a process takes a second or two, on a machine that may be busy.
  },
  60_000 + KILLS * 20_000,
)

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
async function verifyCopy(dataDir: string): Promise<void> {
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

async function lastPrice(base: string): Promise<number> {
  const { result } = await new Caller(base).get('/v5/market/tickers?category=linear&symbol=BTCUSDT')
  return Number((result['list'] as { lastPrice: string }[])[0]!.lastPrice)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

test('an exchange that control has aged past an auction and an expiry is killed, comes back from its snapshot, and verify compares it', async () => {
  const dataDir = join(folder, 'aged')
  const env = { HALYARD_MARKETS: 'all', HALYARD_CONTROL: '1' }
  const young = new ExchangeProcess(dataDir, 0, env)
  const base = (await young.ready)!
  const port = Number(new URL(base).port)
  const caller = new Caller(base)
  await caller.signIn()
  const trader = new Trader('aged', caller, createRandom(SEED))
  const trade = async (): Promise<void> => {
    const flow = trader.run(await lastPrice(base))
    await sleep(300)
    trader.stop()
    await flow
  }
  // Past the end of the first auction, then past the first Friday.
  for (const hours of [2, 8 * 24]) {
    await caller.post('/control/advance', { ms: hours * 3_600_000 })
    await trade()
  }
  // What a clean stop writes is what a start begins with; then killed with inputs after it.
  await young.kill('SIGTERM')
  expect(young.complaints).toEqual([])
  const again = new ExchangeProcess(dataDir, port, env)
  expect(await again.ready, again.complaints.join()).toBe(base)
  await trade()
  await again.kill()
  expect(again.complaints).toEqual([])
  const last = new ExchangeProcess(dataDir, port, env)
  expect(await last.ready, last.complaints.join()).toBe(base)
  expect(await trader.compare()).toEqual([])
  await last.kill('SIGTERM')
  expect(last.complaints).toEqual([])

  const agreed = await verifyByCommand(dataDir)
  expect(agreed).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\d snapshots are the replayed state; [^]*all agree\n$/),
  })
  const db = new Database(join(dataDir, 'history.sqlite'))
  db.exec(`UPDATE snapshots SET state = replace(state, '"nowMs":', '"nowMsOfOld":')`)
  db.close()
  const foreign = await verifyByCommand(dataDir)
  expect(foreign.code).toBe(1)
  expect(foreign.said).toMatch(/no snapshot was compared; \d of another build's form, not compared/)
  expect(foreign.said).not.toMatch(/all agree/)
}, 180_000)

function verifyByCommand(dataDir: string): Promise<{ readonly code: number | null; readonly said: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(outDir, 'verify.js'), 'verify', dataDir], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.once('close', (code) => done({ code, said }))
  })
}

/** As a deployment may do it: the file with control is taken away. */
test('reliability.md §6.1, 32: without its switch the exchange needs no file of control, and with it does not start without', async () => {
  const bare = `${outDir}-bare`
  await rm(bare, { recursive: true, force: true })
  await cp(outDir, bare, { recursive: true, filter: (path) => !path.endsWith('create-control.js') })
  const plain = new ExchangeProcess(join(folder, 'plain'), 0, {}, bare)
  const base = await plain.ready
  expect(base).not.toBeNull()
  for (const [method, path] of [
    ['GET', '/control'],
    ['GET', '/control/state'],
    ['POST', '/control/price'],
    ['POST', '/control/reset'],
    ['OPTIONS', '/control/reset'],
  ] as const)
    expect((await new Caller(base!).raw(method, path)).status, `${method} ${path}`).toBe(404)
  await plain.kill('SIGTERM')
  expect(plain.complaints).toEqual([])
  // The switch is what loads it.
  expect(await new ExchangeProcess(join(folder, 'controlled'), 0, { HALYARD_CONTROL: '1' }, bare).ready).toBeNull()
  const whole = new ExchangeProcess(join(folder, 'whole'), 0, { HALYARD_CONTROL: '1' })
  expect((await new Caller((await whole.ready)!).raw('GET', '/control/state')).status).toBe(200)
  await whole.kill()
  await rm(bare, { recursive: true })
}, 60_000)

test('reliability.md §6.1, 32: what runs without the switch holds no control call; the module with them is loaded by its switch alone', () => {
  const files = readdirSync(outDir).filter((name) => name.endsWith('.js'))
  const holding = files.filter((name) => {
    const text = readFileSync(`${outDir}/${name}`, 'utf8')
    return CONTROL.some((word) => text.includes(word))
  })
  expect(holding).toEqual(['create-control.js'])
  const naming = files.filter((name) => readFileSync(`${outDir}/${name}`, 'utf8').includes('create-control'))
  expect(naming).toContain('main.js')
  const main = readFileSync(`${outDir}/main.js`, 'utf8')
  // One lazy import, and no static one.
  expect(main.match(/create-control\.js/g)).toHaveLength(1)
  expect(main).toMatch(/await import\("\.\/create-control\.js"\)/)
})
