// The engine with its whole risk check, in memory; then durable, through journal and venue as the gateway uses them.
// Beside them, in the same run: the npm package nodejs-order-book (a book alone: no accounts, no money), and bare
// group commits of as many rows into libsql.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCOUNTS, LIMIT_SHARE, MARKET_SHARE, OPEN_ORDERS, openLedger, SYMBOLS, WARM_UP } from './lib/durable-flow.mjs'
import { loadTs } from './lib/load-ts.mjs'
import { EXCHANGE_FLAGS } from '../scripts/lib/exchange-flags.mjs'

const CHILD = join(import.meta.dirname, 'lib/ledger-child.mjs')
const DURABLE_CHILD = join(import.meta.dirname, 'lib/durable-child.mjs')
const NOW = 1_700_000_000_000
/** A second of what is asked for. */
const DURABLE_ORDERS = 60_000
const DURABLE_ROUNDS = 12
const CALLERS = 64
const MANY_CALLERS = 256

export async function run({ quick, note }) {
  const { module: product, file: bundle } = await loadTs('bench/lib/engine-product.ts')
  const count = quick ? 50_000 : 300_000
  const memory = best(quick ? 1 : 3, () => inMemory(product, count))
  note(`in memory: ${Math.round(memory.perSecond)} orders/s, ${JSON.stringify(memory.shape)}`)
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
  const rounds = []
  for (let round = 1; round <= (quick ? 1 : DURABLE_ROUNDS); round++) {
    rounds.push(await durableOrders(bundle, quick ? 10_000 : DURABLE_ORDERS, CALLERS))
    const { perSecond, p99Ms } = rounds.at(-1)
    note(`durable, round ${round}: ${Math.round(perSecond)} orders/s, p99 ${p99Ms.toFixed(1)} ms`)
  }
  rounds.sort((a, b) => b.perSecond - a.perSecond)
  const [fastest] = rounds
  const middle = rounds[Math.floor(rounds.length / 2)]
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
  const logged = quick ? 20_000 : 1_000_000
  const { withSnapshot, fromFirstLine } = await recovery(product, bundle, logged)
  const commands = logged.toLocaleString('en')
  rows.push(
    row(
      `killed after ${commands} commands: ready again (newest snapshot and the tail)`,
      withSnapshot.seconds,
      's',
      null,
    ),
    row('… inputs in that tail', withSnapshot.replayedInputs, '', null),
    row('… the same from the first line, no snapshot', fromFirstLine.seconds, 's', null),
    row('… pure replay', fromFirstLine.replayedInputs / fromFirstLine.seconds, 'inputs/s', null),
  )
  return {
    name: 'engine',
    about: `${ACCOUNTS} accounts, ${SYMBOLS.length} positions and about ${OPEN_ORDERS} open orders each; ${LIMIT_SHARE * 100} % limit, ${MARKET_SHARE * 100} % market, rest cancels; best of rounds. Durable: accounts, matching, ledger line, fdatasync, history rows and snapshots in one process with the callers that make the orders; no gateway. Each round after ${WARM_UP.toLocaleString('en')} uncounted orders; snapshots fall into the long run, and before a round`,
    rows,
  }
}

const row = (label, value, unit, floor) => ({ label, value, unit, floor, ratio: floor === null ? null : value / floor })

function best(rounds, measure) {
  let found = null
  for (let i = 0; i < rounds; i++) {
    const one = measure()
    if (found === null || (one.perSecond ?? one) > (found.perSecond ?? found)) found = one
  }
  return found
}

function contracts(product) {
  return product
    .catalogue('')
    .filter((one) => SYMBOLS.includes(one.symbol))
    .map((one) => product.createListing(one, one.tickSize).engine)
}

const START_TICKS = { BTCUSDT: 640_000, ETHUSDT: 250_000 }
const LOTS = { BTCUSDT: 5, ETHUSDT: 8 }

/** An engine with `accounts` funded accounts that all hold positions and orders. */
function populated(product, accounts) {
  const engine = product.createEngine(contracts(product))
  const must = (command) => {
    const { result } = engine.handle(command, NOW)
    if (!result.ok) throw new Error(`${command.type}: ${JSON.stringify(result)}`)
  }
  for (const symbol of SYMBOLS)
    must({ type: 'mark', symbol, markTicks: START_TICKS[symbol], indexTicks: START_TICKS[symbol] })
  const random = product.createRandom(11)
  const names = Array.from({ length: accounts }, (_, i) => `account-${i}`)
  for (const account of names) {
    must({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    must({ type: 'credit', account, coin: 'USDT', amountE8: 1e14 })
  }
  const place = (account, symbol, side, ticks, lots, orderType = 'limit') => ({
    type: 'place',
    account,
    linkId: '',
    symbol,
    side,
    orderType,
    ticks,
    lots,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    selfMatch: 'cancelTaker',
    createType: 'CreateByUser',
  })
  for (const symbol of SYMBOLS) {
    for (let i = 0; i + 1 < names.length; i += 2) {
      must(place(names[i], symbol, 'buy', START_TICKS[symbol], LOTS[symbol]))
      must(place(names[i + 1], symbol, 'sell', START_TICKS[symbol], LOTS[symbol]))
    }
    for (const account of names) {
      for (let k = 0; k < OPEN_ORDERS / SYMBOLS.length; k++) {
        const side = k % 2 === 0 ? 'buy' : 'sell'
        const away = 1 + random.int(0, 2_000)
        must(place(account, symbol, side, START_TICKS[symbol] + (side === 'buy' ? -away : away), LOTS[symbol]))
      }
    }
  }
  return { engine, names, place, random }
}

function commands({ engine, names, place, random }, count) {
  const open = []
  for (const account of names)
    for (const order of engine.openOrders(account)) open.push([account, order.symbol, order.id])
  return {
    open,
    next() {
      const account = names[random.int(0, names.length - 1)]
      const symbol = SYMBOLS[random.int(0, SYMBOLS.length - 1)]
      const side = random.next() < 0.5 ? 'buy' : 'sell'
      const kind = random.next()
      if (kind < LIMIT_SHARE || open.length === 0) {
        // Exponential around the touch, a little of it across: the shape of a real flow.
        const away = Math.round(random.exponential(400)) - 40
        return place(
          account,
          symbol,
          side,
          START_TICKS[symbol] + (side === 'buy' ? -away : away),
          1 + random.int(0, LOTS[symbol]),
        )
      }
      if (kind < LIMIT_SHARE + MARKET_SHARE) return place(account, symbol, side, 0, 1 + random.int(0, 2), 'market')
      const at = random.int(0, open.length - 1)
      const [owner, of, orderId] = open[at]
      open[at] = open.at(-1)
      open.pop()
      return { type: 'cancel', account: owner, symbol: of, orderId, linkId: null }
    },
    count,
  }
}

function inMemory(product, count) {
  const world = populated(product, ACCOUNTS)
  const flow = commands(world, count)
  let fills = 0
  let refused = 0
  const start = process.hrtime.bigint()
  for (let i = 0; i < count; i++) {
    const command = flow.next()
    const { result, events } = world.engine.handle(command, NOW + i)
    if (!result.ok) refused++
    else if (command.type === 'place' && command.orderType === 'limit')
      flow.open.push([command.account, command.symbol, result.orderId])
    for (const event of events) if (event.type === 'trade') fills++
  }
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  for (const { coin, sumE8, creditedE8 } of world.engine.conservation()) {
    if (sumE8 !== creditedE8) throw new Error(`${coin} is not conserved: ${sumE8} of ${creditedE8}`)
  }
  return {
    perSecond: count / seconds,
    shape: { fillsPer100: (fills / count) * 100, refusedPer100: (refused / count) * 100 },
  }
}

/** The same orders to both books, turn by turn. @returns operations a second, each one's best round */
async function books(product, count, rounds) {
  const { OrderBook } = await import('nodejs-order-book')
  const found = { ours: 0, peer: 0 }
  for (let i = 0; i < rounds; i++) {
    found.ours = Math.max(found.ours, bookFlow(product, count, new product.BookAlone()))
    const peer = new OrderBook()
    const adapter = {
      limit: (id, side, price, size) => peer.limit({ side, id, size, price }),
      market: (side, size) => peer.market({ side, size }),
      cancel: (id) => peer.cancel(id),
    }
    found.peer = Math.max(found.peer, bookFlow(product, count, adapter))
  }
  return found
}

function bookFlow(product, count, book) {
  const random = product.createRandom(11)
  const open = []
  let id = 0
  const start = process.hrtime.bigint()
  for (let i = 0; i < count; i++) {
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const kind = random.next()
    if (kind < LIMIT_SHARE || open.length === 0) {
      const away = Math.round(random.exponential(400)) - 40
      const name = String(++id)
      book.limit(name, side, START_TICKS.BTCUSDT + (side === 'buy' ? -away : away), 1 + random.int(0, 5))
      open.push(name)
    } else if (kind < LIMIT_SHARE + MARKET_SHARE) {
      book.market(side, 1 + random.int(0, 2))
    } else {
      const at = random.int(0, open.length - 1)
      book.cancel(open[at])
      open[at] = open.at(-1)
      open.pop()
    }
  }
  return count / (Number(process.hrtime.bigint() - start) / 1e9)
}

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

/** In a process of its own, as an exchange is one: neither the code nor the heap of the rows before stands in its way. */
async function durableOrders(bundle, count, callers) {
  const child = spawn(process.execPath, [...EXCHANGE_FLAGS, DURABLE_CHILD, bundle, String(count), String(callers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the process that takes durable orders ended with ${code}`)
  return JSON.parse(said)
}

/** A process fills a ledger under load and is killed; then the start is measured, with its snapshots and without. */
async function recovery(product, bundle, count) {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
  try {
    await killedAfter(bundle, dataDir, count)
    const withSnapshot = await reopened(product, dataDir)
    // What docs/ledger.md allows: without its tables the exchange replays every line.
    for (const file of readdirSync(dataDir)) if (file.startsWith('history.')) rmSync(join(dataDir, file))
    return { withSnapshot, fromFirstLine: await reopened(product, dataDir) }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

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

async function reopened(product, dataDir) {
  const start = performance.now()
  const journal = await openLedger(product, dataDir)
  const seconds = (performance.now() - start) / 1_000
  const { replayedInputs, mismatches } = journal.recovery
  await journal.close()
  if (mismatches > 0) throw new Error(`${mismatches} replayed inputs differ from the ledger`)
  return { seconds, replayedInputs }
}
