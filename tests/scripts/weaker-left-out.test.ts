import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RESTS_ON } from '../e2e/lib/weaker-venue'

test('what is left out of the weaker venue’s browser tests names tests that there are', () => {
  const folder = join(import.meta.dirname, '../e2e')
  const files = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'))
  const all = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
  // A test that is named anew would be run, and fail, where nobody looks for weeks.
  for (const title of Object.values(RESTS_ON).flat()) expect(all).toContain(`test('${title}'`)
})
