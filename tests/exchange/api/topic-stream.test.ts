import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { NO_FAULTS } from '../../../exchange/api/faults'
import { BookMirror, changedRows } from '../../../exchange/api/feeds/dispatcher/book-mirror'
import { AccountFeed, REPLAY_MESSAGES_MAX } from '../../../exchange/api/feeds/native/account-feed'
import { AccountFeeds } from '../../../exchange/api/feeds/native/account-feeds'
import { Connection, STILL_MAX_MS } from '../../../exchange/api/feeds/dispatcher/connection'
import { textFrame } from '../../../exchange/host/node/sockets/frame'
import { PublishTurns } from '../../../exchange/api/feeds/dispatcher/publish-turns'
import { TopicStream, writePush, type StreamSource } from '../../../exchange/api/feeds/dispatcher/topic-stream'
import type { BookRowJson } from '../../../src/wire/push/book'
import type { Position } from '../../../src/domain/position/position'
import { FakeJournal, walletOf } from './lib/fake-journal'
import { slowDisk } from './lib/client'
import { fakeSocket, OUTLET, textOf } from './lib/frames'

type Level = readonly [side: 'bids' | 'asks', price: number, qty: number]
const level = fc.tuple(
  fc.constantFrom<'bids' | 'asks'>('bids', 'asks'),
  fc.integer({ min: 1, max: 30 }),
  fc.integer({ min: 0, max: 3 }),
)

/** The mirror's oracle: maps that are sorted when they are asked. */
function bestOf(book: Map<number, number>, direction: number, levels: number): BookRowJson[] {
  return [...book]
    .filter(([, qty]) => qty > 0)
    .toSorted(([a], [b]) => (a - b) * direction)
    .slice(0, levels)
    .map(([price, qty]) => [String(price), String(qty)])
}

describe('a window of a book', () => {
  it('is what a reader of its changes holds, whatever happens in the book', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(level, { maxLength: 6 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 6 }),
        (steps, depth) => {
          const mirror = new BookMirror([], [])
          const book = { bids: new Map<number, number>(), asks: new Map<number, number>() }
          const reader = { bids: new Map<number, number>(), asks: new Map<number, number>() }
          let before = mirror.top(depth)
          for (const step of steps) {
            for (const [side, price, qty] of step as readonly Level[]) {
              book[side].set(price, qty)
              const row = [String(price), String(qty)] as const
              mirror.take([{ side: side === 'bids' ? 'buy' : 'sell', ticks: price, row }])
            }
            const after = mirror.top(depth)
            for (const side of ['bids', 'asks'] as const) {
              const direction = side === 'asks' ? 1 : -1
              const rows = changedRows(before[side], after[side], side)
              const prices = rows.map(([price]) => Number(price) * direction)
              expect(prices).toEqual(prices.toSorted((a, b) => a - b))
              for (const [price, qty] of rows) reader[side].set(Number(price), Number(qty))
              expect(bestOf(reader[side], direction, 100)).toEqual(bestOf(book[side], direction, depth))
            }
            before = after
          }
        },
      ),
    )
  })
})

/** Counts up; its state is the count. */
class Counter implements StreamSource {
  pending = 0
  published = 0
  /** Messages that were made of it. */
  written = 0
  advance(): unknown {
    if (this.pending === this.published) return null
    this.published = this.pending
    return this.published
  }
  state(): unknown {
    return this.published
  }
  write(type: 'snapshot' | 'delta', timeMs: number, seq: number, data: unknown): string {
    this.written++
    return writePush('t', type, timeMs, seq, JSON.stringify(data))
  }
}

class Reader {
  isSlow = false
  get isBehind(): boolean {
    return this.isSlow
  }
  readonly got: { readonly type: string; readonly seq: number; readonly data: number }[] = []
  offer(_topic: string, frame: Uint8Array): boolean {
    if (!this.isSlow) this.got.push(JSON.parse(textOf(frame)) as never)
    return !this.isSlow
  }
}

function openStream() {
  const source = new Counter()
  const stream = new TopicStream('t', 0, source, {
    ...OUTLET,
    now: () => 5,
    turns: new PublishTurns(setImmediate, () => 0),
  })
  const change = (): void => {
    source.pending++
    stream.touch()
  }
  return { stream, change, source }
}

describe('a topic stream', () => {
  it('gives a slow reader a snapshot once it has caught up, and the others every delta', () => {
    const { stream, change } = openStream()
    const [quick, slow] = [new Reader(), new Reader()]
    stream.add(quick)
    stream.add(slow)
    change()
    slow.isSlow = true
    change()
    change()
    slow.isSlow = false
    change()
    change()
    expect(quick.got.map(({ type, seq }) => [type, seq])).toEqual([
      ['snapshot', 1],
      ['delta', 2],
      ['delta', 3],
      ['delta', 4],
      ['delta', 5],
      ['delta', 6],
    ])
    expect(slow.got.map(({ type, seq, data }) => [type, seq, data])).toEqual([
      ['snapshot', 1, 0],
      ['delta', 2, 1],
      ['snapshot', 5, 4],
      ['delta', 6, 5],
    ])
  })

  it('makes one snapshot for all who have caught up, and none while somebody is behind', () => {
    const { stream, change, source } = openStream()
    const readers = Array.from({ length: 5 }, () => new Reader())
    for (const one of readers) stream.add(one)
    for (const one of readers) one.isSlow = true
    change()
    source.written = 0
    change()
    // The delta alone: nobody could have been given more.
    expect(source.written).toBe(1)
    for (const one of readers) one.isSlow = false
    change()
    expect(source.written).toBe(3)
    expect(readers.map(({ got }) => got.at(-1))).toEqual(
      readers.map(() => expect.objectContaining({ type: 'snapshot', seq: 4 }) as unknown),
    )
  })

  it('rests without readers and goes on with a higher sequence', () => {
    const { stream, change } = openStream()
    const [first, second] = [new Reader(), new Reader()]
    stream.add(first)
    change()
    stream.remove(first)
    change()
    stream.add(second)
    change()
    expect(first.got).toHaveLength(2)
    expect(second.got.map(({ type, seq, data }) => [type, seq, data])).toEqual([
      ['snapshot', 3, 2],
      ['delta', 4, 3],
    ])
  })
})

describe('a connection that does not read', () => {
  it('loses market data at 1 MiB and is cut at 8 MiB rather than lose a private message', () => {
    const slow = fakeSocket(2 << 20)
    const connection = new Connection(slow.socket, 'private', null, NO_FAULTS, textFrame)
    expect(connection.offer('t', textFrame('market'))).toBe(false)
    connection.insist(textFrame('private'))
    expect(slow.sent).toEqual(['private'])
    const stuck = fakeSocket(9 << 20)
    new Connection(stuck.socket, 'private', null, NO_FAULTS, textFrame).insist(textFrame('private'))
    expect(stuck.sent).toEqual([])
    expect(stuck.closed).toEqual([[1013, expect.stringContaining('resume')]])
  })

  it('is cut when nothing has gone out of it for thirty seconds, and not while a little goes', () => {
    const { socket, raw, closed } = fakeSocket(500_000)
    const connection = new Connection(socket, 'public', null, NO_FAULTS, textFrame)
    // Whole: half a minute added to a fraction and taken away again may be more than half a minute.
    const startMs = Math.ceil(performance.now())
    connection.watch(startMs)
    connection.watch(startMs + STILL_MAX_MS)
    expect(closed).toEqual([])
    // A hundred bytes went out: the half minute begins again.
    Object.assign(raw, { bufferedAmount: 499_900 })
    connection.watch(startMs + STILL_MAX_MS + 1_000)
    connection.watch(startMs + 2 * STILL_MAX_MS)
    expect(closed).toEqual([])
    connection.watch(startMs + 2 * STILL_MAX_MS + 1_001)
    expect(closed).toEqual([[1013, 'nothing was read for 30 seconds']])
  })
})

const POSITION = {
  symbol: 'BTCUSDT',
  side: 'buy',
  size: '1',
  realisedPnl: '0',
  leverage: '10',
  markPrice: '60000',
  unrealisedPnl: '0',
} as unknown as Position

const ORIGIN = { account: 'a', connId: '', term: 0, clientTag: '' }

function openFeed() {
  const journal = new FakeJournal()
  const feed = new AccountFeed('a', 1000, journal, OUTLET, () => null)
  const { socket, sent } = fakeSocket()
  const connection = new Connection(socket, 'private', null, NO_FAULTS, textFrame)
  connection.topics.add('user.position')
  feed.add(connection)
  return { journal, feed, connection, sent }
}

describe('an account feed', () => {
  it('follows the mark price, and leaves to the event what an input changed', () => {
    const { journal, feed, sent } = openFeed()
    feed.take([{ type: 'position', account: 'a', position: POSITION }], 1, 1)
    expect(sent).toHaveLength(1)
    journal.positionRows = [{ ...POSITION, markPrice: '60001', unrealisedPnl: '1' } as Position]
    feed.refresh(2)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toContain('"unrealisedPnl":"1"')
    // Applied but not on disk yet: the size differs from what was said.
    journal.positionRows = [{ ...POSITION, size: '2', markPrice: '60002' } as unknown as Position]
    feed.refresh(3)
    journal.positionRows = [{ ...POSITION, markPrice: '60001', unrealisedPnl: '1' } as Position]
    feed.refresh(4)
    expect(sent).toHaveLength(2)
  })

  it('begins with what the venue shows, and says it once that is on disk', async () => {
    const journal = new FakeJournal()
    const feeds = new AccountFeeds(journal, OUTLET, 1000, () => null)
    expect(feeds.isFollowed('a')).toBe(false)
    const release = slowDisk(journal)
    const opened = journal.submit({ type: 'openAccount', account: 'a', kind: 'uta2', name: 'Trader' }, ORIGIN)
    // Applied, and not on disk.
    journal.positionRows = [POSITION]
    const { socket, sent } = fakeSocket()
    const connection = new Connection(socket, 'private', null, NO_FAULTS, textFrame)
    const feed = feeds.follow('a', connection)
    expect(feeds.isFollowed('a')).toBe(true)
    connection.topics.add('user.position')
    feed.start('user.position', connection, null, 2)
    // An earlier line, that comes to the disk only now, has nothing new for whoever begins after it.
    const gone = { ...POSITION, size: '0' } as unknown as Position
    feeds.take([{ type: 'position', account: 'a', position: gone }], journal.appliedSeq(), 2)
    // A later one, before the first word: it is told after it.
    const more = { ...POSITION, size: '2' } as unknown as Position
    feeds.take([{ type: 'position', account: 'a', position: more }], journal.appliedSeq() + 1, 3)
    expect(sent).toEqual([])
    release()
    await opened
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(JSON.parse(sent[0]!)).toMatchObject({ type: 'snapshot', seq: 1000, data: [{ size: '1' }] })
    expect(JSON.parse(sent[1]!)).toMatchObject({ type: 'delta', seq: 1001, data: [{ size: '2' }] })
  })

  it('forgets what is older than its memory and answers that with a snapshot', () => {
    const { feed, connection, sent } = openFeed()
    for (let i = 0; i <= REPLAY_MESSAGES_MAX; i++)
      feed.take([{ type: 'wallet', account: 'a', wallet: walletOf(String(i)) }], i + 1, i)
    feed.start('user.wallet', connection, 1000, 9)
    expect(JSON.parse(sent[0]!)).toMatchObject({ type: 'snapshot', seq: 1000 + REPLAY_MESSAGES_MAX + 1 })
    sent.length = 0
    feed.start('user.wallet', connection, 1001, 9)
    expect(sent).toHaveLength(REPLAY_MESSAGES_MAX)
    expect(JSON.parse(sent[0]!)).toMatchObject({ replay: true, seq: 1002 })
    sent.length = 0
    feed.start('user.wallet', connection, 1000 + REPLAY_MESSAGES_MAX + 1, 9)
    expect(sent).toEqual([])
  })
})
