import { BookMirror } from '../../exchange/api/feeds/dispatcher/book-mirror'
import { BookSource } from '../../exchange/api/feeds/native/book-source'
import type { BookLevel } from '../../exchange/venue/venue-port'
import type { Price, Qty } from '../../src/domain/decimal'
import { OrderBook } from '../../src/domain/market/order-book'
import type { Side } from '../../src/domain/order/order'
import { BookScanner } from '../../src/wire/push/book-scanner'

export { createRandom } from '../../src/base/random'

/** `[tenths, thousandths]`; zero thousandths removes the level. */
type Rows = readonly (readonly [number, number])[]
interface Change {
  readonly b: Rows
  readonly a: Rows
}

const TOPIC = 'orderBook_1000.H.'
const T0 = 1_700_000_000_000

/** The exchange's own writer: same rows, field order, numbering and checksum as on its public socket. */
export function createWriter(symbol: string): { snapshot(start: Change): string; delta(change: Change): string } {
  const mirror = new BookMirror([], [])
  let timeMs = T0
  const source = new BookSource(TOPIC + symbol, symbol, 1000, { top: (n) => mirror.top(n), timeMs: () => timeMs })
  let seq = 0
  const write = (type: 'snapshot' | 'delta', change: Change): string => {
    mirror.take([...levels('buy', change.b), ...levels('sell', change.a)])
    timeMs += 20
    const delta = source.advance() ?? { bids: [], asks: [] }
    return source.write(type, timeMs, ++seq, type === 'snapshot' ? source.state() : delta)
  }
  return { snapshot: (start) => write('snapshot', start), delta: (change) => write('delta', change) }
}

function levels(side: Side, rows: Rows): BookLevel[] {
  return rows.map(([ticks, lots]) => ({ side, ticks, row: [String(ticks / 10), String(lots / 1000)] }))
}

/** The hub's own reader: scan, sequence and update id, rows into integers, checksum, never crossed. */
export function createReader(symbol: string): {
  snapshot(line: string): void
  message(line: string): void
  view(): unknown
  top(count: number): { b: [number, number][]; a: [number, number][] }
} {
  const book = new OrderBook({ tickSize: '0.1' as Price, lotSize: '0.001' as Qty })
  const scanner = new BookScanner(TOPIC + symbol, symbol, { tickScale: book.tickScale, lotScale: book.lotScale })
  let seq = 0
  let updateId = 0
  const take = (line: string): void => {
    if (!scanner.read(line)) throw new Error('the scanner does not know this frame')
    if (!scanner.isSnapshot && (scanner.seq !== seq + 1 || scanner.updateId !== updateId + 1)) throw new Error('gap')
    if (!scanner.apply(book)) throw new Error('checksum')
    if (book.isCrossed()) throw new Error('crossed')
    seq = scanner.seq
    updateId = scanner.updateId
  }
  const pairs = (cells: Float64Array): [number, number][] =>
    Array.from({ length: cells.length / 2 }, (_, i) => [cells[2 * i]! / 10, cells[2 * i + 1]! / 1000])
  return {
    snapshot: take,
    message: take,
    view: () => book.view(25, 1),
    top: (count) => {
      const { bids, asks } = book.view(count, 1)
      return { b: pairs(bids), a: pairs(asks) }
    },
  }
}
