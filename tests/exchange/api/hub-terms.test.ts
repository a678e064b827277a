import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Caller, Listener, openGateway, type Answer, type TestGateway } from './lib/client'

let world: TestGateway
let caller: Caller
let account: string
let listeners: Listener[]
beforeEach(async () => {
  world = await openGateway({ control: true })
  caller = new Caller(world.base)
  account = await caller.signIn()
  listeners = []
})
afterEach(async () => {
  for (const one of listeners) one.close()
  await world.gateway.close()
})

async function logIn(hub: object, who = caller): Promise<Listener> {
  const listener = await Listener.open(world.base, 'private', who.cookie)
  listeners.push(listener)
  listener.send({ op: 'login', args: [await who.oneTimeToken()], ...hub })
  return listener
}

const isUp = async (one: Listener): Promise<boolean> => {
  one.send({ op: 'ping' })
  return (await one.until((frame) => frame['op'] !== 'login'))['op'] === 'pong'
}

/** An order of the hub of profile `a` and this term. */
function place(term: string): Promise<Answer> {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '50000', qtyX: '10000000' }
  return caller.post('/contract/v5/order/create', order, { 'hub-profile': 'a', 'hub-term': term })
}

async function sockets(): Promise<{ readonly private: number; readonly perAccount: Record<string, number> }> {
  return ((await (await fetch(`${world.base}/control/state`)).json()) as { sockets: never }).sockets
}

describe('the account’s channel has one hub of a browser profile at a time (I5)', () => {
  it('cuts the older one when a later one logs in, and tells it no more', async () => {
    const older = await logIn({ profile: 'a', term: 7 })
    older.send({ op: 'subscribe', args: ['user.order'] })
    await older.until((frame) => frame['topic'] === 'user.order')
    const later = await logIn({ profile: 'a', term: 8 })
    expect(await later.next()).toMatchObject({ op: 'login', success: true })
    await place('8')
    expect(await older.closed()).toBe(4002)
    // Said before the code, which what stands between may lose.
    expect(older.frames.at(-1)).toEqual({ op: 'close_by_other', reason: 'overtaken' })
    expect(older.frames.filter((frame) => frame['type'] === 'delta')).toEqual([])
    expect(await isUp(later)).toBe(true)
  })

  it('cuts one that hangs and reads nothing, too', async () => {
    const hung = await logIn({ profile: 'a', term: 7 })
    await hung.next()
    hung.socket.pause()
    await (await logIn({ profile: 'a', term: 8 })).next()
    expect((await sockets()).perAccount).toEqual({ [account]: 1 })
    // Whether or not it answers the closing.
    await vi.waitFor(async () => expect((await sockets()).private).toBe(1), { timeout: 20_000 })
  })

  it('refuses a lower term from then on, for orders too', async () => {
    const later = await logIn({ profile: 'a', term: 8 })
    await later.next()
    const older = await logIn({ profile: 'a', term: 7 })
    expect(await older.next()).toMatchObject({ op: 'login', success: false })
    expect(await older.closed()).toBe(4002)
    expect(older.frames.at(-1)).toEqual({ op: 'close_by_other', reason: 'overtaken' })
    expect(await place('7')).toMatchObject({ retCode: 10001, retExtInfo: { field: 'hub-term' } })
    expect((await place('8')).retCode).toBe(0)
    expect(await isUp(later)).toBe(true)
  })

  it('takes the same hub in again, in the place of the socket that it lost', async () => {
    const lost = await logIn({ profile: 'a', term: 7 })
    await lost.next()
    const again = await logIn({ profile: 'a', term: 7 })
    expect(await again.next()).toMatchObject({ success: true })
    expect(await lost.closed()).toBe(4002)
  })

  it('holds a hub without a profile against all of the session', async () => {
    await (await logIn({ profile: 'a', term: 7 })).next()
    const nameless = await logIn({ term: 6 })
    expect(await nameless.closed()).toBe(4002)
    const later = await logIn({ term: 9 })
    expect(await isUp(later)).toBe(true)
    expect(await place('8')).toMatchObject({ retCode: 10001 })
  })

  it('leaves other profiles, other accounts and programs without a term alone', async () => {
    const first = await logIn({ profile: 'a', term: 7 })
    const others = [await logIn({ profile: 'b', term: 8 }), await logIn({}), await logIn({ profile: 'b', term: 9 })]
    expect(await others[0]!.closed()).toBe(4002)
    const stranger = new Caller(world.base)
    await stranger.signIn()
    others.push(await logIn({ profile: 'a', term: 10 }, stranger))
    for (const one of [first, others[1]!, others[2]!, others[3]!]) expect(await isUp(one)).toBe(true)
  })

  it.each([{ term: -1 }, { term: '7' }, { term: 1.5 }, { profile: '' }, { profile: 'a b' }, { profile: 7 }])(
    'does not read a login with %j',
    async (hub) => {
      const one = await logIn(hub)
      expect(await one.next()).toMatchObject({ op: 'error', success: false })
    },
  )
})
