import { computed, signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyFrame } from '../../../src/ui/kit/key-frame'
import { stepComes, stepSeen } from '../../../src/ui/state/between-steps'
import { effectBehindKey, restingEffect, slowEffect, touched } from '../../../src/ui/state/slow-effect'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))

afterEach(() => {
  keyFrame.flush()
  vi.useRealTimers()
})

/** What is read of a price that the market moves, and how often that was computed. */
function follow() {
  const price = signal(100)
  let computedTimes = 0
  const value = computed(() => {
    computedTimes++
    return price.value * 2
  })
  const seen: number[] = []
  const stop = slowEffect(() => void seen.push(value.value))
  return { price, seen, stop, times: () => computedTimes }
}

test('a market of twenty steps a second is written and computed five times a second or so', () => {
  const { price, seen, stop, times } = follow()
  for (let step = 1; step <= 40; step++) {
    vi.advanceTimersByTime(50)
    stepComes()
    price.value = 100 + step
    stepSeen()
  }
  vi.advanceTimersByTime(400)
  // Work between steps of 50 ms is done with the fourth or with one beside it (SlowWork), so each 150 to 250 ms: 8 to 14
  // times in two seconds, and at the beginning and the end. Each is computed once.
  expect(seen.length).toBeGreaterThanOrEqual(8)
  expect(seen.length).toBeLessThanOrEqual(16)
  expect(times()).toBe(seen.length)
  expect(seen.at(-1)).toBe(280)
  stop()
})

test('what the trader does shows at once, also where the market was just written', () => {
  const { price, seen, stop } = follow()
  vi.advanceTimersByTime(1_000)
  price.value = 101
  expect(seen).toEqual([200])
  touched()
  expect(seen).toEqual([200, 202])
  price.value = 300
  expect(seen).toEqual([200, 202, 600])
  stop()
})

test('a key is painted first, and what was typed follows its frame', () => {
  const { price, seen, stop, times } = follow()
  let paint = (): void => {}
  keyFrame.pressed({ afterPaint: (call) => (paint = call), soon: (call) => call() })
  price.value = 7
  touched()
  price.value = 8
  // Of what is typed before the frame only the last is computed.
  expect([seen, times()]).toEqual([[200], 1])
  paint()
  expect(seen).toEqual([200, 16])
  stop()
  price.value = 9
  vi.advanceTimersByTime(1_000)
  expect(seen).toEqual([200, 16])
})

test('what is kept gives way to the frame of a key alone', () => {
  const text = signal('1')
  const kept: string[] = []
  const stop = effectBehindKey(() => void kept.push(text.value))
  text.value = '12'
  expect(kept).toEqual(['1', '12'])
  let paint = (): void => {}
  keyFrame.pressed({ afterPaint: (call) => (paint = call), soon: (call) => call() })
  text.value = '123'
  text.value = '1234'
  expect(kept).toEqual(['1', '12'])
  paint()
  expect(kept).toEqual(['1', '12', '1234'])
  stop()
})

test('what rests is computed once no key came for a quarter of a second, and never after it was stopped', () => {
  const text = signal('1')
  const drawn: string[] = []
  const stop = restingEffect(() => void drawn.push(text.value))
  const type = (next: string): void => {
    keyFrame.pressed({ afterPaint: (call) => call(), soon: (call) => call() })
    text.value = next
  }
  for (const next of ['12', '123', '1234']) {
    type(next)
    vi.advanceTimersByTime(200)
  }
  expect(drawn).toEqual(['1'])
  // The last key is 200 ms old.
  vi.advanceTimersByTime(50)
  expect(drawn).toEqual(['1', '1234'])
  type('12345')
  stop()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual(['1', '1234'])
})
