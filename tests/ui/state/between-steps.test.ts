import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyFrame } from '../../../src/ui/kit/key-frame'
import { betweenSteps, SlowWork, stepSeen } from '../../../src/ui/state/between-steps'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('work waits for a step, and then until its frame is drawn', () => {
  const done = vi.fn()
  betweenSteps(done)
  vi.advanceTimersByTime(60)
  stepSeen()
  vi.advanceTimersByTime(19)
  expect(done).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledOnce()
})

test('a quiet market holds nothing up, and a busy one does not put it off', () => {
  const inQuiet = vi.fn()
  betweenSteps(inQuiet)
  vi.advanceTimersByTime(150)
  expect(inQuiet).toHaveBeenCalledOnce()

  const inStorm = vi.fn()
  betweenSteps(inStorm)
  for (let at = 0; at < 50; at += 10) {
    stepSeen()
    vi.advanceTimersByTime(10)
  }
  expect(inStorm).toHaveBeenCalledOnce()
})

test('what was called off is not done', () => {
  const done = vi.fn()
  betweenSteps(done)()
  vi.advanceTimersByTime(1_000)
  expect(done).not.toHaveBeenCalled()
})

test('what may be done only later waits for a step behind that, and is not done along with the rest', () => {
  const soon = vi.fn()
  const later = vi.fn()
  betweenSteps(soon)
  betweenSteps(later, performance.now() + 100)
  stepSeen()
  vi.advanceTimersByTime(99)
  expect(soon).toHaveBeenCalledOnce()
  expect(later).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  stepSeen()
  vi.advanceTimersByTime(20)
  expect(later).toHaveBeenCalledOnce()
})

test('slow work keeps its distance and stays between the steps', () => {
  const at: number[] = []
  const start = performance.now()
  const slow = new SlowWork(200, () => at.push(performance.now() - start))
  for (let step = 0; step <= 10; step++) {
    slow.ask()
    stepSeen()
    vi.advanceTimersByTime(100)
  }
  // Steps at 0, 100, … 1000 ms; done 20 ms behind each second one of them.
  expect(at).toEqual([20, 220, 420, 620, 820, 1020])
})

test('a last change without another step is written too', () => {
  const work = vi.fn()
  const slow = new SlowWork(200, work)
  slow.ask()
  vi.advanceTimersByTime(150)
  slow.ask()
  vi.advanceTimersByTime(275)
  expect(work).toHaveBeenCalledTimes(2)
  slow.ask()
  slow.stop()
  vi.advanceTimersByTime(1_000)
  expect(work).toHaveBeenCalledTimes(2)
})

test('nothing of it is done before the frame of a key is painted', () => {
  const done = vi.fn()
  let painted = (): void => {}
  betweenSteps(done)
  keyFrame.pressed({ afterPaint: (call) => (painted = call), soon: (call) => call() })
  vi.advanceTimersByTime(1_000)
  expect(done).not.toHaveBeenCalled()
  painted()
  expect(done).toHaveBeenCalledOnce()
})

test('behind work that takes long the rest is a task of its own, where a key finds room', () => {
  const seen: string[] = []
  const start = performance.now()
  betweenSteps(() => {
    seen.push('long')
    // The fake clock stands still while it works.
    vi.spyOn(performance, 'now').mockReturnValue(start + 150 + 30)
    setTimeout(() => seen.push('key'))
  })
  betweenSteps(() => seen.push('rest'))
  vi.advanceTimersByTime(150)
  expect(seen).toEqual(['long'])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual(['long', 'key', 'rest'])
  vi.restoreAllMocks()
})

test('while somebody types slow work comes once a second, and as often as before two seconds later', () => {
  // The key stays known: this test is the last of the file.
  const at: number[] = []
  const start = performance.now()
  const slow = new SlowWork(200, () => at.push(performance.now() - start))
  keyFrame.pressed({ afterPaint: (call) => call(), soon: (call) => call() })
  for (let step = 0; step < 30; step++) {
    slow.ask()
    stepSeen()
    vi.advanceTimersByTime(100)
  }
  // The key is of 0 ms. The first is asked for at 0; then once in 1000 ms, less the 75 by which it may meet a step early
  // (due at 945, done behind the step of 1000, and of 2000); asked for at 2100 it is 200 behind the one before.
  expect(at.slice(0, 4)).toEqual([20, 1_020, 2_020, 2_220])
})
