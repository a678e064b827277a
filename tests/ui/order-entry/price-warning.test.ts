import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { farPrice } from '../../../src/ui/order-entry/price-warning'

const price = (text: string): Price => text as Price

describe('a price far from the market (reliability.md N8)', () => {
  test('names both numbers and the distance', () => {
    // 30,000 is half of 60,000.
    expect(farPrice(price('30000'), price('60000'))).toEqual({
      price: '30000',
      markPrice: '60000',
      distance: '0.5',
      isAbove: false,
    })
    // A digit too many: 600,000 is ten times the price, nine times the price above it.
    expect(farPrice(price('600000'), price('60000'))).toMatchObject({ distance: '9', isAbove: true })
  })

  test('begins at a tenth of the mark price and not before', () => {
    expect(farPrice(price('54000'), price('60000'))).not.toBeNull()
    expect(farPrice(price('54000.1'), price('60000'))).toBeNull()
    expect(farPrice(price('66000'), price('60000'))).not.toBeNull()
    expect(farPrice(price('65999.9'), price('60000'))).toBeNull()
  })

  test('says nothing about what is not known', () => {
    expect(farPrice(null, price('60000'))).toBeNull()
    expect(farPrice(price('30000'), null)).toBeNull()
    expect(farPrice(price('0'), price('60000'))).toBeNull()
  })
})
