import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { MUTANTS, mutate } from '../../scripts/mutants/list.mjs'

const root = resolve(import.meta.dirname, '../..')

test('every mutant has its one place in the engine, and changes it', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25)
  for (const mutant of MUTANTS) {
    const text = readFileSync(resolve(root, mutant.file), 'utf8')
    expect(mutate(text, mutant), mutant.rule).not.toBe(text)
  }
  expect(new Set(MUTANTS.map(({ rule }) => rule)).size).toBe(MUTANTS.length)
})

test(
  'the suite turns red for a sign in a fee and for a bound of a tier; npm run mutants tries all',
  { timeout: 300_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/mutants.mjs', '0', '7'], { cwd: root })
    expect(stdout).toContain('2 of 2 mutants killed')
  },
)
