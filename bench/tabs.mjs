// CPU of the whole browser with 1, 2, 4 and 8 trade pages open, beside the same number of bare pages that each hold a
// socket of their own, parse the same topics and write one text a frame. Each page has a window of its own and is visible.
import { openBrowser, startExchange } from '../scripts/lib/served.mjs'
import { browserCpuSeconds } from './lib/measure.mjs'
import { row } from './lib/table.mjs'

/** @typedef {import('@playwright/test').Page} Page */

const TOPICS = ['orderBook_50.H.BTCUSDT', 'instrument_info.H.BTCUSDT', 'recently_trade.H.BTCUSDT', 'kline.30.BTCUSDT']

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  const seconds = quick ? 4 : 10
  const exchange = await startExchange({ HALYARD_CONTROL: '1' })
  /** @type {import('./lib/table.mjs').Row[]} */
  const rows = []
  try {
    for (const tabs of quick ? [1, 4] : [1, 2, 4, 8]) {
      const own = await measure(exchange, tabs, seconds, openBare)
      const shared = await measure(exchange, tabs, seconds, openTradePage)
      note(`${tabs} tabs: sockets ${JSON.stringify(shared.sockets)}`)
      rows.push(
        row(`${tabs} trade page${tabs > 1 ? 's' : ''}`, shared.cpu * 100, '% of a core', own.cpu * 100),
        row(`public sockets with ${tabs}`, shared.sockets.public, 'sockets', own.sockets.public),
      )
    }
  } finally {
    await exchange.stop()
  }
  return {
    name: 'tabs',
    about: 'the bare pages draw one text and no chart, book, table or ticket: the floor does far less work',
    rows,
  }
}

/**
 * @param {Awaited<ReturnType<typeof startExchange>>} exchange
 * @param {number} tabs
 * @param {number} seconds
 * @param {(page: Page, origin: string) => Promise<void>} open
 */
async function measure(exchange, tabs, seconds, open) {
  const browser = await openBrowser()
  try {
    // Windows side by side: pages behind another are painted once a second, and would look cheap.
    const first = browser.context.pages()[0] ?? (await browser.context.newPage())
    await first.goto(`${exchange.origin}/healthz`)
    await open(first, exchange.origin)
    for (let i = 1; i < tabs; i++) {
      const [page] = await Promise.all([
        browser.context.waitForEvent('page'),
        first.evaluate((url) => {
          window.open(url, '_blank', 'popup,width=1440,height=900,noopener')
        }, `${exchange.origin}/healthz`),
      ])
      await open(page, exchange.origin)
    }
    await pause(3_000)
    /** @type {{ sockets: { public: number } }} */
    const { sockets } = await (await fetch(`${exchange.origin}/control/state`)).json()
    const before = browserCpuSeconds(browser.profile)
    await pause(seconds * 1_000)
    return { cpu: (browserCpuSeconds(browser.profile) - before) / seconds, sockets }
  } finally {
    await browser.close()
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/**
 * @param {Page} page
 * @param {string} origin
 */
async function openTradePage(page, origin) {
  await page.goto(`${origin}/trade/usdt/BTCUSDT`)
  await page.locator('[data-feed-state="live"]').waitFor()
}

/**
 * @param {Page} page
 * @param {string} origin
 */
async function openBare(page, origin) {
  await page.goto(`${origin}/healthz`)
  await page.evaluate((topics) => {
    document.body.textContent = ''
    const node = document.body.appendChild(document.createTextNode('-'))
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/realtime_public?v=2`)
    let waiting = false
    let newest = ''
    socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', args: topics, req_id: '1' }))
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data)
      newest = String(message.seq)
      if (waiting) return
      waiting = true
      requestAnimationFrame(() => {
        node.data = newest
        waiting = false
      })
    }
  }, TOPICS)
}
