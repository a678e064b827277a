import { expect, test, vi } from 'vitest'
import type { Bar, ChartDatafeed } from '../../../../src/ui/chart/port/chart-port'
import { differenceBars, spreadDatafeed } from '../../../../src/ui/chart/symbols/spread-datafeed'

const SPREAD = 'BTCUSDT_BTC/USDT'
const bar = (time: number, open: number, close: number, volume = 1): Bar => ({
  time,
  open,
  high: Math.max(open, close) + 5,
  low: Math.min(open, close) - 5,
  close,
  volume,
})

const HISTORIES: Readonly<Record<string, readonly Bar[]>> = {
  [SPREAD]: [bar(3, 1, -2)],
  BTCUSDT: [bar(1, 100, 101), bar(2, 101, 99), bar(3, 99, 98)],
  // Of the first of them the pair has none.
  'BTC/USDT': [bar(2, 100.25, 101), bar(3, 101, 97)],
}

function feedOf() {
  const history = vi.fn(async ({ symbol }: { readonly symbol: string }) => ({
    bars: HISTORIES[symbol] ?? [],
    noMore: symbol === 'BTC/USDT',
  }))
  const resolve = () => ({ symbol: SPREAD, priceDecimals: 1, qtyDecimals: 3, tick: 0.1 })
  const live = { history, resolve, symbols: () => [], subscribe: () => () => undefined } as unknown as ChartDatafeed
  return { history, feed: spreadDatafeed(live, SPREAD) }
}

test('before its own bars stand those of its legs’ difference, as far as both go', async () => {
  const { feed } = feedOf()
  const read = await feed.history({ symbol: SPREAD, resolution: '1', toMs: null, countBack: 10 })
  // 101 − 100.25 is 0.75, on the tick 0.8; 99 − 101 is −2. Its own bar is as it was traded.
  expect(read).toEqual({
    bars: [{ time: 2, open: 0.8, high: 0.8, low: -2, close: -2, volume: 0 }, ...HISTORIES[SPREAD]!],
    noMore: true,
  })
})

test('nobody asks for the legs where its own bars are enough, or for another symbol', async () => {
  const { feed, history } = feedOf()
  await feed.history({ symbol: SPREAD, resolution: '1', toMs: null, countBack: 1 })
  await feed.history({ symbol: 'BTCUSDT', resolution: '1', toMs: null, countBack: 10 })
  expect(history).toHaveBeenCalledTimes(2)
})

test('what stands still before the first trade is none of its bars, and what stands still after it is', async () => {
  const { feed, history } = feedOf()
  history.mockImplementation(async ({ symbol }) => ({
    bars: symbol === SPREAD ? [bar(2, 9, 9, 0), bar(3, 9, 9, 0)] : (HISTORIES[symbol] ?? []),
    noMore: false,
  }))
  const { bars } = await feed.history({ symbol: SPREAD, resolution: '1', toMs: null, countBack: 10 })
  // 99 − 101 and 98 − 97.
  expect(bars.map(({ time, open, close }) => [time, open, close])).toEqual([
    [2, 0.8, -2],
    [3, -2, 1],
  ])
})

test('a difference of nothing is nothing', () => {
  expect(differenceBars([bar(1, 2, 3)], [], 1)).toEqual([])
})
