// node venue-child.mjs BUNDLE SEED SECONDS: the whole venue with every family in a process of its own, stepped as fast as it goes.
import { pathToFileURL } from 'node:url'

/**
 * @typedef {object} VenueRun
 * @property {number} cpuShare of one core, at the pace of the clock
 * @property {number} rssMb
 * @property {number} heapMb of it, what is left of the heap after a collection
 * @property {Readonly<Record<'contracts' | 'options' | 'pairs' | 'spreads', number>>} books that have both sides
 * @property {readonly number[]} perpetual middle prices, one a second
 * @property {readonly number[]} spot
 * @property {readonly number[]} future of the last expiry
 * @property {readonly number[]} volatility at the money of the last expiry
 * @property {readonly number[]} fundings newest rates of all perpetuals
 * @property {readonly number[]} heldShares open interest by the turnover of a day, of the most traded perpetuals
 */

const [bundle = '', seed, seconds] = process.argv.slice(2)
/** @type {typeof import('./market-product')} */
const { createVenue, PRESENT_GENESIS, TICK_MS } = await import(pathToFileURL(bundle).href)
const START_MS = Date.UTC(2026, 0, 5, 10)
/** Books fill and code is compiled before anything is counted. */
const WARM_SECONDS = 60
const MOST_TRADED = 30

const venue = createVenue({
  seed: Number(seed),
  region: 'global',
  feedSymbol: null,
  startMs: START_MS,
  markets: 'all',
  ...PRESENT_GENESIS,
  families: ['option', 'spot', 'leveragedToken', 'spread'],
})
const listed = venue.instruments().filter(({ status }) => status === 'trading')
/** @param {string} symbol */
const middle = (symbol) => {
  const { bids, asks } = venue.book(symbol, 1)
  return bids[0] === undefined || asks[0] === undefined ? Number.NaN : (Number(bids[0][0]) + Number(asks[0][0])) / 2
}
const future = listed
  .filter(({ kind, baseCoin }) => kind === 'linearFutures' && baseCoin === 'BTC')
  .toSorted((a, b) => deliveryOf(b) - deliveryOf(a))[0]
const atTheMoney = nearTheMoney()
if (future === undefined || atTheMoney === undefined) throw new Error('no future or no option is listed')

let nowMs = START_MS
/** @param {number} count @param {() => void} eachSecond */
function run(count, eachSecond) {
  for (let n = 1; n <= (count * 1000) / TICK_MS; n++) {
    nowMs += TICK_MS
    venue.apply({ type: 'tick' }, nowMs)
    if ((n * TICK_MS) % 1000 === 0) eachSecond()
  }
}
run(WARM_SECONDS, () => {})
/** @type {Record<'perpetual' | 'spot' | 'future' | 'volatility', number[]>} */
const series = { perpetual: [], spot: [], future: [], volatility: [] }
const before = process.cpuUsage()
run(Number(seconds), () => {
  series.perpetual.push(middle('BTCUSDT'))
  series.spot.push(middle('BTC/USDT'))
  series.future.push(middle(future.symbol))
  series.volatility.push(Number(venue.ticker(atTheMoney.symbol)?.option?.markVolatility))
})
const { user, system } = process.cpuUsage(before)
const { rss } = process.memoryUsage()
globalThis.gc?.()
const { heapUsed } = process.memoryUsage()
/** @type {VenueRun} */
const result = {
  cpuShare: (user + system) / 1e6 / Number(seconds),
  rssMb: rss / 2 ** 20,
  heapMb: heapUsed / 2 ** 20,
  books: {
    contracts: booksOf((kind) => !/Option|spot|spread/.test(kind)),
    options: booksOf((kind) => kind.endsWith('Option')),
    pairs: booksOf((kind) => kind === 'spot'),
    spreads: booksOf((kind) => kind === 'spread'),
  },
  ...series,
  ...perpetualFigures(),
}
process.stdout.write(JSON.stringify(result))

/** @param {(kind: string) => boolean} isOf */
function booksOf(isOf) {
  // A worthless option has no bids.
  return listed.filter(({ kind, symbol }) => isOf(kind) && venue.book(symbol, 1).asks.length > 0).length
}

function perpetualFigures() {
  const tickers = listed
    .filter(({ kind }) => kind.endsWith('Perpetual'))
    .flatMap(({ symbol }) => venue.ticker(symbol) ?? [])
    .toSorted((a, b) => Number(b.turnover24h) - Number(a.turnover24h))
  return {
    fundings: tickers.map(({ fundingRate }) => Number(fundingRate)),
    heldShares: tickers.slice(0, MOST_TRADED).map((one) => Number(one.openInterest) / Number(one.volume24h)),
  }
}

/** @param {(typeof listed)[number]} instrument */
function deliveryOf(instrument) {
  return 'delivery' in instrument ? (instrument.delivery?.timeMs ?? 0) : 0
}

function nearTheMoney() {
  const index = Number(venue.ticker('BTCUSDT')?.indexPrice)
  /** @param {(typeof listed)[number]} one */
  const distance = (one) => ('strike' in one ? Math.abs(Number(one.strike) - index) : Infinity)
  return listed
    .filter(({ kind, baseCoin }) => kind === 'usdtOption' && baseCoin === 'BTC')
    .toSorted((a, b) => deliveryOf(b) - deliveryOf(a) || distance(a) - distance(b))[0]
}
