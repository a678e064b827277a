// node durable-child.mjs BUNDLE COUNT CALLERS: durable orders as the gateway takes them (journal, venue with its makers and
// decimals, one fdatasync for what arrived meanwhile); prints one JSON object.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { durableFlow, openLedger, WARM_UP } from './durable-flow.mjs'
import { quantile } from './measure.mjs'

const [bundle = '', countText, callersText] = process.argv.slice(2)
const count = Number(countText)
const callers = Number(callersText)
/** @type {typeof import('./engine-product')} */
const product = await import(pathToFileURL(bundle).href)
const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
const journal = await openLedger(product, dataDir)
try {
  const { send, settle } = await durableFlow(product, journal)
  await send(WARM_UP, callers)
  await settle()
  await journal.historyWritten()
  const { delays, seconds, cpuUs } = await send(count, callers)
  const backlog = journal.historyBacklog()
  const drained = performance.now()
  await journal.historyWritten()
  process.stdout.write(
    JSON.stringify({
      perSecond: count / seconds,
      cpuUs,
      backlog,
      drainSeconds: (performance.now() - drained) / 1_000,
      p50Ms: quantile([...delays], 0.5),
      p99Ms: quantile([...delays], 0.99),
      slowestMs: quantile([...delays], 1),
    }),
  )
} finally {
  await journal.close()
  rmSync(dataDir, { recursive: true, force: true })
}
