/**
 * `npm run -s round-trips [-- PART]`: buys every instrument that the exchange lists (perpetuals, dated futures, options,
 * pairs, spreads) through the native dialect and sells it back, then holds the account's log against the ledger to the
 * last unit (tests/exchange/round-trips). It starts a built exchange of its own. With PART only each so many-th. Ends
 * with 1 at any difference.
 */
import { build } from './build.mjs'
import { loadModule } from './lib/bundle.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { startExchange } from './lib/start-exchange.mjs'

/**
 * @typedef {object} Report see `RoundTripReport` of tests/exchange/round-trips
 * @property {ReadonlyMap<string, number>} traded
 * @property {number} fills
 * @property {number} logRows
 * @property {readonly string[]} coins
 * @property {readonly string[]} soldOnly
 * @property {readonly string[]} boughtOnly
 * @property {readonly string[]} noBids
 * @property {readonly string[]} faults
 */
/**
 * @typedef {object} Options
 * @property {number} port
 * @property {string} dataDir
 * @property {(listed: unknown, place: number) => boolean} wants
 * @property {(done: number, of: number) => void} onProgress
 */

const SAY_EVERY = 100
const part = process.argv[2] ?? '1'
if (!/^[1-9]\d{0,3}$/.test(part)) {
  process.stderr.write(`PART has to be a whole number from 1 to 9999, and is ${part}\n`)
  process.exit(2)
}
await ensureInstalled()
const code = await build()
if (code !== 0) process.exit(code)
/** @type {{ runRoundTrips(options: Options): Promise<Report> }} */
const { runRoundTrips } = await loadModule('tests/exchange/round-trips/round-trips.ts')
const exchange = await startExchange()
try {
  const report = await runRoundTrips({
    port: Number(new URL(exchange.url).port),
    dataDir: exchange.dataDir,
    wants: (_listed, place) => place % Number(part) === 0,
    onProgress: (done, of) => {
      if (done % SAY_EVERY === 0) console.log(`${done} of ${of}`)
    },
  })
  const kinds = [...report.traded].map(([kind, count]) => `${count} ${kind}`).join(', ')
  console.log(`bought and sold back: ${kinds}`)
  for (const symbol of report.soldOnly) console.log(`${symbol} may not be bought: sold from what was given`)
  for (const symbol of report.boughtOnly) console.log(`${symbol} may not be sold: bought and held`)
  const { noBids } = report
  if (noBids.length > 0)
    console.log(`${noBids.length} options are worth less than their first price and have no bids: ${noBids.join(', ')}`)
  console.log(`${report.fills} fills of the ledger, ${report.logRows} rows of the log in ${report.coins.join(', ')}`)
  for (const fault of report.faults) console.log(fault)
  console.log(`${report.faults.length} differences`)
  process.exitCode = report.faults.length === 0 ? 0 : 1
} finally {
  await exchange.kill()
}
