import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseOrderRows, parseWalletRows } from '../../../src/wire/push/account'
import { Caller, Listener, openGateway, slowDisk, type TestGateway } from './lib/client'

let world: TestGateway
let caller: Caller
let account: string
let listeners: Listener[]
beforeEach(async () => {
  world = await openGateway()
  caller = new Caller(world.base)
  account = await caller.signIn()
  listeners = []
})
afterEach(async () => {
  for (const one of listeners) one.close()
  await world.gateway.close()
})

async function listen(who = caller): Promise<Listener> {
  const listener = await Listener.open(world.base, 'private', who.cookie)
  listeners.push(listener)
  listener.send({ op: 'login', args: [await who.oneTimeToken()], req_id: 'l' })
  expect(await listener.next()).toMatchObject({ op: 'login', success: true, req_id: 'l' })
  return listener
}

function place(linkId: string, who = caller) {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '50000', qtyX: '10000000' }
  return who.post('/contract/v5/order/create', { ...order, timeInForce: 'GoodTillCancel' }, { 'client-tag': linkId })
}

const ALL = ['user.order', 'user.execution', 'user.position', 'user.wallet']

describe('the private channel', () => {
  it('gives snapshots of all topics, then the order before and after its cancellation', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ALL })
    expect(await one.next()).toMatchObject({ op: 'subscribe', success: true })
    const snapshots = await Promise.all(ALL.map(() => one.next()))
    expect(snapshots.map((frame) => [frame['topic'], frame['type']])).toEqual(ALL.map((topic) => [topic, 'snapshot']))
    expect(parseWalletRows(snapshots[3]!.data)[0]!.totalEquity).toBe('100000')

    const placed = await place('press-1')
    const first = await one.next()
    expect(first).toMatchObject({ topic: 'user.order', type: 'delta', seq: (snapshots[0]!['seq'] as number) + 1 })
    const [newed] = parseOrderRows(first.data)
    expect(newed).toMatchObject({
      action: 'newed',
      order: { id: placed.result['orderId'], linkId: 'press-1', qty: '0.1' },
    })

    await caller.post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderId: placed.result['orderId'] })
    const second = await one.next()
    expect(second['seq']).toBe((first['seq'] as number) + 1)
    expect(parseOrderRows(second.data)[0]).toMatchObject({ action: 'canceled', order: { status: 'canceled' } })
  })

  it('sends what was missed again when it is asked to go on from a sequence, marked as a replay', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['user.order'] })
    const snapshot = await one.until((frame) => frame['type'] === 'snapshot')
    await place('a')
    const seen = await one.next()
    one.close()
    await place('b')
    await place('c')
    const two = await listen()
    two.send({ op: 'subscribe', args: ['user.order'], from: { 'user.order': seen['seq'] as number } })
    await two.next()
    const replayed = [await two.next(), await two.next()]
    expect(replayed.map((frame) => frame['replay'])).toEqual([true, true])
    expect(replayed.map((frame) => frame['seq'])).toEqual([3, 4].map((n) => (snapshot['seq'] as number) + n - 1))
    expect(replayed.map((frame) => parseOrderRows(frame.data)[0]!.order.linkId)).toEqual(['b', 'c'])
    await place('d')
    expect((await two.next())['replay']).toBeUndefined()
  })

  it('tells who left before anything happened what he missed', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['user.order'] })
    const snapshot = await one.until((frame) => frame['type'] === 'snapshot')
    one.close()
    await place('while-nobody-listened')
    const two = await listen()
    two.send({ op: 'subscribe', args: ['user.order'], from: { 'user.order': snapshot['seq'] as number } })
    const missed = await two.until((frame) => frame['topic'] === 'user.order')
    expect(missed).toMatchObject({ type: 'delta', replay: true, seq: (snapshot['seq'] as number) + 1 })
    expect(parseOrderRows(missed.data)[0]!.order.linkId).toBe('while-nobody-listened')
  })

  it('answers a sequence it does not know with a snapshot', async () => {
    await place('a')
    for (const from of [1, Number.MAX_SAFE_INTEGER]) {
      const one = await listen()
      one.send({ op: 'subscribe', args: ['user.order'], from })
      expect(await one.until((frame) => frame['topic'] === 'user.order')).toMatchObject({ type: 'snapshot' })
    }
  })

  it('tells each account its own and nothing of others', async () => {
    const other = new Caller(world.base)
    await other.signIn()
    const [one, two] = [await listen(), await listen(other)]
    for (const listener of [one, two]) {
      listener.send({ op: 'subscribe', args: ['user.order'] })
      await listener.until((frame) => frame['type'] === 'snapshot')
    }
    await place('mine')
    expect(parseOrderRows((await one.next()).data)[0]!.order.linkId).toBe('mine')
    two.send({ op: 'ping' })
    expect(await two.next()).toMatchObject({ op: 'pong' })
  })

  it('says nothing before the input is on disk', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['user.order'] })
    await one.until((frame) => frame['type'] === 'snapshot')
    const write = slowDisk(world.journal)
    let isAnswered = false
    const answer = place('slow').then(() => (isAnswered = true))
    one.send({ op: 'ping' })
    expect(await one.next()).toMatchObject({ op: 'pong' })
    await one.heartbeat(1)
    expect(isAnswered).toBe(false)
    write()
    expect(await one.next()).toMatchObject({ topic: 'user.order' })
    await answer
  })

  it('closes the oldest of six channels of an account', async () => {
    const channels: Listener[] = []
    for (let i = 0; i < 6; i++) channels.push(await listen())
    expect(await channels[0]!.next()).toEqual({ op: 'close_by_other' })
    expect(await channels[0]!.closed()).toBe(4001)
    channels[1]!.send({ op: 'ping' })
    expect(await channels[1]!.next()).toMatchObject({ op: 'pong' })
  })

  it('accepts the specification’s topics and refuses unknown ones', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['user.margin.order', 'user.nothing'] })
    expect(await one.next()).toMatchObject({ success: false, failed: ['user.nothing'] })
  })
})

async function tryToken(token: string, cookie: string): Promise<unknown> {
  const listener = await Listener.open(world.base, 'private', cookie)
  listeners.push(listener)
  listener.send({ op: 'login', args: [token] })
  return (await listener.next())['success']
}

describe('the one-time token', () => {
  it('is good once', async () => {
    const token = await caller.oneTimeToken()
    expect(await tryToken(token, caller.cookie)).toBe(true)
    expect(await tryToken(token, caller.cookie)).toBe(false)
  })

  it('is good for its own session only, and not after signing out', async () => {
    const other = new Caller(world.base)
    await other.signIn()
    expect(await tryToken(await caller.oneTimeToken(), other.cookie)).toBe(false)
    expect(await tryToken(await caller.oneTimeToken(), '')).toBe(false)
    const token = await caller.oneTimeToken()
    const { cookie } = caller
    await caller.raw('DELETE', '/sandbox/session')
    expect(await tryToken(token, cookie)).toBe(false)
  })

  it('closes the channels of a session that signs out', async () => {
    const one = await listen()
    await caller.raw('DELETE', '/sandbox/session')
    expect(await one.closed()).toBe(4003)
    expect((await caller.get('/v5/order/realtime?category=linear')).retCode).toBe(10007)
  })

  it('asks for a login before private topics', async () => {
    const listener = await Listener.open(world.base, 'private', caller.cookie)
    listeners.push(listener)
    listener.send({ op: 'subscribe', args: ['user.order'] })
    expect(await listener.next()).toMatchObject({ success: false, failed: ['user.order'] })
    expect(account).not.toBe('')
  })
})
