// node flood-child.mjs EXCHANGE_PORT BUNDLE SITE, forked: a wire between browser and exchange that gives one contract's book
// topic another life. Everything else (files, calls, all other topics, heartbeats) passes as it is; the exchange's own
// frames of that topic are taken out, and frames made beforehand are sent in their place: sequence, update id, checksum
// and server time right. Files of SITE (JSON: file by path) stand beside the served build. And there is a bare site, whose
// sockets get nothing but those frames.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WebSocketServer } from 'ws'
import { portOf } from '../port-of.mjs'
import { encodeFlood, Sink } from './flood-sink.mjs'
import { serverFrames } from './server-frames.mjs'

/**
 * @typedef {import('./flood-sink.mjs').Flood} Flood
 * @typedef {import('node:net').Socket} Socket
 */

const [exchangePort, bundle = '', siteJson = ''] = process.argv.slice(2)
/** @type {Readonly<Record<string, string>>} */
const site = JSON.parse(siteJson)
/** @type {typeof import('./flood-frames')} */
const { makeFlood } = await import(pathToFileURL(bundle).href)
const SYMBOL = 'BTCUSDT'
const RING = 4_000
const TOPIC = new RegExp(`^\\{"topic":"(orderBook_(\\d+)\\.[A-Z]\\.${SYMBOL})","type":"(snapshot|delta)"`)
const BEST_ASK = /"a":\[\["([\d.]+)"/
const BARE_TOPIC = `orderBook_50.H.${SYMBOL}`

const ORDER = /^POST \/contract\/v5\/order\/create[ ?]/
/** When each order came by, ms since the epoch. @type {number[]} */
let orders = []

/** @type {Map<string, Flood>} */
const floods = new Map()
/** @type {Set<Sink>} */
const sinks = new Set()

/**
 * The frames of a topic, made once; the price is the market's of that moment.
 * @param {string} topic
 * @param {number} depth
 * @param {number} bestAsk
 */
function floodOf(topic, depth, bestAsk) {
  let flood = floods.get(topic)
  if (flood === undefined) {
    const mid = Math.round(bestAsk * 10)
    flood = encodeFlood(makeFlood({ topic, symbol: SYMBOL, depth, mid, count: RING }))
    floods.set(topic, flood)
  }
  return flood
}

/**
 * @param {Socket} socket
 * @param {Flood} flood
 */
function addSink(socket, flood) {
  const sink = new Sink(socket, flood)
  sinks.add(sink)
  socket.on('close', () => sinks.delete(sink))
  sink.begin()
  return sink
}

const proxy = createServer((down) => {
  const up = connect(Number(exchangePort), '127.0.0.1')
  down.setNoDelay(true)
  up.setNoDelay(true)
  down.on('error', () => up.destroy()).on('close', () => up.destroy())
  up.on('error', () => down.destroy()).on('close', () => down.destroy())
  down.once('data', (bytes) => {
    if (bytes.toString('latin1', 0, 21) === 'GET /realtime_public?') {
      up.write(bytes)
      down.pipe(up)
      relay(up, down)
      return
    }
    up.pipe(down)
    // A browser asks on one connection for one thing after another, so a request is where a chunk begins.
    /** @param {Buffer} chunk */
    const pass = (chunk) => {
      if (ORDER.test(chunk.toString('latin1', 0, 40))) orders.push(performance.timeOrigin + performance.now())
      const path = /^GET (\/thin\/[^ ]+) HTTP/.exec(chunk.toString('latin1', 0, 200))?.[1]
      const file = path === undefined ? undefined : site[path]
      if (file === undefined) up.write(chunk)
      else answer(down, file)
    }
    pass(bytes)
    down.on('data', pass)
  })
})

/**
 * @param {Socket} socket
 * @param {string} file
 */
function answer(socket, file) {
  const body = readFileSync(file)
  const type = typeOf(file)
  const head = ['HTTP/1.1 200 OK', `content-type: ${type}`, `content-length: ${body.length}`, 'cache-control: no-store']
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
}

/**
 * @param {Socket} up
 * @param {Socket} down
 */
function relay(up, down) {
  /** @type {Map<string, Sink>} */
  const byTopic = new Map()
  const parse = serverFrames((frame, payload) => {
    const found = payload === null ? null : TOPIC.exec(payload.toString('latin1', 0, 80))
    if (payload === null || found === null) {
      down.write(frame)
      return
    }
    const [, topic = '', depth, type] = found
    if (type === 'delta') return
    const known = byTopic.get(topic)
    if (known !== undefined) known.begin()
    else {
      const bestAsk = Number(BEST_ASK.exec(payload.toString('latin1'))?.[1] ?? 60_000)
      byTopic.set(topic, addSink(down, floodOf(topic, Number(depth), bestAsk)))
    }
  })
  up.on('data', parse)
}

/** @param {string} file */
function typeOf(file) {
  return extname(file) === '.html' ? 'text/html' : 'text/javascript'
}

const bare = createHttpServer((request, response) => {
  const name = /^\/(bare(?:-worker)?\.(?:html|mjs))(?:\?|$)/.exec(request.url ?? '')?.[1]
  if (name === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': typeOf(name), 'cache-control': 'no-store' })
  response.end(readFileSync(join(import.meta.dirname, name)))
})
new WebSocketServer({ server: bare, perMessageDeflate: false }).on('connection', (_, request) => {
  request.socket.setNoDelay(true)
  addSink(request.socket, floodOf(BARE_TOPIC, 50, 60_000))
})

/**
 * Sends to every socket of now: at a rate each, or, without one, as fast as each takes it.
 * @param {import('./flood.mjs').RunTerms} terms
 * @returns {Promise<import('./flood.mjs').RunReport>}
 */
async function run({ rate, seconds, messages }) {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const targets = [...sinks]
  for (const sink of targets) sink.reset()
  if (rate === null) await Promise.all(targets.map((sink) => sink.sendAll(messages)))
  else {
    const everyMs = rate > 5_000 ? 1 : 5
    for (;;) {
      const elapsed = Math.min(performance.now() - startedAt, seconds * 1000)
      for (const sink of targets) sink.send(Math.floor((elapsed * rate) / 1000) - sink.sent)
      if (elapsed >= seconds * 1000) break
      await new Promise((done) => setTimeout(done, everyMs))
    }
  }
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  return {
    ms,
    coresUsed: (user + system) / 1000 / ms,
    sinks: targets.map((sink) => ({ sent: sink.sent, updateId: sink.updateId, waitedBytes: sink.waitedBytes })),
    messageBytes: targets[0]?.flood.meanBytes ?? 0,
  }
}

/** @typedef {{ id: number } & ({ what: 'run', terms: import('./flood.mjs').RunTerms } | { what: 'sockets' | 'orders' })} Question */

/** @param {Question} question */
async function answerOf(question) {
  if (question.what === 'run') return run(question.terms)
  if (question.what === 'sockets') return sinks.size
  const told = orders
  orders = []
  return told
}

/** @param {object} message */
function reply(message) {
  if (process.send === undefined) throw new Error('this process is forked, and answers who did it')
  process.send(message)
}

process.on('message', async (/** @type {Question} */ question) => {
  reply({ id: question.id, answer: await answerOf(question) })
})
process.on('disconnect', () => process.exit(0))
for (const server of [proxy, bare]) await once(server.listen(0, '127.0.0.1'), 'listening')
reply({ port: portOf(proxy), barePort: portOf(bare) })
