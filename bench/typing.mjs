// From a key to the paint that shows it, in the ticket's quantity field, while the market of the page gets 1,000 messages a
// second. Event Timing says three parts of each event apart: the wait for the main thread, the handlers, and the way to the
// paint. It tells of no event that took less than 16 ms: those count as 16. Nobody listens to the page meanwhile
// (`lib/plain-browser.mjs`).
import { startExchange } from '../scripts/lib/served.mjs'
import { startFlood } from './lib/hub/flood.mjs'
import { quantile } from './lib/measure.mjs'
import { openPlainBrowser } from './lib/plain-browser.mjs'
import { pressToRequest } from './lib/press-to-request.mjs'
import { settle } from './lib/settle.mjs'
import { row } from './lib/table.mjs'

/** Least duration that Event Timing tells of, ms. */
const LEAST_MS = 16
const RATE = 1_000
const KEY_GAP_MS = 120
/** Goals of the project, ms at p98, by how much slower the processor is made. */
const GOALS = /** @type {const} */ ([
  [1, 32],
  [4, 64],
])

/** From a press to its request, ms at p95. */
const REQUEST_GOAL = 8

/**
 * @typedef {object} Keys one event each, ms
 * @property {number[]} waits
 * @property {number[]} handlers
 * @property {number[]} paints
 * @property {number[]} whole
 * @property {number[]} batches what the page took for each batch of its market, ms
 */

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  const keys = quick ? 40 : 200
  const exchange = await startExchange()
  const flood = await startFlood(exchange)
  /** @type {import('./lib/table.mjs').Row[]} */
  const rows = []
  try {
    for (const [slower, goal] of GOALS) {
      const bare = await type(flood, { keys, slower, open: openBare })
      const trade = await type(flood, { keys, slower, open: openTicket })
      note(`${slower}x: ${trade.whole.length} events of 16 ms or more; bare ${bare.whole.length}`)
      const name = `${slower === 1 ? 'full speed' : `${slower} times slower`}: key to paint`
      /** @param {readonly number[]} told @param {number} p */
      const at = (told, p) => quantile(padded(told, keys), p)
      rows.push(
        row(`${name} p98`, at(trade.whole, 0.98), 'ms', at(bare.whole, 0.98)),
        row(`${name} p98, against the goal`, at(trade.whole, 0.98), 'ms', goal),
        row('… waited for the main thread p98', part(trade.waits, keys), 'ms', part(bare.waits, keys)),
        row('… handlers p98', part(trade.handlers, keys), 'ms', part(bare.handlers, keys)),
        row('… until painted p98', part(trade.paints, keys), 'ms', part(bare.paints, keys)),
        row('… a batch of the market applied meanwhile p99', quantile(trade.batches, 0.99), 'ms', null),
      )
    }
    for (const slower of [1, 4]) {
      const presses = quick ? 10 : 100
      const bare = await pressToRequest(flood, { presses, slower, page: 'bare' })
      const trade = await pressToRequest(flood, { presses, slower, page: 'trade' })
      const name = `${slower === 1 ? 'full speed' : `${slower} times slower`}: Enter on Buy to the order’s request`
      rows.push(
        row(`${name} p50`, quantile(trade, 0.5), 'ms', quantile(bare, 0.5)),
        row(`${name} p95`, quantile(trade, 0.95), 'ms', quantile(bare, 0.95)),
        row(`${name} p95, against the goal`, quantile(trade, 0.95), 'ms', REQUEST_GOAL),
      )
    }
  } finally {
    await flood.stop()
    await exchange.stop()
  }
  return {
    name: 'typing',
    about: `${keys} digits and deletions in the quantity field, ${RATE} book messages a second; floor: a bare page with one field and no market; an event that Event Timing does not tell of counts as ${LEAST_MS} ms, its parts as 0. Requests: as they come by in front of the exchange; floor: a bare page that writes its press down on the disk, as the hub does, and sends it`,
    rows,
  }
}

/**
 * @param {readonly number[]} told
 * @param {number} keys
 */
function padded(told, keys) {
  return [...told, .../** @type {number[]} */ (Array(Math.max(0, keys - told.length)).fill(LEAST_MS))]
}

/**
 * @param {readonly number[]} told
 * @param {number} keys
 */
function part(told, keys) {
  return quantile([...told, .../** @type {number[]} */ (Array(Math.max(0, keys - told.length)).fill(0))], 0.98)
}

/**
 * @param {import('./lib/hub/flood.mjs').Flood} flood
 * @param {{ keys: number, slower: number, open: (page: import('@playwright/test').Page, origin: string) => Promise<void> }} terms
 * @returns {Promise<Keys>}
 */
async function type(flood, { keys, slower, open }) {
  const browser = await openPlainBrowser()
  try {
    const page = await browser.prepare(async (page) => {
      await page.addInitScript(noteBatches)
      await open(page, flood.origin)
    })
    await page.evaluate(noteKeys)
    await page.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const running = flood.run({ rate: RATE, seconds: Math.ceil((keys * KEY_GAP_MS) / 1000) + 6 })
    await pause(3_000)
    await page.evaluate(() => {
      globalThis.keyEvents = []
      globalThis.batchTimes = []
    })
    for (let n = 0; n < keys; n++) {
      // A number that grows to four digits and is taken back: each key changes what the ticket shows.
      const key = n % 8 < 4 ? String(1 + (n % 8)) : 'Backspace'
      await page.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        ...(key.length === 1 ? { text: key } : { windowsVirtualKeyCode: 8 }),
      })
      await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
      await pause(KEY_GAP_MS)
    }
    const told = await page.evaluate(() =>
      (globalThis.keyEvents ?? []).map(({ startTime, processingStart, processingEnd, duration }) => ({
        wait: processingStart - startTime,
        handler: processingEnd - processingStart,
        paint: Math.max(0, startTime + duration - processingEnd),
        whole: duration,
      })),
    )
    const batches = await page.evaluate(() => globalThis.batchTimes ?? [])
    await running
    return {
      batches,
      waits: told.map(({ wait }) => wait),
      handlers: told.map(({ handler }) => handler),
      paints: told.map(({ paint }) => paint),
      whole: told.map(({ whole }) => whole),
    }
  } finally {
    await browser.close()
  }
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} origin
 */
async function openTicket(page, origin) {
  await page.goto(`${origin}/trade/usdt/BTCUSDT`)
  await page.locator('[data-feed-state="live"]').waitFor()
  await page.locator('canvas').nth(1).waitFor()
  await settle(page)
  await page.getByLabel('Quantity', { exact: true }).first().focus()
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} origin
 */
async function openBare(page, origin) {
  await page.goto(`${origin}/healthz`)
  await page.evaluate(() => {
    document.body.textContent = ''
    document.body.appendChild(document.createElement('input')).focus()
  })
}

/** Runs in the page: one event of each key, the slowest of those that it made. */
function noteKeys() {
  globalThis.keyEvents = []
  new PerformanceObserver((list) => {
    for (const entry of /** @type {PerformanceEventTiming[]} */ (list.getEntries()))
      if (entry.name === 'keydown') globalThis.keyEvents?.push(entry)
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16, buffered: false }))
}

/** Runs in the page: how long what hears the hub's port is at work on each batch. */
function noteBatches() {
  const { addEventListener: add, removeEventListener: remove } = MessagePort.prototype
  /** @type {WeakMap<object, EventListener>} */
  const timed = new WeakMap()
  MessagePort.prototype.addEventListener = function (
    /** @type {string} */ type,
    /** @type {EventListenerOrEventListenerObject} */ call,
    /** @type {AddEventListenerOptions} */ options,
  ) {
    if (type !== 'message' || typeof call !== 'function') return add.call(this, type, call, options)
    /** @type {EventListener} */
    const listener = (event) => {
      const startedAt = performance.now()
      call(event)
      if (Array.isArray(/** @type {MessageEvent} */ (event).data?.events))
        globalThis.batchTimes?.push(performance.now() - startedAt)
    }
    timed.set(call, listener)
    add.call(this, type, listener, options)
  }
  MessagePort.prototype.removeEventListener = function (
    /** @type {string} */ type,
    /** @type {EventListenerOrEventListenerObject} */ call,
    /** @type {EventListenerOptions} */ options,
  ) {
    remove.call(this, type, timed.get(call) ?? call, options)
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
