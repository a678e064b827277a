// The hub as served, in a Chromium that no debugger listens to: a firehose, many tabs, a hidden tab, an hour of messages.
// Beside each the bare limit of the same run. The exchange is the real one; a wire in front of it gives BTCUSDT's book
// topic a life of any speed (lib/hub/flood-child.mjs). `npm run bench hub`, or one part: `npm run bench hub/firehose`.
import os from 'node:os'
import { startExchange } from '../scripts/lib/served.mjs'
import { firehose } from './lib/hub/firehose.mjs'
import { startFlood } from './lib/hub/flood.mjs'
import { heap } from './lib/hub/heap.mjs'
import { hidden } from './lib/hub/hidden.mjs'
import { tabs } from './lib/hub/tabs.mjs'
import { thin } from './lib/hub/thin.mjs'

/** @typedef {import('./lib/table.mjs').Row} Row */

const ABOUT = `BTCUSDT's book, 50 levels a side, about 20 changed rows and 540 bytes a message, every checksum right.
firehose: 20,000 messages a second; floor: the same into a bare SharedWorker that only parses, and a page that writes one
  text. Frame to frame: between the ticks of two animation frames that ran, whole 60ths of a second; frame to painted: from
  a frame's tick to a task after the main thread's paint; neither has the compositor in it. Lag: the sender's stamp in a
  message to the hub having applied it, whole milliseconds, by the hub's own status twice a second.
tabs: 1,000 messages a second on each socket; floor: the same pages, each with a hub and sockets of its own (browser
  contexts of one browser); of the bare pages: each with a socket of its own. Where the cores are full, CPU says only that:
  then what was drawn for it is the measure, CPU a frame (one in which the page had something to do).
thin: 1,000 messages a second on each socket; the shipped hub and link, and pages that only write one text a frame; floor:
  bare pages with a socket each, which parse, write the same text and check nothing; then: thin pages with a hub each.
  Windows of one small size, medians of three rounds. One window is in front; the others take 20 batches a second.
hidden: 1,000 messages a second, one trade tab in front; floor: a hidden bare tab with a socket of its own that parses.
heap: as fast as they are taken; MB are 1,000,000 bytes of V8's heap after collection; floor: the bare worker and page.`

/** @type {Readonly<Record<string, (options: import('./lib/hub/flood.mjs').PartOptions) => Promise<readonly Row[]>>>} */
const PARTS = { firehose, tabs, thin, hidden, heap }

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, note, part }) {
  if (part !== undefined && PARTS[part] === undefined)
    throw new Error(`hub has no part named ${part}; there are ${Object.keys(PARTS).join(', ')}`)
  const exchange = await startExchange()
  // An end that is no ending of ours (a failure elsewhere, Ctrl-C) leaves no exchange behind.
  const end = () => process.kill(exchange.pid)
  const leave = () => process.exit(1)
  process.on('exit', end).on('SIGTERM', leave).on('SIGINT', leave)
  /** @type {import('./lib/hub/flood.mjs').Flood | null} */
  let flood = null
  /** @type {Row[]} */
  const rows = []
  try {
    flood = await startFlood(exchange)
    for (const [name, measure] of Object.entries(PARTS)) {
      if (part !== undefined && part !== name) continue
      note(`${name}: load average ${os.loadavg()[0]?.toFixed(2)}`)
      rows.push(...(await measure({ flood, quick, note })))
    }
  } finally {
    await flood?.stop()
    process.off('exit', end).off('SIGTERM', leave).off('SIGINT', leave)
    await exchange.stop()
  }
  return { name: 'hub', about: ABOUT, rows }
}
