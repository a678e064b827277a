import Database from 'libsql'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HistoryPage, Journal } from '../../../exchange/journal/journal-port'
import { HistoryQueue, UNCOMMITTED_ROWS_MAX } from '../../../exchange/journal/history-queue'
import type { HistoryWriter } from '../../../exchange/journal/history-writer'
import { snapshotSteps } from '../../../exchange/journal/history-schema'
import { SqliteThread } from '../../../exchange/host/node/journal/sqlite-thread'
import { Store } from '../../../exchange/host/node/journal/store'
import type { ClosedPnl } from '../../../src/domain/position/closed-pnl'
import type { VenueEvent } from '../../../exchange/venue/venue-port'
import { FakeVenue, place } from './fake-venue'
import { FakeClock, newDataDir, open, openBacklog, openHeld, ORIGIN } from './support'

const PAGE: HistoryPage = { symbol: null, startMs: null, endMs: null, limit: 100, cursor: null }

/** Pairs of a resting order and the market order that fills it; `from` numbers them on. */
async function fillPairs(journal: Journal, count: number, from = 1): Promise<void> {
  for (let pair = from; pair < from + count; pair += 1) {
    await journal.submit(place(`maker-${pair}`), ORIGIN)
    await journal.submit(place(`taker-${pair}`, { type: 'market' }), ORIGIN)
  }
}

function allPages(journal: Journal, limit: number): string[] {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = journal.orderHistory('a', { ...PAGE, limit, cursor })
    seen.push(...page.rows.map((order) => order.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  return seen
}

const closedPairs = (count: number): string[] => Array.from({ length: 2 * count }, (_, at) => `a:${2 * count - at}`)

describe('a query shows what was answered, however far the thread is behind', () => {
  test('committed, sent and unsent rows make one list', async () => {
    const { journal, history } = await openBacklog(newDataDir())
    await fillPairs(journal, 2)
    await journal.historyWritten()
    history.holds = 'commits'
    await fillPairs(journal, 2, 3)
    const sent = journal.historyWritten()
    await fillPairs(journal, 1, 5)
    for (const limit of [1, 3, 4, 100]) expect(allPages(journal, limit)).toEqual(closedPairs(5))
    expect(journal.findOrder('a', { orderId: 'a:10' })).toMatchObject({ status: 'filled' })
    expect(journal.findOrder('a', { orderLinkId: 'taker-4' })).toMatchObject({ id: 'a:8' })
    expect(journal.findOrder('b', { orderId: 'a:10' })).toBeNull()
    const before = journal.executions('a', PAGE)
    expect(before.rows).toHaveLength(10)
    history.release()
    await sent
    await journal.historyWritten()
    expect(allPages(journal, 3)).toEqual(closedPairs(5))
    expect(journal.executions('a', PAGE)).toEqual(before)
  })

  test('a row that is committed but not yet reported is shown once', async () => {
    const { journal, history } = await openBacklog(newDataDir())
    history.holds = 'news'
    await fillPairs(journal, 3)
    const written = journal.historyWritten()
    while (history.given === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(allPages(journal, 2)).toEqual(closedPairs(3))
    expect(journal.orderHistory('a', PAGE).nextCursor).toBeNull()
    history.release()
    await written
  })

  test('narrowing holds for rows in memory as it does for rows in SQLite', async () => {
    const clock = new FakeClock()
    const { journal, history } = await openBacklog(newDataDir(), { clock })
    history.holds = 'commits'
    for (let pair = 1; pair <= 4; pair += 1) {
      clock.nowMs += 1_000
      await fillPairs(journal, 1, pair)
    }
    const pages: Partial<HistoryPage>[] = [
      { symbol: 'ETHUSDT' },
      { symbol: 'BTCUSDT', startMs: 1_700_000_002_000, endMs: 1_700_000_003_000 },
      { orderId: 'a:3' },
      { orderLinkId: 'taker-2' },
      { limit: 3 },
    ]
    const ask = () =>
      pages.map((page) => [
        journal.orderHistory('a', { ...PAGE, ...page }),
        journal.executions('a', { ...PAGE, ...page }),
      ])
    const inMemory = ask()
    expect(inMemory.map(([orders]) => orders?.rows.length)).toEqual([0, 4, 1, 1, 3])
    history.release()
    await journal.historyWritten()
    expect(ask()).toEqual(inMemory)
  })
})

describe('a crash with a backlog', () => {
  test('loses no row: the ledger has them, and no snapshot stands before them', async () => {
    const dataDir = newDataDir()
    const { journal, history } = await openBacklog(dataDir, { snapshotEveryInputs: 4 })
    history.holds = 'commits'
    await fillPairs(journal, 6)
    const before = [journal.orderHistory('a', PAGE), journal.executions('a', PAGE)]
    const crashed = newDataDir()
    cpSync(dataDir, crashed, { recursive: true, filter: (path) => !path.endsWith('exchange.lock') })
    const again = await open(crashed)
    // Nothing was committed, so the replay begins with the genesis: 1 + 12 inputs.
    expect(again.recovery).toMatchObject({ replayedInputs: 13, mismatches: 0 })
    expect([again.orderHistory('a', PAGE), again.executions('a', PAGE)]).toEqual(before)
  })

  test('after some snapshots were committed, the rest is replayed', async () => {
    const dataDir = newDataDir()
    const { journal, history } = await openBacklog(dataDir, { snapshotEveryInputs: 4 })
    await fillPairs(journal, 4)
    await journal.historyWritten()
    history.holds = 'commits'
    await fillPairs(journal, 4, 5)
    const before = [journal.orderHistory('a', PAGE), journal.executions('a', PAGE)]
    const crashed = newDataDir()
    cpSync(dataDir, crashed, { recursive: true, filter: (path) => !path.endsWith('exchange.lock') })
    const again = await open(crashed)
    expect(again.recovery.replayedInputs).toBeLessThan(17)
    expect(again.venue.snapshot()).toEqual(journal.venue.snapshot())
    expect([again.orderHistory('a', PAGE), again.executions('a', PAGE)]).toEqual(before)
  })
})

describe('a snapshot stands on lines that are on disk', () => {
  test('it waits for the line of the last input that is in its state', async () => {
    const dataDir = newDataDir()
    const { journal, log } = await openHeld(dataDir, { snapshotEveryInputs: 1 })
    log.isHeld = true
    const first = journal.submit(place('one'), ORIGIN)
    await log.reached()
    // Applied, and waiting for the disk, when the snapshot of the first becomes due.
    const second = journal.submit(place('two'), ORIGIN)
    log.release()
    log.isHeld = true
    await first
    await log.reached()
    await new Promise((resolve) => setTimeout(resolve))
    await journal.historyWritten()
    expect(savedSeqs(dataDir)).toEqual([])
    log.release()
    await second
    await journal.close()
    // Genesis, one, two: the state held both orders.
    expect(savedSeqs(dataDir)).toEqual([3])
    const again = await open(dataDir, { restoreVenue: (state) => new FakeVenue(state) })
    expect(again.recovery.replayedInputs).toBe(0)
    expect(again.venue.openOrders('a', null)).toHaveLength(2)
  })
})

function savedSeqs(dataDir: string): number[] {
  const store = new Store(join(dataDir, 'history.sqlite'))
  const seqs = Array.from(store.snapshots(), (snapshot) => snapshot.seq)
  store.close()
  return seqs
}

describe('when history can no longer be written', () => {
  test('nothing is accepted any more, and what was answered is still shown', async () => {
    const broken: string[] = []
    const { journal, history } = await openBacklog(newDataDir(), { onBroken: (error) => broken.push(error.message) })
    await fillPairs(journal, 1)
    history.failure = new Error('disk I/O error')
    await journal.historyWritten()
    expect(broken).toEqual(['the history cannot be written: disk I/O error'])
    await expect(journal.submit(place('late'), ORIGIN)).rejects.toMatchObject({ name: 'JournalUnavailable' })
    expect(allPages(journal, 1)).toEqual(closedPairs(1))
    history.failure = null
    await journal.historyWritten()
    expect(broken).toHaveLength(1)
  })

  test('the thread commits nothing after its first failure', async () => {
    const path = join(newDataDir(), 'one.sqlite')
    const thread = new SqliteThread(path)
    await thread.commit([['CREATE TABLE t (n INTEGER)'], ['INSERT INTO t VALUES (?)', 1]], 'FULL')
    const second = thread.commit([['INSERT INTO t VALUES (?)', 2], ['INSERT INTO nowhere VALUES (1)']], 'NORMAL')
    const third = thread.commit([['INSERT INTO t VALUES (?)', 3]], 'NORMAL')
    await expect(second).rejects.toThrow(/nowhere/)
    await expect(third).rejects.toThrow(/nowhere/)
    await expect(thread.commit([['INSERT INTO t VALUES (?)', 4]], 'NORMAL')).rejects.toThrow(/nowhere/)
    await thread.close()
    const db = new Database(path)
    expect(db.prepare('SELECT n FROM t').all()).toEqual([{ n: 1 }])
    db.close()
  })

  test('a thread that ends by itself fails what it was asked', async () => {
    const thread = new SqliteThread(join(newDataDir(), 'no-such-folder', 'one.sqlite'))
    await expect(thread.commit([['SELECT 1']], 'NORMAL')).rejects.toThrow()
    await thread.close()
  })

  test('a text in pieces is put together where it is used, once', async () => {
    const path = join(newDataDir(), 'one.sqlite')
    const thread = new SqliteThread(path)
    for (const piece of ['a', 'b', 'c']) thread.keep('text', piece)
    await thread.commit([['CREATE TABLE t (x TEXT)'], ['INSERT INTO t VALUES (?)', { kept: 'text' }]], 'FULL')
    thread.keep('text', 'd')
    await thread.commit([['INSERT INTO t VALUES (?)', { kept: 'text' }]], 'FULL')
    await thread.close()
    const db = new Database(path)
    expect(db.prepare('SELECT x FROM t ORDER BY rowid').all()).toEqual([{ x: 'abc' }, { x: 'd' }])
    db.close()
  })
})

describe('memory is bounded', () => {
  test('a full backlog holds the next group of inputs until the thread has caught up', async () => {
    const store = new Store(join(newDataDir(), 'history.sqlite'))
    let release: (() => void)[] = []
    const writer: HistoryWriter = {
      commit: () => new Promise((resolve) => release.push(resolve)),
      keep() {},
      async close() {},
    }
    const queue = new HistoryQueue(store, writer, new FakeClock())
    const { events } = fill()
    // Two orders close and two executions happen.
    for (let rows = 0; rows < UNCOMMITTED_ROWS_MAX; rows += 4) {
      expect(queue.room()).toBeNull()
      queue.add(events)
    }
    const room = queue.room()
    expect(room).not.toBeNull()
    for (const go of release) go()
    await room
    expect(queue.room()).toBeNull()
    store.close()
  })
})

function fill(): { readonly events: readonly VenueEvent[] } {
  const venue = new FakeVenue()
  venue.apply(place('maker'), 1)
  return venue.apply(place('taker', { type: 'market' }), 1)
}

describe('a later closed result of an order replaces the former', () => {
  const result = (id: string, seq: number, updatedAtMs: number): VenueEvent => ({
    type: 'closedPnl',
    account: 'a',
    closedPnl: { id, seq, updatedAtMs, symbol: 'BTCUSDT' } as ClosedPnl,
  })

  test('on every page of the list, whether either is in SQLite or not', async () => {
    const path = join(newDataDir(), 'history.sqlite')
    const store = new Store(path)
    const thread = new SqliteThread(path)
    const queue = new HistoryQueue(store, thread, new FakeClock())
    const shown = (page: Partial<HistoryPage> = {}) =>
      queue.closedPnl('a', { ...PAGE, ...page }).rows.map(({ id, seq }) => `${id}@${seq}`)
    queue.add([result('x', 1, 10), result('y', 2, 20)])
    await queue.flush()
    queue.add([result('x', 3, 30)])
    expect(shown()).toEqual(['x@3', 'y@2'])
    await queue.flush()
    queue.add([result('z', 4, 40)])
    await queue.flush()
    expect(shown()).toEqual(['z@4', 'x@3', 'y@2'])
    // Before x came again, nothing of x is left to show.
    expect(shown({ cursor: '3' })).toEqual(['y@2'])
    expect(shown({ endMs: 20 })).toEqual(['y@2'])
    expect(shown({ limit: 2 })).toEqual(['z@4', 'x@3'])
    await thread.close()
    store.close()
  })
})

describe('a snapshot knows the rows it stands on', () => {
  test('rows after it are forgotten before the replay makes them again, rows before it stay', async () => {
    const path = join(newDataDir(), 'history.sqlite')
    const store = new Store(path)
    const thread = new SqliteThread(path)
    const queue = new HistoryQueue(store, thread, new FakeClock())
    const venue = new FakeVenue()
    const pair = (name: string) => {
      venue.apply(place(`maker-${name}`), 1)
      queue.add(venue.apply(place(`taker-${name}`, { type: 'market' }), 1).events)
    }
    pair('before')
    queue.mark()
    pair('after')
    const point = { seq: 1, byteOffset: 0, timeMs: 1, state: 'null' }
    await queue.commitWithRows(snapshotSteps(point, { seq: 1, timeMs: 1, entries: [] }, '[]'))
    const ids = () => queue.orderHistory('a', PAGE).rows.map(({ id }) => id)
    expect(ids()).toEqual(['a:4', 'a:3', 'a:2', 'a:1'])
    const [saved] = store.snapshots()
    store.forgetAfter(saved!.lastPage)
    expect(ids()).toEqual(['a:2', 'a:1'])
    // Numbers of pages do not come again: what `places` says of the forgotten ones leads nowhere.
    pair('again')
    await queue.flush()
    expect(queue.findOrder('a', { orderLinkId: 'taker-after' })).toBeNull()
    expect(queue.findOrder('a', { orderLinkId: 'taker-again' })).toMatchObject({ id: 'a:6' })
    await thread.close()
    store.close()
  })
})
