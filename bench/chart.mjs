// The embedded chart engine behind the app's port beside lightweight-charts, in one browser, interleaved: both draw the same
// 10,000 bars with their volume. The page is bundled from the product as it stands; the other chart is its published file.
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { styleNames } from '../scripts/lib/style-names.mjs'
import { openBrowser } from '../scripts/lib/served.mjs'
import { installPeers } from './lib/install-peers.mjs'
import { quantile } from './lib/measure.mjs'
import { row } from './lib/table.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').CDPSession} Session */
/** @typedef {'ours' | 'theirs'} Who */

const HERE = import.meta.dirname
const PEERS = join(HERE, 'peers/chart')
const PEER = 'lightweight-charts/dist/lightweight-charts.standalone.production.js'
const BARS = 10_000

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note }) {
  const hasPeer = installPeers(PEERS, { whole: [PEER], names: 'lightweight-charts', note })
  const bundle = await rolldown({
    input: resolve(HERE, 'lib/chart/page.ts'),
    platform: 'browser',
    logLevel: 'warn',
    plugins: [styleNames()],
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  const browser = await openBrowser({ serviceWorkers: 'block' })
  /** @type {readonly Who[]} */
  const all = hasPeer ? ['ours', 'theirs'] : ['ours']
  try {
    const open = async () => {
      const page = await browser.context.newPage()
      await page.addScriptTag({ content: output[0].code })
      if (hasPeer) await page.addScriptTag({ path: join(PEERS, 'node_modules', PEER) })
      return { page, session: await browser.context.newCDPSession(page) }
    }
    /** @type {Record<Who, number[]>} */
    const draws = { ours: [], theirs: [] }
    for (let round = 0; round < (quick ? 2 : 7); round++)
      for (const who of all) {
        // Cold: the first of a page pays for what is compiled.
        const { page } = await open()
        draws[who].push(
          await page.evaluate(({ one, count }) => chartBench.firstDraw(one, count), { one: who, count: BARS }),
        )
        await page.close()
      }
    /** @type {Record<Who, { ticking: number, panning: number, fps: number, heap: number }>} */
    const found = { ours: NOTHING, theirs: NOTHING }
    for (const who of all) {
      const { page, session } = await open()
      await session.send('Performance.enable')
      const ticking = await tick(page, session, who, quick ? 2 : 8)
      const { perFrame, fps } = await pan(page, session, who, quick ? 60 : 240)
      const heap = await heapAfter(page, session, who, quick ? 5 : 50)
      found[who] = { ticking, panning: perFrame, fps, heap }
      note(`${who}: ${JSON.stringify(found[who])}`)
      await page.close()
    }
    const { ours, theirs } = found
    /** @param {number} value */
    const floor = (value) => (hasPeer ? value : null)
    return {
      name: 'chart',
      about:
        '10,000 bars with volume, 1100 by 640; floor: lightweight-charts 5.2.1, its price lines and its line series',
      rows: [
        row('first draw, median', quantile(draws.ours, 0.5), 'ms', quantile(draws.theirs, 0.5)),
        row('1,000 trades/s, 50 lines, 6 indicators', ours.ticking, 'ms of main thread a frame', floor(theirs.ticking)),
        row('pan with 100 drawings', ours.panning, 'ms of main thread a frame', floor(theirs.panning)),
        row('pan with 100 drawings, frames', ours.fps, 'frames/s', floor(theirs.fps)),
        row(`heap left by ${quick ? 5 : 50} charts`, ours.heap / 1_024, 'kB', floor(theirs.heap / 1_024)),
      ],
    }
  } finally {
    await browser.close()
  }
}

const NOTHING = { ticking: 0, panning: 0, fps: 0, heap: 0 }

/**
 * @param {Page} page
 * @param {Session} session
 * @param {Who} who
 * @param {number} seconds
 * @returns ms of main thread a frame, less those of the same page without a chart
 */
async function tick(page, session, who, seconds) {
  const empty = await spent(session, () => page.evaluate((s) => chartBench.tick(s, 0), 1))
  await page.evaluate(({ one, count }) => chartBench.firstDraw(one, count), { one: who, count: BARS })
  await page.evaluate(() => {
    chartBench.addLines()
    chartBench.addStudies()
    return chartBench.painted()
  })
  const busy = await spent(session, () => page.evaluate((s) => chartBench.tick(s, 1_000), seconds))
  await page.evaluate(() => chartBench.close())
  return busy.ms / busy.value.frames - empty.ms / empty.value.frames
}

/**
 * @param {Page} page
 * @param {Session} session
 * @param {Who} who
 * @param {number} moves
 */
async function pan(page, session, who, moves) {
  await page.evaluate(({ one, count }) => chartBench.firstDraw(one, count), { one: who, count: BARS })
  await page.evaluate(() => {
    chartBench.addDrawings()
    return chartBench.painted()
  })
  await page.mouse.move(500, 300)
  await page.mouse.down()
  const begun = performance.now()
  const counted = page.evaluate(() => chartBench.frames())
  const { ms } = await spent(session, async () => {
    for (let i = 0; i < moves; i++) await page.mouse.move(500 + (i % 120 < 60 ? i % 60 : 60 - (i % 60)) * 5, 300)
  })
  await page.evaluate(() => chartBench.stopFrames())
  const frames = await counted
  const seconds = (performance.now() - begun) / 1_000
  await page.mouse.up()
  await page.evaluate(() => chartBench.close())
  return { perFrame: ms / frames, fps: frames / seconds }
}

/**
 * @param {Page} page
 * @param {Session} session
 * @param {Who} who
 * @param {number} times
 * @returns bytes that so many charts left behind, after some that load what is loaded once. They are compiled code and the
 * browser's own record of long frames, and level off: of 60 and of 160 charts heap snapshots show the same objects
 */
async function heapAfter(page, session, who, times) {
  const round = () =>
    page.evaluate(async (one) => {
      await chartBench.firstDraw(one, 1_000)
      chartBench.addLines()
      chartBench.addStudies()
      chartBench.addDrawings()
      await chartBench.painted()
      chartBench.close()
    }, who)
  for (let i = 0; i < 3; i++) await round()
  const before = await heap(session)
  for (let i = 0; i < times; i++) await round()
  return (await heap(session)) - before
}

/** @param {Session} session */
async function heap(session) {
  // What a collection frees may hold others: once more.
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/**
 * @template T
 * @param {Session} session
 * @param {() => Promise<T>} work
 * @returns {Promise<{ ms: number, value: T }>} of the page's main thread
 */
async function spent(session, work) {
  const before = await taskMs(session)
  const value = await work()
  return { ms: (await taskMs(session)) - before, value }
}

/** @param {Session} session */
async function taskMs(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}
