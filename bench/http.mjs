// Order placement over HTTP, durable and answered, beside an empty hono handler that answers the same bytes to the same
// requests. One server at a time, each a process of its own; the requests come from this one. The exchange lists the
// linear perpetuals, as in the bench of the engine: its market goes on beside the orders.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openLines, send } from './lib/http-load.mjs'
import { processCpuSeconds, quantile } from './lib/measure.mjs'
import { row } from './lib/table.mjs'
import { startExchange } from '../scripts/lib/served.mjs'

/**
 * @typedef {import('./lib/http-load.mjs').Answer} Answer
 * @typedef {Awaited<ReturnType<typeof costed>>} Round
 */

const HONO = join(import.meta.dirname, 'lib/hono-child.mjs')
const PATH = '/contract/v5/order/create'
const LINES = 128
/** So that no account is asked for more than its burst of order calls in a round (decisions 21). */
const ACCOUNTS = 300
const ORDERS = 15_000
/** Uncounted, for the compilers: beside an exchange that has just begun to run they work for some 100,000 orders. */
const WARM_UP_ROUNDS = 8
/** The market goes on: so much of a core is idle. */
const IDLE_SHARE = 0.15
const IDLE_LOOK_MS = 200
const IDLE_LOOKS_MAX = 25
/** Headers that the server's own HTTP layer writes. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  const orders = quick ? 3_000 : ORDERS
  const rounds = quick ? 1 : 8
  const warmUps = quick ? 1 : WARM_UP_ROUNDS
  const exchange = await startExchange({ HALYARD_CONTROL: '0', HALYARD_MARKETS: 'linear' })
  /** @type {Awaited<ReturnType<typeof startHono>> | null} */
  let hono = null
  try {
    const cookies = await openAccounts(exchange.origin, quick ? 60 : ACCOUNTS)
    const price = await restingPrice(exchange.origin)
    const lines = await openLines(exchange.origin, LINES)
    const host = new URL(exchange.origin).host
    let id = 0
    /** @param {number} i */
    const requestOf = (i) => orderRequest(host, cookies[i % cookies.length] ?? '', price, `bench-${++id}`)
    const [first] = lines
    if (first === undefined) throw new Error('no connection was opened')
    const example = await first.ask(requestOf(0))
    mustBePlaced(example)
    hono = await startHono(example)
    const bare = await openLines(hono.origin, LINES)
    /** @type {Round[]} */
    const ours = []
    /** @type {Round[]} */
    const floor = []
    for (let round = -warmUps; round < rounds; round++) {
      const placed = await costed(exchange.pid, () => send(lines, counted(orders, requestOf), mustBePlaced))
      const answered = await costed(hono.pid, () => send(bare, counted(orders, requestOf), mustBePlaced))
      await cancelAll(exchange.origin, cookies)
      await idle(exchange.pid)
      if (round < 0) continue
      ours.push(placed)
      floor.push(answered)
      note(`round ${round + 1}: ${Math.round(placed.perSecond)} orders/s, floor ${Math.round(answered.perSecond)}`)
    }
    /**
     * @param {readonly Round[]} list
     * @param {'main' | 'all' | 'load'} thread
     */
    const cpu = (list, thread) => Math.min(...list.map((one) => one.cpuUs[thread]))
    /** @param {readonly Round[]} list */
    const fastest = (list) => Math.max(...list.map((one) => one.perSecond))
    /** @param {readonly Round[]} list */
    const middle = (list) =>
      quantile(
        list.map((one) => one.perSecond),
        0.5,
      )
    const delays = ours.flatMap((one) => one.delays)
    const bareDelays = floor.flatMap((one) => one.delays)
    const bareSpeed = fastest(floor)
    return {
      name: 'http',
      about: `${PATH}, ${LINES} connections, ${cookies.length} accounts, ${orders} orders a round, best of ${rounds}`,
      rows: [
        row('orders placed over HTTP (synced to disk)', fastest(ours), 'orders/s', bareSpeed),
        row('… in the middle round of each', middle(ours), 'orders/s', middle(floor)),
        row('empty hono handler, the same bytes', bareSpeed, 'answers/s', bareSpeed),
        row('CPU an order, main thread', cpu(ours, 'main'), 'µs', cpu(floor, 'main')),
        row('CPU an order, all threads', cpu(ours, 'all'), 'µs', cpu(floor, 'all')),
        row('… and of the load that asks for it', cpu(ours, 'load'), 'µs', cpu(floor, 'load')),
        row('answer p50', quantile(delays, 0.5), 'ms', quantile(bareDelays, 0.5)),
        row('answer p99', quantile(delays, 0.99), 'ms', quantile(bareDelays, 0.99)),
      ],
    }
  } finally {
    hono?.child.kill()
    await exchange.stop()
  }
}

/**
 * What the answers cost the server, and the load beside it. Speeds depend on what else the machine does, CPU time hardly.
 * @param {number} pid
 * @param {() => ReturnType<typeof send>} work
 */
async function costed(pid, work) {
  const [before, load] = [processCpuSeconds(pid), process.cpuUsage()]
  const done = await work()
  const [after, { user, system }] = [processCpuSeconds(pid), process.cpuUsage(load)]
  /** @param {'main' | 'all'} thread */
  const us = (thread) => ((after[thread] - before[thread]) * 1e6) / done.delays.length
  return { ...done, cpuUs: { main: us('main'), all: us('all'), load: (user + system) / done.delays.length } }
}

/**
 * @param {number} count
 * @param {(i: number) => string} requestOf
 */
function counted(count, requestOf) {
  let i = 0
  return () => (i < count ? requestOf(i++) : null)
}

/** @param {Answer} answer */
function mustBePlaced({ status, body }) {
  if (status !== 200 || !body.startsWith('{"retCode":0,')) throw new Error(`an order was refused: ${status} ${body}`)
}

/**
 * As the app sends it.
 * @param {string} host
 * @param {string} cookie
 * @param {string} price
 * @param {string} tag
 */
function orderRequest(host, cookie, price, tag) {
  const body = JSON.stringify({
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qtyX: '100000',
    price,
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    type: 'Order',
  })
  return (
    `POST ${PATH} HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\naccept: */*\r\n` +
    `content-type: application/json\r\nx-requested-with: halyard\r\nclient-tag: ${tag}\r\ncookie: ${cookie}\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}

/**
 * Sessions are admitted 200 at once and 20 a second from one address.
 * @param {string} origin
 * @param {number} count
 */
async function openAccounts(origin, count) {
  /** @type {string[]} */
  const cookies = []
  while (cookies.length < count) {
    const answer = await post(origin, '/sandbox/session', '', {})
    const { retCode } = await answer.json()
    if (retCode === 0)
      cookies.push(
        answer.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; '),
      )
    else await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return cookies
}

/**
 * Two per cent below the market: inside its band, far from a fill.
 * @param {string} origin
 */
async function restingPrice(origin) {
  const answer = await (await fetch(`${origin}/v5/market/tickers?category=linear&symbol=BTCUSDT`)).json()
  return (Number(answer.result.list[0].markPrice) * 0.98).toFixed(1)
}

/**
 * @param {string} origin
 * @param {readonly string[]} cookies
 */
async function cancelAll(origin, cookies) {
  for (const cookie of cookies)
    await post(origin, '/v5/order/cancel-all', cookie, { category: 'linear', symbol: 'BTCUSDT' })
}

/**
 * Until the exchange has written down what the cancelling between two rounds leaves behind: the history of the orders that
 * ended is written after the answers, and is no part of placing the next ones.
 * @param {number} pid
 */
async function idle(pid) {
  for (let looks = 0; looks < IDLE_LOOKS_MAX; looks++) {
    const before = processCpuSeconds(pid).all
    await new Promise((resolve) => setTimeout(resolve, IDLE_LOOK_MS))
    if ((processCpuSeconds(pid).all - before) * 1000 < IDLE_LOOK_MS * IDLE_SHARE) return
  }
}

/**
 * @param {string} origin
 * @param {string} path
 * @param {string} cookie
 * @param {object} body
 */
function post(origin, path, cookie, body) {
  return fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'halyard',
      ...(cookie === '' ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  })
}

/** @param {Answer} example whose bytes it answers */
async function startHono({ head, body }) {
  /** @type {Record<string, string>} */
  const headers = {}
  for (const line of head.split('\r\n').slice(1)) {
    const [name = '', ...rest] = line.split(': ')
    if (!OWN_HEADERS.has(name.toLowerCase())) headers[name] = rest.join(': ')
  }
  const child = spawn(process.execPath, [...process.execArgv, HONO], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(`${JSON.stringify({ headers, body })}\n`)
  const [origin] = await once(child.stdout, 'data')
  return { child, pid: pidOf(child), origin: String(origin).trim() }
}

/** @param {import('node:child_process').ChildProcess} child */
function pidOf({ pid }) {
  if (pid === undefined) throw new Error('the process did not start')
  return pid
}
