import { expect, test } from 'vitest'
import type { Leverage } from '../../src/domain/decimal'
import { leverageMarks } from '../../src/domain/instrument/leverage-marks'

test.each([
  ['100', '1,5,10,25,50,75,100'],
  ['50', '1,5,10,25,50'],
  ['12.5', '1,5,10,12.5'],
])('the marks up to %s× end with it (spec §3, section)', (max, marks) => {
  expect(leverageMarks(max as Leverage).join(',')).toBe(marks)
})
