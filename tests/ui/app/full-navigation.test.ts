import { expect, test } from 'vitest'
import { loadsNewPage } from '../../../src/ui/app/full-navigation'

/** 25 November 2026: BTCUSD_Q is BTCUSDZ26. */
const NOW = Date.UTC(2026, 10, 25)

test.each([
  ['/trade/usdt/BTCUSDT', '/trade/usdt/ETHUSDT', false],
  ['/trade/usdt/BTCUSDT', '/trade/usdt/BTCUSDT', false],
  ['/trade/usdt/BTCUSDT', '/trade/inverse/BTCUSD', true],
  ['/trade/usdt/BTCUSDT', '/trade/usdt/BTCUSDT-25DEC26', true],
  ['/de-DE/trade/usdt/BTCUSDT', '/de-DE/trade/spot/BTC/USDT', true],
  // USDC perpetuals and futures share a page.
  ['/trade/futures/usdc/BTCPERP', '/trade/futures/usdc/BTC-25DEC26', false],
  ['/trade/futures/usdc/BTC-25DEC26', '/trade/usdt/BTCUSDT', true],
  // The series and the name of one contract.
  ['/trade/inverse/futures/BTCUSD_Q', '/trade/inverse/futures/BTCUSDZ26', false],
  // Pages beside the trade pages.
  ['/markets', '/trade/inverse/BTCUSD', false],
  ['/trade/inverse/BTCUSD', '/settings', false],
  ['/trade/usdt/', '/trade/inverse/BTCUSD', false],
])('from %s to %s: %s', (from, to, expected) => {
  expect(loadsNewPage(from, to, NOW)).toBe(expected)
})
