import { describe, expect, test } from 'vitest'
import type { OrderIntent } from '../../../src/workers/presses'
import { OVERTAKEN_CODE } from '../../../src/wire/push/message'
import { TERM_WAIT_MS } from '../../../src/workers/hub/account/account-feed'
import { IDLE_MS } from '../../../src/workers/hub/hub-lifecycle'
import type { HubTerm } from '../../../src/workers/hub/store/hub-store'
import { PRESS_MAX_AGE_MS } from '../../../src/workers/hub/calls/new-order-calls'
import { FakeHubStore, settle } from '../fakes'
import { ACCOUNT, BTC, order, Scene } from '../scene'
import { writeOrderRow } from '../../../src/wire/push/account'

const CREATE = '/contract/v5/order/create'

function press(scene: Scene, change: object = {}): OrderIntent {
  return {
    id: 'press-1',
    account: ACCOUNT,
    pressedAtMs: scene.world.clock.now(),
    order: {
      symbol: BTC,
      side: 'buy',
      type: 'limit',
      price: '64000',
      qty: '0.01',
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
    ...change,
  } as OrderIntent
}

const open = (scene: Scene): number => scene.world.transport.sockets.filter(({ isClosed }) => !isClosed).length

/** Time passes on a line that is healthy as long as it is there. */
async function beat(scene: Scene, ms: number, from = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    scene.heartbeat(from + passed / 500)
    await scene.world.clock.advance(500)
  }
}

/** A disk whose answer about the term comes when told. */
class SlowHubStore extends FakeHubStore {
  release: () => void = () => {}
  override takeTerm(): Promise<HubTerm> {
    return new Promise((resolve) => (this.release = () => resolve({ profile: 'profile-1', term: 7 })))
  }
}

describe('a hub without tabs (H3, I5)', () => {
  test('closes its sockets after a while, and opens new ones for the next tab', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.tab.goodbye('tab-1')
    await beat(scene, IDLE_MS - 500)
    expect(open(scene)).toBe(2)
    await beat(scene, 500, 100 + (IDLE_MS - 500) / 500)
    expect(open(scene)).toBe(0)
    // Nor does it try again by itself.
    await scene.world.clock.advance(60_000)
    expect(scene.world.transport.sockets).toHaveLength(2)
    const next = await scene.join('tab-2')
    await scene.openPublic()
    await scene.openPrivate()
    expect(open(scene)).toBe(2)
    expect(next.port.last('status').status.state).toBe('live')
  })

  test('a tab that comes back in time finds everything as it was', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.locks.free('lock-tab-1')
    await beat(scene, IDLE_MS - 500)
    const next = await scene.join('tab-2')
    await beat(scene, IDLE_MS, 100 + (IDLE_MS - 500) / 500)
    expect(scene.world.transport.sockets).toHaveLength(2)
    expect(next.port.last('status').status.state).toBe('live')
  })

  test('a tab that says hello a second time, because the first answer came late, is a tab that is there (H5)', async () => {
    const scene = new Scene()
    await scene.live()
    const again = await scene.join('tab-1')
    await beat(scene, IDLE_MS + 2_000)
    expect(open(scene)).toBe(2)
    expect(again.port.last('status').status.state).toBe('live')
  })

  test('the goodbye of a hello that was given up may come after the next hello: the tab is there all the same (H5)', async () => {
    const scene = new Scene()
    await scene.live()
    const again = await scene.join('tab-1')
    await scene.tab.goodbye('tab-1')
    expect(await scene.tab.ping('tab-1')).toMatchObject({ isKnown: false })
    expect(await again.tab.ping('tab-1')).toMatchObject({ isKnown: true })
    await beat(scene, IDLE_MS + 2_000)
    expect(scene.hub.tabs).toBe(1)
    expect(again.port.last('status').status.state).toBe('live')
    await again.tab.goodbye('tab-1')
    expect(scene.hub.tabs).toBe(0)
  })

  test('in use elsewhere it stays so: another tab is no press of the user (F11)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.privateSocket.drop(4001)
    await scene.tab.goodbye('tab-1')
    await scene.world.clock.advance(IDLE_MS)
    const next = await scene.join('tab-2')
    expect(next.port.last('status').status.privateChannel.state).toBe('elsewhere')
    expect(scene.world.transport.sockets.filter(({ url }) => url.includes('private'))).toHaveLength(1)
  })
})

describe('the term (I5)', () => {
  test('a hub logs in with its profile and its term', async () => {
    const scene = new Scene()
    await scene.live()
    const login = scene.privateSocket.sent.find(({ op }) => op === 'login')
    expect(login).toMatchObject({ args: ['one-time'], profile: 'profile-1', term: 1 })
  })

  test('a slow disk keeps the account waiting for a second, and no order leaves before it has answered', async () => {
    const store = new SlowHubStore()
    const scene = new Scene({ store })
    await scene.hello()
    await scene.openPublic()
    scene.privateSocket.open()
    await scene.world.clock.advance(TERM_WAIT_MS - 1)
    expect(scene.privateSocket.asked('login')).toEqual([])
    await scene.world.clock.advance(1)
    expect(scene.privateSocket.sent.find(({ op }) => op === 'login')).not.toHaveProperty('term')
    scene.reply('private', 'login', true)
    await settle()
    scene.reply('private', 'subscribe', true)
    await settle()
    await settle()
    expect(scene.state).toBe('live')
    scene.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: 'press-1', price: '64000' }))
    const outcome = scene.tab.placeOrder(press(scene))
    await settle()
    expect(scene.world.transport.count(CREATE)).toBe(0)
    store.release()
    expect(await outcome).toMatchObject({ kind: 'accepted' })
    const request = scene.world.transport.requests.find(({ path }) => path === CREATE)
    expect(request?.headers['hub-term']).toBe('7')
  })
})

describe('overtaken by a later hub of the same browser (I5, H3)', () => {
  const logins = (scene: Scene) => scene.world.transport.sockets.flatMap(({ sent }) => sent.filter(isLogin))
  const isLogin = ({ op }: { readonly op: string }): boolean => op === 'login'

  async function overtaken(): Promise<Scene> {
    const scene = new Scene()
    await scene.live()
    scene.privateSocket.drop(OVERTAKEN_CODE)
    await settle()
    return scene
  }

  test('it says that the account is in use elsewhere, and does not log in again by itself', async () => {
    const scene = await overtaken()
    expect(scene.state).toBe('elsewhere')
    await beat(scene, 30_000)
    expect(scene.state).toBe('elsewhere')
    expect(logins(scene)).toHaveLength(1)
  })

  test('the user takes the account back with a later term', async () => {
    const scene = await overtaken()
    await scene.tab.takeOver()
    await scene.openPrivate()
    expect(logins(scene).map(({ term }) => term)).toEqual([1, 2])
    expect(scene.port.last('status').status.privateChannel.state).toBe('live')
  })

  test('a tab that comes to it after a rest finds it logged in with a later term', async () => {
    const scene = await overtaken()
    await scene.tab.goodbye('tab-1')
    await scene.world.clock.advance(IDLE_MS)
    const next = await scene.join('tab-2')
    await scene.openPublic()
    await scene.openPrivate()
    expect(logins(scene).map(({ term }) => term)).toEqual([1, 2])
    expect(next.port.last('status').status.privateChannel.state).toBe('live')
  })

  test('a hub that all tabs left while it began takes the account from nobody', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.tab.goodbye('tab-1')
    scene.privateSocket.open()
    await settle()
    expect(logins(scene)).toEqual([])
    expect(scene.privateSocket.isClosed).toBe(true)
    const next = await scene.join('tab-2')
    await scene.openPublic()
    await scene.openPrivate()
    expect(logins(scene)).toHaveLength(1)
    expect(next.port.last('status').status.privateChannel.state).toBe('live')
  })
})

describe('what the user meant', () => {
  test('a press that was stuck on its way to a hanging hub is not sent any more (H3)', async () => {
    const scene = new Scene()
    await scene.live()
    const pressedAtMs = scene.world.clock.now() - PRESS_MAX_AGE_MS - 1
    expect(await scene.tab.placeOrder(press(scene, { pressedAtMs }))).toMatchObject({
      kind: 'refused',
      rejection: { reason: 'notLive' },
    })
    expect(scene.world.transport.count(CREATE)).toBe(0)
  })

  test('two tabs press the same ticket in the same moment: two orders, serialised, with ids of their own (O8)', async () => {
    const scene = new Scene()
    await scene.live()
    const second = await scene.join('tab-2')
    let orders = 0
    scene.world.transport.on(CREATE, ({ headers }) => ({
      orderId: `o-${++orders}`,
      orderLinkId: headers['client-tag'],
      price: '64000',
    }))
    const outcomes = await Promise.all([
      scene.tab.placeOrder(press(scene, { id: 'press-a' })),
      second.tab.placeOrder(press(scene, { id: 'press-b' })),
    ])
    expect(outcomes).toEqual([
      { kind: 'accepted', value: 'o-1' },
      { kind: 'accepted', value: 'o-2' },
    ])
  })

  test('what is sent is what was on the screen at the press, whatever the tab does next (O9, I11)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: 'press-1', price: '64000' }))
    const outcome = scene.tab.placeOrder(press(scene))
    await scene.tab.watch('tab-1', [])
    await scene.tab.setVisible('tab-1', false, 1)
    await scene.tab.goodbye('tab-1')
    await outcome
    const request = scene.world.transport.requests.find(({ path }) => path === CREATE)
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ symbol: BTC, price: '64000', side: 'Buy' })
  })
})

describe('forty orders come back at once (F14)', () => {
  test('as a replay: no toast, every order once, forward only', async () => {
    const scene = new Scene()
    await scene.live()
    scene.port.clear()
    const rows = Array.from({ length: 40 }, (_, i) => ({ id: `o-${i}`, linkId: `away-${i}` }))
    rows.forEach((row, i) => {
      scene.replay('user.order', i + 1, [writeOrderRow(order({ ...row, seq: 200 + i }), 'newed')])
      scene.replay('user.order', i + 41, [
        writeOrderRow(order({ ...row, status: 'canceled', seq: 300 + i, leavesQty: '0' }), 'canceled'),
      ])
    })
    await settle()
    expect(scene.port.events('notice')).toEqual([])
    const last = new Map(scene.port.events('orders').flatMap(({ orders }) => orders.map((one) => [one.id, one.status])))
    expect(last.size).toBe(40)
    expect(new Set(last.values())).toEqual(new Set(['canceled']))
  })
})
