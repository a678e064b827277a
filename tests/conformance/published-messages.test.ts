import { describe, expect, it, test } from 'vitest'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { parseCandles, parseCandleRow } from '../../src/wire/push/candle'
import { WireError } from '../../src/wire/json'
import { parseServerMessage } from '../../src/wire/push/message'
import { parseEnvelope } from '../../src/wire/rest/envelope'
import { parseV5Frame } from '../../src/wire/v5/read-frames'
import { BOOK_OF_2024, MESSAGES_OF_2021 } from '../data/older-messages'
import { V5_CANDLE_ROW, V5_ENVELOPES, V5_MESSAGES, V5_REST_ROWS } from '../data/v5-messages'

/** What a decoder made of a message: its kind, or the field it was refused for. Anything else that is thrown fails the test. */
function outcome(decode: () => string): string {
  try {
    return decode()
  } catch (error) {
    if (error instanceof WireError) return `refused: ${error.field}`
    throw error
  }
}

const v5Kind = (message: unknown): string => outcome(() => parseV5Frame(JSON.stringify(message)).kind)
const BTC = 'BTCUSDT' as InstrumentSymbol

describe('messages in the forms of other exchanges, through the product’s own decoders', () => {
  // Books have no `ts`, prints no `type`, answers no `op` beside them; v5 never had such topics.
  test.each([
    ['linear book, snapshot', 'ts', 'topic'],
    ['inverse book, snapshot', 'ts', 'topic'],
    ['linear book, delta', 'ts', 'topic'],
    ['inverse book, delta', 'ts', 'topic'],
    ['prints', 'type', 'topic'],
    ['answer to a subscription', 'op', 'op'],
  ])('of 2021, %s: refused for its %s, as v5 for its %s', (what, native, v5) => {
    const message = MESSAGES_OF_2021[what]
    expect(outcome(() => parseServerMessage(JSON.stringify(message)).kind)).toBe(`refused: ${native}`)
    expect(v5Kind(message)).toBe(`refused: ${v5}`)
  })

  it('follows a book over its changes, gap-free and never crossed', () => {
    const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() }
    let last = 0
    const tops = BOOK_OF_2024.map((message) => {
      const frame = parseV5Frame(JSON.stringify(message))
      if (frame.kind !== 'book') throw new Error(`a book was expected, not ${frame.kind}`)
      if (last > 0) expect(frame.updateId).toBe(last + 1)
      last = frame.updateId
      expect(frame.isSnapshot).toBe(message === BOOK_OF_2024[0])
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, qty] of frame[side]) {
          if (qty === '0') sides[side].delete(price)
          else sides[side].set(price, qty)
        }
      }
      const bid = Math.max(...[...sides.bids.keys()].map(Number))
      const ask = Math.min(...[...sides.asks.keys()].map(Number))
      return [bid, ask]
    })
    expect(tops).toEqual([
      [1.9531, 1.9532],
      [1.9531, 1.9532],
      [1.9531, 1.9533],
      [1.9533, 1.9534],
      [1.953, 1.9531],
    ])
  })

  test.each(V5_MESSAGES)('of v5, %s', (_, message, expected) => expect(v5Kind(message)).toBe(expected))

  test.each(V5_ENVELOPES)('an envelope of REST: %s', (_, envelope, retCode, extMap) => {
    expect(parseEnvelope(envelope)).toMatchObject({ retCode, extMap })
  })

  test.each(V5_REST_ROWS)('rows of REST are those of the sockets: %s', (topic, data, expected) => {
    expect(v5Kind({ topic, creationTime: 1700000006000, data })).toBe(expected)
  })

  it('reads a candle of a socket, whose end is its last millisecond', () => {
    const candle = V5_MESSAGES.find(([what]) => what === 'a candle')![1]
    expect(parseCandles(candle['data'], BTC)).toMatchObject([{ startMs: 1700000100000, endMs: 1700000399999 }])
  })

  it('reads a candle of REST', () => {
    expect(parseCandleRow(V5_CANDLE_ROW, BTC, (startMs) => startMs + 59_999, 1_700_000_200_000)).toMatchObject({
      open: '30000',
      high: '30010',
      low: '29990',
      close: '30005',
      volume: '12.5',
      confirmed: true,
    })
  })
})
