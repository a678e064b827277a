import { expect, test } from 'vitest'
import { legExecIds, parentExecId } from '../../../src/domain/order/leg-exec-ids'

test('the legs of a fill have the two ids after its own, over every carry', () => {
  const start = '00000000-0000-4000-9000-'
  expect(legExecIds(`${start}0000000000fe`)).toEqual([`${start}0000000000ff`, `${start}000000000100`])
  expect(parentExecId(`${start}000000000100`, 1)).toBe(`${start}0000000000fe`)
  expect(parentExecId(`${start}0000000000ff`, 0)).toBe(`${start}0000000000fe`)
})
