import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HistoryPage, HistoryResult, TransactionPage } from '../../../exchange/journal/journal-port'
import { place } from './fake-venue'
import { FakeClock, newDataDir, open, ORIGIN } from './support'

const PAGE: HistoryPage = { symbol: null, startMs: null, endMs: null, limit: 50, cursor: null }
const LOG: TransactionPage = { ...PAGE, type: null, coin: null }
const START_MS = 1_700_000_000_000

type Journal = Awaited<ReturnType<typeof open>>

/**
 * Pairs of a resting order and the market order that fills it, committed to the history a few at a time. The first pair
 * is of ETHUSDT, the others of BTCUSDT; pair n is filled n seconds after the start.
 */
async function filledPairs(count: number, perPage: number): Promise<Journal> {
  const clock = new FakeClock()
  const journal = await open(newDataDir(), { clock })
  for (let pair = 1; pair <= count; pair += 1) {
    clock.nowMs = START_MS + pair * 1_000
    const symbol = pair === 1 ? 'ETHUSDT' : 'BTCUSDT'
    await Promise.all([
      journal.submit(place(`maker-${pair}`, { symbol }), ORIGIN),
      journal.submit(place(`taker-${pair}`, { type: 'market', symbol }), ORIGIN),
    ])
    if (pair % perPage === 0) await journal.historyWritten()
  }
  await journal.historyWritten()
  return journal
}

/** Letters of rows that are read while `work` is done. */
function readBy(work: () => void): number {
  const parse = vi.spyOn(JSON, 'parse')
  work()
  return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
}
afterEach(() => void vi.restoreAllMocks())

/** Follows the cursor to the end. @returns ids of the rows, and how many queries it took */
function walk<T>(query: (cursor: string | null) => HistoryResult<T>, idOf: (row: T) => string) {
  const ids: string[] = []
  let queries = 0
  for (let cursor: string | null = null; ;) {
    const page = query(cursor)
    ids.push(...page.rows.map(idOf))
    queries += 1
    cursor = page.nextCursor
    if (cursor === null) return { ids, queries }
  }
}

describe('a read of a long history', () => {
  // 3,000 pairs are 6,000 orders and 6,000 executions, some 200 letters each, on pages of up to 200 rows.
  it('reads no rows where nothing can match, and no more than a bound of them where something might', async () => {
    const journal = await filledPairs(3_000, 100)
    expect(readBy(() => journal.transactions('a', { ...LOG, coin: 'ZZZ' }))).toBe(0)
    expect(readBy(() => journal.executions('a', { ...PAGE, symbol: 'NONE' }))).toBe(0)
    expect(readBy(() => journal.orderHistory('a', { ...PAGE, endMs: START_MS }))).toBeLessThan(100_000)
    // From the newest on only what is newer than the start is read: the first page that is older ends it.
    expect(readBy(() => journal.orderHistory('a', { ...PAGE, startMs: START_MS + 3_001_000 }))).toBe(0)
    // Of 6,000 rows with this symbol and this type none has both.
    const both = { ...PAGE, symbol: 'ETHUSDT', execTypes: ['Funding', 'Settle'] }
    expect(readBy(() => journal.executions('a', both))).toBeLessThan(1_500 * 300)
    // An order far back is found by its place, and rows of a time by the time of their pages.
    expect(readBy(() => journal.executions('a', { ...PAGE, orderLinkId: 'taker-7' }))).toBeLessThan(100_000)
    const early = { ...PAGE, startMs: START_MS + 5_000, endMs: START_MS + 6_000 }
    expect(journal.orderHistory('a', early).rows.map(({ linkId }) => linkId)).toEqual([
      'taker-6',
      'maker-6',
      'taker-5',
      'maker-5',
    ])
    expect(readBy(() => journal.orderHistory('a', early))).toBeLessThan(200_000)
    await journal.close()
  }, 120_000)

  it('goes on where the one before stopped, and comes to every row that matches, once', async () => {
    // A page for each pair: more pages than one query looks at.
    const journal = await filledPairs(1_300, 1)
    const rare = walk(
      (cursor) => journal.executions('a', { ...PAGE, symbol: 'ETHUSDT', cursor }),
      ({ orderLinkId }) => orderLinkId ?? '',
    )
    expect(rare.ids).toEqual(['taker-1', 'maker-1'])
    expect(rare.queries).toBeGreaterThan(1)
    expect(rare.queries).toBeLessThan(4)
    const log = walk(
      (cursor) => journal.transactions('a', { ...LOG, limit: 200, cursor }),
      ({ id }) => id,
    )
    expect(log.ids).toHaveLength(2_600)
    expect(new Set(log.ids).size).toBe(2_600)
    const none = walk(
      (cursor) => journal.transactions('a', { ...LOG, coin: 'ZZZ', cursor }),
      ({ id }) => id,
    )
    expect(none).toEqual({ ids: [], queries: 2 })
    await journal.close()
  }, 120_000)
})
