/**
 * `npm run bars -- FOLDER`: holds what the chart makes of bars against bars that were recorded elsewhere (tables of CSV,
 * packed or not, in FOLDER and below): every indicator against its published definition at every bar, and again after
 * 10,000 ticks; and the bars of every interval against totals of the raw rows. Fails where one value is another.
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
/** Faults that are named of one table. */
const NAMED = 10
let files = 0
let hasFaults = false
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
  if (!/\.csv(?:\.gz)?$/.test(path)) continue
  const bytes = readFileSync(join(folder, path))
  const bars = readBars((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  if (bars === null) {
    process.stdout.write(`${path}: no bars\n`)
    continue
  }
  files += 1
  const indicators = checkIndicators(bars)
  const intervals = checkIntervals(bars)
  const faults = [...indicators.faults, ...intervals.faults]
  process.stdout.write(
    `${path}: ${bars.length} bars, ${indicators.compared} values of indicators, ${intervals.compared} of intervals, ${faults.length} faults\n`,
  )
  for (const fault of faults.slice(0, NAMED)) process.stdout.write(`  ${fault}\n`)
  hasFaults ||= faults.length > 0
}
process.stdout.write(`${files} tables of bars\n`)
process.exit(hasFaults ? 1 : 0)
