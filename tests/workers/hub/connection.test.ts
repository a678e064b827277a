import { describe, expect, test } from 'vitest'
import type { FeedState } from '../../../src/workers/hub-events'
import { backoffMs } from '../../../src/workers/hub/backoff'
import { NEXT_STATE, type ChannelEvent } from '../../../src/workers/hub/channel-states'
import { worse } from '../../../src/workers/hub/hub-status'
import { ACCOUNT, Scene } from '../scene'
import { settle } from '../fakes'

const STATES: readonly FeedState[] = ['connecting', 'live', 'stale', 'resync', 'offline', 'elsewhere']

describe('the states of a channel (decisions 36)', () => {
  test.each<[FeedState, ChannelEvent, FeedState]>([
    ['connecting', 'opened', 'resync'],
    ['connecting', 'failed', 'offline'],
    ['resync', 'synced', 'live'],
    ['live', 'gap', 'resync'],
    ['live', 'silent', 'stale'],
    ['live', 'closed', 'connecting'],
    ['stale', 'heard', 'resync'],
    ['stale', 'closed', 'connecting'],
    ['offline', 'opened', 'resync'],
    ['live', 'taken', 'elsewhere'],
    ['elsewhere', 'takenBack', 'connecting'],
  ])('%s, %s → %s', (from, event, to) => {
    expect(NEXT_STATE[from][event]).toBe(to)
  })

  test('only a resync that is over leads to live', () => {
    for (const from of STATES) {
      for (const [event, to] of Object.entries(NEXT_STATE[from])) if (to === 'live') expect(event).toBe('synced')
    }
  })

  test('elsewhere ends by the user alone, and offline only by an open socket or another device', () => {
    expect(Object.keys(NEXT_STATE.elsewhere)).toEqual(['takenBack'])
    expect(Object.keys(NEXT_STATE.offline).toSorted()).toEqual(['opened', 'taken'])
  })

  test('the page shows the worse of its two channels', () => {
    expect(worse('live', 'stale')).toBe('stale')
    expect(worse('offline', 'resync')).toBe('offline')
    expect(worse('live', 'live')).toBe('live')
  })
})

describe('back-off (reliability F2)', () => {
  test('doubles from a quarter of a second to ten, jittered between half and whole', () => {
    // 250·2^3 = 2000: between 1000 (random 0) and 2000 (random 1)
    expect(backoffMs(3, 10_000, 0)).toBe(1_000)
    expect(backoffMs(3, 10_000, 1)).toBe(2_000)
    expect(backoffMs(30, 10_000, 1)).toBe(10_000)
    expect(backoffMs(0, 10_000, 0)).toBe(250)
  })
})

describe('silence', () => {
  test('two seconds without a byte make every price stale, and a heartbeat makes them live again (F1)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.heartbeat(1)
    await scene.world.clock.advance(2_000)
    expect(scene.state).toBe('stale')
    expect(scene.port.last('book').stale).toBe(true)
    scene.heartbeat(2)
    await settle()
    expect(scene.state).toBe('live')
    expect(scene.port.last('book').stale).toBe(false)
  })

  test('messages that come late are not live, however steadily they flow, until they come in time again (F15)', async () => {
    const scene = new Scene()
    await scene.live()
    const { clock } = scene.world
    const sentAt = clock.now()
    /** Heartbeat `n` of one a second, this much later than it was sent. */
    const beat = async (n: number, lagMs: number): Promise<void> => {
      await clock.advance(Math.max(0, sentAt + n * 1_000 + lagMs - clock.now()))
      scene.publicSocket.json({ op: 'heartbeat', counter: n, ts: sentAt + n * 1_000 })
      scene.privateSocket.json({ op: 'heartbeat', counter: n, ts: sentAt + n * 1_000 })
      await settle()
    }
    await beat(1, 20)
    await beat(2, 900)
    expect(scene.state).toBe('live')
    await beat(3, 1_800)
    await beat(4, 2_100)
    expect(scene.state).toBe('stale')
    expect(scene.port.last('book').stale).toBe(true)
    await beat(5, 2_500)
    expect(scene.state).toBe('stale')
    await beat(8, 300)
    expect(scene.state).not.toBe('stale')
  })

  test('a clock of the exchange that is set back, or a pause of it, is no lag (N2)', async () => {
    const scene = new Scene()
    await scene.live()
    const { clock } = scene.world
    const beat = async (counter: number, ts: number): Promise<void> => {
      for (const socket of [scene.publicSocket, scene.privateSocket]) socket.json({ op: 'heartbeat', counter, ts })
      await clock.advance(1_000)
    }
    const start = clock.now()
    await beat(1, start)
    await beat(2, start + 1_000)
    // Ninety seconds back, and from there on.
    await beat(3, start + 2_000 - 90_000)
    await beat(4, start + 3_000 - 90_000)
    expect(scene.state).toBe('live')
    // The exchange stood still for 1.5 s: the count goes on by one, its time by two and a half.
    await clock.advance(500)
    await beat(5, start + 4_500 - 90_000)
    expect(scene.state).toBe('live')
  })

  test('a heartbeat proves the line but is no data: the age goes on', async () => {
    const scene = new Scene()
    await scene.live()
    const before = scene.port.last('status').status.publicChannel.lastDataLocalMs
    for (let second = 1; second <= 5; second++) {
      scene.heartbeat(second)
      await scene.world.clock.advance(1_000)
    }
    expect(scene.state).toBe('live')
    expect(scene.port.last('status').status.publicChannel.lastDataLocalMs).toBe(before)
  })

  test('more than three seconds of it and the socket is given up', async () => {
    const scene = new Scene()
    await scene.live()
    const sockets = scene.world.transport.sockets.length
    await scene.world.clock.advance(4_500)
    expect(scene.world.transport.sockets.length).toBeGreaterThan(sockets)
    expect(scene.state).toBe('connecting')
  })

  test('the client pings every 20 s and measures the round trip', async () => {
    const scene = new Scene()
    await scene.live()
    const pings = () => scene.publicSocket.sent.filter(({ op }) => op === 'ping').length
    expect(pings()).toBe(1)
    for (let second = 1; second <= 21; second++) {
      scene.heartbeat(second)
      await scene.world.clock.advance(1_000)
    }
    expect(pings()).toBe(2)
    scene.publicSocket.json({ op: 'pong' })
    await scene.world.clock.advance(500)
    expect(scene.port.last('status').status.publicChannel.latencyMs).not.toBeNull()
  })
})

describe('loss and return', () => {
  test('the exchange stopped: offline within 2 s, everything stale, orders refused', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.transport.isDown = true
    scene.publicSocket.drop()
    scene.privateSocket.drop()
    await scene.world.clock.advance(2_000)
    expect(scene.state).toBe('offline')
    expect(scene.port.last('book').stale).toBe(true)
  })

  test('it came back: resubscribed, reconciled and live; the book is the new one', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.transport.isDown = true
    scene.publicSocket.drop()
    scene.privateSocket.drop()
    await scene.world.clock.advance(6_000)
    scene.world.transport.isDown = false
    await scene.world.clock.advance(1_500)
    await scene.openPublic()
    expect(scene.publicSocket.asked('subscribe')).toContain('orderBook_50.H.BTCUSDT')
    scene.book('snapshot', 1, [['70000', '1']], [['70001', '1']])
    await scene.openPrivate()
    expect(scene.state).toBe('live')
    expect(scene.port.last('book')).toMatchObject({ stale: false })
    expect(scene.port.last('book').book.bids[0]).toBe(700_000)
  })

  test('the browser coming online ends the back-off at once', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.transport.isDown = true
    scene.publicSocket.drop()
    await scene.world.clock.advance(5_000)
    scene.world.transport.isDown = false
    const sockets = scene.world.transport.sockets.length
    scene.world.network.set(true)
    expect(scene.world.transport.sockets.length).toBeGreaterThan(sockets)
  })

  test('after a sleep of the computer the sockets are not believed (H15)', async () => {
    const scene = new Scene()
    await scene.live()
    const socket = scene.publicSocket
    await scene.world.clock.sleep(8 * 3_600_000)
    expect(socket.isClosed).toBe(true)
    expect(scene.state).not.toBe('live')
  })

  test('after a standstill of its process nothing is live until the exchange answered what it was asked after it (H15)', async () => {
    const scene = new Scene()
    await scene.live()
    const sockets = [scene.publicSocket, scene.privateSocket]
    const answer = (): void => {
      for (const socket of sockets) socket.json({ op: 'pong', args: [], req_id: socket.lastRequest('ping') })
    }
    // The answers to the pings of the opening came long ago.
    answer()
    const pings = (): number[] => sockets.map(({ sent }) => sent.filter(({ op }) => op === 'ping').length)
    const before = pings()
    // It is awake again, and no timer has run yet: whatever comes may have waited for it all the while.
    const waking = scene.world.clock.sleep(2_500)
    scene.heartbeat(1)
    await settle()
    expect(scene.state).toBe('stale')
    expect(scene.port.last('book').stale).toBe(true)
    await waking
    scene.heartbeat(2)
    await settle()
    expect(scene.state).toBe('stale')
    expect(pings()).toEqual(before.map((count) => count + 1))
    answer()
    await settle()
    expect(scene.state).toBe('live')
    expect(sockets.some(({ isClosed }) => isClosed)).toBe(false)
  })

  test('a press that is the first thing after a standstill is refused', async () => {
    const scene = new Scene()
    await scene.live()
    void scene.world.clock.sleep(2_500)
    const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', price: null, qty: '0.01' }
    const press = { id: 'press-1', account: ACCOUNT, pressedAtMs: scene.world.clock.now(), order }
    expect(await scene.tab.placeOrder(press as never)).toMatchObject({
      kind: 'refused',
      rejection: { reason: 'notLive' },
    })
  })

  test('a socket that never opens counts as refused', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.world.clock.advance(4_000)
    expect(scene.port.last('status').status.publicChannel.state).toBe('offline')
  })
})

describe('in use elsewhere (decisions 20, F11)', () => {
  test('no reconnecting until the user takes the channel back', async () => {
    const scene = new Scene()
    await scene.live()
    scene.privateSocket.json({ op: 'close_by_other' })
    await settle()
    expect(scene.state).toBe('elsewhere')
    const sockets = scene.world.transport.sockets.length
    for (let second = 1; second <= 30; second++) {
      scene.publicSocket.json({ op: 'heartbeat', counter: second, ts: 0 })
      await scene.world.clock.advance(1_000)
    }
    expect(scene.world.transport.sockets.length).toBe(sockets)
    await scene.tab.takeOver()
    await scene.openPrivate()
    expect(scene.port.last('status').status.privateChannel.state).toBe('live')
  })
})

describe('connection events (spec §3)', () => {
  test('open, silence, its end, a loss and another try have the names of the specification', async () => {
    const scene = new Scene()
    await scene.live()
    scene.heartbeat(1)
    // 1.9 s without a byte may not be called live; a heartbeat brings it back.
    await scene.world.clock.advance(2_000)
    scene.heartbeat(2)
    scene.publicSocket.drop()
    scene.privateSocket.text('no message at all')
    await scene.world.clock.advance(1_000)
    const { connections } = await scene.tab.diagnostics()
    const named = (channel: 'public' | 'private') =>
      connections.filter((event) => event.channel === channel).map(({ name }) => name)
    expect(named('public')).toEqual([
      'connect',
      'connected',
      'heart_error',
      'heart_back',
      'close',
      'reconnect',
      'connect',
    ])
    expect(named('private')).toEqual([
      'connect',
      'connected',
      'heart_error',
      'heart_back',
      'error',
      'close',
      'reconnect',
      'connect',
    ])
    // The trace has the same.
    expect((await scene.tab.recording()).connections).toEqual(connections)
  })

  test('one that cannot be opened, and one that another takes over', async () => {
    const scene = new Scene()
    await scene.hello()
    scene.publicSocket.drop()
    await scene.world.clock.advance(1_000)
    await scene.openPublic()
    await scene.openPrivate()
    scene.privateSocket.json({ op: 'close_by_other' })
    const { connections } = await scene.tab.diagnostics()
    expect(connections.map(({ channel, name }) => `${channel} ${name}`)).toEqual([
      'public connect',
      'private connect',
      'public open_error',
      'public reconnect',
      'public connect',
      'public connected',
      'private connected',
      'private close_by_other',
    ])
  })
})
