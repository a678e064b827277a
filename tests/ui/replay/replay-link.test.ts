import { describe, expect, test } from 'vitest'
import { ReplayLink } from '../../../src/ui/replay/replay-link'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import type { ChannelStatus, HubEvent, HubStatus } from '../../../src/workers/hub-events'
import type { RecordedEntry, Recording } from '../../../src/workers/recording'
import { FakeClock } from '../../workers/fakes'
import { BTC, order } from '../../workers/scene'

const T = 1_700_000_000_000

function book(updateId: number, group = 1): HubEvent {
  const sides = { bids: new Float64Array([1, 2]), asks: new Float64Array([3, 4]) }
  return { type: 'book', book: { symbol: BTC, group, ...sides, updateId, timeMs: T }, stale: false } as HubEvent
}

const toast: HubEvent = {
  type: 'notice',
  notice: { id: 'n', kind: 'orderPlaced', order: order(), intent: null, rejection: null, timeMs: T },
}

function recording(entries: readonly RecordedEntry[]): Recording {
  return {
    format: 'halyard-recording',
    version: 2,
    protocol: 1,
    build: 'b',
    epoch: 'epoch-1',
    savedAtMs: T,
    entries,
    frames: [],
    reads: [
      {
        name: 'candles',
        query: { symbol: BTC, interval: '1', source: 'last', endMs: null, limit: 10 },
        answer: { hasError: false, value: [{ startMs: T }, { startMs: T + 60_000 }], asOfMs: T, fromCache: false },
      },
    ],
  }
}

const ENTRIES: readonly RecordedEntry[] = [
  { kind: 'key', atMs: T, tabId: 'a', events: [book(1)] },
  { kind: 'batch', atMs: T + 1_000, tabId: 'a', events: [book(2), toast] },
  { kind: 'command', atMs: T + 1_500, tabId: 'a', name: 'cancelOrder', args: [], outcome: { kind: 'accepted' } },
  { kind: 'key', atMs: T + 2_000, tabId: 'a', events: [book(3)] },
  { kind: 'batch', atMs: T + 3_000, tabId: 'a', events: [book(4)] },
]

function replay(): { link: ReplayLink; clock: FakeClock; seen: (number | string)[] } {
  const clock = new FakeClock()
  const link = new ReplayLink(recording(ENTRIES), clock)
  const seen: (number | string)[] = []
  link.onEvents((events) => {
    for (const event of events) seen.push(event.type === 'book' ? event.book.updateId : event.type)
  })
  return { link, clock, seen }
}

describe('a replay', () => {
  test('tells what was told when it was told, and stops at the end', async () => {
    const { link, clock, seen } = replay()
    link.seek(link.startMs)
    expect(seen).toEqual([1])
    link.play(1)
    await clock.advance(1_100)
    expect(seen).toEqual([1, 2, 'notice'])
    await clock.advance(3_000)
    // The whole state in the middle repeats what is known.
    expect(seen).toEqual([1, 2, 'notice', 4])
    expect([link.isPlaying.value, link.position.value]).toEqual([false, link.endMs])
  })

  test('four times as fast takes a quarter of the time', async () => {
    const { link, clock, seen } = replay()
    link.seek(link.startMs)
    link.play(4)
    // 3,000 ms / 4 = 750 ms
    await clock.advance(700)
    expect(seen).not.toContain(4)
    await clock.advance(100)
    expect(seen).toContain(4)
  })

  test('goes to a moment by the whole state before it, without the toasts of then', () => {
    const { link, seen } = replay()
    link.seek(T + 2_500)
    expect(seen).toEqual([3])
    link.seek(T + 1_500)
    expect(seen).toEqual([3, 1, 2])
    expect(link.said.value?.name).toBe('cancelOrder')
  })

  test('shows no bar that was not there yet', async () => {
    const { link } = replay()
    const range = { symbol: BTC, interval: '1', source: 'last', endMs: null, limit: 500 } as const
    const read = await link.api.candles(range)
    expect(read).toMatchObject({ hasError: false, value: [{ startMs: T }] })
    expect(await link.api.candles({ ...range, interval: '5' })).toMatchObject({ hasError: true })
  })

  test('names the contract from the beginning, though the first whole state had none yet', () => {
    const early: RecordedEntry = { kind: 'key', atMs: T - 5_000, tabId: 'a', events: [] }
    const link = new ReplayLink(recording([early, ...ENTRIES]), new FakeClock())
    expect(link.symbol.value).toBe(BTC)
  })

  test('is nothing live: no channel is, trading is closed, and ages are of the recorded time', async () => {
    const clock = new FakeClock()
    const link = new ReplayLink(recording(ENTRIES), clock)
    const connection = new ConnectionModel(link.nowMs)
    connection.setLife(link.life(), link.epoch())
    link.onEvents((events) => events.forEach((event) => connection.apply(event)))
    const live = { state: 'live' } as ChannelStatus
    connection.apply({
      type: 'status',
      status: { state: 'live', publicChannel: live, privateChannel: live } as HubStatus,
    })
    expect([connection.state.value, connection.publicState.value, connection.privateState.value]).toEqual([
      'replay',
      'replay',
      'replay',
    ])
    // What was live when it was recorded is not drawn as old.
    expect([connection.isLive.value, connection.isMarketLive.value]).toEqual([true, true])
    link.seek(link.startMs)
    link.play(1)
    await clock.advance(800)
    // The newest book is of the first moment, 800 ms before this one (steps of 50 ms).
    expect(connection.marketAgeMs(link.nowMs())).toBe(800)
    link.seek(T + 2_500)
    expect(connection.marketAgeMs(link.nowMs())).toBe(500)
  })

  test('stops where the page could not apply what it says', async () => {
    const { link, clock } = replay()
    link.seek(link.startMs)
    link.onEvents((events) => {
      if (events.some((event) => event.type === 'book' && event.book.updateId === 2)) throw new Error('no figure')
    })
    link.play(1)
    await clock.advance(1_100)
    expect([link.isDamaged.value, link.isPlaying.value]).toEqual([true, false])
  })

  test('takes no order', async () => {
    const { link } = replay()
    expect(await link.api.cancelAll(null, null)).toMatchObject({ kind: 'refused', rejection: { reason: 'notLive' } })
  })

  test('of two groupings of one book shows the finest, and another one to the panel that asks for it', () => {
    const link = new ReplayLink(
      recording([
        { kind: 'key', atMs: T, tabId: 'a', events: [book(1, 5), book(2, 10)] },
        { kind: 'batch', atMs: T + 1_000, tabId: 'a', events: [book(3, 10)] },
      ]),
      new FakeClock(),
    )
    let seen: number[] = []
    link.onEvents((events) =>
      seen.push(...events.flatMap((event) => (event.type === 'book' ? [event.book.group] : []))),
    )
    link.seek(T + 1_000)
    expect(seen).toEqual([5])
    const letGo = link.watch({ topic: { kind: 'book', symbol: BTC, depth: 50 }, rows: 10, group: 10 })
    seen = []
    link.seek(T + 1_000)
    expect(seen).toEqual([5, 10, 10])
    letGo()
  })
})
