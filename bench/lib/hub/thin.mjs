import { quantile } from '../measure.mjs'
import { row as tableRow } from '../table.mjs'
import { countDrawn } from './page-recorder.mjs'
import { BARE_IS_LIVE, barePage, thinPage } from './pages.mjs'
import { measureVisible } from './visible-pages.mjs'

/** @typedef {import('./visible-pages.mjs').Visible} Visible */

const TABS = 8
/** Of the book, on every socket: what the goal was set by. */
const RATE = 1_000
/** So are the windows: of all kinds the same. */
const SIZE = { width: 500, height: 400 }

/**
 * Eight visible pages that write one text a frame: on the shipped hub, and each with a socket of its own that parses and
 * checks nothing. Besides: each with a shipped hub of its own, and the bare pages on a bare worker, which is the least
 * that sharing can cost. Kinds take turns, and the table has medians.
 * @param {import('./flood.mjs').PartOptions} options
 */
export async function thin({ flood, quick, note }) {
  /**
   * @param {string} name
   * @param {{ url: string, isApart?: boolean }} terms
   */
  const kind = (name, terms) => ({ name, terms, rounds: /** @type {Visible[]} */ ([]) })
  const thinShared = kind('thinShared', { url: thinPage(flood) })
  const bareOwn = kind('bareOwn', { url: barePage(flood) })
  const thinOwn = kind('thinOwn', { url: thinPage(flood), isApart: true })
  const bareShared = kind('bareShared', { url: barePage(flood, { isShared: true }) })
  const terms = { flood, count: TABS, rate: RATE, size: SIZE, init: countDrawn, ready: BARE_IS_LIVE }
  for (let round = 1; round <= (quick ? 1 : 3); round++)
    for (const { name, terms: own, rounds } of [thinShared, bareOwn, thinOwn, bareShared]) {
      const one = await measureVisible({ ...terms, seconds: quick ? 5 : 10, ...own })
      rounds.push(one)
      const { cpu, sockets, frames } = one
      const each = frames.map((perSecond) => perSecond.toFixed(1)).join(' ')
      note(`thin, ${name}, round ${round}: ${cpu.toFixed(3)} cores, ${sockets} sockets, frames/s ${each}`)
    }
  return [
    ...rowsOf(`${TABS} thin pages on the shipped hub, to bare sockets (goal 0.65)`, thinShared.rounds, bareOwn.rounds),
    ...rowsOf(`${TABS} thin pages on the shipped hub, to hubs of their own`, thinShared.rounds, thinOwn.rounds),
    ...rowsOf(`${TABS} bare pages, one bare worker, to bare sockets`, bareShared.rounds, bareOwn.rounds),
  ]
}

/**
 * @param {string} label
 * @param {readonly Visible[]} found
 * @param {readonly Visible[]} floor
 */
function rowsOf(label, found, floor) {
  /**
   * @param {string} label
   * @param {(one: Visible) => number} of
   * @param {string} unit
   */
  const row = (label, of, unit) =>
    tableRow(`thin: ${label}`, quantile(found.map(of), 0.5), unit, quantile(floor.map(of), 0.5))
  return [
    row(label, ({ cpu }) => cpu * 100, '% of a core'),
    row('… sockets of the book', ({ sockets }) => sockets, ''),
    row('… frames drawn a second and page', (one) => one.framesPerSecond, '1/s'),
    row('… of the page in front', (one) => one.frames.at(-1) ?? 0, '1/s'),
    row('… of the page with the fewest', (one) => one.framesFewest, '1/s'),
  ]
}
