import { describe, expect, test } from 'vitest'
import { parseFeedTopic } from '../../../exchange/api/feeds/native/spread-topics'

const SPREAD = 'SOLUSDT_SOL/USDT'

describe('topics of spreads (spec §7)', () => {
  test.each([
    [`spread.orderBook_25.H.${SPREAD}`, { kind: 'book', symbol: SPREAD, depth: 25 }],
    [`spread.instrument_info.${SPREAD}`, { kind: 'ticker', symbol: SPREAD }],
    [`spread.instrument_info.H.${SPREAD}`, { kind: 'ticker', symbol: SPREAD }],
    ['spread.instrument_info.all', { kind: 'spreads' }],
    [`spread.recent_trades.${SPREAD}`, { kind: 'trades', symbol: SPREAD }],
    [`spread.kline.5.${SPREAD}`, { kind: 'candle', symbol: SPREAD, interval: '5', source: 'last' }],
  ])('%s', (name, topic) => {
    expect(parseFeedTopic(name)?.topic).toEqual(topic)
  })

  test.each([
    // A spread's book has 25 levels, and no topic of contracts is of a spread, nor the other way round.
    `spread.orderBook_50.H.${SPREAD}`,
    `orderBook_25.H.${SPREAD}`,
    `instrument_info.H.${SPREAD}`,
    'spread.orderBook_25.H.BTCUSDT',
    'spread.recent_trades.BTCUSDT',
    // Of the last price alone, and under a name of their own.
    `spread.mark_kline.5.${SPREAD}`,
    `kline.5.${SPREAD}`,
    'spread.nothing',
  ])('%s is none', (name) => {
    expect(parseFeedTopic(name)).toBeNull()
  })

  test('contracts keep their own', () => {
    expect(parseFeedTopic('orderBook_50.H.BTCUSDT')?.topic).toEqual({ kind: 'book', symbol: 'BTCUSDT', depth: 50 })
    expect(parseFeedTopic('instrument_info_v3.all')?.topic).toEqual({ kind: 'allTickers' })
  })
})
