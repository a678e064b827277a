// 2,000 sockets on 20 books of 50 levels a side, each book changed every 20 ms, from one thread of one server: what
// arrives, how late, and what waits. Beside it the same number of bare `ws` sends of the same bytes. The books' changes
// are put in where the journal's would be; from there on everything is the gateway's: mirror, window, checksum,
// encoding, sending.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { loadTs } from './lib/load-ts.mjs'
import { quantile } from './lib/measure.mjs'
import { row } from './lib/table.mjs'

/** @typedef {import('./lib/sockets-child.mjs').Report} Report */

const CHILD = join(import.meta.dirname, 'lib/sockets-child.mjs')
const SOCKETS = 2_000
/** One socket of so many has its messages read for their time; the others are counted. */
const READ_EVERY = 20
const STEPS_PER_SECOND = 50
const OPENED_AT_ONCE = 100

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  const sockets = quick ? 400 : SOCKETS
  const seconds = quick ? 4 : 15
  const { file: bundle } = await loadTs('bench/lib/sockets-product.ts')
  const ours = await measure(['product', bundle], { sockets, seconds, note })
  const floor = await measure(['bare'], { sockets, seconds, note, sample: ours.sample, names: ours.symbols })
  const rows = [
    row('messages delivered', ours.perSecond, '1/s', floor.perSecond),
    row('bare ws sends, the same bytes', floor.perSecond, '1/s', floor.perSecond),
    row('asked for', sockets * STEPS_PER_SECOND, '1/s', null),
    row('cores used by the server', ours.coresUsed, '', floor.coresUsed),
    row('CPU a message', (ours.coresUsed * 1e6) / ours.perSecond, 'µs', (floor.coresUsed * 1e6) / floor.perSecond),
    row('server time to client, p50', ours.lagP50, 'ms', floor.lagP50),
    row('server time to client, p99', ours.lagP99, 'ms', floor.lagP99),
    row('steps late, p50', ours.lateP50Ms, 'ms', floor.lateP50Ms),
    row('steps late, p99', ours.lateP99Ms, 'ms', floor.lateP99Ms),
    row('steps taken', ours.stepsPerSecond, '1/s', floor.stepsPerSecond),
    row('most bytes that waited in one socket', ours.queueWorst, 'B', null),
    row('… bare', floor.queueWorst, 'B', null),
    row('bytes a message', ours.messageBytes, 'B', floor.messageBytes),
  ]
  const about = `${sockets} sockets, 20 books of 50 levels a side, a change each 20 ms, ${seconds} s; sequences without a hole: ${ours.holes === 0 ? 'yes' : `no, ${ours.holes}`}`
  return { name: 'sockets', about, rows }
}

/**
 * @typedef {object} Terms
 * @property {number} sockets
 * @property {number} seconds
 * @property {(text: string) => void} note
 * @property {string | null} [sample] a message of the product's, for the floor
 * @property {readonly string[] | null} [names] the symbols of the product's books, for the floor
 *
 * @param {readonly string[]} args which server
 * @param {Terms} terms
 */
async function measure(args, { sockets, seconds, note, sample = null, names = null }) {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-sockets-'))
  const child = spawn(process.execPath, [...process.execArgv, CHILD, ...args, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    if (sample !== null) child.stdin.write(`${JSON.stringify({ sample, symbols: names })}\n`)
    /** @type {{ port: number, symbols: string[] }} */
    const { port, symbols } = JSON.parse((await lines.next()).value)
    /** @returns {Promise<Report>} of the time since the last one */
    const report = async () => {
      child.stdin.write('\n')
      return JSON.parse((await lines.next()).value)
    }
    /** @type {Reader[]} */
    const readers = []
    while (readers.length < sockets) {
      const numbers = Array.from({ length: OPENED_AT_ONCE }, (_, i) => readers.length + i)
      const opened = numbers.map((i) => openReader(port, symbols[i % symbols.length] ?? '', i % READ_EVERY === 0))
      readers.push(...(await Promise.all(opened)))
    }
    note(`${args[0]}: ${readers.length} sockets open`)
    // The books begin to change with the first question; two seconds of that are not counted.
    await report()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await report()
    for (const reader of readers) reader.reset()
    const startedAt = performance.now()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const ms = performance.now() - startedAt
    const measured = await report()
    const queueWorst = args[0] === 'product' ? (await stateOf(port)).queues.worstBytes : measured.queueWorst
    const messages = readers.reduce((sum, reader) => sum + reader.messages, 0)
    const lags = readers.flatMap((reader) => reader.lags)
    for (const { socket } of readers) socket.destroy()
    return {
      ...measured,
      symbols,
      queueWorst,
      perSecond: (messages * 1000) / ms,
      stepsPerSecond: (measured.steps * 1000) / measured.ms,
      lagP50: quantile(lags, 0.5),
      lagP99: quantile(lags, 0.99),
      messageBytes: readers.reduce((sum, reader) => sum + reader.bytes, 0) / messages,
      holes: readers.reduce((sum, reader) => sum + reader.holes, 0),
      sample: readers.find((reader) => reader.sample !== null)?.sample ?? null,
    }
  } finally {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {number} port
 * @returns {Promise<{ queues: { worstBytes: number } }>}
 */
async function stateOf(port) {
  return (await fetch(`http://127.0.0.1:${port}/control/state`)).json()
}

/**
 * A subscriber on a bare socket: it counts frames, and of some it looks at time and sequence.
 * @param {number} port
 * @param {string} symbol
 * @param {boolean} isRead
 * @returns {Promise<Reader>}
 */
function openReader(port, symbol, isRead) {
  const socket = connect(port, '127.0.0.1')
  const reader = new Reader(socket, symbol, isRead)
  socket.write(
    `GET /realtime_public?v=2 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
      'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (head) => {
      if (!String(head).startsWith('HTTP/1.1 101')) reject(new Error(String(head)))
      socket.on('data', (chunk) => reader.receive(chunk))
      socket.write(clientFrame(JSON.stringify({ op: 'subscribe', args: [`orderBook_50.H.${symbol}`] })))
      resolve(reader)
    })
  })
}

class Reader {
  messages = 0
  bytes = 0
  holes = 0
  /** @type {number[]} in ms */
  lags = []
  /** @type {string | null} a message, with placeholders for its time and symbol */
  sample = null
  /** @type {number | null} */
  #seq = null
  /** @type {Buffer | null} */
  #rest = null

  /**
   * @param {import('node:net').Socket} socket
   * @param {string} symbol
   * @param {boolean} isRead
   */
  constructor(socket, symbol, isRead) {
    this.socket = socket
    this.symbol = symbol
    this.isRead = isRead
  }

  reset() {
    this.messages = 0
    this.bytes = 0
    this.lags.length = 0
  }

  /**
   * Frames of a server are not masked; its messages are not fragmented.
   * @param {Buffer} chunk
   */
  receive(chunk) {
    const data = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    for (;;) {
      if (data.length < at + 2) break
      const short = data.readUInt8(at + 1)
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (data.length < at + head) break
      const length = short === 126 ? data.readUInt16BE(at + 2) : short === 127 ? data.readUInt32BE(at + 6) : short
      if (data.length < at + head + length) break
      // Heartbeats and replies are short.
      if (length > 200) {
        this.messages++
        this.bytes += length
        if (this.isRead) this.#read(data.toString('latin1', at + head, at + head + length))
      }
      at += head + length
    }
    this.#rest = at === data.length ? null : data.subarray(at)
  }

  /** @param {string} text */
  #read(text) {
    const ts = /"ts":(\d{13})/.exec(text)?.[1]
    if (ts !== undefined) this.lags.push(Date.now() - Number(ts))
    if (!text.includes('"type":"delta"')) return
    const seq = Number(/"seq":(\d+)/.exec(text)?.[1])
    if (this.#seq !== null && seq !== this.#seq + 1 && !Number.isNaN(seq)) this.holes++
    this.#seq = seq
    this.sample ??= text.replace(/"ts":\d{13}/, '"ts":TTTTTTTTTTTTT').replaceAll(this.symbol, 'SSS')
  }
}

/**
 * Masked, as a client has to; the mask is zero.
 * @param {string} text
 */
function clientFrame(text) {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body])
}
