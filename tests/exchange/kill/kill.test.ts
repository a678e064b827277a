import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { Caller } from '../api/lib/client'
import { buildExchange, ExchangeProcess, outDir } from './exchange-process'
import { runKills, sleep } from './run-kills'
import { anOption, LINEAR, PAIR, SPREAD } from './traded'
import { Trader } from './trader'

/** A slice in the suite, once at a start or a stop and three times under load; `npm run kills` does five hundred. */
const KILLS = Number(process.env['HALYARD_KILLS'] ?? '4')
const SEED = Number(process.env['HALYARD_KILLS_SEED'] ?? '20261121')
/** Of an exchange with every product, whose start takes longer, a twentieth. */
const MIXED_KILLS = Math.max(1, Math.round(KILLS / 20))
/** A start of a process takes a second or two, on a machine that may be busy. */
const timeoutOf = (kills: number) => 60_000 + kills * 20_000
/** Words of the control calls that stand nowhere else. */
const CONTROL = ['swallow-subscribe', 'token-fault', 'reset-sequence', 'before-commit', 'no such action']

const linear = () => Promise.resolve(LINEAR)
const pair = () => Promise.resolve(PAIR)
const spread = () => Promise.resolve(SPREAD)

let folder: string
beforeAll(async () => {
  await buildExchange()
  folder = await mkdtemp(join(tmpdir(), 'halyard-kill-'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  `${KILLS} times kill -9 from seed ${SEED}: nothing acknowledged is lost or doubled, REST and ledger agree`,
  () => runKills({ folder, name: 'data', kills: KILLS, seed: SEED, traded: [linear, linear, linear] }),
  timeoutOf(KILLS),
)

test(
  `${MIXED_KILLS} times kill -9 under orders of an option, a pair and a spread`,
  () => {
    const env = { HALYARD_MARKETS: 'all' }
    return runKills({ folder, name: 'mixed', kills: MIXED_KILLS, seed: SEED, traded: [anOption, pair, spread], env })
  },
  timeoutOf(MIXED_KILLS),
)

test('an exchange that control has aged past an auction and an expiry is killed, comes back from its snapshot, and verify compares it', async () => {
  const dataDir = join(folder, 'aged')
  const env = { HALYARD_MARKETS: 'contracts', HALYARD_CONTROL: '1' }
  const young = new ExchangeProcess(dataDir, 0, env)
  const base = (await young.ready)!
  const port = Number(new URL(base).port)
  const caller = new Caller(base)
  await caller.signIn()
  const trader = new Trader('aged', caller, createRandom(SEED))
  const trade = async (): Promise<void> => {
    const flow = trader.run(await trader.price())
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

test('verify says of snapshots that another build wrote that it compared none', async () => {
  const young = new ExchangeProcess(join(folder, 'young'), 0)
  expect(await young.ready, young.complaints.join()).not.toBeNull()
  // A clean stop writes one.
  await young.kill('SIGTERM')
  const db = new Database(join(folder, 'young', 'history.sqlite'))
  db.exec(`UPDATE snapshots SET state = replace(state, '"nowMs":', '"nowMsOfOld":')`)
  db.close()
  const foreign = await verifyByCommand(join(folder, 'young'))
  expect(foreign.code).toBe(1)
  expect(foreign.said).toMatch(/no snapshot was compared; \d of another build's form, not compared/)
  expect(foreign.said).not.toMatch(/all agree/)
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
