import { describe, expect, it, test } from 'vitest'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { asArray, asObject, WireError, type JsonObject } from '../../src/wire/json'
import { parseServerMessage } from '../../src/wire/push/message'
import { parseCandleRow } from '../../src/wire/push/candle'
import { parseEnvelope } from '../../src/wire/rest/envelope'
import { parseV5Frame } from '../../src/wire/v5/read-frames'
import { HAS_RECORDINGS, listRecordings, readLines, readRecording } from './lib/recordings'

/** What a decoder made of a message: its kind, or the field it was refused for. Anything else that is thrown fails the test. */
function outcome(decode: () => string): string {
  try {
    return decode()
  } catch (error) {
    if (error instanceof WireError) return `refused: ${error.field}`
    throw error
  }
}

function count(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

const v5Kind = (text: string): string => outcome(() => parseV5Frame(text).kind)

interface Dialogue {
  readonly frames: readonly { readonly dir: string; readonly frame: JsonObject }[]
}
interface Reply {
  readonly file: string
  readonly response: JsonObject
}
const parseLines = <T>(name: string): readonly T[] => readLines(name).map((line) => JSON.parse(line) as T)

describe.skipIf(!HAS_RECORDINGS)('recorded messages, through the product’s own decoders', () => {
  it('refuses all 2,928 frames of 2021 that are not the native dialect’s, each for what it lacks', () => {
    const lines = readLines('bybit-v2/ws-capture-2021-04-17.txt.gz')
    const frames = lines.flatMap((line) => /^[\d.]+: (.*)$/.exec(line)?.[1] ?? [])
    // 2,804 deltas and 6 snapshots of books have no `ts`, 106 prints no `type`; 12 acknowledgements have no `op`.
    expect(count(frames.map((frame) => outcome(() => parseServerMessage(frame).kind)))).toEqual({
      'refused: ts': 2810,
      'refused: type': 106,
      'refused: op': 12,
    })
    expect(count(frames.map(v5Kind))).toEqual({ 'refused: topic': 2916, 'refused: op': 12 })
  })

  it('follows a captured book of 500 levels over 33 frames, gap-free and never crossed', () => {
    const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() }
    let last = 0
    const kinds = readLines('bybit-v5/orderbook-capture/XRPUSDT-ob500-2024-12-01-frames01-33.jsonl').map((line) => {
      const frame = parseV5Frame(line)
      if (frame.kind !== 'book') throw new Error(`a book was expected, not ${frame.kind}`)
      if (last > 0) expect(frame.updateId).toBe(last + 1)
      last = frame.updateId
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, qty] of frame[side]) {
          if (qty === '0') sides[side].delete(price)
          else sides[side].set(price, qty)
        }
      }
      const bid = Math.max(...[...sides.bids.keys()].map(Number))
      const ask = Math.min(...[...sides.asks.keys()].map(Number))
      expect(bid).toBeLessThan(ask)
      return frame.isSnapshot
    })
    expect(kinds).toEqual([true, ...Array.from({ length: 32 }, () => false)])
  })

  // The refused: fast executions are followed nowhere, one file is a bare row, one wallet spells totalPerpUPL otherwise.
  test.each([
    [
      'bybit-v5/nautilus',
      /\/ws_/,
      {
        executions: 2,
        orders: 9,
        positions: 2,
        candles: 1,
        book: 2,
        ticker: 2,
        reply: 5,
        'refused: topic': 2,
        'refused: op': 1,
        'refused: totalPerpUPL': 1,
      },
    ],
    // The position is of early 2023 and has no curRealisedPnl.
    [
      'bybit-v5/hirokisan',
      /\/(?:private|public)-/,
      { executions: 1, wallets: 1, ticker: 2, 'refused: curRealisedPnl': 1 },
    ],
  ])('reads the messages of %s', (folder, pattern, counts) => {
    const names = listRecordings(folder).filter((name) => pattern.test(name))
    expect(count(names.map((name) => v5Kind(readRecording(name))))).toEqual(counts)
  })

  it('reads the server’s half of eleven documented dialogues', () => {
    const frames = parseLines<Dialogue>('bybit-v5/bybit-net/ws-dialogues.jsonl').flatMap((one) => one.frames)
    const server = frames.filter(({ dir }) => dir !== 'client').map(({ frame }) => v5Kind(JSON.stringify(frame)))
    // Liquidations, greeks, spread executions and price limits are followed nowhere; an option's order leaves leavesQty empty.
    expect(count(server)).toEqual({
      reply: 16,
      trades: 2,
      book: 1,
      ticker: 1,
      executions: 1,
      'refused: topic': 4,
      'refused: leavesQty': 1,
    })
  })

  it('reads the sockets’ half of 36 documented replies', () => {
    const replies = parseLines<Reply>('bybit-v5/burakoner/replies.jsonl')
    const sockets = replies.filter(({ file }) => file.startsWith('WebSocket/'))
    const kinds = sockets.map(({ response }) => v5Kind(JSON.stringify(response)))
    expect(count(kinds)).toEqual({ reply: 2, positions: 1, 'refused: topic': 6 })
  })

  it('opens every envelope of REST', () => {
    const replies = [
      ...parseLines<Reply>('bybit-v5/bybit-net/rest-endpoints.jsonl'),
      ...parseLines<Reply>('bybit-v5/burakoner/replies.jsonl').filter(({ file }) => !file.startsWith('WebSocket/')),
    ].map(({ response }) => response)
    const files = listRecordings('bybit-v5/nautilus').filter((name) => name.includes('/http_'))
    const all = [...replies, ...files.map((name) => JSON.parse(readRecording(name)) as JsonObject)]
    // 64 + 27 + 16.
    expect(all).toHaveLength(107)
    // One of them is the documented refusal to change the margin mode.
    expect(count(all.map((one) => String(parseEnvelope(one)?.retCode)))).toEqual({ '0': 106, '3400045': 1 })
  })

  // Rows of REST are those of the sockets. These orders have no createType, the wallet's second coin no margins.
  test.each([
    ['http_get_orders_history.json', 'order', 'refused: createType'],
    ['http_get_positions.json', 'position', 'positions'],
    ['http_get_wallet_balance.json', 'wallet', 'refused: totalPositionIM'],
  ])('%s', (name, topic, expected) => {
    const reply = asObject(JSON.parse(readRecording(`bybit-v5/nautilus/${name}`)), 'reply')
    const data = asArray(asObject(reply['result'], 'result')['list'], 'list')
    expect(v5Kind(JSON.stringify({ topic, creationTime: reply['time'], data }))).toBe(expected)
  })

  it('reads a candle of REST', () => {
    const reply = asObject(JSON.parse(readRecording('bybit-v5/nautilus/http_get_klines_linear.json')), 'reply')
    const [row] = asArray(asObject(reply['result'], 'result')['list'], 'list')
    expect(
      parseCandleRow(row, 'BTCUSDT' as InstrumentSymbol, (startMs) => startMs + 59_999, 1_709_891_800_000),
    ).toMatchObject({
      open: '27450',
      high: '27460',
      low: '27440',
      close: '27455',
      volume: '123.45',
      confirmed: true,
    })
  })
})
