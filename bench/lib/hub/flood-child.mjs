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
import { encodeFlood, Sink } from './flood-sink.mjs'
import { serverFrames } from './server-frames.mjs'

const [exchangePort, bundle, siteJson] = process.argv.slice(2)
const site = JSON.parse(siteJson)
const { makeFlood } = await import(pathToFileURL(bundle).href)
const SYMBOL = 'BTCUSDT'
const RING = 4_000
const TOPIC = new RegExp(`^\\{"topic":"(orderBook_(\\d+)\\.[A-Z]\\.${SYMBOL})","type":"(snapshot|delta)"`)
const BEST_ASK = /"a":\[\["([\d.]+)"/
const BARE_TOPIC = `orderBook_50.H.${SYMBOL}`

const floods = new Map()
const sinks = new Set()

/** The frames of a topic, made once; the price is the market's of that moment. */
function floodOf(topic, depth, bestAsk) {
  let flood = floods.get(topic)
  if (flood === undefined) {
    const mid = Math.round(bestAsk * 10)
    flood = encodeFlood(makeFlood({ topic, symbol: SYMBOL, depth, mid, count: RING }))
    floods.set(topic, flood)
  }
  return flood
}

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
  for (const [one, other] of [
    [down, up],
    [up, down],
  ])
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
  down.once('data', (bytes) => {
    if (bytes.toString('latin1', 0, 21) === 'GET /realtime_public?') {
      up.write(bytes)
      down.pipe(up)
      relay(up, down)
      return
    }
    up.pipe(down)
    // A browser asks on one connection for one thing after another, so a request is where a chunk begins.
    const pass = (chunk) => {
      const file = site[/^GET (\/thin\/[^ ]+) HTTP/.exec(chunk.toString('latin1', 0, 200))?.[1]]
      if (file === undefined) up.write(chunk)
      else answer(down, file)
    }
    pass(bytes)
    down.on('data', pass)
  })
})

function answer(socket, file) {
  const body = readFileSync(file)
  const type = TYPES[extname(file).slice(1)]
  const head = ['HTTP/1.1 200 OK', `content-type: ${type}`, `content-length: ${body.length}`, 'cache-control: no-store']
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
}

function relay(up, down) {
  const byTopic = new Map()
  const parse = serverFrames((frame, payload) => {
    const found = payload === null ? null : TOPIC.exec(payload.toString('latin1', 0, 80))
    if (found === null) {
      down.write(frame)
      return
    }
    const [, topic, depth, type] = found
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

const TYPES = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript' }
const bare = createHttpServer((request, response) => {
  const name = /^\/(bare(?:-worker)?\.(html|mjs))(?:\?|$)/.exec(request.url ?? '')
  if (name === null) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': TYPES[name[2]], 'cache-control': 'no-store' })
  response.end(readFileSync(join(import.meta.dirname, name[1])))
})
new WebSocketServer({ server: bare, perMessageDeflate: false }).on('connection', (_, request) => {
  request.socket.setNoDelay(true)
  addSink(request.socket, floodOf(BARE_TOPIC, 50, 60_000))
})

/** Sends to every socket of now: at a rate each, or, without one, as fast as each takes it. */
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
    messageBytes: targets.length === 0 ? 0 : targets[0].flood.meanBytes,
  }
}

const DO = { run, sockets: () => sinks.size }
process.on('message', ({ id, what, terms }) => {
  void Promise.resolve(DO[what](terms)).then((answer) => process.send({ id, answer }))
})
process.on('disconnect', () => process.exit(0))
for (const server of [proxy, bare]) await once(server.listen(0, '127.0.0.1'), 'listening')
process.send({ port: proxy.address().port, barePort: bare.address().port })
