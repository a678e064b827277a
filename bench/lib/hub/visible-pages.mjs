import { findXvfb } from '../../../scripts/lib/find-xvfb.mjs'
import { browserCpuSeconds } from '../measure.mjs'
import { pause } from './pages.mjs'
import { startChromium } from './plain-chromium.mjs'

const SETTLE_S = 4

/**
 * @typedef {object} Terms
 * @property {import('./flood.mjs').Flood} flood
 * @property {number} count of pages
 * @property {number} seconds
 * @property {number} rate messages a second to each socket
 * @property {string} url
 * @property {string} ready an expression that is true once a page has what it shows
 * @property {() => void} init runs in each page before its scripts and counts `halyardBench.drawn`
 * @property {{ width: number, height: number }} [size] of a window
 * @property {boolean} [isApart] each page in a browser context of its own, so nothing is shared
 *
 * @typedef {object} Visible
 * @property {number} cpu cores
 * @property {number} sockets of the book
 * @property {number} framesPerSecond in which a page had something to do: the mean of all pages
 * @property {number} framesFewest the least
 * @property {number[]} frames each page's; the last page is the one in front
 */

/**
 * CPU of a whole browser with so many pages of an address, each in a window of its own, while each socket's book gets
 * `rate` messages a second. On a display, where there is one to be had: of its windows one is in front, as a user has
 * it; a headless browser calls each of them that.
 *
 * @param {Terms} terms
 * @returns {Promise<Visible>}
 */
export async function measureVisible({ flood, count, seconds, rate, url, ready, init, size, isApart = false }) {
  const browser = await startChromium({ xvfb: await findXvfb() })
  try {
    /** @type {Awaited<ReturnType<typeof browser.open>>[]} */
    const pages = []
    for (let n = 0; n < count; n++) {
      const contextId = isApart ? await browser.newContext() : undefined
      // A window each: a page behind another is painted once a second, and would look cheap.
      const page = await browser.open(url, { init, isWindow: true, contextId, ...(size === undefined ? {} : { size }) })
      await page.until(ready)
      pages.push(page)
    }
    const sockets = await flood.sockets()
    /** @returns {Promise<[frames: number, atMs: number][]>} */
    const drawn = () => Promise.all(pages.map((page) => page.evaluate('[halyardBench.drawn, performance.now()]')))
    await pause(4_000)
    const running = flood.run({ rate, seconds: SETTLE_S + seconds + 2 })
    await pause(SETTLE_S * 1000)
    const drawnBefore = await drawn()
    for (const page of pages) await page.detach()
    const before = browserCpuSeconds(browser.profile)
    const startedAt = performance.now()
    await pause(seconds * 1000)
    const tookS = (performance.now() - startedAt) / 1000
    const cpu = (browserCpuSeconds(browser.profile) - before) / tookS
    for (const page of pages) await page.attach()
    const drawnAfter = await drawn()
    // Asking takes a moment, and each page's own: so its own clock counts.
    const frames = drawnAfter.map(([frame, at], n) => {
      const [frameBefore, atBefore] = drawnBefore[n] ?? [frame, at]
      return ((frame - frameBefore) * 1000) / (at - atBefore)
    })
    /** @type {string[]} */
    const seen = await Promise.all(pages.map((page) => page.evaluate('document.visibilityState')))
    if (seen.some((one) => one !== 'visible')) throw new Error(`not all pages are visible: ${seen.join(', ')}`)
    await running
    return {
      cpu,
      sockets,
      framesPerSecond: frames.reduce((sum, one) => sum + one, 0) / frames.length,
      framesFewest: Math.min(...frames),
      frames,
    }
  } finally {
    await browser.close()
  }
}
