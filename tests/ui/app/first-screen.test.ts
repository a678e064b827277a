import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenFirstScreen } from '../../../src/ui/app/first-screen'
import { markLoad } from '../../../src/ui/kit/load-marks'
import { settle } from '../../workers/fakes'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  performance.clearMarks()
})

function openAt(pathname: string) {
  vi.stubGlobal('location', { pathname })
  const isLive = signal(false)
  let isDrawn = false
  void whenFirstScreen(isLive).then(() => (isDrawn = true))
  return {
    isLive,
    async isDrawn() {
      // Marks are told of in a task of their own.
      await new Promise((done) => setImmediate(done))
      await settle()
      return isDrawn
    },
  }
}

test('a market’s first screen stands once its chart is drawn: live prices alone are not all of it', async () => {
  const page = openAt('/trade/usdt/BTCUSDT')
  page.isLive.value = true
  expect(await page.isDrawn()).toBe(false)
  markLoad('chart')
  await expect.poll(() => page.isDrawn()).toBe(true)
})

test('a page without a chart waits for the live connection', async () => {
  const page = openAt('/markets')
  expect(await page.isDrawn()).toBe(false)
  page.isLive.value = true
  expect(await page.isDrawn()).toBe(true)
})

test('where neither comes, what waits goes on after ten seconds', async () => {
  const page = openAt('/trade/usdt/BTCUSDT')
  vi.advanceTimersByTime(9_999)
  expect(await page.isDrawn()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await page.isDrawn()).toBe(true)
})
