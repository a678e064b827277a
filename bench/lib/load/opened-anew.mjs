import { rmSync } from 'node:fs'
import { openBrowser, startExchange } from '../../../scripts/lib/served.mjs'
import { openPlainBrowser } from '../plain-browser.mjs'

/**
 * A page that is opened by a new browser process while nobody answers: how soon it shows what the last process kept.
 * @typedef {object} Opened
 * @property {readonly number[]} agedMs of each opening, from the beginning of the navigation until a price was painted
 * @property {number} errors on the console of one more, those of the network's own left out: that nothing answers is the test
 */

/** What Chromium says of each request that nobody answers. */
const NOBODY_ANSWERS = /^Failed to load resource: net::ERR_|^WebSocket connection to/

/**
 * @param {string} path of the page
 * @param {number} rounds
 * @returns {Promise<Opened>}
 */
export async function openedAnew(path, rounds) {
  const exchange = await startExchange()
  const first = await openBrowser()
  const { profile } = first
  try {
    try {
      const page = await first.context.newPage()
      await page.goto(exchange.origin + path)
      await page.locator('[data-feed-state="live"]').waitFor()
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      // A page of the worker's own, so that all that it keeps is on the disk.
      await page.reload()
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.locator('[data-feed-state="live"]').waitFor()
      await page.waitForFunction(() => localStorage.getItem('halyard.first-picture') !== null)
    } finally {
      await first.close({ keeps: true })
      await exchange.stop()
    }
    /** @type {number[]} */
    const agedMs = []
    for (let round = 0; round < rounds; round++) agedMs.push(await timeOpening(profile, exchange.origin + path))
    return { agedMs, errors: await countErrors(profile, exchange.origin + path) }
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

/**
 * @param {string} profile
 * @param {string} address
 */
async function timeOpening(profile, address) {
  const browser = await openPlainBrowser({ profile })
  try {
    const page = await browser.newPage()
    await page.go(address)
    await page.until(() => performance.getEntriesByName('halyard:aged').length > 0)
    return await page.evaluate(() => {
      const at = (/** @type {string} */ name) => performance.getEntriesByName(name)[0]?.startTime ?? Infinity
      // The text of the last visit is painted before the app is.
      const isText = document.getElementById('first')?.textContent !== ''
      return Math.min(at('halyard:aged'), isText ? at('first-contentful-paint') : Infinity)
    })
  } finally {
    await browser.close()
  }
}

/**
 * @param {string} profile
 * @param {string} address
 */
async function countErrors(profile, address) {
  const browser = await openBrowser({ profile })
  try {
    const page = await browser.context.newPage()
    let errors = 0
    page.on('console', (message) => {
      if (message.type() === 'error' && !NOBODY_ANSWERS.test(message.text())) errors += 1
    })
    page.on('pageerror', () => (errors += 1))
    await page.goto(address)
    await page.waitForFunction(() => performance.getEntriesByName('halyard:aged').length > 0, null, { polling: 100 })
    return errors
  } finally {
    await browser.close({ keeps: true })
  }
}
