import { expect, test } from 'vitest'
import { checkStart } from '../../../src/ui/chart/chart-faults'

const start = { container: { isConnected: true } as Element, datafeed: {}, symbol: 'BTCUSDT' }

test('what a chart cannot start without is named in the words of spec §8', () => {
  expect(() => checkStart(start)).not.toThrow()
  expect(() => checkStart({ ...start, container: null })).toThrow('There is no such element')
  expect(() => checkStart({ ...start, container: { isConnected: false } as Element })).toThrow(
    'There is no such element',
  )
  expect(() => checkStart({ ...start, datafeed: null })).toThrow('Datafeed is not defined')
  expect(() => checkStart({ ...start, symbol: '' })).toThrow(
    'Symbol is not defined: either symbol or load_last_chart option must be set',
  )
})
