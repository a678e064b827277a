import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { bracketAt } from '../../../src/ui/panels/bracket'
import { instrumentOf } from '../fixtures'

describe('the bracket of a price', () => {
  test('stops half a per cent against the entry and aims one per cent beyond it, on the tick', () => {
    // 64,123.4 × 0.995 = 63,802.783 and × 1.01 = 64,764.634.
    expect(bracketAt('64123.4' as Price, 'buy', instrumentOf())).toEqual({
      side: 'buy',
      entry: '64123.4',
      stop: '63802.7',
      target: '64764.7',
    })
    // × 1.005 = 64,444.017 and × 0.99 = 63,482.166.
    expect(bracketAt('64123.4' as Price, 'sell', instrumentOf())).toEqual({
      side: 'sell',
      entry: '64123.4',
      stop: '64444.1',
      target: '63482.1',
    })
  })

  test('there is none where a leg would not be above zero', () => {
    expect(bracketAt('0.05' as Price, 'buy', { tickSize: '0.1' as Price })).toBeNull()
  })
})
