import { expect, test } from 'vitest'
import { stepText } from '../../../src/ui/kit/step-text'

test.each([
  ['1.5', 0.1, 1, '1.6'],
  ['0.3', 0.1, -1, '0.2'],
  ['', 1, 1, '1'],
  ['0.05', 0.1, -1, ''],
  ['abc', 1, 1, '1'],
] as const)('%s a step of %d, direction %d: %s', (text, step, direction, next) => {
  expect(stepText(text, step, direction)).toBe(next)
})
