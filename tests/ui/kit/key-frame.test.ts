import { expect, test } from 'vitest'
import { KeyFrame } from '../../../src/ui/kit/key-frame'

/** What runs once the page has painted. */
const paints: (() => void)[] = []
const afterPaint = (call: () => void): void => void paints.push(call)
const paint = (): void => paints.splice(0).forEach((call) => call())

test('what is computed from a key comes behind its frame, once', () => {
  const frame = new KeyFrame()
  let runs = 0
  const run = (): void => void runs++
  frame.behind(run)
  expect(runs).toBe(1)
  frame.pressed(afterPaint)
  frame.pressed(afterPaint)
  frame.behind(run)
  frame.behind(run)
  expect([frame.isUnpainted, runs, paints.length]).toEqual([true, 1, 1])
  paint()
  expect([frame.isUnpainted, runs]).toEqual([false, 2])
})

test('a page that is left paints no frame: what waits is done before it goes', () => {
  const frame = new KeyFrame()
  let isDone = false
  frame.pressed(afterPaint)
  frame.behind(() => (isDone = true))
  frame.flush()
  expect([frame.isUnpainted, isDone]).toEqual([false, true])
})
