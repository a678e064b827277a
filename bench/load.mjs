// How long a page takes to show a price: the trade page beside a bare React page and beside Orderly's trading page, all
// over the same slow line, with the processor of the page slowed down. Times are those of the page's own marks
// (`src/ui/kit/load-marks.ts`), from the beginning of the navigation; "painted" is a task behind the frame that shows it.
// The first price is text of the page itself, or of the last visit: nothing else is painted before the app has drawn, so
// the browser's own mark is its time. Of the other two pages it is the browser's mark too. Nobody listens to any of them
// (`lib/plain-browser.mjs`).
import { startExchange } from '../scripts/lib/served.mjs'
import { startBareReact } from './lib/load/bare-react.mjs'
import { startLine } from './lib/load/line.mjs'
import { openedAnew } from './lib/load/opened-anew.mjs'
import { installOrderlyShell, startOrderlyShell } from './lib/load/orderly-shell.mjs'
import { quantile } from './lib/measure.mjs'
import { openPlainBrowser } from './lib/plain-browser.mjs'
import { row } from './lib/table.mjs'

/** @typedef {import('./lib/plain-browser.mjs').PlainBrowser} PlainBrowser */
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
      const browser = await openPlainBrowser()
      try {
        seen.bare.push(await firstPaint(browser, bareLine))
        const cold = await load(browser, line)
        note(`cold ${JSON.stringify(cold)}`)
        seen.cold.push(cold)
        const warm = await load(browser, line)
        note(`warm ${JSON.stringify(warm)}`)
        seen.warm.push(warm)
      } finally {
        await browser.close()
      }
      if (shellLine === null) continue
      const other = await openPlainBrowser()
      try {
        // What the trade page finds: a browser that has shown one page.
        seen.bare.push(await firstPaint(other, bareLine))
        const paint = await firstPaint(other, shellLine)
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
        quantile(opened.agedMs, 0.5),
        'ms',
        OPENED_GOAL,
      ),
      row('the same: errors on its console', opened.errors, 'errors', null),
    ],
  }
}

/**
 * @param {PlainBrowser} browser
 * @param {import('./lib/load/line.mjs').Line} line
 * @returns {Promise<Paint>}
 */
async function firstPaint(browser, line) {
  const page = await slowPage(browser)
  line.forget()
  await page.go(line.origin)
  await page.until(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const kB = Math.round(line.bytes() / 1000)
  const { startMs, ms } = await page.evaluate(() => ({
    startMs: performance.timeOrigin,
    ms: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  await page.close()
  return { ms, requests: line.requests().filter(({ atMs }) => atMs < startMs + ms).length, kB }
}

/**
 * @param {PlainBrowser} browser
 * @param {import('./lib/load/line.mjs').Line} line
 * @returns {Promise<Load>}
 */
async function load(browser, line) {
  const page = await slowPage(browser)
  line.forget()
  await page.go(line.origin + PATH)
  await page.until(() => performance.getEntriesByName('halyard:chart').length > 0)
  const kB = line.bytes() / 1000
  const { steps, hasText, startMs, layoutShift } = await page.evaluate(readLoad)
  const firstPaint = steps['first-contentful-paint']
  if (hasText && firstPaint !== undefined) steps['aged'] = Math.min(firstPaint, steps['aged'] ?? firstPaint)
  const requests = line.requests().filter(({ atMs }) => atMs < startMs + (steps['aged'] ?? 0))
  const paths = requests.map(({ path }) => path)
  const result = { steps, layoutShift, requests: paths.length, paths, kB: Math.round(kB) }
  // The next page is to find the service worker's files, and no hub.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.close()
  return result
}

/** @param {PlainBrowser} browser */
async function slowPage(browser) {
  const page = await browser.newPage()
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/** Runs in the page. */
async function readLoad() {
  /** @type {Record<string, number>} */
  const steps = {}
  for (const { name, startTime } of performance.getEntries())
    if (name.startsWith('halyard:') || name === 'first-contentful-paint')
      steps[name.replace('halyard:', '')] = Math.round(startTime)
  /** @type {number[]} */
  const shifts = []
  new PerformanceObserver((list) => {
    for (const entry of /** @type {(PerformanceEntry & { value: number })[]} */ (list.getEntries()))
      shifts.push(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
  // The browser tells an observer of what was before in a task of its own.
  await new Promise((done) => setTimeout(done, 100))
  return {
    steps,
    hasText: document.getElementById('first')?.textContent !== '',
    startMs: performance.timeOrigin,
    layoutShift: shifts.reduce((sum, value) => sum + value, 0),
  }
}
