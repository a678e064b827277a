import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

/**
 * What 50 connections do at once to whoever else is served. Each attack goes on until its signal says so, closes what it
 * opened, and sends nothing but to loopback.
 *
 * @typedef {object} Target
 * @property {number} port
 * @property {string} cookie of a session whose history is long
 * @property {readonly string[]} symbols
 * @property {number} connections
 * @property {AbortSignal} signal
 */

const LIST = '/contract/v5/product/brief-symbol-list?filter=all'
/** As much as a socket reads at once. */
const PIPELINED_BYTES = 65_000

/** @type {Readonly<Record<string, (target: Readonly<Target>) => Promise<void>>>} */
export const CROWDS = {
  /** Requests without end, and nobody reads the answers. */
  'pipelined reads': (target) =>
    each(target, async () => {
      const one = `GET ${LIST} HTTP/1.1\r\nHost: localhost:${target.port}\r\n\r\n`
      const bytes = one.repeat(Math.ceil(PIPELINED_BYTES / one.length))
      await held(target, (socket) => {
        socket.pause()
        socket.write(bytes)
      })
    }),

  /** As many as may wait, and the answers are read. */
  'pipelined reads, answers taken': (target) =>
    each(target, async () => {
      const one = `GET ${LIST} HTTP/1.1\r\nHost: localhost:${target.port}\r\n\r\n`
      await held(target, (socket) => {
        const bytes = one.repeat(100)
        let left = 0
        socket.on('data', (chunk) => {
          left -= chunk.length
          if (left > 0) return
          left = 20_000_000
          socket.write(bytes)
        })
        socket.write(bytes)
        left = 20_000_000
      })
    }),

  /** More than may wait, in the least bytes, on a connection that is opened anew as soon as it was ended. */
  'pipelined past the bound and reconnecting': (target) => {
    const one = `GET / HTTP/1.1\r\nHost: localhost:${target.port}\r\n\r\n`
    const bytes = Buffer.from(one.repeat(Math.ceil(PIPELINED_BYTES / one.length)))
    return each(target, () =>
      held(target, (socket) => {
        // Whoever does not read does not learn that it is over.
        socket.resume()
        socket.write(bytes)
      }),
    )
  },

  'new sessions': (target) => each(target, () => ask(target, 'POST', '/sandbox/session', '', '{}')),

  'expensive reads': (target) => {
    const paths = [
      '/v5/account/transaction-log?limit=50&currency=ZZZ',
      '/v5/order/history?category=linear&limit=100&symbol=NONE',
      '/v5/execution/list?category=linear&limit=100',
      '/v5/market/kline?category=linear&symbol=BTCUSDT&interval=1&limit=1000',
      '/v5/market/instruments-info?category=linear&limit=1000',
      '/v5/market/tickers?category=linear',
      LIST,
    ]
    let turn = 0
    return each(target, () => ask(target, 'GET', paths[turn++ % paths.length] ?? LIST, target.cookie))
  },

  /** The page and whatever it names, as fast as it comes. */
  'files of the app': async (target) => {
    const { text } = await ask(target, 'GET', '/')
    const paths = ['/', ...Array.from(text.matchAll(/(?:src|href)="(\/[^"]+)"/g), (found) => found[1] ?? '/')]
    let turn = 0
    return each(target, () => ask(target, 'GET', paths[turn++ % paths.length] ?? '/'))
  },

  subscriptions: (target) => {
    const topics = target.symbols.flatMap((symbol) => [1000, 200, 50, 1].map((depth) => `orderbook.${depth}.${symbol}`))
    return each(target, () =>
      withSocket(target, async (socket) => {
        while (!target.signal.aborted && socket.readyState === WebSocket.OPEN) {
          for (const op of ['subscribe', 'unsubscribe'])
            for (let at = 0; at < topics.length; at += 250)
              socket.send(JSON.stringify({ op, args: topics.slice(at, at + 250) }))
          await wait(20)
        }
      }),
    )
  },

  /** Every book of every contract, and all of it is read. */
  'readers of everything': (target) => {
    const topics = target.symbols.flatMap((symbol) => [1000, 200, 50, 1].map((depth) => `orderbook.${depth}.${symbol}`))
    return each(target, () =>
      withSocket(target, async (socket) => {
        for (let at = 0; at < topics.length; at += 250)
          socket.send(JSON.stringify({ op: 'subscribe', args: topics.slice(at, at + 250) }))
        await aborted(target.signal)
      }),
    )
  },

  'readers that stop': (target) =>
    each(target, () =>
      withSocket(target, async (socket, raw) => {
        socket.send(JSON.stringify({ op: 'subscribe', args: target.symbols.map((one) => `orderbook.1000.${one}`) }))
        await wait(100)
        raw().pause()
        await aborted(target.signal)
      }),
    ),

  'readers that vanish': (target) =>
    each(target, async () => {
      await new Promise((/** @type {(hadError: boolean) => void} */ resolve) => {
        const socket = connect(target.port, '127.0.0.1', () => {
          const head = `Host: localhost:${target.port}\r\nCookie: ${target.cookie}\r\n\r\n`
          socket.write(`GET ${LIST} HTTP/1.1\r\n${head}GET /v5/account/transaction-log HTTP/1.1\r\n${head}`)
          setTimeout(() => socket.resetAndDestroy(), 2)
        })
        socket.on('error', () => undefined)
        socket.on('close', resolve)
      })
    }),
}

/**
 * Does it again and again on each connection, until the end.
 * @param {Readonly<Target>} target
 * @param {() => Promise<unknown>} once
 */
async function each({ connections, signal }, once) {
  const loop = async () => {
    while (!signal.aborted) {
      await once().catch(() => wait(5))
      // The others of this process have their turn too.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
}

/** @param {AbortSignal} signal */
const aborted = (signal) =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))

/**
 * A connection until the exchange ends it, or the attack is over.
 * @param {Readonly<Target>} target
 * @param {(socket: import('node:net').Socket) => void} use
 * @returns {Promise<void>}
 */
function held({ port, signal }, use) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => use(socket))
    const end = () => socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      resolve()
    })
    if (signal.aborted) end()
  })
}

/**
 * @param {Readonly<Target>} target
 * @param {(socket: WebSocket, raw: () => import('node:net').Socket) => Promise<void>} use `raw` is the connection below
 */
async function withSocket({ port, signal }, use) {
  /** @type {import('node:net').Socket | undefined} */
  let raw
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v5/public/linear`, { perMessageDeflate: false })
  socket.on('upgrade', (answer) => (raw = answer.socket))
  socket.on('error', () => undefined)
  try {
    await new Promise((resolve, reject) => socket.on('open', resolve).on('close', reject))
    const below = () => {
      if (raw === undefined) throw new Error('an open socket has a connection')
      return raw
    }
    if (!signal.aborted) await use(socket, below)
  } finally {
    socket.terminate()
  }
}

/**
 * One call on a connection of its own kept-alive pool.
 * @param {{ readonly port: number }} target
 * @param {string} method
 * @param {string} path
 * @param {string} [cookie]
 * @param {string} [body]
 * @returns {Promise<{ status: number, text: string, cookie: string }>}
 */
export function ask({ port }, method, path, cookie = '', body = undefined) {
  return new Promise((resolve, reject) => {
    const headers = {
      host: `localhost:${port}`,
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-requested-with': 'hostile' }),
    }
    const call = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => (text += chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text,
          cookie: (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; '),
        }),
      )
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}
