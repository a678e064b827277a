// CPU of the whole browser with 1, 2, 4 and 8 trade pages open, beside the same number of bare pages that each hold a
// socket of their own, parse the same topics and write one text a frame. Each page has a window of its own and is visible.
import { openBrowser, startExchange } from '../scripts/lib/served.mjs'
import { browserCpuSeconds } from './lib/measure.mjs'

const TOPICS = ['orderBook_50.H.BTCUSDT', 'instrument_info.H.BTCUSDT', 'recently_trade.H.BTCUSDT', 'kline.30.BTCUSDT']

export async function run({ quick, note }) {
  const seconds = quick ? 4 : 10
  const exchange = await startExchange({ HALYARD_CONTROL: '1' })
  const rows = []
  try {
    for (const tabs of quick ? [1, 4] : [1, 2, 4, 8]) {
      const own = await measure(exchange, tabs, seconds, openBare)
      const shared = await measure(exchange, tabs, seconds, openTradePage)
      note(`${tabs} tabs: sockets ${JSON.stringify(shared.sockets)}`)
      rows.push({
        label: `${tabs} trade page${tabs > 1 ? 's' : ''}`,
        value: shared.cpu * 100,
        unit: '% of a core',
        floor: own.cpu * 100,
        ratio: shared.cpu / own.cpu,
      })
      rows.push({
        label: `public sockets with ${tabs}`,
        value: shared.sockets.public,
        unit: 'sockets',
        floor: own.sockets.public,
        ratio: shared.sockets.public / own.sockets.public,
      })
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
    const sockets = (await (await fetch(`${exchange.origin}/control/state`)).json()).sockets
    const before = browserCpuSeconds(browser.profile)
    await pause(seconds * 1_000)
    return { cpu: (browserCpuSeconds(browser.profile) - before) / seconds, sockets }
  } finally {
    await browser.close()
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

async function openTradePage(page, origin) {
  await page.goto(`${origin}/trade/usdt/BTCUSDT`)
  await page.locator('[data-feed-state="live"]').waitFor()
}

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
