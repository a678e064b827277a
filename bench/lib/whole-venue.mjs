import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { correlation, logReturns, quantile } from './series.mjs'
import { EXCHANGE_FLAGS } from '../../scripts/lib/exchange-flags.mjs'
import { row } from './table.mjs'

/** @typedef {import('./venue-child.mjs').VenueRun} VenueRun */
/** @typedef {typeof import('./market-product')} Product */

/** What makers of everything together may cost (issue bounds): parts of one core, and memory. */
const CPU_BOUND = 25
const MEMORY_BOUND_MB = 600
const SECONDS = 300
const QUICK_SECONDS = 30
/** A chain of options is marked once a second and its volatility told to four digits: changes of a second say nothing of it. */
const APART = 10

/**
 * The venue with makers in every book (contracts, 720 options, pairs, spreads) in a process of its own: what it costs,
 * and how the prices of related products move together. `floor` is the bound, or the recorded figure.
 * @param {string} bundle of `market-product`
 * @param {{ product: Product, seed: number, quick: boolean, dataDir: string }} options
 */
export async function wholeVenue(bundle, { product, seed, quick, dataDir }) {
  const seconds = quick ? QUICK_SECONDS : SECONDS
  const child = join(import.meta.dirname, 'venue-child.mjs')
  const flags = [...EXCHANGE_FLAGS, '--expose-gc']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, child, bundle, String(seed), String(seconds)],
    { maxBuffer: 2 ** 26 },
  )
  /** @type {VenueRun} */
  const ours = JSON.parse(stdout)
  const { books } = ours
  const recorded = readPair(product, dataDir)
  const list = readTickers(dataDir)
  const held = list === null ? null : heldShares(list)
  const fundings = ours.fundings.map((rate) => Math.abs(rate) * 10_000)
  return [
    row('makers of every book: share of one core', four(ours.cpuShare * 100), '%', CPU_BOUND),
    row('memory of that process', four(ours.rssMb), 'MB', MEMORY_BOUND_MB),
    row('of it, heap that is in use', four(ours.heapMb), 'MB', null),
    row('books of contracts', books.contracts, '', null),
    row('books of options', books.options, '', null),
    row('books of pairs', books.pairs, '', null),
    row('books of spreads', books.spreads, '', null),
    row(
      'spot with perpetual, correlation of 1 s returns',
      of(ours.spot, ours.perpetual),
      '',
      of(recorded?.spot, recorded?.perpetual),
    ),
    row(
      'perpetual over spot, median',
      basis(ours.perpetual, ours.spot),
      'bp',
      basis(recorded?.perpetual, recorded?.spot),
    ),
    row('last future with perpetual, correlation of 1 s returns', of(ours.future, ours.perpetual), '', null),
    row('last future over perpetual, median', basis(ours.future, ours.perpetual), 'bp', null),
    row(
      `volatility with perpetual, correlation of ${APART} s changes`,
      of(apart(ours.volatility), apart(ours.perpetual)),
      '',
      null,
    ),
    row(
      'perpetuals that pay plain interest',
      plainShare(ours.fundings),
      '%',
      list === null ? null : plainShare(list.map(({ fundingRate }) => Number(fundingRate))),
    ),
    row('funding, median of the perpetuals, absolute', four(quantile(fundings, 0.5)), 'bp', null),
    row('funding, nine of ten below, absolute', four(quantile(fundings, 0.9)), 'bp', null),
    row(
      'open interest by turnover of a day, median of 30',
      four(quantile(ours.heldShares, 0.5)),
      '',
      held === null ? null : four(quantile(held, 0.5)),
    ),
  ]
}

/**
 * Middle prices of the recorded perpetual and pair, at the seconds for which there are both.
 * @param {Product} product
 * @param {string} dataDir
 */
function readPair(product, dataDir) {
  const files = ['usdm', 'spot'].map((name) =>
    join(dataDir, `feeds/binance-${name}-btcusdt_20240808-depth-and-trades.txt.gz`),
  )
  if (!files.every((file) => existsSync(file))) return null
  const [perpetual, spot] = files.map((file) => readMiddles(product, file))
  const both = [...(perpetual?.keys() ?? [])].filter((second) => spot?.has(second))
  return {
    perpetual: both.map((second) => perpetual?.get(second) ?? Number.NaN),
    spot: both.map((second) => spot?.get(second) ?? Number.NaN),
  }
}

/**
 * @param {Product} product
 * @param {string} file
 * @returns {ReadonlyMap<number, number>} the last middle price of each second since the epoch
 */
function readMiddles({ FeedBook }, file) {
  const book = new FeedBook()
  /** @type {Map<number, number>} */
  const middles = new Map()
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
    if (line === '') continue
    const space = line.indexOf(' ')
    const frame = JSON.parse(line.slice(space + 1))
    if (frame.stream === undefined) book.applySnapshot(frame)
    else if (frame.data.e !== 'trade') book.applyDiff(frame.data)
    const best = book.best()
    if (best !== null) middles.set(Number(line.slice(0, space - 9)), (Number(best.bid) + Number(best.ask)) / 2)
  }
  return middles
}

/** @param {readonly number[]} seconds @returns each tenth of them */
const apart = (seconds) => seconds.filter((_, at) => at % APART === 0)

/**
 * @param {readonly number[] | undefined} one
 * @param {readonly number[] | undefined} other
 */
function of(one, other) {
  return one === undefined || other === undefined ? null : four(correlation(logReturns(one), logReturns(other)))
}

/**
 * @param {readonly number[] | undefined} over
 * @param {readonly number[] | undefined} under
 */
function basis(over, under) {
  if (over === undefined || under === undefined) return null
  return four(
    quantile(
      over.flatMap((price, at) => (under[at] === undefined ? [] : [(price / under[at] - 1) * 10_000])),
      0.5,
    ),
  )
}

/** @typedef {Readonly<Record<'openInterest' | 'volume24h' | 'lastPrice' | 'fundingRate', string>>} RecordedTicker */

/**
 * The published tickers of linear contracts.
 * @param {string} dataDir
 * @returns {readonly RecordedTicker[] | null} `null` where the file is absent
 */
function readTickers(dataDir) {
  const file = join(dataDir, 'bybit-v5/catalogue/tickers-linear-2023-03.json.gz')
  if (!existsSync(file)) return null
  const json = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
  return Array.isArray(json) ? json : (json.result ?? json).list
}

/**
 * Of the thirty most traded contracts.
 * @param {readonly RecordedTicker[]} list
 */
function heldShares(list) {
  return list
    .map((one) => ({ held: Number(one.openInterest), volume: Number(one.volume24h), price: Number(one.lastPrice) }))
    .filter(({ volume }) => volume > 0)
    .toSorted((a, b) => b.volume * b.price - a.volume * a.price)
    .slice(0, 30)
    .map(({ held, volume }) => held / volume)
}

/**
 * Of fundings, in per cent, those of 0.01 %.
 * @param {readonly number[]} rates
 */
function plainShare(rates) {
  return four((rates.filter((rate) => Math.abs(rate - 0.0001) < 1e-9).length / rates.length) * 100)
}

/**
 * Four significant figures.
 * @param {number} value
 */
function four(value) {
  return Number(value.toPrecision(4))
}
