/**
 * `npm run bars -- FOLDER`: holds what the chart makes of bars against bars that were recorded elsewhere (tables of CSV,
 * packed or not, in FOLDER and below): every indicator against its published definition at every bar, and again after
 * 10,000 ticks; the bars of every interval against totals of the raw rows; and what a chart shows that is scrolled back
 * through them. Tables of trades are sent through what
 * makes live bars, and the chart's bars held against the trades. Fails where one value is another.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { loadModule } from './lib/bundle.mjs'

const argument = process.argv[2]
if (argument === undefined) {
  process.stderr.write('usage: npm run bars -- FOLDER\n')
  process.exit(2)
}
const folder = resolve(process.env.INIT_CWD ?? '.', argument)
if (!existsSync(folder)) {
  process.stdout.write(`there is no ${folder}: nothing was read\n`)
  process.exit(0)
}

/** @type {typeof import('./bars/recorded-bars')} */
const { readBars } = await loadModule('scripts/bars/recorded-bars.ts')
/** @type {typeof import('./bars/check-bars')} */
const { checkIndicators, checkIntervals } = await loadModule('scripts/bars/check-bars.ts')
/** @type {typeof import('./bars/recorded-trades')} */
const { readTrades } = await loadModule('scripts/bars/recorded-trades.ts')
/** @type {typeof import('./bars/check-trades')} */
const { checkTrades } = await loadModule('scripts/bars/check-trades.ts')
/** @type {typeof import('./bars/check-pages')} */
const { checkPages } = await loadModule('scripts/bars/check-pages.ts')
/** @type {{ readonly BarLoader: Parameters<typeof checkPages>[1] }} */
const { BarLoader } = await loadModule('src/ui/chart/engines/embedded/bar-loader.ts')
// The loader says that bars are there once they are painted.
globalThis.requestAnimationFrame = (call) => Number(setTimeout(() => call(0)))
/** @type {{ readonly orderBars: Parameters<typeof checkTrades>[1] }} */
const { orderBars } = await loadModule('src/ui/chart/port/bars.ts')
/** Faults that are named of one table. */
const NAMED = 10
let files = 0
let hasFaults = false
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
  if (!/\.csv(?:\.gz)?$/.test(path)) continue
  const bytes = readFileSync(join(folder, path))
  const looked = await lookAt((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  if (looked === null) {
    process.stdout.write(`${path}: neither bars nor trades\n`)
    continue
  }
  files += 1
  const { what, compared, faults } = looked
  process.stdout.write(`${path}: ${what}, ${compared} values, ${faults.length} faults\n`)
  for (const fault of faults.slice(0, NAMED)) process.stdout.write(`  ${fault}\n`)
  hasFaults ||= faults.length > 0
}
process.stdout.write(`${files} tables of bars and trades\n`)
process.exit(hasFaults ? 1 : 0)

/**
 * @param {string} text a table
 * @returns {Promise<{ what: string, compared: number, faults: readonly string[] } | null>} `null` where it is of neither
 */
async function lookAt(text) {
  const bars = readBars(text)
  if (bars !== null) {
    const parts = [checkIndicators(bars), checkIntervals(bars), await checkPages(bars, BarLoader)]
    return {
      what: `${bars.length} bars`,
      compared: parts.reduce((sum, { compared }) => sum + compared, 0),
      faults: parts.flatMap(({ faults }) => faults),
    }
  }
  const trades = readTrades(text)
  return trades === null ? null : { what: `${trades.length} trades`, ...checkTrades(trades, orderBars) }
}
