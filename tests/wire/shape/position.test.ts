import { expect, test } from 'vitest'
import { parsePosition, writePosition } from '../../../src/wire/shape/position'
import { positionOf } from '../../ui/fixtures'

test('a position of an account with portfolio margin has no leverage and no margin of its own (semantics.md §1.8)', () => {
  const blanks = { leverage: '', positionIM: '', positionMM: '', liqPrice: '', bustPrice: '' }
  expect(parsePosition({ ...writePosition(positionOf()), ...blanks })).toMatchObject({
    isPortfolio: true,
    initialMargin: '0',
    maintenanceMargin: '0',
    liquidationPrice: null,
    bankruptcyPrice: null,
  })
  expect(parsePosition({ ...writePosition(positionOf()) }).isPortfolio).toBeUndefined()
})
