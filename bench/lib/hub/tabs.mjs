import { row as tableRow } from '../table.mjs'
import { recordPage } from './page-recorder.mjs'
import { BARE_IS_LIVE, barePage, TRADE_IS_LIVE, tradePage } from './pages.mjs'
import { measureVisible } from './visible-pages.mjs'

/** @typedef {import('./visible-pages.mjs').Visible} Visible */

const TABS = 8
/** Of the book, on every socket. The load of the bare figures that the goal was set by, and the exchange's own fastest. */
const RATE = 1_000
const CALM_RATE = 50

/**
 * Eight visible trade pages: on one hub, and each with a hub of its own. The second lives in browser contexts of their
 * own (as eight guests of one browser): there the same build opens eight hubs and eight sockets, and nothing else
 * differs. Then eight bare pages that write one text, on one shared socket and on eight.
 * @param {import('./flood.mjs').PartOptions} options
 */
export async function tabs({ flood, quick, note }) {
  const trade = { url: tradePage(flood), ready: TRADE_IS_LIVE }
  const bare = { url: barePage(flood), ready: BARE_IS_LIVE }
  const kinds = {
    shared: trade,
    own: { ...trade, isApart: true },
    bareShared: { ...bare, url: barePage(flood, { isShared: true }) },
    bareOwn: bare,
  }
  const seconds = quick ? 5 : 12
  /**
   * @param {string} name
   * @param {number} rate
   * @param {{ url: string, ready: string, isApart?: boolean }} kind
   */
  const load = async (name, rate, kind) => {
    const found = await measureVisible({ flood, count: TABS, seconds, rate, init: recordPage, ...kind })
    note(`tabs, ${name}: ${JSON.stringify(found)}`)
    return found
  }
  const shared = await load('shared', RATE, kinds.shared)
  const own = await load('own', RATE, kinds.own)
  const bareShared = await load('bareShared', RATE, kinds.bareShared)
  const bareOwn = await load('bareOwn', RATE, kinds.bareOwn)
  const calmShared = await load('calmShared', CALM_RATE, kinds.shared)
  const calmOwn = await load('calmOwn', CALM_RATE, kinds.own)
  return [
    ...rowsOf(`${TABS} trade pages, one hub, ${RATE}/s (goal 0.65)`, shared, own),
    ...rowsOf(`${TABS} trade pages, one hub, ${CALM_RATE}/s`, calmShared, calmOwn),
    ...rowsOf(`${TABS} bare pages, one bare worker, ${RATE}/s`, bareShared, bareOwn),
  ]
}

/**
 * @param {string} label
 * @param {Visible} found
 * @param {Visible} floor
 */
function rowsOf(label, found, floor) {
  /**
   * @param {string} label
   * @param {(one: Visible) => number} of
   * @param {string} unit
   */
  const row = (label, of, unit) => tableRow(`tabs: ${label}`, of(found), unit, of(floor))
  return [
    row(label, (one) => one.cpu * 100, '% of a core'),
    row('… sockets of the book', (one) => one.sockets, ''),
    row('… frames drawn a second and page', (one) => one.framesPerSecond, '1/s'),
    row('… of the page with the fewest', (one) => one.framesFewest, '1/s'),
    row('… CPU a frame', (one) => (one.cpu * 1e3) / TABS / one.framesPerSecond, 'ms'),
  ]
}
