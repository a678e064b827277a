// A line of a given speed in front of a server on this machine. Throttling by the debugger reaches a page alone: the hub's
// script, its socket and its requests would come over a faster line than the page's own.
import { createConnection, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * @typedef {object} Line
 * @property {string} origin
 * @property {() => readonly { path: string, atMs: number }[]} requests since `forget`, by `Date.now()`
 * @property {() => number} bytes that came down since `forget`
 * @property {() => void} forget
 * @property {() => void} stop
 */

/**
 * @param {string} origin of the server
 * @param {{ roundTripMs: number, bitsPerSecond: number }} terms all connections share the bits; each half of the round
 *   trip is waited on its way
 * @returns {Promise<Line>}
 */
export async function startLine(origin, { roundTripMs, bitsPerSecond }) {
  const { port: target } = new URL(origin)
  const halfMs = roundTripMs / 2
  /** @type {{ path: string, atMs: number }[]} */
  let requests = []
  let bytes = 0
  /** When what was sent last will have come down whole. */
  let freeAtMs = 0
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  const server = createServer((down) => {
    const up = createConnection({ port: Number(target), host: 'localhost' })
    for (const one of [down, up]) {
      one.setNoDelay(true)
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => sockets.delete(one))
    }
    /** Chunks of one direction keep their order: each waits for the one before. */
    let sent = Promise.resolve()
    down.on('data', (chunk) => {
      const line = /^(?:GET|HEAD|POST) (\S+) HTTP\/1/.exec(chunk.subarray(0, 2_000).toString('latin1'))
      if (line?.[1] !== undefined) requests.push({ path: line[1], atMs: Date.now() })
      const at = performance.now() + halfMs
      sent = sent.then(() => until(at)).then(() => void up.write(chunk))
    })
    let came = Promise.resolve()
    up.on('data', (chunk) => {
      bytes += chunk.length
      freeAtMs = Math.max(freeAtMs, performance.now()) + (chunk.length * 8_000) / bitsPerSecond
      const at = freeAtMs + halfMs
      came = came.then(() => until(at)).then(() => void down.write(chunk))
    })
    down.on('end', () => void sent.then(() => up.end()))
    up.on('end', () => void came.then(() => down.end()))
    down.on('close', () => up.destroy())
  })
  await new Promise((done) => server.listen(0, 'localhost', () => done(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    origin: `http://localhost:${address.port}`,
    requests: () => requests,
    bytes: () => bytes,
    forget() {
      requests = []
      bytes = 0
    },
    stop() {
      server.close()
      for (const one of sockets) one.destroy()
    },
  }
}

/** @param {number} at by the steady clock */
async function until(at) {
  const ms = at - performance.now()
  if (ms > 0) await wait(ms)
}
