import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromSteps, type Price, type Qty } from '../../../src/domain/decimal'
import { OrderBook } from '../../../src/domain/market/order-book'
import { WireError } from '../../../src/wire/json'
import { bookChecksum, parseBook, writeBookPush, type BookRowJson } from '../../../src/wire/push/book'
import { BookScanner } from '../../../src/wire/push/book-scanner'
import { parseServerMessage } from '../../../src/wire/push/message'

const TOPIC = 'orderBook_50.H.BTCUSDT'
const STEPS = { tickSize: '0.1' as Price, lotSize: '0.001' as Qty }
const rows = (levels: readonly (readonly [number, number])[]): BookRowJson[] =>
  levels.map(([ticks, lots]) => [fromSteps(ticks, STEPS.tickSize), fromSteps(lots, STEPS.lotSize)])

interface Frame {
  readonly isSnapshot: boolean
  readonly timeMs: number
  readonly seq: number
  readonly updateId: number
  readonly engineTimeMs: number
  readonly crc: number
}

/** What the general reader makes of a text, applied to a book; `null` when it refuses. */
function readSlowly(text: string, book: OrderBook): Frame | null {
  try {
    const parsed = parseServerMessage(text)
    if (parsed.kind !== 'push' || parsed.message.topic !== TOPIC || parsed.message.isReplay) return null
    const { message } = parsed
    const data = parseBook(message.data)
    if (data.symbol !== 'BTCUSDT') return null
    const applied = message.isSnapshot
      ? book.applySnapshot(data.bids, data.asks)
      : book.applyDelta(data.bids, data.asks)
    if (!applied) return null
    return {
      isSnapshot: message.isSnapshot,
      timeMs: message.timeMs,
      seq: message.seq,
      updateId: data.updateId,
      engineTimeMs: data.engineTimeMs,
      crc: data.crc,
    }
  } catch (error) {
    if (error instanceof WireError) return null
    throw error
  }
}

function frameOf(scanner: BookScanner): Frame {
  const { isSnapshot, timeMs, seq, updateId, engineTimeMs, crc } = scanner
  return { isSnapshot, timeMs, seq, updateId, engineTimeMs, crc }
}

const contents = (book: OrderBook) => [[...book.view(5000, 1).bids], [...book.view(5000, 1).asks]]

const levels = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999 }))),
  { maxLength: 60, selector: ([ticks]) => ticks },
)
const message = fc.record({
  isSnapshot: fc.boolean(),
  bids: levels.map((side) => side.toSorted((a, b) => b[0] - a[0])),
  asks: levels.map((side) => side.toSorted((a, b) => a[0] - b[0])),
})

function write(
  part: { isSnapshot: boolean; bids: [number, number][]; asks: [number, number][] },
  seq: number,
  crc = 0,
) {
  return writeBookPush(TOPIC, part.isSnapshot ? 'snapshot' : 'delta', 1_700_000_000_000 + seq, seq, {
    s: 'BTCUSDT',
    b: rows(part.bids),
    a: rows(part.asks),
    u: seq + 1,
    cts: 1_699_999_999_997 + seq,
    crc,
  })
}

describe('BookScanner', () => {
  it('agrees with the general reader on any stream', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 8 }), (stream) => {
        const fast = new OrderBook(STEPS)
        const slow = new OrderBook(STEPS)
        const scanner = new BookScanner(TOPIC, 'BTCUSDT', fast)
        for (const [index, part] of stream.entries()) {
          const expected = readSlowly(write(part, index + 1), slow)
          const text = write(part, index + 1, slow.checksum())
          expect(scanner.read(text)).toBe(true)
          expect(frameOf(scanner)).toEqual({ ...expected, crc: slow.checksum() })
          expect(scanner.apply(fast)).toBe(true)
          expect(contents(fast)).toEqual(contents(slow))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('touches no book while reading, so that a gap can be refused first', () => {
    const book = new OrderBook(STEPS)
    const scanner = new BookScanner(TOPIC, 'BTCUSDT', book)
    expect(scanner.read(write({ isSnapshot: true, bids: [[1000, 1]], asks: [[1001, 1]] }, 9))).toBe(true)
    expect(scanner.seq).toBe(9)
    expect(book.count('buy')).toBe(0)
  })

  it('says so when the checksum differs', () => {
    const book = new OrderBook(STEPS)
    const scanner = new BookScanner(TOPIC, 'BTCUSDT', book)
    const crc = bookChecksum(rows([[1000, 1]]), rows([[1001, 1]]))
    const part = { isSnapshot: true, bids: [[1000, 1]] as [number, number][], asks: [[1001, 1]] as [number, number][] }
    expect(scanner.read(write(part, 1, crc))).toBe(true)
    expect(scanner.apply(book)).toBe(true)
    expect(scanner.read(write(part, 1, crc ^ 1))).toBe(true)
    expect(scanner.apply(book)).toBe(false)
  })

  it('never accepts a mutated text that the general reader refuses or reads otherwise', () => {
    const mutation = fc.record({
      at: fc.nat(),
      cut: fc.integer({ min: 0, max: 4 }),
      put: fc.oneof(
        fc.constantFrom(
          '',
          '"',
          ',',
          '[',
          ']',
          '.',
          '-',
          '0',
          '00',
          '9',
          ' ',
          '\\',
          '}',
          '}}',
          '1e3',
          'é',
          '"]',
          '","',
        ),
        fc.string({ maxLength: 3 }),
      ),
    })
    fc.assert(
      fc.property(message, fc.array(mutation, { minLength: 1, maxLength: 3 }), (part, mutations) => {
        let text = write(part, 7, 123)
        for (const { at, cut, put } of mutations) {
          const from = at % (text.length + 1)
          text = text.slice(0, from) + put + text.slice(from + cut)
        }
        const fast = new OrderBook(STEPS)
        const scanner = new BookScanner(TOPIC, 'BTCUSDT', fast)
        if (!scanner.read(text)) return
        const slow = new OrderBook(STEPS)
        expect(frameOf(scanner)).toEqual(readSlowly(text, slow))
        scanner.apply(fast)
        expect(contents(fast)).toEqual(contents(slow))
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['another topic', (text: string) => text.replace('orderBook_50', 'orderBook_25')],
    ['another symbol', (text: string) => text.replace('"s":"BTCUSDT"', '"s":"ETHUSDT"')],
    ['a replay', (text: string) => text.replace('"data"', '"replay":true,"data"')],
    ['white space', (text: string) => text.replace('"seq":', '"seq": ')],
    ['a trailing text', (text: string) => `${text} `],
    ['a truncated frame', (text: string) => text.slice(0, -1)],
    ['a price between ticks', (text: string) => text.replace('"100.1"', '"100.15"')],
    ['a negative quantity', (text: string) => text.replace('"0.002"', '"-0.002"')],
    ['a leading zero', (text: string) => text.replace('"seq":5', '"seq":05')],
    ['a number past 2^53', (text: string) => text.replace('"seq":5', '"seq":9007199254740993')],
    ['an empty price', (text: string) => text.replace('"100.1"', '""')],
    ['nothing', () => ''],
  ])('leaves %s to the general reader', (_, mutate) => {
    const text = write({ isSnapshot: false, bids: [[1001, 2]], asks: [] }, 5)
    const scanner = new BookScanner(TOPIC, 'BTCUSDT', new OrderBook(STEPS))
    expect(scanner.read(text)).toBe(true)
    expect(scanner.read(mutate(text))).toBe(false)
  })
})
