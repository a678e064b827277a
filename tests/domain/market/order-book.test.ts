import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32 } from '../../../src/base/crc32'
import { Exact, fromSteps, parseDecimalText, toSteps, type Price, type Qty } from '../../../src/domain/decimal'
import { OrderBook, type BookRow } from '../../../src/domain/market/order-book'
import { scaledDigits, stepScale, stepsOf, writeDigits } from '../../../src/domain/market/step-text'

const STEPS = [
  { tickSize: '0.1' as Price, lotSize: '0.001' as Qty },
  { tickSize: '0.05' as Price, lotSize: '0.01' as Qty },
  { tickSize: '0.5' as Price, lotSize: '1' as Qty },
  { tickSize: '5' as Price, lotSize: '10' as Qty },
  { tickSize: '0.00001' as Price, lotSize: '1' as Qty },
] as const

/** The slow reference: maps, sorting, strings, and the CRC of the whole text. */
class SlowBook {
  readonly bids = new Map<number, number>()
  readonly asks = new Map<number, number>()
  set(side: 'buy' | 'sell', ticks: number, lots: number): void {
    const levels = side === 'buy' ? this.bids : this.asks
    if (lots === 0) levels.delete(ticks)
    else levels.set(ticks, lots)
  }
  sorted(side: 'buy' | 'sell'): [number, number][] {
    return side === 'buy'
      ? [...this.bids].toSorted((a, b) => b[0] - a[0])
      : [...this.asks].toSorted((a, b) => a[0] - b[0])
  }
  checksum(steps: { tickSize: Price; lotSize: Qty }): number {
    const bids = this.sorted('buy')
    const asks = this.sorted('sell')
    const words: string[] = []
    for (let i = 0; i < 10; i++) {
      for (const level of [bids[i], asks[i]]) {
        if (level !== undefined) words.push(fromSteps(level[0], steps.tickSize), fromSteps(level[1], steps.lotSize))
      }
    }
    return crc32(words.join(':'))
  }
}

const change = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  ticks: fc.oneof(fc.integer({ min: 980, max: 1020 }), fc.integer({ min: 1, max: 2_000_000 })),
  lots: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 9_000_000_000 }).map((n) => n * 10),
  ),
})

describe('OrderBook', () => {
  it('agrees with a book of maps, checksum included, after every batch', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STEPS),
        fc.array(fc.array(change, { maxLength: 25 }), { maxLength: 12 }),
        (steps, batches) => {
          const book = new OrderBook(steps)
          const slow = new SlowBook()
          for (const batch of batches) {
            const rows: Record<'buy' | 'sell', BookRow[]> = { buy: [], sell: [] }
            for (const { side, ticks, lots } of batch) {
              slow.set(side, ticks, lots)
              rows[side].push([fromSteps(ticks, steps.tickSize), fromSteps(lots, steps.lotSize)])
            }
            expect(book.applyDelta(rows.buy, rows.sell)).toBe(true)
            expect(book.checksum()).toBe(slow.checksum(steps))
            const view = book.view(1000, 1)
            expect([...view.bids]).toEqual(slow.sorted('buy').flat())
            expect([...view.asks]).toEqual(slow.sorted('sell').flat())
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('replaces everything with a snapshot, in whatever order the rows come', () => {
    const book = new OrderBook(STEPS[0])
    book.set('buy', 5, 5)
    expect(
      book.applySnapshot(
        [
          ['99', '1'],
          ['99.9', '2'],
        ],
        [['100.1', '0.5']],
      ),
    ).toBe(true)
    expect([...book.view(10, 1).bids]).toEqual([999, 2000, 990, 1000])
    // The text by hand, from decisions 2: bid 1, ask 1, bid 2.
    expect(book.checksum()).toBe(crc32('99.9:2:100.1:0.5:99:1'))
  })

  it('has the checksum of the empty text when it is empty', () => {
    const book = new OrderBook(STEPS[0])
    expect(book.checksum()).toBe(0)
    book.set('sell', 1001, 5)
    expect(book.checksum()).toBe(crc32('100.1:0.005'))
    book.set('sell', 1001, 0)
    expect(book.checksum()).toBe(0)
  })

  it.each([
    [['100.15', '1']],
    [['100', '0.0005']],
    [['100', '-1']],
    [['', '1']],
    [['1e2', '1']],
    [['100.', '1']],
    [['.5', '1']],
    [['1.0.0', '1']],
  ] as const)('changes nothing when a row is %j', (row) => {
    const book = new OrderBook(STEPS[0])
    book.set('buy', 990, 7)
    expect(book.applyDelta([['98.5', '1'], row], [])).toBe(false)
    expect(book.applySnapshot([], [row])).toBe(false)
    expect([...book.view(10, 1).bids]).toEqual([990, 7])
  })

  it('knows a crossed book', () => {
    const book = new OrderBook(STEPS[0])
    expect(book.isCrossed()).toBe(false)
    book.set('buy', 1000, 1)
    book.set('sell', 1001, 1)
    expect(book.isCrossed()).toBe(false)
    book.set('buy', 1001, 1)
    expect(book.isCrossed()).toBe(true)
  })

  it('groups bids down and asks up', () => {
    const book = new OrderBook(STEPS[0])
    for (const [ticks, lots] of [
      [999, 1],
      [998, 2],
      [995, 4],
      [989, 8],
    ] as const)
      book.set('buy', ticks, lots)
    for (const [ticks, lots] of [
      [1000, 1],
      [1001, 2],
      [1004, 4],
      [1013, 8],
    ] as const)
      book.set('sell', ticks, lots)
    const { bids, asks } = book.view(3, 4)
    // Multiples of 4: 996 holds 999 and 998, 992 holds 995, 988 holds 989; 1000 holds itself, 1004 holds 1001 and 1004.
    expect([...bids]).toEqual([996, 3, 992, 4, 988, 8])
    expect([...asks]).toEqual([1000, 1, 1004, 6, 1016, 8])
    expect([...book.view(1, 4).asks]).toEqual([1000, 1])
    expect(book.sizeWithin('sell', 1004)).toBe(7)
    expect(book.sizeWithin('buy', 995)).toBe(7)
    expect(book.bestTicks('buy')).toBe(999)
    expect(book.count('sell')).toBe(4)
  })

  it('takes negative prices, as spreads have them', () => {
    const book = new OrderBook(STEPS[0])
    expect(book.applySnapshot([['-0.2', '1']], [['0', '2']])).toBe(true)
    expect(book.checksum()).toBe(crc32('-0.2:1:0:2'))
    expect([...book.view(5, 4).bids]).toEqual([-4, 1000])
  })

  it('grows past its first thousand levels', () => {
    const book = new OrderBook(STEPS[0])
    for (let i = 1; i <= 3000; i++) book.set('buy', (i * 7919) % 3001, i)
    expect(book.count('buy')).toBe(3000)
    expect(book.bestTicks('buy')).toBe(3000)
  })
})

describe('step text', () => {
  it.each([
    ['64218.3', 1, 642183],
    ['64218', 1, 642180],
    ['0.001', 3, 1],
    ['-0.5', 1, -5],
    ['-0', 1, 0],
    ['9007199254740991', 0, 9007199254740991],
    ['9007199254740992', 0, null],
    ['0.01', 1, null],
    ['+1', 1, null],
    [' 1', 1, null],
    ['-', 1, null],
    ['', 1, null],
  ])('reads %j with %d places as %d', (text, decimals, expected) => {
    expect(scaledDigits(text, decimals)).toBe(expected)
  })

  it('counts steps that are not powers of ten', () => {
    expect(stepsOf('12.5', stepScale('0.5' as Price))).toBe(25)
    expect(stepsOf('12.3', stepScale('0.5' as Price))).toBeNull()
    expect(stepsOf('15', stepScale('5' as Price))).toBe(3)
    expect(stepsOf('12', stepScale('5' as Price))).toBeNull()
  })

  it('agrees with decimal arithmetic both ways', () => {
    const buffer = new Uint8Array(64)
    fc.assert(
      fc.property(
        fc.oneof(fc.maxSafeInteger(), fc.integer()),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(1, 5),
        (value, decimals, multiple) => {
          const start = writeDigits(value, decimals, buffer, 64)
          const text = String.fromCharCode(...buffer.subarray(start))
          expect(text).toBe(new Exact(value).div(new Exact(10).pow(decimals)).toFixed())
          expect(scaledDigits(text, decimals)).toBe(value)
          const step = new Exact(multiple).div(new Exact(10).pow(decimals)).toFixed() as Price
          const viaDecimal = toSteps(parseDecimalText(text)!, step)
          expect(stepsOf(text, stepScale(step))).toBe(viaDecimal)
        },
      ),
    )
  })
})
