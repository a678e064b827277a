import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PART, playLedger, type LedgerHashes } from './seeded-ledger'

/**
 * Made by `HALYARD_REPLAY_WRITE=1 HALYARD_REPLAY_INPUTS=200000 npx vitest run tests/exchange/replay/seeded-ledger.test.ts`,
 * and only after a change that is meant to be heard; its commit says which.
 */
const FILE = fileURLToPath(new URL('../../data/seeded-ledger.json', import.meta.url))

/** The gate takes a slice of the parts that are written. */
const COUNT = Number(process.env['HALYARD_REPLAY_INPUTS'] ?? PART)

test(
  'the same inputs give the same answers, events and state as when the hashes were written',
  { timeout: 1_800_000 },
  () => {
    const { parts, accepted } = playLedger(COUNT)
    // Most of what is asked has to be possible, or nothing is shown.
    expect(accepted).toBeGreaterThan(COUNT / 3)
    if (process.env['HALYARD_REPLAY_WRITE'] === '1') {
      writeFileSync(FILE, `${JSON.stringify(parts, null, 2)}\n`)
      return
    }
    const written = JSON.parse(readFileSync(FILE, 'utf8')) as LedgerHashes[]
    expect(parts).toEqual(written.slice(0, parts.length))
  },
)
