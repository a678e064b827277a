import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenFirstScreen } from '../../../src/ui/app/first-screen'
import { markLoad } from '../../../src/ui/kit/load-marks'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  performance.clearMarks()
})

function openAt(pathname: string) {
  vi.stubGlobal('location', { pathname })
  let isDrawn = false
  void whenFirstScreen().then(() => (isDrawn = true))
  return {
    async isDrawn() {
      await new Promise((done) => setImmediate(done))
      return isDrawn
    },
  }
}

test('a market’s first screen stands once its chart is drawn: live prices alone are not all of it', async () => {
  const page = openAt('/trade/usdt/BTCUSDT')
  markLoad('live')
  expect(await page.isDrawn()).toBe(false)
  markLoad('chart')
  expect(await page.isDrawn()).toBe(true)
})

test('a page without a chart keeps nothing waiting', async () => {
  expect(await openAt('/markets').isDrawn()).toBe(true)
})

test('where no chart comes, what waits goes on after ten seconds', async () => {
  const page = openAt('/trade/usdt/BTCUSDT')
  vi.advanceTimersByTime(9_999)
  expect(await page.isDrawn()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await page.isDrawn()).toBe(true)
})
