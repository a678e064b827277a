import { openPlainBrowser } from './plain-browser.mjs'
import { settle } from './settle.mjs'

/** Longer than the time in which two presses are one. */
const PRESS_GAP_MS = 650
const RATE = 1_000

/**
 * From the key that presses a button to the order's request, as it comes by in front of the exchange: on the trade page,
 * whose hub writes it down on the disk and sends it, and on a bare page that does these two things and nothing else.
 * @param {import('./hub/flood.mjs').Flood} flood
 * @param {{ presses: number, slower: number, page: 'trade' | 'bare' }} terms
 * @returns {Promise<number[]>} ms, one of each press
 * @throws when there is not one request for each press
 */
export async function pressToRequest(flood, { presses, slower, page: kind }) {
  const browser = await openPlainBrowser()
  try {
    const page = await browser.prepare((page) => (kind === 'bare' ? openBare : openTrade)(page, flood.origin))
    await page.evaluate(notePresses)
    await page.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const running = flood.run({ rate: RATE, seconds: Math.ceil((presses * PRESS_GAP_MS) / 1000) + 4 })
    await pause(2_000)
    await flood.orders()
    await page.evaluate(() => void (globalThis.pressTimes = []))
    for (let n = 0; n < presses; n++) {
      for (const type of /** @type {const} */ (['keyDown', 'keyUp']))
        await page.send('Input.dispatchKeyEvent', {
          type,
          key: 'Enter',
          text: type === 'keyDown' ? '\r' : '',
          windowsVirtualKeyCode: 13,
        })
      await pause(PRESS_GAP_MS)
    }
    const pressed = await page.evaluate(() => globalThis.pressTimes ?? [])
    const left = await flood.orders()
    await running
    if (pressed.length !== presses || left.length !== presses)
      throw new Error(`${presses} presses: ${pressed.length} key events, ${left.length} requests`)
    return left.map((atMs, n) => atMs - (pressed[n] ?? Number.NaN))
  } finally {
    await browser.close()
  }
}

/**
 * An order that reaches nothing and does not stay, so that each press meets the same page.
 * @param {import('@playwright/test').Page} page
 * @param {string} origin
 */
async function openTrade(page, origin) {
  await page.goto(`${origin}/trade/usdt/BTCUSDT`)
  await page.locator('[data-feed-state="live"]').waitFor()
  await page.locator('canvas').nth(1).waitFor()
  const form = page.getByRole('region', { name: 'Order entry' })
  await form.getByRole('combobox', { name: 'Time in force', exact: true }).selectOption({ label: 'IOC' })
  const price = form.getByLabel('Price', { exact: true })
  await price.fill(String(Math.floor(Number(await price.inputValue()) * 0.995)))
  await form.getByLabel('Quantity', { exact: true }).fill('0.001')
  await settle(page)
  await form.getByRole('button', { name: 'Buy / Long' }).focus()
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} origin
 */
async function openBare(page, origin) {
  await page.goto(`${origin}/healthz`)
  await page.evaluate(async () => {
    /** @type {IDBDatabase} */
    const database = await new Promise((done, failed) => {
      const opening = indexedDB.open('bare', 1)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('presses', { keyPath: 'id' }))
      opening.addEventListener('success', () => done(opening.result))
      opening.addEventListener('error', () => failed(opening.error ?? new Error('no database')))
    })
    let id = 0
    document.body.textContent = ''
    const button = document.body.appendChild(document.createElement('button'))
    button.addEventListener('click', () => {
      const change = database.transaction('presses', 'readwrite', { durability: 'strict' })
      change.objectStore('presses').put({ id: ++id, symbol: 'BTCUSDT' })
      change.addEventListener('complete', () => {
        const headers = { 'content-type': 'application/json' }
        void fetch('/contract/v5/order/create', { method: 'POST', headers, body: '{}' })
      })
    })
    button.focus()
  })
}

/** Runs in the page. */
function notePresses() {
  addEventListener(
    'keydown',
    (/** @type {KeyboardEvent} */ { key, timeStamp }) => {
      if (key === 'Enter') globalThis.pressTimes?.push(performance.timeOrigin + timeStamp)
    },
    true,
  )
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
