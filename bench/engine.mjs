// The engine with its whole risk check, in memory; then durable, through journal and venue as the gateway uses them.
// Beside them, in the same run: the npm package nodejs-order-book (a book alone: no accounts, no money), and bare
// group commits of as many rows into libsql.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadTs } from './lib/load-ts.mjs'
import { quantile } from './lib/served.mjs'

const ACCOUNTS = 1_000
const SYMBOLS = ['BTCUSDT', 'ETHUSDT']
const OPEN_ORDERS = 10
/** Share of commands; what is missing to 1 is cancels. */
const LIMIT_SHARE = 0.6
const MARKET_SHARE = 0.15
const NOW = 1_700_000_000_000

export async function run({ quick, note }) {
  const { module: product } = await loadTs('bench/lib/engine-product.ts')
  const count = quick ? 50_000 : 300_000
  const memory = best(quick ? 1 : 3, () => inMemory(product, count))
  note(`in memory: ${Math.round(memory.perSecond)} orders/s, ${JSON.stringify(memory.shape)}`)
  const peer = await peerBook(product, count, quick ? 1 : 3)
  const rows = [
    row('orders in memory, full risk check', memory.perSecond, 'orders/s', peer),
    row('nodejs-order-book', peer, 'operations/s', peer),
    row('fills per 100 commands', memory.shape.fillsPer100, '', null),
  ]
  const floor = await bareCommits(quick ? 20_000 : 100_000)
  rows.push(row('bare libsql, 100 rows a commit', floor, 'rows/s', floor))
  // Long enough that at least one snapshot is taken on the way.
  let durable = await durableOrders(product, quick ? 10_000 : 150_000)
  if (!quick) {
    const second = await durableOrders(product, 150_000)
    if (second.perSecond > durable.perSecond) durable = second
  }
  rows.push(
    row('durable orders (journal, venue, fdatasync)', durable.perSecond, 'orders/s', floor),
    row('durable and in the history', durable.inHistoryPerSecond, 'orders/s', floor),
    row('durable answer p50', durable.p50Ms, 'ms', null),
    row('durable answer p99', durable.p99Ms, 'ms', null),
    row('durable answer, slowest', durable.slowestMs, 'ms', null),
  )
  return {
    name: 'engine',
    about: `${ACCOUNTS} accounts, ${SYMBOLS.length} positions and about ${OPEN_ORDERS} open orders each; ${LIMIT_SHARE * 100} % limit, ${MARKET_SHARE * 100} % market, rest cancels; best of rounds`,
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

async function peerBook(product, count, rounds) {
  const { OrderBook } = await import('nodejs-order-book')
  return best(rounds, () => {
    const random = product.createRandom(11)
    const book = new OrderBook()
    const open = []
    let id = 0
    const start = process.hrtime.bigint()
    for (let i = 0; i < count; i++) {
      const side = random.next() < 0.5 ? 'buy' : 'sell'
      const kind = random.next()
      if (kind < LIMIT_SHARE || open.length === 0) {
        const away = Math.round(random.exponential(400)) - 40
        const name = String(++id)
        book.limit({
          side,
          id: name,
          size: 1 + random.int(0, 5),
          price: START_TICKS.BTCUSDT + (side === 'buy' ? -away : away),
        })
        open.push(name)
      } else if (kind < LIMIT_SHARE + MARKET_SHARE) {
        book.market({ side, size: 1 + random.int(0, 2) })
      } else {
        const at = random.int(0, open.length - 1)
        book.cancel(open[at])
        open[at] = open.at(-1)
        open.pop()
      }
    }
    return count / (Number(process.hrtime.bigint() - start) / 1e9)
  })
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

/** The gateway's own road: journal, venue with its makers and decimals, one fdatasync for what arrived meanwhile. */
async function durableOrders(product, count) {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
  const journal = await product.openJournal({
    dataDir,
    genesis: { type: 'genesis', seed: 7, region: '', feedSymbol: null },
    clock: product.systemClock,
    createVenue: ({ seed, region, feedSymbol }, startMs) => product.createVenue({ seed, region, feedSymbol, startMs }),
    restoreVenue: product.restoreVenue,
  })
  try {
    const origin = { account: '', connId: 'bench', term: 0, clientTag: '', bodyHash: 'x'.repeat(64) }
    const names = Array.from({ length: ACCOUNTS }, (_, i) => `account-${i}`)
    const must = async (input) => {
      const answer = await journal.submit(input, origin)
      if (answer.outcome !== 'done' || !answer.result.ok) throw new Error(`${input.type}: ${JSON.stringify(answer)}`)
      return answer.result
    }
    await must({ type: 'tick' })
    await Promise.all(names.map((account) => must({ type: 'openAccount', account, kind: 'uta2', name: account })))
    const marks = new Map(SYMBOLS.map((symbol) => [symbol, Number(journal.venue.ticker(symbol).markPrice)]))
    const random = product.createRandom(11)
    const order = (symbol, side, type, price, qty) => ({
      symbol,
      side,
      type,
      price,
      qty,
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      timeInForce: type === 'market' ? 'immediateOrCancel' : 'goodTillCancel',
    })
    const qtyOf = { BTCUSDT: () => `0.00${1 + random.int(0, 4)}`, ETHUSDT: () => `0.0${1 + random.int(0, 7)}` }
    let id = 0
    const input = (type) => {
      const account = names[random.int(0, names.length - 1)]
      const symbol = SYMBOLS[random.int(0, SYMBOLS.length - 1)]
      const side = random.next() < 0.5 ? 'buy' : 'sell'
      const price = (
        marks.get(symbol) * (side === 'buy' ? 1 - random.next() * 0.004 : 1 + random.next() * 0.004)
      ).toFixed(1)
      return {
        type: 'place',
        account,
        linkId: `bench-${++id}`,
        order: order(symbol, side, type, type === 'market' ? null : price, qtyOf[symbol]()),
      }
    }
    const open = []
    const warm = await Promise.all(
      Array.from({ length: ACCOUNTS * OPEN_ORDERS }, () => {
        const one = input('limit')
        return journal.submit(one, origin).then((answer) => [one, answer])
      }),
    )
    for (const [one, answer] of warm)
      if (answer.result.ok && answer.result.order.status === 'new') open.push([one, answer.result.order.id])

    const delays = []
    let sent = 0
    let refused = 0
    const flow = async () => {
      while (sent < count) {
        sent++
        const kind = random.next()
        let command
        if (kind < LIMIT_SHARE || open.length === 0) command = input('limit')
        else if (kind < LIMIT_SHARE + MARKET_SHARE) command = input('market')
        else {
          const at = random.int(0, open.length - 1)
          const [one, orderId] = open[at]
          open[at] = open.at(-1)
          open.pop()
          command = {
            type: 'cancel',
            account: one.account,
            order: { symbol: one.order.symbol, orderId, orderLinkId: null },
          }
        }
        const start = performance.now()
        const answer = await journal.submit(command, {
          ...origin,
          account: command.account,
          clientTag: command.linkId ?? '',
        })
        delays.push(performance.now() - start)
        if (!answer.result.ok) refused++
        else if (command.type === 'place' && answer.result.order.status === 'new')
          open.push([command, answer.result.order.id])
      }
    }
    const start = performance.now()
    // As many callers as a busy gateway has requests under way.
    await Promise.all(Array.from({ length: 256 }, flow))
    const seconds = (performance.now() - start) / 1_000
    await journal.historyWritten()
    return {
      perSecond: count / seconds,
      inHistoryPerSecond: count / ((performance.now() - start) / 1_000),
      p50Ms: quantile(delays, 0.5),
      p99Ms: quantile(delays, 0.99),
      slowestMs: quantile(delays, 1),
      refusedPer100: (refused / count) * 100,
    }
  } finally {
    await journal.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
