import { recordPage } from './page-recorder.mjs'
import { BARE_IS_LIVE, barePage, TRADE_IS_LIVE, tradePage } from './pages.mjs'
import { measureVisible } from './visible-pages.mjs'

const TABS = 8
/** Of the book, on every socket. The load of the bare figures that the goal was set by, and the exchange's own fastest. */
const RATE = 1_000
const CALM_RATE = 50

/**
 * Eight visible trade pages: on one hub, and each with a hub of its own. The second lives in browser contexts of their
 * own (as eight guests of one browser): there the same build opens eight hubs and eight sockets, and nothing else
 * differs. Then eight bare pages that write one text, on one shared socket and on eight.
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
  const found = {}
  const load = async (name, rate, kind) => {
    found[name] = await measureVisible({ flood, count: TABS, seconds, rate, init: recordPage, ...kind })
    note(`tabs, ${name}: ${JSON.stringify(found[name])}`)
  }
  for (const [name, kind] of Object.entries(kinds)) await load(name, RATE, kind)
  await load('calmShared', CALM_RATE, kinds.shared)
  await load('calmOwn', CALM_RATE, kinds.own)
  const row = (label, name, floorName, of, unit) => {
    const [value, floor] = [of(found[name]), of(found[floorName])]
    return { label, value, unit, floor, ratio: value / floor }
  }
  const rowsOf = (label, name, floorName) => [
    row(`tabs: ${label}`, name, floorName, (one) => one.cpu * 100, '% of a core'),
    row('tabs: … sockets of the book', name, floorName, (one) => one.sockets, ''),
    row('tabs: … frames drawn a second and page', name, floorName, (one) => one.framesPerSecond, '1/s'),
    row('tabs: … of the page with the fewest', name, floorName, (one) => one.framesFewest, '1/s'),
    row('tabs: … CPU a frame', name, floorName, (one) => (one.cpu * 1e3) / TABS / one.framesPerSecond, 'ms'),
  ]
  return [
    ...rowsOf(`${TABS} trade pages, one hub, ${RATE}/s (goal 0.65)`, 'shared', 'own'),
    ...rowsOf(`${TABS} trade pages, one hub, ${CALM_RATE}/s`, 'calmShared', 'calmOwn'),
    ...rowsOf(`${TABS} bare pages, one bare worker, ${RATE}/s`, 'bareShared', 'bareOwn'),
  ]
}
