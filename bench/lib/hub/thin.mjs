import { quantile } from '../measure.mjs'
import { countDrawn } from './page-recorder.mjs'
import { BARE_IS_LIVE, barePage, thinPage } from './pages.mjs'
import { measureVisible } from './visible-pages.mjs'

const TABS = 8
/** Of the book, on every socket: what the goal was set by. */
const RATE = 1_000
/** So are the windows: of all kinds the same. */
const SIZE = { width: 500, height: 400 }

/**
 * Eight visible pages that write one text a frame: on the shipped hub, and each with a socket of its own that parses and
 * checks nothing. Besides: each with a shipped hub of its own, and the bare pages on a bare worker, which is the least
 * that sharing can cost. Kinds take turns, and medians are told.
 */
export async function thin({ flood, quick, note }) {
  const kinds = {
    thinShared: { url: thinPage(flood) },
    bareOwn: { url: barePage(flood) },
    thinOwn: { url: thinPage(flood), isApart: true },
    bareShared: { url: barePage(flood, { isShared: true }) },
  }
  const found = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]))
  const terms = { flood, count: TABS, rate: RATE, size: SIZE, init: countDrawn, ready: BARE_IS_LIVE }
  for (let round = 1; round <= (quick ? 1 : 3); round++)
    for (const [name, kind] of Object.entries(kinds)) {
      const one = await measureVisible({ ...terms, seconds: quick ? 5 : 10, ...kind })
      found[name].push(one)
      const { cpu, sockets, frames } = one
      const each = frames.map((perSecond) => perSecond.toFixed(1)).join(' ')
      note(`thin, ${name}, round ${round}: ${cpu.toFixed(3)} cores, ${sockets} sockets, frames/s ${each}`)
    }
  const row = (label, name, floorName, of, unit) => {
    const [value, floor] = [name, floorName].map((one) => quantile(found[one].map(of), 0.5))
    return { label, value, unit, floor, ratio: value / floor }
  }
  const rowsOf = (label, name, floorName) => [
    row(`thin: ${label}`, name, floorName, ({ cpu }) => cpu * 100, '% of a core'),
    row('thin: … sockets of the book', name, floorName, ({ sockets }) => sockets, ''),
    row('thin: … frames drawn a second and page', name, floorName, (one) => one.framesPerSecond, '1/s'),
    row('thin: … of the page in front', name, floorName, (one) => one.frames.at(-1), '1/s'),
    row('thin: … of the page with the fewest', name, floorName, (one) => one.framesFewest, '1/s'),
  ]
  return [
    ...rowsOf(`${TABS} thin pages on the shipped hub, to bare sockets (goal 0.65)`, 'thinShared', 'bareOwn'),
    ...rowsOf(`${TABS} thin pages on the shipped hub, to hubs of their own`, 'thinShared', 'thinOwn'),
    ...rowsOf(`${TABS} bare pages, one bare worker, to bare sockets`, 'bareShared', 'bareOwn'),
  ]
}
