import { afterEach, expect, test, vi } from 'vitest'
import { loadTimes, markLoad, whenMarked } from '../../../src/ui/kit/load-marks'

afterEach(() => {
  vi.restoreAllMocks()
  performance.clearMarks()
})

test('the first time that a step is done counts', () => {
  markLoad('hub')
  const [first] = performance.getEntriesByName('halyard:hub', 'mark')
  markLoad('hub')
  expect(performance.getEntriesByName('halyard:hub', 'mark')).toHaveLength(1)
  expect(loadTimes().get('hub')).toBe(first?.startTime)
})

test('steps are told in the order in which they come about, and one that is not done is left out', () => {
  markLoad('live')
  markLoad('script')
  expect([...loadTimes().keys()]).toEqual(['script', 'live'])
})

test('whoever waits for a step goes on once it is done, also where several wait, and where it was done before', async () => {
  const went: string[] = []
  void whenMarked('chart').then(() => went.push('first'))
  void whenMarked('chart').then(() => went.push('second'))
  await Promise.resolve()
  expect(went).toEqual([])
  markLoad('chart')
  await whenMarked('chart')
  expect(went).toEqual(['first', 'second'])
})
