import { expect, test } from 'vitest'
import { KeyFrame } from '../../../src/ui/kit/key-frame'

/** What runs once the page has painted. */
const paints: (() => void)[] = []
const tasks: (() => void)[] = []
const ports = {
  afterPaint: (call: () => void): void => void paints.push(call),
  soon: (call: () => void): void => void tasks.push(call),
}
const paint = (): void => paints.splice(0).forEach((call) => call())

/** Takes the page longer than one turn. */
function work(): void {
  const until = performance.now() + 6
  while (performance.now() < until);
}

test('what is computed from a key comes behind its frame, once', () => {
  const frame = new KeyFrame()
  let runs = 0
  const run = (): void => void runs++
  frame.behind(run)
  expect(runs).toBe(1)
  frame.pressed(ports)
  frame.pressed(ports)
  frame.behind(run)
  frame.behind(run)
  expect([frame.isUnpainted, runs, paints.length]).toEqual([true, 1, 1])
  paint()
  expect([frame.isUnpainted, runs]).toEqual([false, 2])
})

test('a page that is left paints no frame: what waits is done before it goes', () => {
  const frame = new KeyFrame()
  let isDone = false
  frame.pressed(ports)
  frame.behind(() => (isDone = true))
  frame.flush()
  expect([frame.isUnpainted, isDone]).toEqual([false, true])
})

test('what waited for a key is done in turns, and the next key comes between two of them', () => {
  const frame = new KeyFrame()
  const done: string[] = []
  const wait = (name: string) => (): void => {
    work()
    done.push(name)
  }
  const [first, second, third] = [wait('first'), wait('second'), wait('third')]
  frame.pressed(ports)
  for (const call of [first, second, third]) frame.behind(call)
  paint()
  expect([done, tasks.length]).toEqual([['first'], 1])
  // The next key: what was left waits for its frame.
  frame.pressed(ports)
  tasks.splice(0).forEach((call) => call())
  expect([done, tasks.length]).toEqual([['first'], 0])
  paint()
  while (tasks.length > 0) tasks.shift()!()
  expect(done).toEqual(['first', 'second', 'third'])
})

test('what is asked for between two turns is done at once, and not again', () => {
  const frame = new KeyFrame()
  let runs = 0
  const run = (): void => void runs++
  frame.pressed(ports)
  frame.behind(work)
  frame.behind(run)
  paint()
  expect([runs, tasks.length]).toEqual([0, 1])
  frame.behind(run)
  tasks.splice(0).forEach((call) => call())
  expect([runs, tasks.length]).toEqual([1, 0])
})

test('for a while after a key another one is likely', async () => {
  const frame = new KeyFrame()
  expect(frame.wasPressedWithin(60_000)).toBe(false)
  frame.pressed(ports)
  expect(frame.wasPressedWithin(60_000)).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(frame.wasPressedWithin(10)).toBe(false)
})
