import { row as tableRow } from '../table.mjs'
import { onlySink } from './flood.mjs'
import { recordPage } from './page-recorder.mjs'
import { BARE_IS_LIVE, barePage, pause, TRADE_IS_LIVE, tradePage } from './pages.mjs'
import { startChromium } from './plain-chromium.mjs'

/**
 * @typedef {Awaited<ReturnType<import('./plain-chromium.mjs').Chromium['open']>>} Target
 * @typedef {Awaited<ReturnType<typeof measure>>} Measured
 */

/** An hour of 1,000 a second. */
const MESSAGES = 3_600_000
const WARM_UP = 50_000
/** The flight recorder keeps so much of what was sent to tabs, and nothing that is older (src/workers/hub/tabs/recorder.ts). */
const RECORDED_WEIGHT = 6_000_000
const RECORDED_MS = 3 * 60_000

/**
 * An hour of messages through hub and tab, as fast as the hub takes them: heaps after garbage collection, before and
 * after. Before means with the flight recorder full: it is a ring with a bound, and its filling is no growth.
 * @param {import('./flood.mjs').PartOptions} options
 */
export async function heap({ flood, quick, note }) {
  const messages = quick ? 200_000 : MESSAGES
  const ours = await measure({
    flood,
    messages,
    url: tradePage(flood),
    ready: TRADE_IS_LIVE,
    worker: 'hub.shared',
    hasRecorder: true,
  })
  note(`heap, hub: ${JSON.stringify(ours)}`)
  const bare = await measure({
    flood,
    messages,
    url: barePage(flood, { isShared: true }),
    ready: BARE_IS_LIVE,
    worker: 'bare-worker',
  })
  note(`heap, bare worker: ${JSON.stringify(bare)}`)
  /**
   * @param {string} label
   * @param {(one: Measured) => number | null} of
   * @param {string} unit
   */
  const row = (label, of, unit) => tableRow(label, of(ours), unit, of(bare))
  /**
   * @param {string} label
   * @param {'worker' | 'page'} who
   */
  const growth = (label, who) => [
    row(`heap: ${label} grew by (goal 1)`, (one) => (one.after[who].used - one.before[who].used) / 1e6, 'MB'),
    row(`heap: … array buffers by`, (one) => (one.after[who].buffers - one.before[who].buffers) / 1e6, 'MB'),
    row(`heap: … size before`, (one) => one.before[who].used / 1e6, 'MB'),
    row('heap: … entries of all its maps and sets, before', (one) => one.before[who].keys, ''),
    row('heap: … after', (one) => one.after[who].keys, ''),
  ]
  return [
    row('heap: messages applied', (one) => one.applied, ''),
    row('heap: … a second, as fast as they are taken', (one) => one.perSecond, '1/s'),
    row('heap: resyncs, frames dropped by the hub', (one) => one.faults, ''),
    row('heap: book views that the tab received', (one) => one.views, ''),
    ...growth('the hub', 'worker'),
    ...growth('the tab', 'page'),
  ]
}

/**
 * @typedef {object} Terms
 * @property {import('./flood.mjs').Flood} flood
 * @property {number} messages
 * @property {string} url
 * @property {string} ready
 * @property {string} worker part of its address
 * @property {boolean} [hasRecorder] whether the worker has a flight recorder that fills first
 *
 * @param {Terms} terms
 */
async function measure({ flood, messages, url, ready, worker, hasRecorder = false }) {
  const browser = await startChromium()
  try {
    const page = await browser.open(url, { init: recordPage })
    await page.until(ready)
    await pause(4_000)
    const [hub] = await browser.targets('shared_worker', worker)
    if (hub === undefined) throw new Error(`no shared worker is called ${worker}`)
    /** @returns {Promise<boolean>} */
    const isFull = () => page.evaluate(`${!hasRecorder} || halyardBench.weight >= ${RECORDED_WEIGHT}`)
    const warmUntil = performance.now() + RECORDED_MS
    do {
      await flood.run({ messages: WARM_UP })
    } while (!(await isFull()) && performance.now() < warmUntil)
    const state = async () => ({ worker: await heapOf(hub), page: await heapOf(page, false) })
    /** @param {number} updateId */
    const settle = async (updateId) => {
      await page.until(`halyardBench.updateId === ${updateId}`, 30_000)
      await pause(2_000)
    }
    const warm = await flood.run({ messages: WARM_UP })
    await settle(onlySink(warm).updateId)
    /** @type {number} */
    const viewsBefore = await page.evaluate('halyardBench.books ?? 0')
    const before = await state()
    await page.detach()
    const run = await flood.run({ messages })
    await page.attach()
    await settle(onlySink(run).updateId)
    const after = await state()
    /** @type {{ views: number, faults: number }} */
    const { views, faults } = await page.evaluate(`({
      views: (halyardBench.books ?? 0) - ${viewsBefore},
      faults: (halyardBench.status?.resyncs ?? 0) + (halyardBench.status?.dropped ?? 0),
    })`)
    return { applied: onlySink(run).sent, perSecond: (messages * 1000) / run.ms, faults, views, before, after }
  } finally {
    await browser.close()
  }
}

/**
 * Bytes in use after garbage collection, and how many entries all maps and sets of that heap hold together.
 * @param {Target} target
 * @param {boolean} [isDetached] whether it is attached for this alone
 */
async function heapOf(target, isDetached = true) {
  if (isDetached) await target.attach()
  const keys = (await entriesOf(target, 'Map.prototype')) + (await entriesOf(target, 'Set.prototype'))
  for (let n = 0; n < 3; n++) await target.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await target.send('Runtime.getHeapUsage')
  if (isDetached) await target.detach()
  return { used: usedSize, buffers: backingStorageSize, keys }
}

/**
 * @param {Target} target
 * @param {string} prototype
 * @returns {Promise<number>}
 */
async function entriesOf(target, prototype) {
  const objectGroup = 'entries'
  const { result } = await target.send('Runtime.evaluate', { expression: prototype, objectGroup })
  const { objects } = await target.send('Runtime.queryObjects', {
    prototypeObjectId: objectIdOf(result),
    objectGroup,
  })
  const sum = await target.send('Runtime.callFunctionOn', {
    objectId: objectIdOf(objects),
    functionDeclaration: 'function () { return this.reduce((sum, one) => sum + one.size, 0) }',
    returnByValue: true,
  })
  await target.send('Runtime.releaseObjectGroup', { objectGroup })
  return sum.result.value
}

/** @param {{ objectId?: string }} remote */
function objectIdOf({ objectId }) {
  if (objectId === undefined) throw new Error('the browser gave a value and no object')
  return objectId
}
