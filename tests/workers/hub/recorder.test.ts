import { describe, expect, test } from 'vitest'
import type { OrderLinkId } from '../../../src/domain/order/order'
import { KEY_MS } from '../../../src/workers/hub/tabs/recorder'
import { Ring } from '../../../src/workers/hub/tabs/ring'
import { parseRecording, writeRecording } from '../../../src/workers/recording'
import { FaultLog, FAULTS_MAX } from '../../../src/workers/hub/fault-log'
import { FakeClock, settle } from '../fakes'
import { BTC, order, Scene } from '../scene'

describe('the ring (I13)', () => {
  const entry = (atMs: number) => ({ atMs })

  test('is bounded by weight: what is oldest goes first', () => {
    const ring = new Ring<{ atMs: number }>({ weight: 10, ageMs: 1_000 })
    for (let i = 0; i < 5; i++) ring.push(entry(i), 4)
    // 4 + 4 fits into 10, 12 does not
    expect(ring.list()).toEqual([entry(3), entry(4)])
    expect(ring.weight).toBe(8)
  })

  test('is bounded by age, the bound itself included', () => {
    const ring = new Ring<{ atMs: number }>({ weight: 100, ageMs: 50 })
    for (const atMs of [0, 49, 50, 99]) ring.push(entry(atMs), 1)
    expect(ring.list()).toEqual([entry(49), entry(50), entry(99)])
  })

  test('takes a hundred thousand entries and holds what it may', () => {
    const ring = new Ring<{ atMs: number }>({ weight: 100, ageMs: 1e9 })
    for (let i = 0; i < 100_000; i++) ring.push(entry(i), 1)
    expect(ring.size).toBe(100)
  })
})

describe('the flight recorder', () => {
  test('begins with the whole state of the tab, goes on with its batches, and survives being a file', async () => {
    const scene = new Scene()
    await scene.live()
    scene.book('delta', 2, [['64000', '3']], [], { whole: [[['64000', '3']], [['64000.1', '2']]] })
    await settle()
    const recording = await scene.tab.recording()
    const [first] = recording.entries
    expect(first).toMatchObject({ kind: 'key', tabId: 'tab-1' })
    const read = parseRecording(writeRecording(recording))
    expect(read.entries).toEqual(recording.entries)
    const last = read.entries.findLast((entry) => entry.kind === 'batch')
    expect(last?.kind === 'batch' && last.events.at(-1)).toMatchObject({ type: 'book', book: { symbol: 'BTCUSDT' } })
  })

  test('writes the whole state down again and again, so that a replay can begin late', async () => {
    const scene = new Scene()
    await scene.live()
    for (let i = 0; i <= KEY_MS / 1_000; i++) {
      scene.heartbeat(i + 1)
      await scene.world.clock.advance(1_000)
    }
    const keys = (await scene.tab.recording()).entries.filter(({ kind }) => kind === 'key')
    expect(keys).toHaveLength(2)
    expect(keys[1]?.kind === 'key' && keys[1].events.map(({ type }) => type)).toContain('book')
  })

  test('keeps what was asked and how it ended, and never the one-time token', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.transport.on('/contract/v5/order/cancel', () => ({ orderId: 'o-1', orderLinkId: '', price: '' }))
    const reference = { symbol: BTC, orderId: order().id, orderLinkId: null }
    await scene.tab.cancelOrder('c-1' as OrderLinkId, reference)
    const recording = await scene.tab.recording()
    expect(recording.entries).toContainEqual(
      expect.objectContaining({ kind: 'command', name: 'cancelOrder', outcome: { kind: 'accepted', value: 'o-1' } }),
    )
    const text = writeRecording(recording)
    expect(text).toContain('"way":"out","text":"{\\"op\\":\\"login\\"}"')
    expect(text).not.toContain('one-time')
  })

  test('is of one tab: the one that asks, or where it showed no market the one that showed a market last', async () => {
    const scene = new Scene()
    await scene.live()
    scene.book('delta', 2, [['64000', '3']], [], { whole: [[['64000', '3']], [['64000.1', '2']]] })
    await settle()
    const other = await scene.join('tab-2')
    const tabsOf = async (tab: typeof scene.tab) => [
      ...new Set((await tab.recording()).entries.map(({ tabId }) => tabId)),
    ]
    expect(await tabsOf(scene.tab)).toEqual(['tab-1'])
    // Opened to look at the minutes of another one (`/replay` by its address), it has none of its own worth a look.
    expect(await tabsOf(other.tab)).toEqual(['tab-1'])
  })

  test.each([
    ['no JSON', '{', 'recording'],
    ['something else', '{"format":"song"}', 'format'],
    ['another version', '{"format":"halyard-recording","version":1}', 'version'],
    [
      'an unknown event',
      '{"format":"halyard-recording","version":2,"entries":[{"atMs":1,"tabId":"a","kind":"key","events":[{"type":"x"}]}]}',
      'type',
    ],
  ])('a file that is %s is refused by its field', (_, text, field) => {
    expect(() => parseRecording(text)).toThrow(expect.objectContaining({ field }) as Error)
  })
})

describe('the log of faults (decisions 30)', () => {
  test('counts repeats and keeps the newest', () => {
    const clock = new FakeClock()
    const log = new FaultLog(clock)
    log.add('storage', new TypeError('broken'))
    log.add('storage', new TypeError('broken'))
    expect(log.list()).toEqual([{ atMs: clock.now(), what: 'storage', message: 'TypeError: broken', count: 2 }])
    for (let i = 0; i < FAULTS_MAX; i++) log.add('wire', `fault ${i}`)
    expect(log.list()).toHaveLength(FAULTS_MAX)
    expect(log.list()[0]?.message).toBe('fault 0')
  })
})

describe('what the hub says of itself', () => {
  test('names streams with sequence and age, tabs, queues and storage', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.join('tab-2', false)
    await scene.world.clock.advance(400)
    const { streams, tabs, queues, storage, term } = await scene.tab.diagnostics()
    expect(streams).toContainEqual({ topic: 'orderBook_50.H.BTCUSDT', seq: 1, ageMs: 400, watchers: 1, isSynced: true })
    expect(tabs).toMatchObject([
      { id: 'tab-1', isSelf: true, isVisible: true, streams: 1 },
      { id: 'tab-2', isSelf: false, isVisible: false, streams: 0 },
    ])
    expect({ queues, storage, term }).toEqual({
      queues: { sending: 0, unknown: 0, reverses: 0, callsLeft: 50 },
      storage: 'disk',
      term: 1,
    })
  })

  test('the audit lists every press of this account with its end, and of no other', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.store.changes.set('alien', {
      id: 'alien' as OrderLinkId,
      account: 'acc-2',
      change: { kind: 'cancelAll', symbol: null, orderIds: [] },
      pressedAtMs: 1,
      state: 'accepted',
      ending: null,
    })
    scene.world.transport.on('/contract/v5/order/cancel', () => ({ orderId: 'o-1', orderLinkId: '', price: '' }))
    const reference = { symbol: BTC, orderId: order().id, orderLinkId: null }
    await scene.tab.cancelOrder('c-1' as OrderLinkId, reference)
    await settle()
    const audit = await scene.tab.audit()
    expect(audit).toMatchObject({
      format: 'halyard-audit',
      account: 'acc-1',
      changes: [{ id: 'c-1', state: 'accepted' }],
    })
    expect(audit.changes).toHaveLength(1)
  })
})
