// node sockets-child.mjs product BUNDLE FOLDER | node sockets-child.mjs bare
// A server of books on one thread. `product` is the gateway as it is, told of a change of every book each 20 ms; `bare`
// sends frames that were made before, by `ws` alone, to as many sockets. Both print their port; on a line of standard
// input they tell, as a line of JSON, what waits in their sockets, how late their steps were, and what CPU they used.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { WebSocketServer } from 'ws'
import { LEVELS, nextChange, STEP_MS } from './book-changes.mjs'

const [kind, bundle, folder] = process.argv.slice(2)
const lags = []

/** Calls `step` each `STEP_MS` on a grid, and keeps how late it was. Begins with the first line that is asked. */
let begin
function everyStep(step) {
  begin = () => run(step)
}

function run(step) {
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

async function product() {
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
  const tell = (book) => {
    const timeMs = journal.now()
    const change = nextChange(book.i, book.step++)
    if (book.step === 1) clear(journal.venue.book(book.symbol, Number.MAX_SAFE_INTEGER), change)
    const levels = [...change.bids.map(levelOf('buy')), ...change.asks.map(levelOf('sell'))]
    fanout.publish({ events: [{ type: 'book', symbol: book.symbol, levels, timeMs }], seq: ++seq, timeMs })
  }
  for (const book of books) tell(book)
  everyStep(() => books.forEach(tell))
  return { port: gateway.port, symbols: books.map(({ symbol }) => symbol) }
}

/** A price has six decimals at most, and is one whole number of such steps. */
function levelOf(side) {
  return (row) => ({ side, ticks: Math.round(Number(row[0]) * 1e6), row })
}

/** The venue's own levels leave with the first change. */
function clear({ bids, asks }, change) {
  change.bids.push(...bids.map(([price]) => [price, '0']))
  change.asks.push(...asks.map(([price]) => [price, '0']))
}

/** Frames of the length that the product's have, made once: what is left is `ws` and the kernel. */
async function bare() {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: true })
  const readers = new Map(names.map((symbol) => [symbol, []]))
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { args } = JSON.parse(String(data))
      const symbol = args[0].split('.').at(-1)
      readers.get(symbol).push(socket)
    })
  })
  everyStep(() => {
    const stamp = String(Date.now())
    for (const [symbol, own] of readers) {
      const frame = Buffer.from(bytes.replace('TTTTTTTTTTTTT', stamp).replaceAll('SSS', symbol))
      for (const socket of own) socket.send(frame, { binary: false, compress: false })
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: server.address().port,
    symbols: names,
    queue: () => [...sockets.clients].map((one) => one.bufferedAmount),
  }
}

const input = createInterface({ input: process.stdin })
const lines = input[Symbol.asyncIterator]()
// What the product's delta looks like, from the caller; only the floor needs it.
const { sample: bytes, symbols: names } = kind === 'bare' ? JSON.parse((await lines.next()).value) : {}
const { port, symbols, queue } = kind === 'product' ? await product() : await bare()
process.stdout.write(`${JSON.stringify({ port, symbols, levels: LEVELS })}\n`)
let before = process.cpuUsage()
let beforeAt = performance.now()
while (!(await lines.next()).done) {
  begin?.()
  begin = null
  const used = process.cpuUsage(before)
  const ms = performance.now() - beforeAt
  const sorted = lags.splice(0).toSorted((a, b) => a - b)
  const waiting = queue?.() ?? []
  const report = {
    coresUsed: (used.user + used.system) / 1000 / ms,
    lateP50Ms: sorted[Math.floor(sorted.length / 2)] ?? 0,
    lateP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    steps: sorted.length,
    queueWorst: Math.max(0, ...waiting),
    ms,
  }
  before = process.cpuUsage()
  beforeAt = performance.now()
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
