import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeadManSwitch } from '../../../exchange/control/dead-man-switch'
import { parseOrderRows } from '../../../src/wire/push/account'
import { Caller, Listener, openGateway, type Frame, type TestGateway } from '../api/lib/client'
import { bookEvent, START_MS } from '../api/lib/fake-journal'

let world: TestGateway
let caller: Caller
let listeners: Listener[]
beforeEach(async () => {
  world = await openGateway({ control: true })
  caller = new Caller(world.base)
  await caller.signIn()
  listeners = []
})
afterEach(async () => {
  for (const one of listeners) one.close()
  await world.gateway.close()
})

const TOPIC = 'orderBook_50.H.BTCUSDT'
const ORDER = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.1', price: '50000' }

async function control(action: string, body: unknown): Promise<unknown> {
  // No cookie and no extra header: a program on this computer.
  const response = await fetch(`${world.base}/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

async function state(): Promise<Record<string, unknown>> {
  return (await (await fetch(`${world.base}/control/state`)).json()) as Record<string, unknown>
}

async function watchBook(): Promise<Listener> {
  const listener = await Listener.open(world.base, 'public')
  listeners.push(listener)
  listener.send({ op: 'subscribe', args: [TOPIC] })
  await listener.until((frame) => frame['type'] === 'snapshot')
  return listener
}

async function watchOrders(): Promise<Listener> {
  const listener = await Listener.open(world.base, 'private', caller.cookie)
  listeners.push(listener)
  listener.send({ op: 'login', args: [await caller.oneTimeToken()] })
  listener.send({ op: 'subscribe', args: ['user.order'] })
  await listener.until((frame) => frame['type'] === 'snapshot')
  return listener
}

function setBid(qty: string): void {
  world.journal.emit([bookEvent([['59999.9', qty]], [], START_MS)])
}

/** Emits one change at a time and waits until it left as a message of its own, heard or not. */
async function setBids(listener: Listener, quantities: readonly string[], heard: readonly string[]): Promise<Frame[]> {
  const frames: Frame[] = []
  for (const qty of quantities) {
    const { seq } = await topicState()
    setBid(qty)
    while ((await topicState()).seq === seq) continue
    if (heard.includes(qty)) frames.push(await listener.next())
  }
  return frames
}

async function topicState(): Promise<{ readonly seq: number }> {
  return ((await state())['topics'] as Record<string, { readonly seq: number }>)[TOPIC]!
}

const seqs = (frames: readonly Frame[]) => frames.map((frame) => frame['seq'])

describe('the switch', () => {
  it('is off by default: every control path is 404', async () => {
    const plain = await openGateway()
    for (const [method, path] of [
      ['GET', '/control/state'],
      ['POST', '/control/price'],
      ['POST', '/control/anything'],
      ['GET', '/control'],
    ] as const) {
      const response = await fetch(plain.base + path, {
        method,
        headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
      })
      expect(response.status, path).toBe(404)
    }
    await plain.gateway.close()
  })

  it('knows its actions only', async () => {
    for (const action of ['nothing', 'constructor', '__proto__'])
      expect(await control(action, {})).toMatchObject({ ok: false })
    expect(await control('drop', {})).toMatchObject({ ok: false, message: expect.stringContaining('topic') })
  })

  it('refuses a page of another origin', async () => {
    const response = await fetch(`${world.base}/control/disconnect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://evil.example' },
      body: '{}',
    })
    expect(response.status).toBe(403)
    const read = await fetch(`${world.base}/control/state`, { headers: { origin: 'http://evil.example' } })
    expect([read.status, await read.text()]).toEqual([403, expect.not.stringContaining('accounts')])
  })
})

describe('market inputs', () => {
  it('go through the journal', async () => {
    expect(await control('price', { symbol: 'BTCUSDT', index: '61000' })).toEqual({ ok: true })
    expect(await control('funding', { symbol: 'BTCUSDT', rate: '0.001' })).toEqual({ ok: true })
    expect(await control('tick-size', { symbol: 'BTCUSDT', value: '0.5' })).toEqual({ ok: true })
    expect(await control('expire', { symbol: 'BTCUSDT-27MAR26' })).toEqual({ ok: true })
    expect(world.journal.inputs.slice(-4).map(({ input }) => input)).toEqual([
      { type: 'setPrice', symbol: 'BTCUSDT', index: '61000', besideLeader: true },
      { type: 'setFunding', symbol: 'BTCUSDT', rate: '0.001' },
      { type: 'setTickSize', symbol: 'BTCUSDT', tickSize: '0.5' },
      { type: 'expire', symbol: 'BTCUSDT-27MAR26', withSpreads: true },
    ])
  })
})

describe('faults of calls', () => {
  it('reject answers the next such call without looking at it', async () => {
    await control('reject', { call: 'order/create', retCode: 110007, extMap: { field: 'qty' } })
    expect(await caller.post('/v5/order/create', ORDER)).toMatchObject({ retCode: 110007, ext_map: { field: 'qty' } })
    expect(world.journal.orders.size).toBe(0)
    expect((await caller.post('/v5/order/create', ORDER)).retCode).toBe(0)
  })

  it('http-status after the commit: the order lives and the caller does not know', async () => {
    await control('http-status', { call: '/v5/order/create', status: 502, phase: 'after-commit' })
    const response = await caller.raw('POST', '/v5/order/create', { ...ORDER, orderLinkId: 'x' })
    expect(response.status).toBe(502)
    expect(world.journal.orders.size).toBe(1)
    const look = await caller.get('/v5/order/realtime?category=linear&orderLinkId=x')
    expect(look.result['list']).toHaveLength(1)
  })

  it('hold keeps the call before or after the commit', async () => {
    // Listening before the order is sent: a slow machine may take longer to listen than the order is held.
    const push = await watchOrders()
    await control('hold', { call: 'order/create', phase: 'before-commit', ms: 200 })
    const early = caller.post('/v5/order/create', { ...ORDER, orderLinkId: 'early' })
    await control('hold', { call: 'order/create', phase: 'after-commit', ms: 200 })
    const first = parseOrderRows((await push.next()).data)[0]!.order.linkId
    expect(first).toBe('early')
    expect((await early).retCode).toBe(0)
  })
})

describe('faults of the push channel', () => {
  it('drops n messages, and the sequence shows the hole', async () => {
    const listener = await watchBook()
    await control('drop', { topic: TOPIC, n: 2 })
    const frames = await setBids(listener, ['2', '3', '4'], ['4'])
    expect(seqs(frames)).toEqual([4])
  })

  it('duplicates and reorders', async () => {
    const listener = await watchBook()
    await control('duplicate', { topic: TOPIC })
    setBid('2')
    expect(seqs([await listener.next(), await listener.next()])).toEqual([2, 2])
    await control('reorder', { topic: TOPIC })
    await setBids(listener, ['3'], [])
    setBid('4')
    expect(seqs([await listener.next(), await listener.next()])).toEqual([4, 3])
  })

  it('corrupts a quantity that the checksum then contradicts', async () => {
    const listener = await watchBook()
    await control('corrupt', { topic: TOPIC })
    setBid('2')
    expect((await listener.next()).data).toMatchObject({ b: [['59999.9', '21']] })
  })

  it('mutes until it is lifted, by pattern too', async () => {
    const listener = await watchBook()
    await control('mute', { topic: 'orderBook_*' })
    await setBids(listener, ['2', '3'], [])
    await control('mute', { topic: 'orderBook_*', off: true })
    const frames = await setBids(listener, ['4'], ['4'])
    expect(seqs(frames)).toEqual([4])
  })

  it('swallows one subscription', async () => {
    await control('swallow-subscribe', { topic: TOPIC })
    const listener = await Listener.open(world.base, 'public')
    listeners.push(listener)
    listener.send({ op: 'subscribe', args: [TOPIC], req_id: '1' })
    listener.send({ op: 'ping' })
    expect(await listener.next()).toMatchObject({ op: 'pong' })
    listener.send({ op: 'subscribe', args: [TOPIC], req_id: '2' })
    expect(await listener.next()).toMatchObject({ op: 'subscribe', req_id: '2' })
  })

  it('starts a sequence again', async () => {
    const listener = await watchBook()
    await setBids(listener, ['2', '3'], ['2', '3'])
    await control('reset-sequence', { topic: TOPIC })
    expect(await listener.next()).toMatchObject({ type: 'snapshot', seq: 1, data: { u: 1 } })
    const orders = await watchOrders()
    await control('reset-sequence', { topic: 'user.order' })
    expect(await orders.next()).toMatchObject({ topic: 'user.order', type: 'snapshot', seq: 1 })
  })

  it('drops private messages, which a resume brings back', async () => {
    const listener = await watchOrders()
    const from = listener.frames.at(-1)!['seq'] as number
    await control('drop', { topic: 'user.order', n: 1 })
    await caller.post('/v5/order/create', { ...ORDER, orderLinkId: 'lost' })
    listener.send({ op: 'subscribe', args: ['user.order'], from })
    const replay = await listener.until((frame) => frame['topic'] === 'user.order')
    expect(replay).toMatchObject({ replay: true, seq: from + 1 })
    expect(parseOrderRows(replay.data)[0]!.order.linkId).toBe('lost')
  })

  it('refuses the next login, and cuts channels', async () => {
    await control('token-fault', { kind: 'expired' })
    const listener = await Listener.open(world.base, 'private', caller.cookie)
    listeners.push(listener)
    listener.send({ op: 'login', args: [await caller.oneTimeToken()] })
    expect(await listener.next()).toMatchObject({ op: 'login', success: false, ret_msg: 'token expired' })
    const other = await watchBook()
    expect(await control('disconnect', { channel: 'private' })).toEqual({ ok: true, cut: 1 })
    expect(await listener.closed()).toBe(1006)
    other.send({ op: 'ping' })
    expect(await other.next()).toMatchObject({ op: 'pong' })
  })

  it('delays a channel and keeps its order', async () => {
    const listener = await watchBook()
    await control('delay', { channel: 'public', ms: 30 })
    setBid('2')
    listener.send({ op: 'ping' })
    expect(await listener.next()).toMatchObject({ seq: 2 })
    expect(await listener.next()).toMatchObject({ op: 'pong' })
  })
})

describe('pace', () => {
  it('sets how often the market steps, and refuses a pace that would leave out those that take turns by tens', async () => {
    const paces: number[] = []
    const paced = await openGateway({ control: true, setPace: (everyMs) => paces.push(everyMs) })
    const ask = async (everyMs: unknown) =>
      (
        await fetch(`${paced.base}/control/pace`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ everyMs }),
        })
      ).status
    for (const good of [0, 100, 300, 900, 1_300]) expect(await ask(good), String(good)).toBe(200)
    expect(paces).toEqual([0, 100, 300, 900, 1_300])
    // 2, 5 and 15 steps, no whole one, before any, longer than any test, no number.
    for (const bad of [200, 500, 1_500, 50, -100, 700_000, 'fast', undefined])
      expect(await ask(bad), String(bad)).toBe(400)
    expect(paces).toHaveLength(5)
    await paced.gateway.close()
  })

  it('is refused where no market steps by itself', async () => {
    expect(await control('pace', { everyMs: 300 })).toMatchObject({ ok: false })
  })
})

async function serverTime(): Promise<number> {
  return (await caller.get('/v5/market/time')).time
}

describe('clock and state', () => {
  it('advances by and sets to', async () => {
    await control('advance', { ms: 5000 })
    expect(await serverTime()).toBe(START_MS + 5000)
    await control('clock', { offsetMs: -90_000 })
    expect(await serverTime()).toBe(START_MS - 90_000)
    await control('clock', { offsetMs: 0 })
    expect(await serverTime()).toBe(START_MS)
  })

  it('counts sockets, topics, queues and policy violations', async () => {
    await watchBook()
    await watchOrders()
    await fetch(`${world.base}/csp-report`, { method: 'POST', body: '{}' })
    const now = await state()
    const account = world.journal.venue.accounts()[0]!.account
    expect(now).toMatchObject({
      sockets: { public: 1, private: 1, perAccount: { [account]: 1 } },
      topics: { [TOPIC]: { subscribers: 1, seq: 1 } },
      queues: { sockets: 2 },
      seq: world.journal.durableSeq(),
      cspViolations: 1,
    })
  })
})

describe('flags of the visitor', () => {
  const profile = async (): Promise<unknown> => (await caller.get('/contract/v5/settings/visitor-profile')).result
  const create = (): Promise<unknown> => caller.post('/v5/order/create', ORDER).then((answer) => answer.retCode)

  it('a banned visitor is told so', async () => {
    expect(await profile()).toEqual({ isBanned: false })
    expect(await control('flags', { isBanned: true })).toEqual({ ok: true })
    expect(await profile()).toEqual({ isBanned: true })
    expect(await create()).toBe(0)
    await control('flags', { isBanned: false })
    expect(await profile()).toEqual({ isBanned: false })
  })

  it('the compliance wall refuses orders, and no cancel', async () => {
    await control('flags', { compliance: true })
    expect(await create()).toBe(10024)
    expect(world.journal.inputs.map((one) => one.input.type)).not.toContain('place')
    expect((await caller.post('/v5/order/cancel-all', { category: 'linear' })).retCode).toBe(0)
    // Nor does it come in a batch, as a strategy, or on credit; what closes goes on.
    const batch = await caller.post('/v5/order/create-batch', { category: 'linear', request: [ORDER] })
    expect(batch).toMatchObject({ retExtInfo: { list: [{ code: 10024 }] } })
    const twap = { symbol: 'BTCUSDT', side: 'Buy', qty: '0.1', duration: 600, interval: 60 }
    expect((await caller.post('/contract/v5/twap/create', twap)).retCode).toBe(10024)
    expect((await caller.post('/v5/account/borrow', { coin: 'USDT', amount: '1' })).retCode).toBe(10024)
    expect(world.journal.inputs.map((one) => one.input.type)).not.toContain('place')
    expect((await caller.post('/v5/order/create', { ...ORDER, reduceOnly: true })).retCode).toBe(0)
    await control('reset', {})
    expect(await create()).toBe(0)
  })

  it('refuses flags that are none', async () => {
    for (const body of [{}, { isBanned: 1 }, { compliance: 'yes' }])
      expect(await control('flags', body)).toMatchObject({ ok: false })
  })
})

describe('notices of the operator', () => {
  const NOTICE = { id: 'm1', kind: 'maintenance', text: 'Trading pauses for ten minutes.', url: '/status' }

  it('are published on public.notice while they are valid, and taken back', async () => {
    const listener = await Listener.open(world.base, 'public')
    listeners.push(listener)
    listener.send({ op: 'subscribe', args: ['public.notice'] })
    expect(await listener.until((frame) => frame['type'] === 'snapshot')).toMatchObject({ data: [] })
    expect(await control('notice', NOTICE)).toEqual({ ok: true })
    const { text: content, ...row } = NOTICE
    expect(await listener.next()).toMatchObject({ type: 'delta', data: [{ ...row, content, symbols: [] }] })
    expect(await control('notice', { id: 'm1', off: true })).toEqual({ ok: true })
    expect(await listener.next()).toMatchObject({ type: 'delta', data: [] })
  })

  it.each([
    ['id', ''],
    ['id', 'x'.repeat(41)],
    ['kind', 'party'],
    ['text', 'x'.repeat(501)],
    ['symbols', ['NOSUCH']],
    ['url', 'data:text/html,hello'],
    ['url', '//elsewhere.example'],
    ['url', 'http://elsewhere.example'],
    ['untilMs', 0],
  ])('are refused by the name of what is wrong: %s %j', async (field, value) => {
    const answer = (await control('notice', { ...NOTICE, [field]: value })) as { readonly message: string }
    expect(answer).toMatchObject({ ok: false })
    expect(answer.message).toContain(field)
  })
})

describe('disconnect cancel protection', () => {
  const cancels = (): number => world.journal.inputs.filter((one) => one.input.type === 'cancelAll').length

  it('cancels what is open once the last private channel has been gone for the window', async () => {
    await control('dcp', { windowMs: 1 })
    const [first, second] = [await watchOrders(), await watchOrders()]
    first.close()
    await vi.waitFor(async () => expect((await state())['sockets']).toMatchObject({ private: 1 }))
    expect(cancels()).toBe(0)
    second.close()
    await vi.waitFor(() => expect(cancels()).toBe(1))
  })

  it('a channel that is back in time keeps the orders', () => {
    vi.useFakeTimers()
    const cancelled: string[] = []
    const watch = new DeadManSwitch((account) => cancelled.push(account))
    watch.setWindow(10_000)
    watch.take('back', false)
    watch.take('gone', false)
    vi.advanceTimersByTime(9_999)
    watch.take('back', true)
    vi.advanceTimersByTime(1)
    expect(cancelled).toEqual(['gone'])
    watch.take('late', false)
    watch.setWindow(0)
    vi.advanceTimersByTime(20_000)
    expect(cancelled).toEqual(['gone'])
    vi.useRealTimers()
  })
})
