// The list of markets and the search in it, with three thousand of them: what a key press and a batch of prices cost the
// page before it draws. Beside them the least that a search can be: one look for the letters in every name. Then the page
// itself, in a browser that gets a thousand prices a second and is scrolled.
import { loadTs } from './lib/load-ts.mjs'
import { measureMarketsPage } from './lib/markets-page.mjs'
import { quantile } from './lib/measure.mjs'
import { row } from './lib/table.mjs'

/** @typedef {typeof import('./lib/markets-product')} Product */

const MARKETS = 3_000
/** Prices a second, and what of them one of sixty frames brings. */
const TICKERS = 1_000
const A_FRAME = Math.ceil(TICKERS / 60)

/**
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick }) {
  /** @type {{ module: Product }} */
  const { module: product } = await loadTs('bench/lib/markets-product.ts')
  const list = product.createList(MARKETS)
  const rounds = quick ? 100 : 1_000
  const names = Array.from({ length: MARKETS }, (_, at) => `X${at}USDT`)
  const floor = timed(rounds, () => names.filter((name) => name.toLowerCase().includes('abc')).length)
  /** @param {number} at */
  const word = (at) => String.fromCodePoint(97 + (at % 26), 97 + ((at * 7) % 26), 97 + ((at * 3) % 26))
  // Three keys: what is counted is the cost of one.
  const search = timed(rounds, (at) => list.search(word(at))).map((ms) => ms / 3)
  const ofList = timed(rounds, (at) => list.searchList(word(at))).map((ms) => ms / 3)
  const ticks = timed(rounds, (at) => list.tick(at + 1, A_FRAME))
  const order = timed(rounds, () => list.order())
  const least = quantile(floor, 0.95)
  const { page: drawn, bare } = await measureMarketsPage({ seconds: quick ? 3 : 10, rate: TICKERS })
  return {
    name: 'markets',
    about: `${MARKETS.toLocaleString('en')} markets; a key is one more letter; floor: the letters looked for in every name, once. A frame of ${TICKERS.toLocaleString('en')} prices a second brings ${A_FRAME}; the page in a browser has the sandbox’s own contracts, its floor is a bare page of plain text, scrolled alike`,
    rows: [
      row('the search of the header, a key, p95 (goal 16)', quantile(search, 0.95), 'ms', least),
      row('the search of the page of markets, a key, p95 (goal 16)', quantile(ofList, 0.95), 'ms', least),
      row('the prices of a frame into the models, p95', quantile(ticks, 0.95), 'ms', null),
      row('the whole list ordered anew, every two seconds, p95', quantile(order, 0.95), 'ms', null),
      row('frames of the page while it is scrolled (goal 60)', drawn.rate, 'a second', bare.rate),
      row('… from one to the next, p98', drawn.gap, 'ms', bare.gap),
    ],
  }
}

/**
 * @param {number} rounds
 * @param {(at: number) => unknown} work
 * @returns {number[]} milliseconds of each
 */
function timed(rounds, work) {
  return Array.from({ length: rounds }, (_, at) => {
    const start = process.hrtime.bigint()
    work(at)
    return Number(process.hrtime.bigint() - start) / 1e6
  })
}
