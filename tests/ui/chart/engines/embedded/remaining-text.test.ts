import { expect, test } from 'vitest'
import { remainingText } from '../../../../../src/ui/chart/engines/embedded/remaining-text'

test.each([
  [0, ''],
  [-5_000, ''],
  [1, '00:01'],
  [764_000, '12:44'],
  [3_599_999, '1:00:00'],
  [11_564_000, '3:12:44'],
  [86_400_000, '1d 00h'],
  [183_600_000, '2d 03h'],
])('%i ms before its close a bar says %j', (ms, text) => {
  expect(remainingText(ms)).toBe(text)
})
