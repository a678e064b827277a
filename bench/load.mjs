// How long a page takes to show a price: the trade page beside a bare React page and beside Orderly's trading page, all
// over the same slow line, with the processor of the page slowed down. Times are those of the page's own marks
// (`src/ui/kit/load-marks.ts`), from the beginning of the navigation; "painted" is a task behind the frame that shows it.
// The first price is text of the page itself, or of the last visit: nothing else is painted before the app has drawn, so
// the browser's own mark is its time. Of the other two pages it is the browser's mark too.
import { openBrowser, startExchange } from '../scripts/lib/served.mjs'
import { startBareReact } from './lib/load/bare-react.mjs'
import { startLine } from './lib/load/line.mjs'
import { openedAnew } from './lib/load/opened-anew.mjs'
import { installOrderlyShell, keepFromOthers, startOrderlyShell } from './lib/load/orderly-shell.mjs'
import { quantile } from './lib/measure.mjs'
import { row } from './lib/table.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/**
 * @typedef {object} Load
 * @property {Record<string, number>} steps ms from the beginning of the navigation
 * @property {number} layoutShift
 * @property {number} requests that had begun when the first price was painted
 * @property {readonly string[]} paths of those
 * @property {number} kB that came down until the chart was drawn
 */

/**
 * @typedef {object} Paint the first contentful one
 * @property {number} ms from the beginning of the navigation
 * @property {number} requests that had begun by then
 * @property {number} kB that had come down by then
 */

const LINE = { roundTripMs: 40, bitsPerSecond: 10_000_000 }
const SLOWER = 4
const PATH = '/trade/usdt/BTCUSDT'
/** Of the project, ms: first price, live, chart. */
const OPENED_GOAL = 350
const GOALS = { cold: [500, 1_200, 1_800], warm: [400, 800, 1_800] }

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  const shell = installOrderlyShell(note) ? await startOrderlyShell() : null
  const exchange = await startExchange()
  const bare = await startBareReact()
  const line = await startLine(exchange.origin, LINE)
  const bareLine = await startLine(bare.origin, LINE)
  const shellLine = shell === null ? null : await startLine(shell.origin, LINE)
  /** @type {{ cold: Load[], warm: Load[], bare: Paint[], shell: Paint[] }} */
  const seen = { cold: [], warm: [], bare: [], shell: [] }
  try {
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      const browser = await openBrowser()
      try {
        seen.bare.push(await firstPaint(browser.context, bareLine))
        const cold = await load(browser.context, line)
        note(`cold ${JSON.stringify(cold)}`)
        seen.cold.push(cold)
        const warm = await load(browser.context, line)
        note(`warm ${JSON.stringify(warm)}`)
        seen.warm.push(warm)
      } finally {
        await browser.close()
      }
      if (shellLine === null) continue
      const other = await openBrowser()
      try {
        // What the trade page finds: a browser that has shown one page.
        seen.bare.push(await firstPaint(other.context, bareLine))
        await keepFromOthers(other.context)
        const paint = await firstPaint(other.context, shellLine)
        note(`Orderly ${JSON.stringify(paint)}`)
        seen.shell.push(paint)
      } finally {
        await other.close()
      }
    }
  } finally {
    line.stop()
    bareLine.stop()
    shellLine?.stop()
    bare.stop()
    shell?.stop()
    await exchange.stop()
  }
  const opened = await openedAnew(PATH, quick ? 1 : 5)
  note(`opened anew ${JSON.stringify(opened)}`)
  /**
   * @param {'bare' | 'shell'} kind
   * @param {keyof Paint} of
   */
  const painted = (kind, of) =>
    quantile(
      seen[kind].map((one) => one[of]),
      0.5,
    )
  const floor = painted('bare', 'ms')
  const shellMs = painted('shell', 'ms')
  /**
   * @param {'cold' | 'warm'} kind
   * @param {string} step
   */
  const reached = (kind, step) =>
    quantile(
      seen[kind].flatMap(({ steps }) => steps[step] ?? []),
      0.5,
    )
  /** @param {'cold' | 'warm'} kind */
  const rowsOf = (kind) =>
    ['aged', 'live', 'chart'].flatMap((step, n) => {
      const value = reached(kind, step)
      const name = { aged: 'first price painted', live: 'live price and book painted', chart: 'chart drawn' }[step]
      return [
        row(`${kind}: ${name}`, value, 'ms', floor),
        row(`${kind}: ${name}, against the goal`, value, 'ms', GOALS[kind][n] ?? null),
      ]
    })
  const shellRows = [
    row("Orderly's shell, cold: first contentful paint", shellMs, 'ms', floor),
    row("Orderly's shell, cold: requests until then", painted('shell', 'requests'), 'requests', null),
    row("Orderly's shell, cold: bytes until then", painted('shell', 'kB'), 'kB', null),
    row("cold: first price painted, against Orderly's shell painted", reached('cold', 'aged'), 'ms', shellMs),
  ]
  /** @param {(load: Load) => number} of */
  const cold = (of) => quantile(seen.cold.map(of), 0.5)
  return {
    name: 'load',
    about: `${SLOWER} times slower processor, 10 Mbit/s, 40 ms there and back; cold: a new browser; warm: the same one's next page, its hub and caches as the first one left them; floor: a React page of one line over the same line, first contentful paint; Orderly's shell: its trading page of npm in a host of ours, in a new browser, nobody answering its calls, so what it paints has no price`,
    rows: [
      row('bare React page: first contentful paint', floor, 'ms', floor),
      ...rowsOf('cold'),
      ...rowsOf('warm'),
      ...(shell === null ? [] : shellRows),
      row(
        'cold: layout shift',
        cold(({ layoutShift }) => layoutShift),
        'score',
        null,
      ),
      row(
        'cold: requests before the first price',
        cold(({ requests }) => requests),
        'requests',
        6,
      ),
      row(
        'cold: bytes until the chart is drawn',
        cold(({ kB }) => kB),
        'kB',
        null,
      ),
      row(
        'a new browser process, nobody answers: price of the last visit painted, against the goal (full speed)',
        quantile(
          opened.map(({ agedMs }) => agedMs),
          0.5,
        ),
        'ms',
        OPENED_GOAL,
      ),
      row('the same: errors on its console', Math.max(...opened.map(({ errors }) => errors)), 'errors', null),
    ],
  }
}

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {import('./lib/load/line.mjs').Line} line
 * @returns {Promise<Paint>}
 */
async function firstPaint(context, line) {
  const page = await slowPage(context)
  line.forget()
  await page.goto(line.origin)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const kB = Math.round(line.bytes() / 1000)
  const { startMs, ms } = await page.evaluate(() => ({
    startMs: performance.timeOrigin,
    ms: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  await page.close()
  return { ms, requests: line.requests().filter(({ atMs }) => atMs < startMs + ms).length, kB }
}

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {import('./lib/load/line.mjs').Line} line
 * @returns {Promise<Load>}
 */
async function load(context, line) {
  const page = await slowPage(context)
  await page.addInitScript(addShifts)
  line.forget()
  await page.goto(line.origin + PATH)
  await page.waitForFunction(() => performance.getEntriesByName('halyard:chart').length > 0, null, { polling: 100 })
  const kB = line.bytes() / 1000
  const steps = await page.evaluate(() =>
    Object.fromEntries(
      performance
        .getEntries()
        .filter(({ name }) => name.startsWith('halyard:') || name === 'first-contentful-paint')
        .map(({ name, startTime }) => [name.replace('halyard:', ''), Math.round(startTime)]),
    ),
  )
  const hasText = await page.evaluate(() => document.getElementById('first')?.textContent !== '')
  const firstPaint = steps['first-contentful-paint']
  if (hasText && firstPaint !== undefined) steps['aged'] = Math.min(firstPaint, steps['aged'] ?? firstPaint)
  const { startMs, layoutShift } = await page.evaluate(() => ({
    startMs: performance.timeOrigin,
    layoutShift: globalThis.layoutShift ?? 0,
  }))
  const requests = line.requests().filter(({ atMs }) => atMs < startMs + (steps['aged'] ?? 0))
  const paths = requests.map(({ path }) => path)
  const result = { steps, layoutShift, requests: paths.length, paths, kB: Math.round(kB) }
  // The next page is to find the service worker's files, and no hub.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.close()
  return result
}

/** @param {import('@playwright/test').BrowserContext} context */
async function slowPage(context) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/** Runs in the page. */
function addShifts() {
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of /** @type {(PerformanceEntry & { value: number })[]} */ (list.getEntries()))
      globalThis.layoutShift = (globalThis.layoutShift ?? 0) + entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}
