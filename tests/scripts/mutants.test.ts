import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { MUTANTS, mutate } from '../../scripts/mutants/list.mjs'

const root = resolve(import.meta.dirname, '../..')

test('the mutants have their one place in the engine, and change it', () => {
  const lost = MUTANTS.filter((mutant) => {
    const text = readFileSync(resolve(root, mutant.file), 'utf8')
    return text.split(mutant.from).length !== 2 || mutate(text, mutant) === text
  })
  // A change of the engine may take a mutant's place away: the list follows it in the same change.
  expect(lost.map(({ rule }) => rule)).toEqual([])
  expect(new Set(MUTANTS.map(({ rule }) => rule)).size).toBe(MUTANTS.length)
})

test('the suite turns red for a sign in a fee; npm run mutants tries all', { timeout: 300_000 }, async () => {
  // Without a mutant it is the suite that this test is one of: where that is red, the gate is.
  const args = ['scripts/mutants.mjs', '--is-green', '0']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  expect(stdout).toContain('1 of 1 mutants killed')
})
