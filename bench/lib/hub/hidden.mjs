import { readFileSync } from 'node:fs'
import { findXvfb } from '../../../scripts/lib/find-xvfb.mjs'
import { browserProcesses } from '../measure.mjs'
import { row as tableRow } from '../table.mjs'
import { recordPage } from './page-recorder.mjs'
import { BARE_IS_LIVE, barePage, pause, TRADE_IS_LIVE, tradePage } from './pages.mjs'
import { startChromium } from './plain-chromium.mjs'

/**
 * @typedef {import('./flood.mjs').Flood} Flood
 * @typedef {import('./plain-chromium.mjs').Chromium} Chromium
 */

const RATE = 1_000

/**
 * What one more trade tab costs that lies hidden behind another one, in a window as a user has it (a headless browser
 * hides none). One such tab drowns in the noise of the tab in front, so several are opened and the sum is divided.
 * @param {import('./flood.mjs').PartOptions} options
 */
export async function hidden({ flood, quick, note }) {
  const xvfb = await findXvfb()
  if (xvfb === null) {
    note('hidden: no Xvfb here, and a headless browser hides no tab: left out')
    return []
  }
  const terms = { tabs: quick ? 4 : 8, seconds: quick ? 6 : 20, settleS: quick ? 4 : 8 }
  const browser = await startChromium({ xvfb })
  try {
    const front = await browser.open(tradePage(flood), { init: recordPage })
    await front.until(TRADE_IS_LIVE)
    await front.detach()
    await pause(5_000)
    /**
     * @param {string} url
     * @param {string} ready
     */
    const of = (url, ready) => measure({ browser, flood, front, url, ready, ...terms })
    const ours = await of(tradePage(flood), TRADE_IS_LIVE)
    note(`hidden, trade tabs: ${JSON.stringify(ours)}`)
    const bare = await of(barePage(flood), BARE_IS_LIVE)
    note(`hidden, bare tabs with a socket each: ${JSON.stringify(bare)}`)
    /**
     * @param {string} label
     * @param {(one: typeof ours) => number} of
     * @param {string} unit
     */
    const row = (label, of, unit) => tableRow(label, of(ours), unit, of(bare))
    return [
      row('hidden: a trade tab more, its own processes (goal 1)', ({ own }) => own * 100, '% of a core'),
      row('hidden: … the whole browser, with less without', ({ whole }) => whole * 100, '% of a core'),
      row('hidden: … noise of that difference', ({ noise }) => noise * 100, '% of a core'),
      row('hidden: … memory of its own processes (PSS)', ({ pssMiB }) => pssMiB, 'MiB'),
      row('hidden: … public sockets of all', ({ sockets }) => sockets, ''),
    ]
  } finally {
    await browser.close()
  }
}

/**
 * @typedef {object} Terms
 * @property {Chromium} browser
 * @property {Flood} flood
 * @property {Awaited<ReturnType<Chromium['open']>>} front the page in front of the others
 * @property {string} url
 * @property {string} ready
 * @property {number} tabs
 * @property {number} seconds
 * @property {number} settleS
 *
 * @param {Terms} terms
 */
async function measure({ browser, flood, front, url, ready, tabs, seconds, settleS }) {
  const without = await cpuOf(browser, flood, seconds)
  const known = new Set(browserProcesses(browser.profile).keys())
  const pages = []
  for (let n = 0; n < tabs; n++) {
    const page = await browser.open(url, { init: recordPage })
    await page.until(ready)
    pages.push(page)
  }
  await front.activate()
  for (const page of pages) {
    await page.until(`document.visibilityState === 'hidden'`, 5_000)
    await page.detach()
  }
  await pause(settleS * 1000)
  const sockets = await flood.sockets()
  const added = [...browserProcesses(browser.profile).keys()].filter((pid) => !known.has(pid))
  const withThem = await cpuOf(browser, flood, seconds)
  const pssMiB = added.reduce((sum, pid) => sum + pssOf(pid), 0) / tabs
  for (const page of pages) await page.close()
  await pause(settleS * 1000)
  const after = await cpuOf(browser, flood, seconds)
  /**
   * @param {Map<string, number>} one
   * @param {readonly string[]} pids
   */
  const sum = (one, pids) => pids.reduce((total, pid) => total + (one.get(pid) ?? 0), 0)
  /** @param {Map<string, number>} one */
  const all = (one) => sum(one, [...one.keys()])
  return {
    processes: added.length,
    own: sum(withThem, added) / tabs,
    whole: (all(withThem) - (all(without) + all(after)) / 2) / tabs,
    noise: Math.abs(all(without) - all(after)) / 2 / tabs,
    withoutThem: (all(without) + all(after)) / 2,
    pssMiB,
    sockets,
  }
}

/**
 * @param {Chromium} browser
 * @param {Flood} flood
 * @param {number} seconds
 * @returns {Promise<Map<string, number>>} cores that each process used while the flood was on
 */
async function cpuOf(browser, flood, seconds) {
  const running = flood.run({ rate: RATE, seconds: seconds + 2 })
  await pause(1_000)
  const before = browserProcesses(browser.profile)
  const startedAt = performance.now()
  await pause(seconds * 1000)
  const after = browserProcesses(browser.profile)
  const tookS = (performance.now() - startedAt) / 1000
  await running
  return new Map([...after].map(([pid, used]) => [pid, (used - (before.get(pid) ?? used)) / tookS]))
}

/** @param {string} pid */
function pssOf(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
