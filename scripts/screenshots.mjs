// npm run screenshots: the pictures of docs/screenshots, taken of the served build. Each place is shown in both themes.
// `-- FOLDER` puts them elsewhere; `-- scenes [NAME …]` makes those of `lib/screenshot-scenes.mjs` instead.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled } from './lib/ensure-installed.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const [target, ...names] = process.argv.slice(2)
const isScenes = target === 'scenes'
const OUT =
  target === undefined ? join(ROOT, 'docs/screenshots') : isScenes ? join(ROOT, 'screenshots/scenes') : resolve(target)

await ensureInstalled()
const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
if (built.status !== 0) process.exit(built.status ?? 1)

const { startExchange, openBrowser } = await import('./lib/served.mjs')
const { lastPrice, shootScenes } = await import('./lib/screenshot-scenes.mjs')
/** In pixels. */
const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
]
mkdirSync(OUT, { recursive: true })
const exchange = await startExchange()
const browser = await openBrowser()
/** @type {string[]} */
const complaints = []
try {
  const page = await browser.context.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
  await live(page)
  if (isScenes) await shootScenes(page, exchange.origin, OUT, names)
  else await everyPlace(page)
} finally {
  await browser.close()
  await exchange.stop()
}
for (const line of complaints) console.error(`console: ${line}`)
console.log(`pictures are in ${OUT}`)
process.exit(complaints.length === 0 ? 0 : 1)

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
async function everyPlace(page) {
  await trade(page)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => localStorage.setItem('BYBIT_THEME_KEY', value), theme)
    for (const { name, width, height } of SIZES) {
      await page.setViewportSize({ width, height })
      await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
      await live(page)
      await page.locator('canvas').first().waitFor()
      await page.waitForFunction(() => performance.now() > 4_000)
      await page.screenshot({ path: join(OUT, `${name}-${theme}.png`), scale: 'css' })
      if (name === 'phone') {
        await page.getByRole('button', { name: 'Buy / Long' }).click()
        await page.waitForTimeout(500)
        await page.screenshot({ path: join(OUT, `${name}-ticket-${theme}.png`), scale: 'css' })
      }
      await page.goto(`${exchange.origin}/markets`)
      await live(page)
      await page.waitForTimeout(1_500)
      await page.screenshot({ path: join(OUT, `${name}-markets-${theme}.png`), scale: 'css' })
    }
  }
}

/** @param {Page} page */
async function live(page) {
  await page.locator('[data-feed-state="live"]').first().waitFor({ timeout: 15_000 })
}

/**
 * A position and two resting orders, made through the ticket like anybody's.
 * @param {Page} page
 */
async function trade(page) {
  const form = page.getByRole('region', { name: 'Order entry' })
  /**
   * @param {string} side the button's words
   * @param {string | null} price `null`: a market order
   * @param {string} qty
   */
  const press = async (side, price, qty) => {
    await form.getByRole('tab', { name: price === null ? 'Market' : 'Limit', exact: true }).click()
    if (price !== null) await form.getByLabel('Price', { exact: true }).fill(price)
    await form.getByLabel('Quantity', { exact: true }).fill(qty)
    await form.getByRole('button', { name: side }).click()
    await page.waitForTimeout(1_000)
  }
  const last = await lastPrice(page, 'BTCUSDT')
  await press('Buy / Long', null, '0.85')
  await press('Buy / Long', (last * 0.997).toFixed(1), '0.25')
  await press('Sell / Short', (last * 1.003).toFixed(1), '0.2')
}
