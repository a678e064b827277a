import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import { loadTs } from './lib/load-ts.mjs'
import { average, clustering, deviationBp, excessKurtosis, logReturns, quantile } from './lib/series.mjs'
import { row as tableRow } from './lib/table.mjs'
import { wholeVenue } from './lib/whole-venue.mjs'

/** @typedef {typeof import('./lib/market-product')} Product */

const DATA = join(import.meta.dirname, '../../shared/data')
const FEED = join(DATA, 'feeds/binance-usdm-btcusdt_20240808-depth-and-trades.txt.gz')
const BARS = join(DATA, 'klines/BTC-PERP-1m-2021-12-31..2022-01-21.csv.gz')
const SEED = 2026
const START_MS = Date.UTC(2026, 0, 5, 10)
/** Simulated seconds of the whole venue, and simulated days of the bare process. */
const VENUE_SECONDS = 2400
const PROCESS_DAYS = 6
const LAGS = 10
const NEAR = 0.001

/**
 * Does the sandbox's market look like a market? Its figures for BTCUSDT beside the recorded feed's (five minutes of
 * depth and trades, 30,000 one-minute bars). `floor` is the recorded figure, `null` where the recording is absent. Part
 * `whole` is the venue with every book (lib/whole-venue).
 * @param {import('./lib/table.mjs').Options} options
 * @returns {Promise<import('./lib/table.mjs').Table>}
 */
export async function run({ quick, part }) {
  /** @type {{ module: Product, file: string }} */
  const { module: product, file } = await loadTs('bench/lib/market-product.ts')
  const whole = (await wholeVenue(file, { product, seed: SEED, quick, dataDir: DATA })).map((one) => ({
    ...one,
    label: `whole: ${one.label}`,
  }))
  if (part === 'whole') return { name: 'market', rows: whole }
  const ours = { ...runVenue(product), minutes: runProcess(product) }
  const theirs = existsSync(FEED) ? readFeed(product) : null
  const bars = existsSync(BARS) ? readBars() : null
  const seconds = logReturns(ours.seconds)
  const theirSeconds = theirs === null ? null : logReturns(theirs.seconds)
  return {
    name: 'market',
    rows: [
      row('excess kurtosis of 1 s returns', excessKurtosis(seconds), '', of(theirSeconds, excessKurtosis)),
      row('excess kurtosis of 1 min returns', excessKurtosis(ours.minutes), '', of(bars, excessKurtosis)),
      row(
        `clustering: mean autocorrelation of |1 s returns|, lags 1–${LAGS}`,
        clustering(seconds, LAGS),
        '',
        of(theirSeconds, (one) => clustering(one, LAGS)),
      ),
      row(
        `clustering: mean autocorrelation of |1 min returns|, lags 1–${LAGS}`,
        clustering(ours.minutes, LAGS),
        '',
        of(bars, (one) => clustering(one, LAGS)),
      ),
      row('deviation of 1 s returns', deviationBp(seconds), 'bp', of(theirSeconds, deviationBp)),
      row('deviation of 1 min returns', deviationBp(ours.minutes), 'bp', of(bars, deviationBp)),
      row(
        'spread, median',
        quantile(ours.spreads, 0.5),
        'ticks',
        of(theirs?.spreads ?? null, (one) => quantile(one, 0.5)),
      ),
      row('spread, mean', average(ours.spreads), 'ticks', of(theirs?.spreads ?? null, average)),
      row(
        'depth within 10 bp, a side, median',
        quantile(ours.depths, 0.5),
        'BTC',
        of(theirs?.depths ?? null, (one) => quantile(one, 0.5)),
      ),
      row('trades per second', ours.tradesPerSecond, '1/s', theirs?.tradesPerSecond ?? null),
      row('volume per second', ours.volumePerSecond, 'BTC/s', theirs?.volumePerSecond ?? null),
      row('one step of all symbols, mean', ours.stepMs, 'ms', null),
      row('one step of all symbols, p99', ours.stepP99Ms, 'ms', null),
      ...whole,
    ],
  }
}

/**
 * @param {string} label
 * @param {number} value
 * @param {string} unit
 * @param {number | null} floor
 */
const row = (label, value, unit, floor) => tableRow(label, round(value), unit, floor === null ? null : round(floor))

/**
 * @param {readonly number[] | null} values
 * @param {(values: readonly number[]) => number} measure
 */
const of = (values, measure) => (values === null ? null : measure(values))

/** @param {Product} product */
function runVenue({ createVenue, TICK_MS }) {
  const venue = createVenue({ seed: SEED, region: 'global', feedSymbol: null, startMs: START_MS })
  /** @type {number[]} middle prices */
  const seconds = []
  /** @type {number[]} */
  const spreads = []
  /** @type {number[]} */
  const depths = []
  /** @type {number[]} in ms */
  const steps = []
  let trades = 0
  let volume = 0
  const ticks = (VENUE_SECONDS * 1000) / TICK_MS
  for (let n = 1; n <= ticks; n++) {
    const nowMs = START_MS + n * TICK_MS
    const before = performance.now()
    const { events } = venue.apply({ type: 'tick' }, nowMs)
    steps.push(performance.now() - before)
    for (const event of events) {
      if (event.type !== 'trade' || event.trade.symbol !== 'BTCUSDT') continue
      trades += 1
      volume += Number(event.trade.qty)
    }
    if (nowMs % 1000 !== 0) continue
    const { bids, asks } = venue.book('BTCUSDT', 1000)
    const [bid, ask] = [bids, asks].map(([best]) => Number(best?.[0]))
    if (bid === undefined || ask === undefined || Number.isNaN(bid - ask))
      throw new Error('a side of the book is empty')
    seconds.push((bid + ask) / 2)
    spreads.push((ask - bid) / 0.1)
    depths.push(within(bids, bid), within(asks, ask))
  }
  return {
    seconds,
    spreads,
    depths,
    tradesPerSecond: trades / VENUE_SECONDS,
    volumePerSecond: volume / VENUE_SECONDS,
    stepMs: average(steps),
    stepP99Ms: quantile(steps, 0.99),
  }
}

/**
 * @param {readonly (readonly [string, string])[]} levels
 * @param {number} from
 */
function within(levels, from) {
  return levels.reduce(
    (sum, [price, qty]) => (Math.abs(Number(price) - from) <= from * NEAR ? sum + Number(qty) : sum),
    0,
  )
}

/**
 * One-minute returns of the process that the makers quote around.
 * @param {Product} product
 */
function runProcess({ calibrationOf, catalogue, createRandom, referencePrice, startProcess, stepProcess, TICK_MS }) {
  const listed = catalogue('global').find(({ symbol }) => symbol === 'BTCUSDT')
  if (listed === undefined) throw new Error('BTCUSDT is not listed')
  const reference = referencePrice(listed)
  const calibration = { ...calibrationOf('BTC'), dailyVolatility: reference.dailyVolatility }
  const state = startProcess(Number(reference.startPrice), calibration)
  const random = createRandom(SEED)
  const perMinute = 60_000 / TICK_MS
  /** @type {number[]} */
  const returns = []
  let before = state.logPrice
  for (let minute = 0; minute < PROCESS_DAYS * 1440; minute++) {
    for (let n = 0; n < perMinute; n++) stepProcess(state, calibration, random, null)
    returns.push(state.logPrice - before)
    before = state.logPrice
  }
  return returns
}

/** @param {Product} product */
function readFeed({ FeedBook }) {
  const book = new FeedBook()
  /** @type {number[]} middle prices */
  const seconds = []
  /** @type {number[]} */
  const spreads = []
  /** @type {number[]} */
  const depths = []
  let trades = 0
  let volume = 0
  /** @type {number | null} */
  let firstMs = null
  let second = 0
  for (const line of gunzipSync(readFileSync(FEED)).toString('utf8').split('\n')) {
    if (line === '') continue
    const space = line.indexOf(' ')
    const timeMs = Number(line.slice(0, space - 6))
    firstMs ??= timeMs
    for (; Math.floor((timeMs - firstMs) / 1000) > second; second++) {
      const best = book.best()
      if (best === null) continue
      seconds.push((Number(best.bid) + Number(best.ask)) / 2)
      spreads.push((Number(best.ask) - Number(best.bid)) / 0.1)
      const { bids, asks } = book.depthWithin(NEAR)
      depths.push(bids, asks)
    }
    const frame = JSON.parse(line.slice(space + 1))
    if (frame.stream === undefined) book.applySnapshot(frame)
    else if (frame.data.e === 'trade') {
      trades += 1
      volume += Number(frame.data.q)
    } else book.applyDiff(frame.data)
  }
  return { seconds, spreads, depths, tradesPerSecond: trades / second, volumePerSecond: volume / second }
}

function readBars() {
  const rows = gunzipSync(readFileSync(BARS)).toString('utf8').trim().split('\n').slice(1)
  return logReturns(rows.map((row) => Number(row.split(',')[4])))
}

/**
 * Four significant figures.
 * @param {number} value
 */
function round(value) {
  return Number(value.toPrecision(4))
}
