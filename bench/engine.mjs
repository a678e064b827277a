// The engine with its whole risk check, in memory; then durable, through journal and venue as the gateway uses them.
// Beside them, in the same run: the npm package nodejs-order-book (a book alone: no accounts, no money), and bare
// group commits of as many rows into libsql.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WARM_UP } from './lib/durable-flow.mjs'
import { loadTs } from './lib/load-ts.mjs'
import { books, inMemory } from './lib/memory-flow.mjs'
import { ACCOUNTS, LIMIT_SHARE, MARKET_SHARE, OPEN_ORDERS, SYMBOLS } from './lib/order-flow.mjs'
import { portfolioReview } from './lib/portfolio-flow.mjs'
import { row } from './lib/table.mjs'
import { EXCHANGE_FLAGS } from '../scripts/lib/exchange-flags.mjs'

/**
 * @typedef {typeof import('./lib/engine-product')} Product
 *
 * @typedef {object} DurableRound what `lib/durable-child.mjs` prints
 * @property {number} perSecond
 * @property {number} cpuUs
 * @property {number} backlog
 * @property {number} drainSeconds
 * @property {number} p50Ms
 * @property {number} p99Ms
 * @property {number} slowestMs
 */

const CHILD = join(import.meta.dirname, 'lib/ledger-child.mjs')
const REOPEN_CHILD = join(import.meta.dirname, 'lib/reopen-child.mjs')
const DURABLE_CHILD = join(import.meta.dirname, 'lib/durable-child.mjs')
/** A second of what is asked for. */
const DURABLE_ORDERS = 60_000
const DURABLE_ROUNDS = 12
const CALLERS = 64
const MANY_CALLERS = 256
/** Parts of this table that are measured alone: an account's review, and the start after a kill. */
const PORTFOLIO_PART = 'portfolio'
const RECOVERY_PART = 'recovery'

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note, part }) {
  /** @type {{ module: Product, file: string }} */
  const { module: product, file: bundle } = await loadTs('bench/lib/engine-product.ts')
  if (part === RECOVERY_PART) return { name: 'engine', rows: await recoveryRows(bundle, quick) }
  if (part === PORTFOLIO_PART) return { name: 'engine', rows: portfolioRows(product, quick) }
  const count = quick ? 50_000 : 300_000
  const memory = fastestOf(Array.from({ length: quick ? 1 : 3 }, () => inMemory(product, count)))
  note(`in memory: ${Math.round(memory.perSecond)} orders/s, ${JSON.stringify(memory.shape)}`)
  // Behind it: in one process the shapes of another product's accounts make the code of both slower.
  const portfolio = portfolioRows(product, quick)
  const { ours, peer } = await books(product, count, quick ? 1 : 3)
  const rows = [
    row('book alone (our matching, no accounts)', ours, 'operations/s', peer),
    row('nodejs-order-book, the same orders', peer, 'operations/s', peer),
    row('orders in memory, full risk check', memory.perSecond, 'orders/s', peer),
    row('fills per 100 commands', memory.shape.fillsPer100, '', null),
  ]
  const floor = await bareCommits(quick ? 20_000 : 100_000)
  rows.push(row('bare libsql, 100 rows a commit', floor, 'rows/s', floor))
  // Each round an exchange of its own: the orders that stay open would be more from round to round.
  /** @type {DurableRound[]} */
  const rounds = []
  for (let round = 1; round <= (quick ? 1 : DURABLE_ROUNDS); round++) {
    const one = await durableOrders(bundle, quick ? 10_000 : DURABLE_ORDERS, CALLERS)
    rounds.push(one)
    note(`durable, round ${round}: ${Math.round(one.perSecond)} orders/s, p99 ${one.p99Ms.toFixed(1)} ms`)
  }
  const fastest = fastestOf(rounds)
  const middle = fastestOf(rounds, Math.floor(rounds.length / 2))
  // Long enough that snapshots are taken on the way, and that history would fall behind if it could.
  const longCount = quick ? 10_000 : 300_000
  const long = await durableOrders(bundle, longCount, MANY_CALLERS)
  rows.push(
    row(`durable orders, ${CALLERS} callers (journal, venue, fdatasync)`, fastest.perSecond, 'orders/s', floor),
    row('… CPU of all threads, the callers with it', fastest.cpuUs, 'µs an order', null),
    row('… answer p50', fastest.p50Ms, 'ms', null),
    row('… answer p99', fastest.p99Ms, 'ms', null),
    row('… answer, slowest', fastest.slowestMs, 'ms', null),
    row('… the middle of the rounds', middle.perSecond, 'orders/s', floor),
    row('… its answer p99', middle.p99Ms, 'ms', null),
    row(
      `${longCount.toLocaleString('en')} durable orders at once, ${MANY_CALLERS} callers`,
      long.perSecond,
      'orders/s',
      floor,
    ),
    row('… history rows not in SQLite at the end', long.backlog, 'rows', null),
    row('… until they were', long.drainSeconds, 's', null),
    row('… answer p99', long.p99Ms, 'ms', null),
    row('… answer, slowest', long.slowestMs, 'ms', null),
  )
  rows.push(...(await recoveryRows(bundle, quick)))
  rows.push(...portfolio)
  return {
    name: 'engine',
    about: `${ACCOUNTS} accounts, ${SYMBOLS.length} positions and about ${OPEN_ORDERS} open orders each; ${LIMIT_SHARE * 100} % limit, ${MARKET_SHARE * 100} % market, rest cancels; best of rounds. Durable: accounts, matching, ledger line, fdatasync, history rows and snapshots in one process with the callers that make the orders; no gateway. Each round after ${WARM_UP.toLocaleString('en')} uncounted orders; a snapshot falls into a round, and several into the long run`,
    rows,
  }
}

/**
 * @param {string} bundle
 * @param {boolean} quick
 */
async function recoveryRows(bundle, quick) {
  const logged = quick ? 20_000 : 1_000_000
  const { withSnapshot, fromFirstLine } = await recovery(bundle, logged)
  const commands = logged.toLocaleString('en')
  return [
    row(
      `killed after ${commands} commands: ready again (newest snapshot and the tail)`,
      withSnapshot.seconds,
      's',
      null,
    ),
    row('… inputs in that tail', withSnapshot.replayedInputs, '', null),
    row('… the same from the first line, no snapshot', fromFirstLine.seconds, 's', null),
    row('… pure replay', fromFirstLine.replayedInputs / fromFirstLine.seconds, 'inputs/s', null),
  ]
}

/**
 * @param {Product} product
 * @param {boolean} quick
 */
function portfolioRows(product, quick) {
  const { legs, anew, standing, textbook } = portfolioReview(product, quick ? 200 : 5_000)
  return [
    row(`portfolio: an account with ${legs} legs looked at, all marks new`, anew, 'µs', textbook),
    row('portfolio: the same while marks stand', standing, 'µs', null),
    row(
      'portfolio: its options valued by the textbook’s formula in each scenario, and no more',
      textbook,
      'µs',
      textbook,
    ),
  ]
}

/**
 * @template {{ readonly perSecond: number }} T
 * @param {readonly T[]} rounds
 * @param {number} [place] 0 is the fastest
 * @returns {T}
 */
function fastestOf(rounds, place = 0) {
  const found = rounds.toSorted((a, b) => b.perSecond - a.perSecond)[place]
  if (found === undefined) throw new Error('no round was measured')
  return found
}

/** @param {number} count */
async function bareCommits(count) {
  const { default: Database } = await import('libsql')
  const dir = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
  try {
    const db = new Database(join(dir, 'floor.db'))
    db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE log (seq INTEGER PRIMARY KEY, line TEXT)')
    const insert = db.prepare('INSERT INTO log VALUES (?, ?)')
    const line = 'x'.repeat(400)
    const start = process.hrtime.bigint()
    for (let i = 0; i < count; i += 100) {
      db.exec('BEGIN')
      for (let k = i; k < i + 100; k++) insert.run(k, line)
      db.exec('COMMIT')
    }
    const perSecond = count / (Number(process.hrtime.bigint() - start) / 1e9)
    db.close()
    return perSecond
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * In a process of its own, as an exchange is one: neither the code nor the heap of the rows before stands in its way.
 * @param {string} bundle
 * @param {number} count
 * @param {number} callers
 * @returns {Promise<DurableRound>}
 */
async function durableOrders(bundle, count, callers) {
  const child = spawn(process.execPath, [...EXCHANGE_FLAGS, DURABLE_CHILD, bundle, String(count), String(callers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the process that takes durable orders ended with ${code}`)
  return JSON.parse(output)
}

/**
 * A process fills a ledger under load and is killed; then the start is measured, with its snapshots and without.
 * @param {string} bundle
 * @param {number} count
 */
async function recovery(bundle, count) {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
  try {
    await killedAfter(bundle, dataDir, count)
    const withSnapshot = await reopened(bundle, dataDir)
    // What docs/ledger.md allows: without its tables the exchange replays every line.
    for (const file of readdirSync(dataDir)) if (file.startsWith('history.')) rmSync(join(dataDir, file))
    return { withSnapshot, fromFirstLine: await reopened(bundle, dataDir) }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * @param {string} bundle
 * @param {string} dataDir
 * @param {number} count
 */
async function killedAfter(bundle, dataDir, count) {
  const child = spawn(process.execPath, [...EXCHANGE_FLAGS, CHILD, bundle, dataDir, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('the process that fills the ledger ended before it was killed')
    }),
  ])
  child.kill('SIGKILL')
  await ended
}

/**
 * In a process of its own, and counted from the moment it is asked for.
 * @param {string} bundle
 * @param {string} dataDir
 */
async function reopened(bundle, dataDir) {
  const start = performance.now()
  const child = spawn(process.execPath, [...EXCHANGE_FLAGS, REOPEN_CHILD, bundle, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const told = once(child.stdout, 'data')
  await Promise.race([told, ended])
  const seconds = (performance.now() - start) / 1_000
  const [code] = await ended
  if (code !== 0) throw new Error(`the process that opens a ledger ended with ${code}`)
  const [line] = await told
  /** @type {{ replayedInputs: number, mismatches: number }} */
  const { replayedInputs, mismatches } = JSON.parse(String(line))
  if (mismatches > 0) throw new Error(`${mismatches} replayed inputs differ from the ledger`)
  return { seconds, replayedInputs }
}
