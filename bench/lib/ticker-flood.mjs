import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { portOf } from './port-of.mjs'

const TOPIC = 'instrument_info_v3.all'
const EVERY_MS = 100

/** @typedef {{ symbol: string, lastPrice: string }} Price */

/**
 * A wire in front of an exchange that gives the topic of all prices another life: its changes are taken out, and so many
 * a second are sent in their place, each contract in its turn a step up and a step down. All else passes as it is.
 * @param {{ readonly origin: string }} exchange
 * @param {number} rate prices a second
 */
export async function startTickerFlood(exchange, rate) {
  const sockets = createHttpServer()
  const gate = new WebSocketServer({ server: sockets, perMessageDeflate: false })
  gate.on('connection', (down, { url = '' }) => {
    const up = new WebSocket(exchange.origin.replace('http', 'ws') + url, { origin: exchange.origin })
    /** @type {string[]} */
    const early = []
    down.on('message', (data) => (up.readyState === WebSocket.OPEN ? up.send(String(data)) : early.push(String(data))))
    up.on('open', () => early.splice(0).forEach((text) => up.send(text)))
    up.on('close', () => down.close()).on('error', () => down.close())
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let timer
    up.on('message', (data) => {
      const text = String(data)
      if (!text.startsWith(`{"topic":"${TOPIC}"`)) return down.send(text)
      const message = JSON.parse(text)
      if (message.type !== 'snapshot') return
      down.send(text)
      clearInterval(timer)
      timer = setInterval(
        sender(message, (frame) => down.send(frame), (rate * EVERY_MS) / 1_000),
        EVERY_MS,
      )
    })
    down.on('close', () => {
      clearInterval(timer)
      up.close()
    })
  })
  const wire = createServer((down) => {
    down.once('data', (bytes) => {
      if (bytes.toString('latin1', 0, 21) === 'GET /realtime_public?') {
        down.pause()
        down.unshift(bytes)
        sockets.emit('connection', down)
        down.resume()
        return
      }
      const up = connect(Number(new URL(exchange.origin).port), '127.0.0.1')
      up.write(bytes)
      down.pipe(up).pipe(down)
      up.on('error', () => down.destroy())
      down.on('error', () => up.destroy())
    })
  })
  await once(wire.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://localhost:${portOf(wire)}`,
    stop() {
      wire.close()
      gate.close()
      for (const one of gate.clients) one.terminate()
    },
  }
}

/**
 * @param {{ seq: number, data: readonly Price[] }} snapshot
 * @param {(frame: string) => void} send
 * @param {number} count prices in a message
 */
function sender({ seq, data: all }, send, count) {
  // One that has not begun to trade has no price.
  const data = all.filter((one) => one.lastPrice !== undefined)
  let [at, last] = [0, seq]
  return () => {
    /** @type {Price[]} */
    const rows = []
    for (let n = 0; n < count; n++, at++) {
      const { symbol, lastPrice } = data[at % data.length] ?? { symbol: '', lastPrice: '0' }
      const decimals = lastPrice.split('.')[1]?.length ?? 0
      const step = Math.floor(at / data.length) % 2 === 0 ? 10 ** -decimals : 0
      rows.push({ symbol, lastPrice: (Number(lastPrice) + step).toFixed(decimals) })
    }
    // In one message a contract stands once.
    const bySymbol = new Map(rows.map((row) => [row.symbol, row]))
    last += 1
    send(JSON.stringify({ topic: TOPIC, type: 'delta', ts: Date.now(), seq: last, data: [...bySymbol.values()] }))
  }
}
