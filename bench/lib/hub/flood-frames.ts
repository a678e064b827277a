import { BookMirror, changedRows } from '../../../exchange/api/feeds/dispatcher/book-mirror'
import type { BookLevel } from '../../../exchange/venue/venue-port'
import { createRandom } from '../../../src/base/random'
import type { Side } from '../../../src/domain/order/order'
import { bookChecksum, writeBookPush, type BookRowJson } from '../../../src/wire/push/book'

/** Prices are whole tenths and quantities whole thousandths here, as the contract counts. */
const TICKS = 10
const LOTS = 1_000
/** Quantities that change a side in one message, beside the level that a move of the price removes or adds. */
const CHANGES = 9
/** The price walks at most so far; the book beyond the window is deep enough for it. */
const WALK_MAX = 200
/** Numbers of fixed width, so that a sender can write others over them. */
export const SEQ_START = 10_000_000
const TIME = 1_000_000_000_000

type Step = readonly BookLevel[]

/**
 * A ring of frames of one book topic in the exchange's own writing: whoever holds the snapshot and applies all deltas
 * holds the snapshot again, so the ring can be sent for ever. The price walks by single ticks and comes back.
 *
 * @param mid price of the best ask at the beginning, in ticks
 */
export function makeFlood({
  topic,
  symbol,
  depth,
  mid,
  count,
}: {
  readonly topic: string
  readonly symbol: string
  readonly depth: number
  readonly mid: number
  readonly count: number
}): { readonly snapshot: string; readonly deltas: readonly string[] } {
  const levels = depth + WALK_MAX
  const start = Array.from({ length: levels }, (_, n) => n)
  const mirror = new BookMirror(
    start.map((n) => row(mid - 1 - n, 1_000)),
    start.map((n) => row(mid + n, 1_000)),
  )
  const steps = walk(mid, depth, count)
  // Each level that the ring touches is where the ring leaves it: once around, and the book is the same every time.
  for (const step of steps) mirror.take(step)
  let before = mirror.top(depth)
  const write = (type: 'snapshot' | 'delta', b: readonly BookRowJson[], a: readonly BookRowJson[]): string => {
    const crc = bookChecksum(before.bids, before.asks)
    return writeBookPush(topic, type, TIME, SEQ_START, { s: symbol, b, a, u: SEQ_START, cts: TIME, crc })
  }
  const snapshot = write('snapshot', before.bids, before.asks)
  const deltas = steps.map((step) => {
    const old = before
    mirror.take(step)
    before = mirror.top(depth)
    return write('delta', changedRows(old.bids, before.bids, 'bids'), changedRows(old.asks, before.asks, 'asks'))
  })
  return { snapshot, deltas }
}

function walk(mid: number, depth: number, count: number): readonly Step[] {
  const random = createRandom(20)
  const there: number[] = []
  let away = 0
  while (there.length < count / 2) {
    const move = random.int(-1, 1)
    const isBounded = Math.abs(away + move) <= WALK_MAX
    there.push(isBounded ? move : 0)
    away += there.at(-1)!
  }
  let best = mid
  return [...there, ...there.toReversed().map((move) => -move)].map((move) => {
    const levels: BookLevel[] = []
    const change = (side: Side, ticks: number, lots: number): void => {
      levels.push({ side, ticks, row: row(ticks, lots) })
    }
    if (move > 0) {
      change('sell', best, 0)
      change('buy', best, random.int(1, 5_000))
    } else if (move < 0) {
      change('buy', best - 1, 0)
      change('sell', best - 1, random.int(1, 5_000))
    }
    best += move
    for (let n = 0; n < CHANGES; n++) {
      change('buy', best - 1 - random.int(0, depth - 1), random.int(1, 5_000))
      change('sell', best + random.int(0, depth - 1), random.int(1, 5_000))
    }
    return levels
  })
}

function row(ticks: number, lots: number): BookRowJson {
  return [String(ticks / TICKS), String(lots / LOTS)]
}
