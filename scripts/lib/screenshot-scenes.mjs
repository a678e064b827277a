/**
 * `npm run screenshots -- scenes [NAME …]`: what is hard to lay out, at the widths that traders have, in both themes. They
 * go to `screenshots/scenes`, which is for whoever looks at them and is not committed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Name, width and height in pixels.
 * @type {readonly (readonly [string, number, number])[]}
 */
const SIZES = [
  ['800', 800, 900],
  ['1100', 1100, 800],
  ['1280', 1280, 800],
  ['1440', 1440, 900],
  ['1920', 1920, 1080],
  ['phone', 390, 844],
  ['phone-landscape', 844, 390],
]

/** @param {Page} page */
const region = (page) => page.getByRole('region', { name: 'Positions and orders' })

/**
 * Shows the table of that name, wherever the layout keeps it.
 * @param {Page} page
 * @param {string} name
 */
async function table(page, name) {
  const views = page.getByRole('tab', { name: name === 'Positions' ? /^Positions/ : /^Orders/ })
  if (!(await region(page).isVisible())) await views.first().click()
  await region(page)
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click()
  await page.waitForTimeout(600)
}

/**
 * The ticket, which a phone opens as a sheet.
 * @param {Page} page
 */
async function ticket(page) {
  const form = page.getByRole('region', { name: 'Order entry' })
  if (!(await form.isVisible())) await page.getByRole('button', { name: 'Buy / Long' }).click()
  await form.waitFor()
  return form
}

/**
 * Each scene begins on a trade page that is live. `folder` is that of the pictures, where the recording lies too.
 * @type {Readonly<Record<string, (page: Page, origin: string, folder: string) => Promise<void>>>}
 */
const SCENES = {
  async 'ticket-tpsl'(page) {
    const form = await ticket(page)
    await form.getByLabel('Quantity', { exact: true }).fill('0.05')
    const box = form.getByRole('checkbox', { name: 'TP/SL' })
    if (!(await box.isChecked())) await box.check()
    await page.waitForTimeout(800)
  },
  positions: (page) => table(page, 'Positions'),
  async hedge(page, origin) {
    await page.goto(`${origin}/trade/usdt/ETHUSDT`)
    await live(page)
    await table(page, 'Positions')
  },
  'order-history': (page) => table(page, 'Order history'),
  async replay(page, origin, folder) {
    await page.goto(`${origin}/replay`)
    await page.getByRole('heading', { name: 'Replay', level: 1 }).waitFor()
    await page.getByLabel('Recording file').setInputFiles(join(folder, 'recording.json'))
    await page.getByText('Replay. Not live').waitFor()
    await page.getByRole('slider', { name: 'Position' }).press('End')
    await page.waitForTimeout(1_500)
  },
  async 'replay-page'(page, origin) {
    await page.goto(`${origin}/replay`)
    await page.getByRole('button', { name: 'Play the last minutes' }).waitFor()
  },
}

/** @param {Page} page */
async function live(page) {
  await page.locator('[data-feed-state="live"]').first().waitFor({ timeout: 20_000 })
}

/**
 * @param {Page} page
 * @param {string} symbol of a linear contract
 */
export async function lastPrice(page, symbol) {
  /** @type {{ readonly result: { readonly list: readonly { readonly lastPrice: string }[] } }} */
  const { result } = await page.evaluate(
    async (path) => (await fetch(path)).json(),
    `/v5/market/tickers?category=linear&symbol=${symbol}`,
  )
  return Number(result.list[0]?.lastPrice)
}

/**
 * Positions in three coins, both sides in hedge mode, orders of every kind, and ends of orders.
 * @param {Page} page
 * @param {string} origin
 * @param {string} folder
 */
async function setUp(page, origin, folder) {
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
    await page.waitForTimeout(1_100)
  }
  await page.goto(`${origin}/trade/inverse/BTCUSD`)
  await live(page)
  await press('Buy / Long', null, '5000')
  await page.goto(`${origin}/trade/usdt/ETHUSDT`)
  await live(page)
  await form.getByRole('button', { name: /^Position mode/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Hedge' }).check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await press('Buy / Long', null, '2')
  await press('Sell / Short', null, '1.5')
  await page.goto(`${origin}/trade/usdt/BTCUSDT`)
  await live(page)
  const price = await lastPrice(page, 'BTCUSDT')
  await press('Buy / Long', null, '0.85')
  await press('Buy / Long', (price * 0.997).toFixed(1), '0.25')
  await press('Sell / Short', (price * 1.003).toFixed(1), '0.2')
  await page.waitForTimeout(2_000)
  await page.goto(`${origin}/diagnostics`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save recording', exact: true }).click()
  await (await saved).saveAs(join(folder, 'recording.json'))
  if (readFileSync(join(folder, 'recording.json')).length === 0) throw new Error('nothing was recorded')
}

/**
 * @param {Page} page
 * @param {string} origin
 * @param {string} folder
 * @param {readonly string[]} names of scenes; none is all of them
 */
export async function shootScenes(page, origin, folder, names) {
  await setUp(page, origin, folder)
  const chosen = Object.entries(SCENES).filter(([name]) => names.length === 0 || names.includes(name))
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => localStorage.setItem('BYBIT_THEME_KEY', value), theme)
    for (const [size, width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const [name, show] of chosen) {
        await page.goto(`${origin}/trade/usdt/BTCUSDT`)
        await live(page)
        await show(page, origin, folder)
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), scale: 'css' })
      }
    }
  }
}
