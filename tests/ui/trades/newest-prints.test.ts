import { describe, expect, test } from 'vitest'
import type { Trade } from '../../../src/domain/market/market'
import { newestPrints } from '../../../src/ui/trades/newest-prints'

const print = (id: string) => ({ id }) as Trade

describe('newestPrints', () => {
  test('as many as fit, newest first as they came', () => {
    expect(newestPrints([print('c'), print('b'), print('a')], 2)).toEqual([print('c'), print('b')])
  })
  test('a print that came twice is shown once and takes no place', () => {
    expect(newestPrints([print('c'), print('c'), print('b')], 2)).toEqual([print('c'), print('b')])
  })
})
