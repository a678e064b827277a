import { describe, expect, test } from 'vitest'
import { earlyWatches } from '../../../src/ui/app/early-watches'

const NOW = Date.UTC(2026, 0, 5)
const symbolsOf = (path: string) =>
  earlyWatches(path, NOW).map(({ topic }) => ('symbol' in topic ? topic.symbol : null))

describe('what a page asks for before its script has come (spec §2)', () => {
  test.each([
    ['/trade/usdt/BTCUSDT', 'BTCUSDT'],
    ['/de-DE/trade/usdt/ETHUSDT', 'ETHUSDT'],
    ['/trade/futures/usdc/BTCPERP', 'BTCPERP'],
    ['/trade/inverse/BTCUSD', 'BTCUSD'],
  ])('%s: price, book and trades of %s', (path, symbol) => {
    expect(symbolsOf(path)).toEqual([symbol, symbol, symbol])
  })

  test.each(['/markets', '/', '/trade/usdt/', '/trade/option/usdt/BTC', '/settings'])('%s: nothing', (path) => {
    expect(earlyWatches(path, NOW)).toEqual([])
  })
})
