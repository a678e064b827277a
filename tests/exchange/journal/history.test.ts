import { describe, expect, test } from 'vitest'
import type { HistoryPage } from '../../../exchange/journal/journal-port'
import { place } from './fake-venue'
import { FakeClock, newDataDir, open, ORIGIN } from './support'

const PAGE: HistoryPage = { symbol: null, startMs: null, endMs: null, limit: 50, cursor: null }

/** Pairs of a resting order and the market order that fills it: orders a:1 to a:2n, all closed. */
async function filledPairs(count: number, dataDir = newDataDir()) {
  const clock = new FakeClock()
  const journal = await open(dataDir, { clock })
  for (let pair = 1; pair <= count; pair += 1) {
    clock.nowMs += 1_000
    await journal.submit(place(`maker-${pair}`), ORIGIN)
    await journal.submit(
      place(`taker-${pair}`, { type: 'market', symbol: pair % 2 === 0 ? 'ETHUSDT' : 'BTCUSDT' }),
      ORIGIN,
    )
  }
  return journal
}

describe('closed orders and executions, newest first', () => {
  test('pages join without a gap or a double, also while rows are added', async () => {
    const journal = await filledPairs(5)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = journal.orderHistory('a', { ...PAGE, limit: 3, cursor })
      seen.push(...page.rows.map((order) => order.id))
      cursor = page.nextCursor
      if (seen.length === 3) {
        await journal.submit(place('late-maker'), ORIGIN)
        await journal.submit(place('late-taker', { type: 'market' }), ORIGIN)
      }
    } while (cursor !== null)
    // A pair closes maker first, taker second.
    expect(seen).toEqual(['a:10', 'a:9', 'a:8', 'a:7', 'a:6', 'a:5', 'a:4', 'a:3', 'a:2', 'a:1'])
  })

  test('open orders are no history, another account sees nothing, a made-up cursor finds nothing', async () => {
    const journal = await filledPairs(1)
    await journal.submit(place('resting'), ORIGIN)
    expect(journal.orderHistory('a', PAGE).rows.map((order) => order.id)).toEqual(['a:2', 'a:1'])
    expect(journal.orderHistory('b', PAGE)).toEqual({ rows: [], nextCursor: null })
    expect(journal.orderHistory('a', { ...PAGE, cursor: "'; DROP TABLE orders" })).toEqual({
      rows: [],
      nextCursor: null,
    })
  })

  test('narrowed by symbol, time, order id and link id', async () => {
    const journal = await filledPairs(4)
    const ids = (page: Partial<HistoryPage>): string[] =>
      journal.orderHistory('a', { ...PAGE, ...page }).rows.map((order) => order.id)
    expect(ids({ symbol: 'ETHUSDT' })).toEqual(['a:8', 'a:4'])
    // Pair n closes at start + n seconds; both bounds belong to the range.
    expect(ids({ startMs: 1_700_000_002_000, endMs: 1_700_000_003_000 })).toEqual(['a:6', 'a:5', 'a:4', 'a:3'])
    expect(ids({ orderId: 'a:3' })).toEqual(['a:3'])
    expect(ids({ orderLinkId: 'taker-2' })).toEqual(['a:4'])
    const executions = journal.executions('a', { ...PAGE, orderId: 'a:3' }).rows
    expect(executions.map((execution) => execution.isMaker)).toEqual([true])
    expect(journal.executions('a', { ...PAGE, limit: 1 }).rows[0]?.orderId).toBe('a:8')
  })

  test('a replay writes the same rows again, and no second time', async () => {
    const dataDir = newDataDir()
    const first = await filledPairs(3, dataDir)
    const before = first.executions('a', PAGE)
    await first.close()
    const again = await open(dataDir, {
      restoreVenue() {
        throw new Error('forces a replay from the first line')
      },
    })
    expect(again.recovery.replayedInputs).toBe(7)
    expect(again.executions('a', PAGE)).toEqual(before)
    expect(before.rows).toHaveLength(6)
  })

  test('an order is found by either id, in the venue or long after', async () => {
    const journal = await filledPairs(1)
    await journal.submit(place('resting'), ORIGIN)
    expect(journal.findOrder('a', { orderId: 'a:1' })).toMatchObject({ status: 'filled' })
    expect(journal.findOrder('a', { orderLinkId: 'taker-1' })).toMatchObject({ id: 'a:2' })
    expect(journal.findOrder('a', { orderLinkId: 'resting' })).toMatchObject({ id: 'a:3', status: 'new' })
    expect(journal.findOrder('b', { orderId: 'a:1' })).toBeNull()
    expect(journal.findOrder('a', { orderId: 'a:99' })).toBeNull()
  })
})
