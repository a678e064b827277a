import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OUTCOMES, REQUESTS } from '../../../src/ui/replay/ReplayControls'

const words = JSON.parse(readFileSync('locales/en/replay.json', 'utf8')) as Record<'request' | 'outcome', object>

test('every request and every outcome that a recording may name has its words', () => {
  expect(Object.keys(words.request).toSorted()).toEqual([...REQUESTS, 'other'].toSorted())
  expect(Object.keys(words.outcome).toSorted()).toEqual([...OUTCOMES].toSorted())
})
