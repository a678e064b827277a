// The page of markets in a browser: frames that it draws while the prices of every contract come and the list is scrolled.
import { openBrowser, startExchange } from '../../scripts/lib/served.mjs'
import { quantile } from './measure.mjs'
import { startTickerFlood } from './ticker-flood.mjs'

/**
 * @typedef {object} Frames
 * @property {number} rate a second
 * @property {number} gap ms between two of them, p98
 *
 * @param {{ seconds: number, rate: number }} terms prices a second
 * @returns {Promise<{ page: Frames, bare: Frames }>}
 */
export async function measureMarketsPage({ seconds, rate }) {
  const exchange = await startExchange()
  const flood = await startTickerFlood(exchange, rate)
  const browser = await openBrowser()
  try {
    const bare = await browser.context.newPage()
    await bare.goto(`${exchange.origin}/healthz`)
    await bare.evaluate(() => {
      document.body.innerText = 'markets\n'.repeat(600)
    })
    const ofBare = await scrolled(bare, seconds)
    await bare.close()
    const page = await browser.context.newPage()
    await page.goto(`${flood.origin}/markets`)
    await page.getByRole('row').nth(20).waitFor()
    const price = page.locator('tbody td[data-column="last"]').first()
    const first = await price.textContent()
    // A price that goes a step up and a step down is somewhere else within a second.
    await page.waitForFunction(
      (before) => document.querySelector('tbody td[data-column="last"]')?.textContent !== before,
      first,
      { timeout: 3_000 },
    )
    await page.waitForTimeout(2_000)
    return { page: await scrolled(page, seconds), bare: ofBare }
  } finally {
    await browser.close()
    flood.stop()
    await exchange.stop()
  }
}

/**
 * Turns the wheel over a page, ten times a second.
 * @param {import('@playwright/test').Page} page
 * @param {number} seconds
 * @returns {Promise<Frames>}
 */
async function scrolled(page, seconds) {
  await page.bringToFront()
  await page.mouse.move(700, 600)
  const counted = page.evaluate(countFrames, seconds * 1_000)
  for (let turn = 0; turn < seconds * 10; turn++) {
    await page.mouse.wheel(0, turn % 40 < 20 ? 120 : -120)
    await page.waitForTimeout(100)
  }
  const gaps = await counted
  return { rate: gaps.length / seconds, gap: quantile(gaps, 0.98) ?? 0 }
}

/**
 * Runs in the page.
 * @param {number} forMs
 * @returns {Promise<number[]>} ms between each frame and the one before
 */
function countFrames(forMs) {
  return new Promise((done) => {
    /** @type {number[]} */
    const gaps = []
    const start = performance.now()
    let before = start
    const frame = () => {
      const now = performance.now()
      gaps.push(now - before)
      before = now
      if (now - start < forMs) requestAnimationFrame(frame)
      else done(gaps)
    }
    requestAnimationFrame(frame)
  })
}
