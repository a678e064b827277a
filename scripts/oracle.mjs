/**
 * `npm run -s oracle -- [CASES] [FIRST SEED]`: the Decimal rules of src/domain as the oracle of the integer engine, over
 * a million random accounts. Prints where it is every 50,000 cases; ends with 1 when the two differ.
 */
import { loadModule } from './lib/bundle.mjs'

/** @typedef {{ positions: number, liquidated: number, faults: unknown[] }} Report what some cases came to */

const cases = Number(process.argv[2] ?? 1_000_000)
const firstSeed = Number(process.argv[3] ?? 1)
if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(firstSeed)) {
  process.stderr.write('usage: npm run -s oracle -- [CASES ≥ 1] [FIRST SEED]\n')
  process.exit(2)
}
const CHUNK = 50_000
/** @type {{ runCases(firstSeed: number, cases: number): Report }} */
const { runCases } = await loadModule('tests/exchange/oracle/run-cases.ts')
/** @type {Report} */
const total = { positions: 0, liquidated: 0, faults: [] }
for (let done = 0; done < cases && total.faults.length === 0; done += CHUNK) {
  const count = Math.min(CHUNK, cases - done)
  const report = runCases(firstSeed + done, count)
  total.positions += report.positions
  total.liquidated += report.liquidated
  total.faults.push(...report.faults)
  console.log(`seeds ${firstSeed}–${firstSeed + done + count - 1}: ${total.faults.length} differences`)
}
for (const fault of total.faults) console.log(JSON.stringify(fault))
console.log(`${total.positions} positions compared, ${total.liquidated} stories ended in a liquidation`)
process.exitCode = total.faults.length === 0 ? 0 : 1
