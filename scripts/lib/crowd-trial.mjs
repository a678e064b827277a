import { fork } from 'node:child_process'
import { once as onEvent } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { ask, CROWDS } from './crowds.mjs'
import { startExchange } from './start-exchange.mjs'

/**
 * What a child is given of its attack. Times are in milliseconds.
 * @typedef {Omit<import('./crowds.mjs').Target, 'signal'> & { readonly name: string, readonly ms: number }} Attack
 *
 * What one attack did: the p95 of the honest user's orders under it, the exchange's memory at rest and under it in MB,
 * and how soon all were served again.
 * @typedef {{ p95: number, restMemory: number, memory: number, servedMs: number }} Figures
 *
 * @typedef {{ readonly port: number }} Address
 */

const CONNECTIONS = 50
/** Between two orders of the honest user. */
const PAUSE_MS = 20
/** What is asked for: memory and the honest user's orders beside their rest, and how soon all are served again. */
const MEMORY_MAX = 2
const DELAY_MAX = 3
const SERVED_MAX_MS = 1_000

/**
 * Each crowd against an exchange of its own process.
 *
 * @param {readonly string[]} [names] of crowds; none is all of them
 * @param {{ restMs?: number, attackMs?: number }} [lengths]
 * @returns {Promise<number>} exit code
 */
export async function tryCrowds(names = [], { restMs = 5_000, attackMs = 6_000 } = {}) {
  http.globalAgent = new http.Agent({ keepAlive: true })
  const exchange = await startExchange({ env: { HALYARD_CONTROL: '0' } })
  try {
    const port = Number(new URL(exchange.url).port)
    const target = { port }
    const honest = (await ask(target, 'POST', '/sandbox/session', '', '{}')).cookie
    const cookie = (await ask(target, 'POST', '/sandbox/session', '', '{}')).cookie
    const info = await ask(target, 'GET', '/v5/market/instruments-info?category=linear&limit=1000')
    /** @type {{ readonly result: { readonly list: readonly { readonly symbol: string }[] } }} */
    const { result } = JSON.parse(info.text)
    const symbols = result.list.map((one) => one.symbol)
    // Compilers and the first of everything.
    await orders(target, honest, restMs)
    /**
     * Of all rests: of one alone its twelve slowest orders would decide, and they differ threefold from rest to rest.
     * @type {number[]}
     */
    const restDelays = []
    /**
     * @param {string} name
     * @returns {Promise<Figures>}
     */
    const once = async (name) => {
      const rest = await watched(exchange.pid, () => orders(target, honest, restMs))
      restDelays.push(...rest.delays)
      const child = fork(new URL('crowd-child.mjs', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      // The attackers would be elsewhere: what their requests take to make is not to be had of this machine's two cores
      // before the exchange and the honest user had theirs.
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      const gone = onEvent(child, 'exit')
      /** @type {Attack} */
      const attack = { name, ms: attackMs, port, cookie, symbols, connections: CONNECTIONS }
      child.send(attack)
      await wait(500)
      const under = await watched(exchange.pid, () => orders(target, honest, attackMs - 500))
      await gone
      const servedMs = await servedAgain(target, honest)
      process.stdout.write(`${name}: ${under.delays.length} orders, p95 ${round(p95(under.delays))} ms\n`)
      return { p95: p95(under.delays), restMemory: rest.memory, memory: under.memory, servedMs }
    }
    /** @param {Figures} row */
    const isBeyond = (row) =>
      row.memory / row.restMemory > MEMORY_MAX || row.p95 / p95(restDelays) > DELAY_MAX || row.servedMs > SERVED_MAX_MS

    const rows = []
    for (const name of Object.keys(CROWDS).filter((one) => names.length === 0 || names.includes(one))) {
      const first = await once(name)
      // A machine that others use has bad seconds of its own: a crowd that was beyond a bound comes twice more, and the
      // middle one of its three times counts.
      const figures = isBeyond(first) ? middleOf(first, await once(name), await once(name)) : first
      rows.push({ name, times: figures === first ? 1 : 3, ...figures })
    }
    const restMsP95 = p95(restDelays)
    const table = rows.map((row) => ({
      crowd: row.name,
      times: row.times,
      'memory at rest, MB': row.restMemory,
      'memory, MB': row.memory,
      'memory / rest': round(row.memory / row.restMemory),
      'served again, ms': Math.round(row.servedMs),
      'p95, ms': round(row.p95),
      'p95 / rest': round(row.p95 / restMsP95),
    }))
    process.stdout.write(
      `${CONNECTIONS} connections at once, ${attackMs / 1000} s each; at rest p95 ${round(restMsP95)} ms of ${restDelays.length} orders\n`,
    )
    console.table(table)
    const worse = rows.filter(isBeyond)
    for (const { name } of worse)
      process.stdout.write(`${name}: beyond ${MEMORY_MAX}× memory, ${DELAY_MAX}× p95 or ${SERVED_MAX_MS} ms\n`)
    return worse.length === 0 ? 0 : 1
  } finally {
    await exchange.kill()
  }
}

/**
 * Places and cancels, one after the other.
 * @param {Address} target
 * @param {string} cookie
 * @param {number} ms for how long
 * @returns {Promise<number[]>} how long each order took, milliseconds
 */
async function orders(target, cookie, ms) {
  const ticker = await ask(target, 'GET', '/v5/market/tickers?category=linear&symbol=BTCUSDT')
  /** @type {{ readonly result: { readonly list: readonly { readonly markPrice: string }[] } }} */
  const { result: tickers } = JSON.parse(ticker.text)
  const price = (Number(tickers.list[0]?.markPrice) * 0.98).toFixed(1)
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price }
  const delays = []
  for (const endMs = performance.now() + ms; performance.now() < endMs;) {
    const fromMs = performance.now()
    const { text } = await ask(target, 'POST', '/v5/order/create', cookie, JSON.stringify(order))
    delays.push(performance.now() - fromMs)
    /** @type {{ readonly retCode: number, readonly result: { readonly orderId: string } }} */
    const { retCode, result } = JSON.parse(text)
    if (retCode !== 0) throw new Error(`an honest order was refused: ${text}`)
    const { orderId } = result
    await ask(
      target,
      'POST',
      '/v5/order/cancel',
      cookie,
      JSON.stringify({ category: 'linear', symbol: 'BTCUSDT', orderId }),
    )
    await wait(PAUSE_MS)
  }
  return delays
}

/**
 * @param {number | undefined} pid of the exchange
 * @param {() => Promise<number[]>} work
 * @returns {Promise<{ delays: number[], memory: number }>} with the most memory that the exchange had meanwhile, MB
 */
async function watched(pid, work) {
  let memory = 0
  const look = () => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    memory = Math.max(memory, Math.round(Number(kilobytes) / 1024))
  }
  const timer = setInterval(look, 50)
  const delays = await work()
  clearInterval(timer)
  look()
  return { delays, memory }
}

/**
 * @param {Address} target
 * @param {string} cookie
 * @returns {Promise<number>} until an unknown caller, a new visitor's page and an order are answered, milliseconds
 */
async function servedAgain(target, cookie) {
  const fromMs = performance.now()
  const agent = http.globalAgent
  http.globalAgent = new http.Agent({ keepAlive: false })
  await Promise.all([
    ask(target, 'GET', '/healthz'),
    ask(target, 'GET', '/contract/v5/product/brief-symbol-list'),
    ask(target, 'POST', '/v5/order/cancel-all', cookie, '{"category":"linear","symbol":"BTCUSDT"}'),
  ])
  http.globalAgent = agent
  return performance.now() - fromMs
}

/**
 * @param {readonly [Figures, Figures, Figures]} tries
 * @returns {Figures} the middle of three, figure by figure
 */
function middleOf(...tries) {
  /** @param {keyof Figures} figure */
  const middle = (figure) => {
    const [a, b, c] = [tries[0][figure], tries[1][figure], tries[2][figure]]
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
  }
  return {
    p95: middle('p95'),
    restMemory: middle('restMemory'),
    memory: middle('memory'),
    servedMs: middle('servedMs'),
  }
}

/** @param {readonly number[]} delays */
const p95 = (delays) => delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? Number.NaN
/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100
