import { expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { meanText } from '../../../src/ui/trading-kit/mean-text'

const text = (price: string, tick: string | null): string => meanText(price as Price, tick as Price | null)

test('a mean price between two ticks is not written as one of them, and one on a tick as any other price', () => {
  // 7 options at 200 and 12 at 206.015…: whole ticks would say 204.
  expect(text('203.8', '5')).toBe('203.8')
  expect(text('64210.5', '0.1')).toBe('64,210.5')
  expect(text('64210.5333333333333333', '0.1')).toBe('64,210.53')
  expect(text('0.1', null)).toBe('0.1')
  expect(meanText(null, null)).toBe('--')
})

test('what a mean price gains is as fine, with its sign', () => {
  // 61,826.9 − 61,826.85977… = 0.04022…
  expect(meanText('0.04022222222222222222' as Price, '0.1' as Price, { signed: true })).toBe('+0.04')
  expect(meanText('-4.3' as Price, '0.1' as Price, { signed: true })).toBe('−4.3')
})
