import { describe, expect, test } from 'vitest'
import { OVERTAKEN_CODE, UNREADABLE_CODE } from '../../../src/wire/push/message'
import { PROTOCOL_VERSION } from '../../../src/base/protocol-version'
import { WireError } from '../../../src/wire/json'
import { settle, type FakeSocket } from '../fakes'
import { Scene } from '../scene'

/** What a partner may say that is not of the contract. */
const UNREADABLE: readonly (readonly [string, string])[] = [
  ['text that is no JSON', '{"op":'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['an envelope of an unknown kind', '{"op":"note","ret_msg":"hello"}'],
  ['no envelope', '{"hello":1}'],
  ['a topic that is a number', '{"topic":5,"type":"delta","ts":1,"seq":1,"data":{}}'],
  ['a sequence that is a word', '{"topic":"user.order","type":"delta","ts":1,"seq":"__proto__","data":[]}'],
  ['a message of an unknown type', '{"topic":"user.order","type":"patch","ts":1,"seq":1,"data":[]}'],
]

describe.each(['public', 'private'] as const)('a frame that cannot be read, on the %s channel (F19)', (channel) => {
  test.each(UNREADABLE)(
    '%s: the socket is closed, the fault kept, and another one brings what is true',
    async (_, text) => {
      const scene = new Scene()
      await scene.live()
      const socket = scene.world.transport.socket(channel)
      const dropped = scene.port.last('status').status.dropped
      socket.text(text)
      await settle()
      expect(scene.state).toBe('connecting')
      expect(socket).toMatchObject({ isClosed: true, closedWith: UNREADABLE_CODE })
      expect(scene.world.traces.filter((line) => line.startsWith('frame: WireError'))).toHaveLength(1)
      await scene.world.clock.advance(500)
      expect(scene.port.last('status').status.dropped).toBe(dropped + 1)
      expect(scene.world.transport.socket(channel)).not.toBe(socket)
      if (channel === 'private') await scene.openPrivate()
      else await scene.openPublic()
      scene.heartbeat(1)
      if (channel === 'public') scene.book('snapshot', 1, [['64000', '1']], [['64000.1', '2']], { updateId: 1 })
      await settle()
      expect(scene.state).toBe('live')
    },
  )

  test('binary or too large: the same', async () => {
    const scene = new Scene()
    await scene.live()
    const socket = scene.world.transport.socket(channel)
    socket.events.onUnreadable(new WireError('frame', 'binary'))
    await settle()
    expect(scene.state).toBe('connecting')
    expect(socket.closedWith).toBe(UNREADABLE_CODE)
    expect(scene.world.traces).toContain('frame: WireError: frame: unexpected "binary"')
  })

  test('a partner that always begins so is asked less and less often', async () => {
    const scene = new Scene()
    await scene.live()
    const { transport, clock } = scene.world
    const before = transport.sockets.length
    await keepAnswering(scene, channel, 60_000, () => transport.socket(channel).text('{"op":'))
    // 250·2^n to 1,500 for five attempts and 5,000 from then on, each by 0.75: 0.25 0.375 0.75 1.125 1.125, and
    // (60 − 3.6) / 3.75 = 15 more.
    expect(transport.sockets.length - before).toBeLessThanOrEqual(21)
    expect(clock.monotonic()).toBeGreaterThanOrEqual(60_000)
  })
})

/** For so long each new socket opens, and what it says at once is the test's. */
async function keepAnswering(
  scene: Scene,
  channel: 'public' | 'private',
  ms: number,
  answer: (socket: FakeSocket) => void,
): Promise<void> {
  const { clock, transport } = scene.world
  const other = channel === 'public' ? 'private' : 'public'
  let known: FakeSocket | null = null
  for (let passed = 0; passed < ms; passed += 50) {
    const socket = transport.socket(channel)
    if (socket !== known) {
      known = socket
      if (!socket.isClosed) {
        socket.open()
        await settle()
        answer(socket)
      }
    }
    if (passed % 1_000 === 0)
      transport.socket(other).json({ op: 'heartbeat', counter: passed / 1_000, ts: clock.now() })
    await clock.advance(50)
  }
}

describe('in use elsewhere, by whatever sign (decisions 20, F11)', () => {
  const logins = (scene: Scene): number =>
    scene.world.transport.sockets.flatMap(({ sent }) => sent).filter(({ op }) => op === 'login').length

  test.each(['public', 'private'] as const)('"Use here" takes back the %s channel, too', async (channel) => {
    const scene = new Scene()
    await scene.live()
    scene.world.transport.socket(channel).json({ op: 'close_by_other' })
    await settle()
    expect(scene.state).toBe('elsewhere')
    await scene.tab.takeOver()
    await settle()
    if (channel === 'public') {
      await scene.openPublic()
      scene.book('snapshot', 1, [['64000', '1']], [['64000.1', '2']], { updateId: 1 })
    } else await scene.openPrivate()
    await settle()
    expect(scene.state).toBe('live')
  })

  test('"Use here" leaves the channel alone that was never taken', async () => {
    const scene = new Scene()
    await scene.live()
    const socket = scene.publicSocket
    scene.privateSocket.json({ op: 'close_by_other' })
    await settle()
    await scene.tab.takeOver()
    await settle()
    expect(scene.publicSocket).toBe(socket)
    expect(socket.isClosed).toBe(false)
  })

  test('the exchange says that a later hub has the account, and the close code is lost: elsewhere all the same', async () => {
    const scene = new Scene()
    await scene.live()
    scene.privateSocket.json({ op: 'close_by_other', reason: 'overtaken' })
    scene.privateSocket.drop(1006)
    await settle()
    expect(scene.state).toBe('elsewhere')
    expect(logins(scene)).toBe(1)
    // Overtaken, and not crowded out: a tab that comes back to this hub takes the account with it.
    await scene.tab.hello(
      { tabId: 'tab-1', protocol: PROTOCOL_VERSION, build: 'test', lockName: 'lock-tab-1', visible: true, view: 0 },
      scene.port,
    )
    await settle()
    await scene.openPrivate()
    expect(scene.port.last('status').status.privateChannel.state).toBe('live')
  })

  test('the code comes, too: it is heard once', async () => {
    const scene = new Scene()
    await scene.live()
    scene.privateSocket.json({ op: 'close_by_other', reason: 'overtaken' })
    scene.privateSocket.drop(OVERTAKEN_CODE)
    await settle()
    expect(scene.state).toBe('elsewhere')
    expect(logins(scene)).toBe(1)
  })

  test('an older exchange says nothing and the code is lost: the logins of a minute are few', async () => {
    const scene = new Scene()
    await scene.live()
    scene.privateSocket.drop(1006)
    await keepAnswering(scene, 'private', 60_000, (socket) => {
      socket.json({ op: 'login', success: false, ret_msg: 'no', req_id: socket.lastRequest('login'), conn_id: 'c' })
      socket.drop(1006)
    })
    // As above: 0.25 0.375 0.75 1.125 1.125 s, and every 3.75 s from then on, with the first one of `live`.
    expect(logins(scene)).toBeLessThanOrEqual(22)
  })

  test('a channel that was steady is looked for at once, however often it was lost before', async () => {
    const scene = new Scene()
    await scene.live()
    for (let loss = 0; loss < 8; loss++) {
      for (let second = 1; second <= 6; second++) {
        scene.heartbeat(second)
        await scene.world.clock.advance(1_000)
      }
      expect(scene.state).toBe('live')
      const socket = scene.publicSocket
      socket.drop()
      // The first attempt after a loss: 250 ms.
      await scene.world.clock.advance(250)
      expect(scene.publicSocket).not.toBe(socket)
      await scene.openPublic()
      scene.book('snapshot', 1, [['64000', '1']], [['64000.1', '2']], { updateId: 1 })
      await settle()
    }
  })
})

describe('odd heartbeats (F20)', () => {
  /** Runs for so many seconds with heartbeats of one's own. @returns how long the page was not live, in steps of 100 ms */
  async function beaten(
    scene: Scene,
    seconds: number,
    beat: (n: number) => { readonly counter: unknown; readonly ts: unknown } | null,
    everyMs = 1_000,
  ): Promise<{ readonly unsureMs: number; readonly isLiveAtEnd: boolean }> {
    const { clock } = scene.world
    let unsureMs = 0
    let n = 0
    let seq = 1
    for (let passed = 100; passed <= seconds * 1_000; passed += 100) {
      await clock.advance(100)
      answerAll(scene)
      if (passed % everyMs === 0) {
        const said = beat(++n)
        for (const socket of [scene.publicSocket, scene.privateSocket])
          if (said !== null && !socket.isClosed) socket.json({ op: 'heartbeat', ...said })
        await settle()
        answerAll(scene, () => ++seq)
        await settle()
      }
      if (scene.state !== 'live') unsureMs += 100
    }
    return { unsureMs, isLiveAtEnd: scene.state === 'live' }
  }

  /** The partner is right in everything else: it answers pings, log-ins and subscriptions at once. */
  const answered = new WeakMap<FakeSocket, number>()
  function answerAll(scene: Scene, nextSeq: () => number = () => 1): void {
    for (const socket of [scene.publicSocket, scene.privateSocket]) {
      if (socket.isClosed) continue
      for (; (answered.get(socket) ?? 0) < socket.sent.length;) {
        const at = answered.get(socket) ?? 0
        answered.set(socket, at + 1)
        const { op, req_id, args } = socket.sent[at]!
        if (op === 'ping') socket.json({ op: 'pong', args: ['1'], req_id, conn_id: 'c' })
        else if (op !== 'unsubscribe') socket.json({ op, success: true, ret_msg: '', req_id, conn_id: 'c' })
        if (op !== 'subscribe' || socket !== scene.publicSocket) continue
        if (args?.includes('public.symbol.notify') === true) scene.notifySymbols(nextSeq())
        if (args?.some((name) => name.startsWith('orderBook')) === true)
          scene.book('snapshot', nextSeq(), [['64000', '1']], [['64000.1', '2']])
      }
    }
  }

  test('none at all: the line is asked itself, and the page stays live without a new socket', async () => {
    const scene = new Scene()
    await scene.live()
    const sockets = scene.world.transport.sockets.length
    expect(await beaten(scene, 60, () => null)).toEqual({ unsureMs: 0, isLiveAtEnd: true })
    expect(scene.world.transport.sockets).toHaveLength(sockets)
    // One each 1.2 s of silence at most: not a storm of its own.
    expect(scene.publicSocket.sent.filter(({ op }) => op === 'ping').length).toBeLessThanOrEqual(52)
  })

  test('none, and no answer to pings: stale within two seconds, as ever (F1)', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.world.clock.advance(2_000)
    expect(scene.state).toBe('stale')
  })

  test('ten a second', async () => {
    const scene = new Scene()
    await scene.live()
    const from = scene.world.clock.now()
    const run = await beaten(scene, 30, (n) => ({ counter: n, ts: from + n * 100 }), 100)
    expect(run).toEqual({ unsureMs: 0, isLiveAtEnd: true })
  })

  test.each<[string, (n: number, now: number) => { readonly counter: unknown; readonly ts: unknown }]>([
    ['a count that is an object', () => ({ counter: {}, ts: [] })],
    ['a time with a fraction', (n, now) => ({ counter: n, ts: now + 0.5 })],
    ['neither count nor time', () => ({ counter: null, ts: undefined })],
    ['a count that jumps each time', (n, now) => ({ counter: n * 10, ts: now })],
    ['a count that stands still', (_, now) => ({ counter: 7, ts: now })],
    ['a count that runs backwards', (n, now) => ({ counter: 1_000_000 - n, ts: now })],
    ['a count that is right every other time', (n, now) => ({ counter: n + (n % 2) * 50, ts: now })],
    ['a time ten hours ahead', (n, now) => ({ counter: n, ts: now + 36_000_000 })],
    ['a time ahead every third time', (n, now) => ({ counter: n, ts: now + (n % 3 === 0 ? 36_000_000 : 0) })],
    ['a time ahead, and a count that stands still', (n, now) => ({ counter: 7, ts: now + (n % 3) * 36_000_000 })],
    ['a time that stands still', (n) => ({ counter: n, ts: 1_700_000_000_000 })],
    ['a clock that runs slow by two fifths', (n) => ({ counter: n, ts: 1_700_000_000_000 + n * 600 })],
    ['a clock that runs fast', (n) => ({ counter: n, ts: 1_700_000_000_000 + n * 5_000 })],
  ])('%s: unsure for two seconds of a minute at most, live at its end', async (_, beat) => {
    const scene = new Scene()
    await scene.live()
    const sockets = scene.world.transport.sockets.length
    const run = await beaten(scene, 60, (n) => beat(n, scene.world.clock.now()))
    expect(run.isLiveAtEnd).toBe(true)
    expect(run.unsureMs).toBeLessThanOrEqual(2_000)
    expect(scene.world.transport.sockets).toHaveLength(sockets)
    // A count that is never right asks for everything again three times, and not each second.
    expect(scene.publicSocket.asked('unsubscribe').length).toBeLessThanOrEqual(12)
  })

  test('a count that was not believed is believed again once it has been right for half a minute', async () => {
    const scene = new Scene()
    await scene.live()
    await beaten(scene, 10, () => ({ counter: 7, ts: scene.world.clock.now() }))
    await beaten(scene, 31, (n) => ({ counter: n, ts: scene.world.clock.now() }))
    const resyncs = scene.port.last('status').status.resyncs
    await beaten(scene, 1, () => ({ counter: 500, ts: scene.world.clock.now() }))
    expect(scene.port.last('status').status.resyncs).toBeGreaterThan(resyncs)
  })

  test('late by its heartbeats and prompt by its answers: stale until the answer, and no longer (F15)', async () => {
    const scene = new Scene()
    await scene.live()
    const { clock } = scene.world
    const state = () => scene.port.last('status').status.publicChannel.state
    const [socket, from] = [scene.publicSocket, clock.now()]
    const answer = (): void =>
      socket.json({ op: 'pong', args: ['1'], req_id: socket.lastRequest('ping'), conn_id: 'c' })
    answer()
    for (const n of [1, 2]) {
      await clock.advance(1_000)
      socket.json({ op: 'heartbeat', counter: n, ts: from + n * 1_000 })
    }
    await clock.advance(1_000)
    // 400 ms on its way, and each of the next four 450 ms more: 400 + 4 × 450 = 2,200 ms. None is 500 ms behind its
    // count, so the clock was not set back.
    socket.json({ op: 'heartbeat', counter: 3, ts: from + 2_600 })
    expect(state()).toBe('live')
    for (let n = 4; n <= 7; n++) {
      await clock.advance(1_000)
      socket.json({ op: 'heartbeat', counter: n, ts: from + 2_600 + (n - 3) * 550 })
      scene.privateSocket.json({ op: 'heartbeat', counter: n, ts: clock.now() })
    }
    await settle()
    expect(state()).toBe('stale')
    await clock.advance(100)
    answer()
    await settle()
    expect(state()).toBe('live')
  })
})
