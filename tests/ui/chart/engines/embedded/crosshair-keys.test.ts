import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  crosshairKey,
  keyedIndex,
  type CrosshairKey,
} from '../../../../../src/ui/chart/engines/embedded/crosshair-keys'

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('whatever is pressed, the crosshair stands at a bar, and an arrow moves it by one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.nat(499),
      fc.nat(80),
      fc.array(fc.constantFrom<CrosshairKey>('before', 'after', 'first', 'last'), { minLength: 1 }),
      (count, from, length, keys) => {
        const view = { count, from: Math.min(from, count - 1), to: Math.min(from, count - 1) + length + 1 }
        let at: number | null = null
        for (const key of keys) {
          const next: number | null = keyedIndex(key, at, view)
          expect(next).not.toBeNull()
          expect(next).toBeGreaterThanOrEqual(0)
          expect(next).toBeLessThan(count)
          if (at !== null && key === 'before') expect(next).toBe(Math.max(0, at - 1))
          if (at !== null && key === 'after') expect(next).toBe(Math.min(count - 1, at + 1))
          at = next
        }
      },
    ),
  )
})

test('it begins at the newest bar in view, and Home and End are what is in view', () => {
  const view = { count: 100, from: 20, to: 60 }
  expect(keyedIndex('before', null, view)).toBe(59)
  expect(keyedIndex('first', 40, view)).toBe(20)
  expect(keyedIndex('last', 40, view)).toBe(59)
  // Room to the right of the newest bar is no bar.
  expect(keyedIndex('last', null, { count: 100, from: 60, to: 120 })).toBe(99)
})

test('away, and without bars, there is nowhere to stand', () => {
  expect(keyedIndex('away', 3, { count: 10, from: 0, to: 10 })).toBeNull()
  expect(keyedIndex('before', null, { count: 0, from: 0, to: 0 })).toBeNull()
})

test('keys with others beside them are left to whom they are of', () => {
  expect(crosshairKey({ ...NONE, key: 'ArrowLeft' })).toBe('before')
  expect(crosshairKey({ ...NONE, key: 'ArrowLeft', shiftKey: true })).toBeNull()
  expect(crosshairKey({ ...NONE, key: 'ArrowLeft', altKey: true })).toBeNull()
  expect(crosshairKey({ ...NONE, key: 'a' })).toBeNull()
})
