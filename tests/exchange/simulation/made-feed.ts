import { createRandom } from '../../../src/base/random'

/**
 * What five minutes of Binance's USD-M BTCUSDT were on 8 August 2024, 23:54 UTC: 62 trades and 19 diffs of the book a
 * second; from one trade to the next mostly nothing, for one in ten more than 3 ticks of 0.1, for one in a hundred more
 * than 20, at most 260; the snapshot of the book was its twelfth line.
 */
const TRADES_PER_SECOND = 62
const DIFFS_PER_SECOND = 19
const SNAPSHOT_AT = 12
const FIRST_MS = 1_723_161_255_030
const LEVELS = 40

/** Size of the next move in ticks, by the shares above. */
function moveTicks(draw: number): number {
  if (draw < 0.55) return 0
  if (draw < 0.9) return 1 + Math.floor(((draw - 0.55) / 0.35) * 3)
  if (draw < 0.99) return 4 + Math.floor(((draw - 0.9) / 0.09) * 16)
  return draw < 0.9998 ? 20 + Math.floor(((draw - 0.99) / 0.0098) * 60) : 260
}

const text = (ticks: number): string => (ticks / 10).toFixed(2)

/** @returns lines of `recv_ns JSON` in the form of that recording, with a seeded price, and the last quotes they tell */
export function madeFeed(seed: number, seconds: number) {
  const random = createRandom(seed)
  const lines: string[] = []
  let ticks = 618_002
  let updateId = 5_000
  let shown = { bids: new Set<number>(), asks: new Set<number>() }
  const levelsAround = () => ({
    bids: new Set(Array.from({ length: LEVELS }, (_, level) => ticks - level)),
    asks: new Set(Array.from({ length: LEVELS }, (_, level) => ticks + 1 + level)),
  })
  const rows = (gone: ReadonlySet<number>, kept: ReadonlySet<number>) => [
    ...[...gone].filter((price) => !kept.has(price)).map((price) => [text(price), '0.000']),
    ...[...kept].map((price) => [text(price), (0.001 * random.int(1, 9_000)).toFixed(3)]),
  ]
  const diff = () => {
    const next = levelsAround()
    const before = updateId
    updateId += random.int(2, 9_000)
    const [b, a] = [rows(shown.bids, next.bids), rows(shown.asks, next.asks)]
    shown = next
    return {
      stream: 'btcusdt@depth@0ms',
      data: { e: 'depthUpdate', s: 'BTCUSDT', U: before + 1, u: updateId, pu: before, b, a },
    }
  }
  const trade = () => {
    ticks += (random.next() < 0.5 ? -1 : 1) * moveTicks(random.next())
    const isBuyerMaker = random.next() < 0.5
    const q = (0.001 * random.int(1, 2_000)).toFixed(3)
    return { stream: 'btcusdt@trade', data: { e: 'trade', s: 'BTCUSDT', p: text(ticks), q, m: isBuyerMaker } }
  }
  const snapshot = () => {
    const { bids, asks } = shown
    return { lastUpdateId: updateId, bids: rows(new Set(), bids), asks: rows(new Set(), asks) }
  }
  const count = seconds * (TRADES_PER_SECOND + DIFFS_PER_SECOND)
  for (let n = 1; n <= count; n++) {
    const ms = FIRST_MS + Math.floor((n * seconds * 1_000) / count)
    const isTrade = random.next() < TRADES_PER_SECOND / (TRADES_PER_SECOND + DIFFS_PER_SECOND)
    const frame = n === 1 ? diff() : n === SNAPSHOT_AT ? snapshot() : isTrade ? trade() : diff()
    lines.push(`${ms}314667 ${JSON.stringify(frame)}`)
  }
  return { text: lines.join('\n'), bid: text(Math.max(...shown.bids)), ask: text(Math.min(...shown.asks)) }
}
