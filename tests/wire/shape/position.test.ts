import { expect, test } from 'vitest'
import type { Leverage, Money } from '../../../src/domain/decimal'
import { parsePosition, writePosition } from '../../../src/wire/shape/position'
import { positionOf } from '../../ui/fixtures'

test('a position of an account with portfolio margin has no leverage and no margin of its own (semantics.md §1.8)', () => {
  const row = writePosition(positionOf({ isPortfolio: true, leverage: '25' as Leverage }))
  expect(row).toMatchObject({ leverage: '', positionIM: '', positionMM: '', liqPrice: '', bustPrice: '' })
  expect(parsePosition({ ...row })).toMatchObject({
    isPortfolio: true,
    initialMargin: '0',
    maintenanceMargin: '0',
    liquidationPrice: null,
    bankruptcyPrice: null,
  })
  expect(parsePosition({ ...writePosition(positionOf()) }).isPortfolio).toBeUndefined()
})

test('funding comes as what was received or paid, and stays unknown where a row does not say it', () => {
  const row = writePosition(positionOf({ fundingPaid: '1.5' as Money }))
  // Spec §3 `positionFundingFee`: 1.5 was paid.
  expect(row.positionFundingFee).toBe('-1.5')
  expect(parsePosition({ ...row }).fundingPaid).toBe('1.5')
  expect(parsePosition({ ...writePosition(positionOf()) }).fundingPaid).toBeUndefined()
})

test('its place in the queue of auto-deleveraging goes over the wire (spec §3 `adlRankIndicator`)', () => {
  expect(parsePosition({ ...writePosition(positionOf({ adlRank: 4 })) }).adlRank).toBe(4)
})
