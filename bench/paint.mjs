// From the exchange's send to painted pixels: the whole trade page beside a bare page with a socket of its own, same
// browser, same exchange, same topic, interleaved. "Painted" is a task queued in the animation frame that wrote the
// text, or in the next one when the text was written between frames; it runs after the main thread's paint. The
// compositor is not in it, on either side.
import { WebSocket } from 'ws'
import { openBrowser, startExchange } from '../scripts/lib/served.mjs'
import { quantile } from './lib/measure.mjs'
import { row } from './lib/table.mjs'

/** @typedef {{ price: number, at: number }} Painted a price, and when it was seen, in ms of the page's clock */

const SYMBOL = 'BTCUSDT'
const TOPIC = `instrument_info.H.${SYMBOL}`

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  const samples = quick ? 60 : 300
  const exchange = await startExchange()
  const browser = await openBrowser()
  /** @type {{ price: number, ts: number }[]} */
  const sent = []
  const socket = new WebSocket(`${exchange.origin.replace('http', 'ws')}/realtime_public?v=2`, {
    origin: exchange.origin,
  })
  try {
    await new Promise((done) => socket.once('open', done))
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString())
      if (message.topic === TOPIC && message.data.lastPrice !== undefined)
        sent.push({ price: Number(message.data.lastPrice), ts: message.ts })
    })
    socket.send(JSON.stringify({ op: 'subscribe', args: [TOPIC], req_id: '1' }))

    const bare = await browser.context.newPage()
    await bare.goto(`${exchange.origin}/healthz`)
    const full = await browser.context.newPage()
    await full.addInitScript(markFrames)
    await full.addInitScript(countCommits)
    await full.goto(`${exchange.origin}/trade/usdt/${SYMBOL}`)
    await full.locator('[data-feed-state="live"]').waitFor()
    /** @type {{ bare: Painted[], full: Painted[] }} */
    const result = { bare: [], full: [] }
    const rounds = 2
    let [commits, watchedMs] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      await bare.bringToFront()
      result.bare.push(...(await bare.evaluate(watchBare, { topic: TOPIC, count: samples / rounds })))
      await full.bringToFront()
      const start = await full.evaluate(() => ({ commits: globalThis.commits, at: performance.now() }))
      result.full.push(...(await full.evaluate(watchPage, { count: samples / rounds })))
      const end = await full.evaluate(() => ({ commits: globalThis.commits, at: performance.now() }))
      commits += end.commits - start.commits
      watchedMs += end.at - start.at
    }
    /** @param {readonly Painted[]} list */
    const delays = (list) =>
      list.flatMap((one) => {
        // The same price may be sent twice in a minute: the newest sending before the paint is the one that was painted.
        const match = sent.findLast(
          (message) => message.price === one.price && message.ts <= one.at + 1 && one.at - message.ts < 1_000,
        )
        return match === undefined ? [] : [one.at - match.ts]
      })
    const bareDelays = delays(result.bare)
    const fullDelays = delays(result.full)
    note(`samples: bare ${bareDelays.length}, trade page ${fullDelays.length}`)
    /**
     * @param {string} label
     * @param {number} p
     */
    const line = (label, p) => row(label, quantile(fullDelays, p), 'ms', quantile(bareDelays, p))
    return {
      name: 'paint',
      about: 'server send to painted, ms; floor: a bare page with its own socket in the same browser',
      rows: [
        line('message to paint p50', 0.5),
        line('message to paint p90', 0.9),
        line('message to paint p99', 0.99),
        // Prices, book and tape are written without React: a part that renders with each of their steps shows here.
        row('commits of React, where the market makes ten steps', commits / (watchedMs / 1_000), 'a second', null),
      ],
    }
  } finally {
    socket.close()
    await browser.close()
    await exchange.stop()
  }
}

/* The functions below run in the page. */

/** Keeps `isInFrame`: whether an animation frame's callbacks are at work, the microtasks they leave behind included. */
function markFrames() {
  const request = window.requestAnimationFrame.bind(window)
  globalThis.isInFrame = false
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      globalThis.isInFrame = true
      try {
        callback(time)
      } finally {
        let depth = 20
        const leave = () => {
          if (depth-- > 0) queueMicrotask(leave)
          else globalThis.isInFrame = false
        }
        leave()
      }
    })
}

/** Counts what React commits, by the hook that it looks for. */
function countCommits() {
  globalThis.commits = 0
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => (globalThis.commits += 1),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
    },
  })
}

/**
 * @param {{ topic: string, count: number }} options
 * @returns {Promise<Painted[]>}
 */
function watchBare({ topic, count }) {
  return new Promise((done) => {
    document.body.textContent = ''
    const node = document.body.appendChild(document.createTextNode('-'))
    // The page's own, and not that of `ws`.
    const socket = new globalThis.WebSocket(`${location.origin.replace('http', 'ws')}/realtime_public?v=2`)
    /** @type {Painted[]} */
    const seen = []
    /** @type {string | null} */
    let pending = null
    socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', args: [topic], req_id: '1' }))
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data)
      const price = message.topic === topic ? message.data.lastPrice : undefined
      if (price === undefined) return
      const first = pending === null
      pending = price
      if (!first) return
      requestAnimationFrame(() => {
        node.data = String(pending)
        const painted = Number(pending)
        pending = null
        const after = new MessageChannel()
        after.port1.onmessage = () => {
          seen.push({ price: painted, at: performance.timeOrigin + performance.now() })
          if (seen.length === count) {
            socket.close()
            done(seen)
          }
        }
        after.port2.postMessage(0)
      })
    }
  })
}

/**
 * @param {{ count: number }} options
 * @returns {Promise<Painted[]>}
 */
function watchPage({ count }) {
  return new Promise((done, fail) => {
    const element = document.querySelector('[aria-label="Last price"]')
    if (element === null) {
      fail(new Error('the page shows no last price'))
      return
    }
    /** @type {Painted[]} */
    const seen = []
    const observer = new MutationObserver(() => {
      const price = Number((element.textContent ?? '').replace(/[^0-9.]/g, ''))
      const afterPaint = () => {
        const after = new MessageChannel()
        after.port1.onmessage = () => {
          seen.push({ price, at: performance.timeOrigin + performance.now() })
          if (seen.length === count) {
            observer.disconnect()
            done(seen)
          }
        }
        after.port2.postMessage(0)
      }
      if (globalThis.isInFrame) afterPaint()
      else requestAnimationFrame(afterPaint)
    })
    observer.observe(element, { childList: true, characterData: true, subtree: true })
  })
}
