import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilLoaded } from '../../../src/ui/kit/until-loaded'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a part that fails, and one whose failure was heard elsewhere, is asked for again every two seconds until it comes', async () => {
  const part = { name: 'part' }
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(undefined), Promise.resolve(part)]
  let asked = 0
  // The loader of a heard failure gives nothing, whatever its type says.
  const loaded = untilLoaded(() => answers[asked++] as Promise<typeof part>)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(2_000)
  await expect(loaded).resolves.toBe(part)
  expect(asked).toBe(3)
})
