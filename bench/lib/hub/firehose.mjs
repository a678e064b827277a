import { browserCpuSeconds, quantile } from '../measure.mjs'
import { row as tableRow } from '../table.mjs'
import { onlySink } from './flood.mjs'
import { recordPage, startNotes, stopNotes } from './page-recorder.mjs'
import { BARE_IS_LIVE, barePage, pause, TRADE_IS_LIVE, tradePage } from './pages.mjs'
import { startChromium } from './plain-chromium.mjs'

/**
 * @typedef {import('../page-record').Sample} Sample a share of the run, and milliseconds
 * @typedef {Awaited<ReturnType<typeof measure>>} Measured
 */

const RATE = 20_000
const FRAME_MS = 1000 / 60
/** What came in at the end has been drawn by then, or was lost. */
const DRAIN_MS = 10_000

/**
 * One hub, one visible trade page, 20,000 messages a second of its book; then the same into a bare SharedWorker.
 * @param {import('./flood.mjs').PartOptions} options
 */
export async function firehose({ flood, quick, note }) {
  const seconds = quick ? 10 : 60
  const ours = await measure({ flood, seconds, url: tradePage(flood), ready: TRADE_IS_LIVE })
  note(`firehose, hub: ${JSON.stringify(ours.seen)}`)
  const bare = await measure({ flood, seconds, url: barePage(flood, { isShared: true }), ready: BARE_IS_LIVE })
  note(`firehose, bare worker: ${JSON.stringify(bare.seen)}`)
  /**
   * @param {string} label
   * @param {(one: Measured) => number | null} of
   * @param {string} unit
   */
  const row = (label, of, unit) => tableRow(label, of(ours), unit, of(bare))
  return [
    row('firehose: messages sent', ({ sent }) => sent, ''),
    row('firehose: of them applied', ({ applied }) => applied, ''),
    row('firehose: resyncs, frames dropped by the hub', ({ faults }) => faults, ''),
    row('firehose: messages a second', ({ perSecond }) => perSecond, '1/s'),
    row('firehose: frame to frame p50', ({ gaps }) => quantile(gaps, 0.5), 'ms'),
    row('firehose: frame to frame p99 (goal 16.7)', ({ gaps }) => quantile(gaps, 0.99), 'ms'),
    row('firehose: frame to frame, longest', ({ gaps }) => Math.max(...gaps), 'ms'),
    row(
      'firehose: frames left out',
      ({ gaps }) => (1 - gaps.length / sum(gaps.map((gap) => gap / FRAME_MS))) * 100,
      '%',
    ),
    row('firehose: frame to painted p50', ({ paints }) => quantile(paints, 0.5), 'ms'),
    row('firehose: frame to painted p99', ({ paints }) => quantile(paints, 0.99), 'ms'),
    row('firehose: lag to applied p50', ({ lags }) => quantile(times(lags), 0.5), 'ms'),
    row('firehose: lag to applied p99', ({ lags }) => quantile(times(lags), 0.99), 'ms'),
    row('firehose: lag, mean of the first sixth', ({ lags }) => mean(part(lags, 0)), 'ms'),
    row('firehose: lag, mean of the last sixth', ({ lags }) => mean(part(lags, 5)), 'ms'),
    row('firehose: stamp to view in the tab p50, first sixth', ({ views }) => quantile(part(views, 0), 0.5), 'ms'),
    row('firehose: … last sixth', ({ views }) => quantile(part(views, 5), 0.5), 'ms'),
    row('firehose: stamp to view in the tab p99', ({ views }) => quantile(times(views), 0.99), 'ms'),
    row('firehose: CPU of the browser', ({ cpu }) => cpu * 100, '% of a core'),
    row('firehose: CPU of the sender', ({ senderCpu }) => senderCpu * 100, '% of a core'),
    row('firehose: most bytes that waited at the sender', ({ waitedBytes }) => waitedBytes, 'B'),
    row('firehose: bytes a message', ({ messageBytes }) => messageBytes, 'B'),
  ]
}

/** @param {{ flood: import('./flood.mjs').Flood, seconds: number, url: string, ready: string }} terms */
async function measure({ flood, seconds, url, ready }) {
  const browser = await startChromium()
  try {
    const page = await browser.open(url, { init: recordPage })
    await page.until(ready)
    // The service worker has its files, the chart its bars.
    await pause(4_000)
    await page.evaluate(`(${startNotes})()`)
    await page.detach()
    const cpuBefore = browserCpuSeconds(browser.profile)
    const run = await flood.run({ rate: RATE, seconds })
    const cpu = browserCpuSeconds(browser.profile) - cpuBefore
    await page.attach()
    /** @type {ReturnType<typeof stopNotes>} */
    const notes = await page.evaluate(`(${stopNotes})()`)
    const { sent, updateId, waitedBytes } = onlySink(run)
    // Each message has to follow the last one by number and leave the named checksum, so that who holds the last one
    // without having asked again has applied them all.
    const isWhole = await page.until(`halyardBench.updateId === ${updateId}`, DRAIN_MS).then(
      () => true,
      () => false,
    )
    /** @type {import('../page-record').PageRecord} */
    const { status, updateId: last } = await page.evaluate('halyardBench')
    /**
     * @param {readonly Sample[]} samples
     * @returns {Sample[]}
     */
    const within = (samples) => samples.map(([at, ms]) => [(at - notes.startedAt) / run.ms, ms])
    return {
      sent,
      applied: isWhole ? sent : sent - (updateId - last),
      faults: (status?.resyncs ?? 0) + (status?.dropped ?? 0),
      perSecond: (sent * 1000) / run.ms,
      // A frame's time is that of its tick, 60 a second, in tenths of a millisecond: in between is rounding.
      gaps: notes.frames
        .slice(1)
        .map((time, n) => Math.round((time - (notes.frames[n] ?? time)) / FRAME_MS) * FRAME_MS),
      paints: notes.paints,
      lags: within(notes.lags),
      views: within(notes.views),
      cpu: cpu / (run.ms / 1000),
      senderCpu: run.coresUsed,
      waitedBytes,
      messageBytes: run.messageBytes,
      seen: {
        state: status?.state,
        visible: notes.visible,
        sockets: run.sinks.length,
        samplesOfLag: notes.lags.length,
      },
    }
  } finally {
    await browser.close()
  }
}

/** @param {readonly Sample[]} samples */
const times = (samples) => samples.map(([, ms]) => ms)
/**
 * @param {readonly Sample[]} samples
 * @param {number} n which sixth of the run
 */
const part = (samples, n) => times(samples.filter(([share]) => share >= n / 6 && share < (n + 1) / 6))
/** @param {readonly number[]} values */
const sum = (values) => values.reduce((all, one) => all + one, 0)
/** @param {readonly number[]} values */
const mean = (values) => (values.length === 0 ? null : sum(values) / values.length)
