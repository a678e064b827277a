// node sockets-child.mjs product BUNDLE FOLDER | node sockets-child.mjs bare
// A server of books on one thread. `product` is the gateway as it is, which is given a change of every book each 20 ms;
// `bare` sends frames that were made before, by `ws` alone, to as many sockets. Both print their port; for each line of
// standard input they print, as a line of JSON, what waits in their sockets, how late their steps were, and what CPU they
// used.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { WebSocketServer } from 'ws'
import { LEVELS, nextChange, STEP_MS } from './book-changes.mjs'
import { portOf } from './port-of.mjs'

/**
 * @typedef {import('./book-changes.mjs').BookRow} BookRow
 * @typedef {{ bids: BookRow[], asks: BookRow[] }} Change
 *
 * @typedef {object} Report
 * @property {number} coresUsed
 * @property {number} lateP50Ms
 * @property {number} lateP99Ms
 * @property {number} steps
 * @property {number} queueWorst
 * @property {number} ms since the report before
 *
 * @typedef {object} Served
 * @property {number} port
 * @property {readonly string[]} symbols
 * @property {() => void} step changes every book
 * @property {() => number[]} queue bytes that wait, by socket; empty where the server reports them itself
 */

const [kind, bundle = '', folder = ''] = process.argv.slice(2)
/** @type {number[]} in ms */
const lags = []

/**
 * Calls `step` each `STEP_MS` on a grid, and keeps how late it was.
 * @param {() => void} step
 */
function everyStep(step) {
  let dueAt = performance.now() + STEP_MS
  const turn = () => {
    const now = performance.now()
    lags.push(now - dueAt)
    // A step that is missed is left out, and not made up for.
    dueAt += STEP_MS * Math.max(1, Math.ceil((now - dueAt) / STEP_MS))
    step()
    setTimeout(turn, dueAt - performance.now())
  }
  setTimeout(turn, STEP_MS)
}

/** @returns {Promise<Served>} */
async function product() {
  /** @type {typeof import('./sockets-product')} */
  const { startGateway, LocalFanout, openJournal, systemClock, createVenue, restoreVenue } = await import(
    pathToFileURL(bundle).href
  )
  const fanout = new LocalFanout()
  const journal = await openJournal({
    dataDir: folder,
    fanout,
    genesis: { type: 'genesis', seed: 7, region: '', feedSymbol: null },
    clock: systemClock,
    createVenue: ({ seed, region, feedSymbol }, startMs) => createVenue({ seed, region, feedSymbol, startMs }),
    restoreVenue,
  })
  const config = { host: '127.0.0.1', port: 0, control: true, dataDir: null, api: null, ws: null, region: '' }
  const gateway = await startGateway({ journal, fanout, config, build: 'bench', staticDir: null })
  // Books of 60 levels a side, a few of which change each step; the market itself stands still.
  const books = journal.venue
    .instruments()
    .slice(0, 20)
    .map(({ symbol }, i) => ({ symbol, i, step: 0 }))
  let seq = journal.durableSeq()
  /** @param {(typeof books)[number]} book */
  const change = (book) => {
    const timeMs = journal.now()
    const rows = nextChange(book.i, book.step++)
    if (book.step === 1) clear(journal.venue.book(book.symbol, Number.MAX_SAFE_INTEGER), rows)
    const levels = [...rows.bids.map(levelOf('buy')), ...rows.asks.map(levelOf('sell'))]
    fanout.publish({ events: [{ type: 'book', symbol: book.symbol, levels, timeMs }], seq: ++seq, timeMs })
  }
  for (const book of books) change(book)
  return {
    port: gateway.port,
    symbols: books.map(({ symbol }) => symbol),
    step: () => books.forEach(change),
    queue: () => [],
  }
}

/**
 * A price has six decimals at most, and is one whole number of such steps.
 * @param {import('../../src/domain/order/order').Side} side
 */
function levelOf(side) {
  return (/** @type {BookRow} */ row) => ({ side, ticks: Math.round(Number(row[0]) * 1e6), row })
}

/**
 * The venue's own levels leave with the first change.
 * @param {ReturnType<import('../../exchange/venue/venue-port').Venue['book']>} book
 * @param {Change} change
 */
function clear({ bids, asks }, change) {
  for (const [price] of bids) change.bids.push([price, '0'])
  for (const [price] of asks) change.asks.push([price, '0'])
}

/**
 * Frames of the length that the product's have, made once: what is left is `ws` and the kernel.
 * @param {{ sample: string, symbols: readonly string[] }} terms what the product's delta looks like, from the caller
 * @returns {Promise<Served>}
 */
async function bare({ sample, symbols }) {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: true })
  /** @type {Map<string, import('ws').WebSocket[]>} */
  const readers = new Map(symbols.map((symbol) => [symbol, []]))
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      /** @type {{ args: string[] }} */
      const { args } = JSON.parse(String(data))
      readers.get(args[0]?.split('.').at(-1) ?? '')?.push(socket)
    })
  })
  const step = () => {
    const stamp = String(Date.now())
    for (const [symbol, own] of readers) {
      const frame = Buffer.from(sample.replace('TTTTTTTTTTTTT', stamp).replaceAll('SSS', symbol))
      for (const socket of own) socket.send(frame, { binary: false, compress: false })
    }
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: portOf(server),
    symbols,
    step,
    queue: () => [...sockets.clients].map((one) => one.bufferedAmount),
  }
}

const input = createInterface({ input: process.stdin })
const lines = input[Symbol.asyncIterator]()
const { port, symbols, step, queue } =
  kind === 'product' ? await product() : await bare(JSON.parse((await lines.next()).value))
process.stdout.write(`${JSON.stringify({ port, symbols, levels: LEVELS })}\n`)
let before = process.cpuUsage()
let beforeAt = performance.now()
let isRunning = false
while (!(await lines.next()).done) {
  if (!isRunning) everyStep(step)
  isRunning = true
  const used = process.cpuUsage(before)
  const ms = performance.now() - beforeAt
  const sorted = lags.splice(0).toSorted((a, b) => a - b)
  /** @type {Report} */
  const report = {
    coresUsed: (used.user + used.system) / 1000 / ms,
    lateP50Ms: sorted[Math.floor(sorted.length / 2)] ?? 0,
    lateP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    steps: sorted.length,
    queueWorst: Math.max(0, ...queue()),
    ms,
  }
  before = process.cpuUsage()
  beforeAt = performance.now()
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
