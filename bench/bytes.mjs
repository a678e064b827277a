// Script bytes of the trade page before any interaction, as brotli 11 of the built files (what a good server sends).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { root } from '../scripts/lib/run.mjs'
import { openBrowser, startExchange } from '../scripts/lib/served.mjs'
import { buildBareReact } from './lib/load/bare-react.mjs'
import { row } from './lib/table.mjs'

/** Goals of the project, kB (1 kB = 1,000 bytes). */
const PAGE_GOAL = 130
const WORKERS_LIMIT = 90
const KB = 'kB br'

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ note }) {
  const exchange = await startExchange()
  const browser = await openBrowser()
  try {
    /** @type {Set<string>} */
    const seen = new Set()
    browser.context.on('response', (response) => {
      const path = new URL(response.url()).pathname
      if (path.endsWith('.js')) seen.add(path)
    })
    const page = await browser.context.newPage()
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await page.locator('[data-feed-state="live"]').waitFor()
    await page.locator('canvas').nth(1).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.waitForFunction(() => performance.getEntriesByName('halyard:chart', 'mark').length > 0)
    // What comes when the page is quiet, for the first press, is no part of its first load.
    const loaded = await page.evaluate(() => {
      const drawnAt = performance.getEntriesByName('halyard:chart', 'mark')[0]?.startTime ?? 0
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= drawnAt)
        .map((one) => new URL(one.name).pathname)
    })
    // What the page asked for itself, and its worker's own script; the service worker's precache is not a page load, and
    // the hub of a browser without SharedWorker is only there.
    const files = [
      ...new Set([...loaded, ...[...seen].filter((path) => /^\/assets\/hub(?:\.shared|-databases)-/.test(path))]),
    ]
    /** @param {string} path */
    const group = (path) => {
      const text = read(path)
      if (path.includes('/hub-databases-')) return 'storage'
      if (/hub\.shared|hub-shared/.test(path) || text.includes('onconnect')) return 'hub'
      if (
        /klinecharts|chart-engine|chart-tools|engines/.test(path) ||
        (text.length > 150_000 && text.includes('getConvertPictureUrl'))
      )
        return 'chart'
      return 'page'
    }
    const sums = { page: 0, chart: 0, hub: 0, storage: 0, 'service worker': 0 }
    for (const path of files) {
      const kB = brotli(read(path)) / 1000
      const kind = group(path)
      sums[kind] += kB
      note(`${kind.padEnd(15)} ${kB.toFixed(1).padStart(7)} kB  ${path}`)
    }
    // Fetched outside the page's sight, and at a moment of the browser's own choosing.
    sums['service worker'] = brotli(read('/sw.js')) / 1000
    // The least a React page with signals can weigh, built by the same bundler in the same run.
    const floor = (await buildBareReact()).reduce((sum, code) => sum + brotli(code), 0) / 1000
    return {
      name: 'bytes',
      about:
        'brotli 11 of every script fetched before interaction; floor: React, react-dom, signals and a one-line page; goal of the page 130 kB, limit 160',
      rows: [
        row('page scripts without the chart', sums.page, KB, floor),
        row('page scripts, against the goal', sums.page, KB, PAGE_GOAL),
        row('chart (lazy)', sums.chart, KB, null),
        row('hub', sums.hub, KB, null),
        row('part of the hub with the databases, beside its first data', sums.storage, KB, null),
        row('service worker', sums['service worker'], KB, null),
        row('hub and service worker, against the limit', sums.hub + sums['service worker'], KB, WORKERS_LIMIT),
        row('the same with the databases', sums.hub + sums.storage + sums['service worker'], KB, WORKERS_LIMIT),
      ],
    }
  } finally {
    await browser.close()
    await exchange.stop()
  }
}

/** @param {string} path of a built file, as the browser asks for it */
const read = (path) => readFileSync(join(root, 'dist/app', path), 'latin1')
/** @param {string} text */
const brotli = (text) =>
  brotliCompressSync(Buffer.from(text, 'latin1'), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
