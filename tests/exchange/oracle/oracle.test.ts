import { expect, test } from 'vitest'
import { runCases } from './run-cases'

/** `npm run -s oracle` takes a million. */
const CASES = Number(process.env['HALYARD_ORACLE_CASES'] ?? 10_000)
const FIRST_SEED = Number(process.env['HALYARD_ORACLE_SEED'] || 1)

test(`the integer engine and the Decimal rules agree on ${CASES} random accounts`, { timeout: 300_000 }, () => {
  console.log(`oracle: seeds ${FIRST_SEED}–${FIRST_SEED + CASES - 1}`)
  const { faults, liquidated, positions } = runCases(FIRST_SEED, CASES)
  expect(faults).toEqual([])
  expect(liquidated).toBeLessThan(CASES / 5)
  expect(positions).toBeGreaterThan(CASES)
})
