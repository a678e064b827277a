import { describe, expect, test } from 'vitest'
import type { OrderIntent } from '../../../src/workers/presses'
import { IDLE_MS } from '../../../src/workers/hub/create-hub'
import { PRESS_MAX_AGE_MS } from '../../../src/workers/hub/order-desk'
import { FakeVault, settle } from '../fakes'
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
class SlowVault extends FakeVault {
  release: () => void = () => {}
  override takeTerm(): Promise<number> {
    return new Promise((resolve) => (this.release = () => resolve(7)))
  }
}

describe('a hub without tabs (H3, I5)', () => {
  test('closes its sockets after a while, and opens new ones for the next tab', async () => {
    const scene = new Scene()
    await scene.live()
    await scene.door.goodbye('tab-1')
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
    await scene.door.goodbye('tab-1')
    expect(await scene.door.ping('tab-1')).toMatchObject({ isKnown: false })
    expect(await again.door.ping('tab-1')).toMatchObject({ isKnown: true })
    await beat(scene, IDLE_MS + 2_000)
    expect(scene.hub.tabs).toBe(1)
    expect(again.port.last('status').status.state).toBe('live')
    await again.door.goodbye('tab-1')
    expect(scene.hub.tabs).toBe(0)
  })

  test('in use elsewhere it stays so: another tab is no press of the user (F11)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.privateSocket.drop(4001)
    await scene.door.goodbye('tab-1')
    await scene.world.clock.advance(IDLE_MS)
    const next = await scene.join('tab-2')
    expect(next.port.last('status').status.privateChannel.state).toBe('elsewhere')
    expect(scene.world.transport.sockets.filter(({ url }) => url.includes('private'))).toHaveLength(1)
  })
})

describe('the term (I5)', () => {
  test('a slow disk keeps no account waiting, and no order leaves before it has answered', async () => {
    const vault = new SlowVault()
    const scene = new Scene({ vault })
    await scene.live()
    expect(scene.state).toBe('live')
    scene.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: 'press-1', price: '64000' }))
    const outcome = scene.door.placeOrder(press(scene))
    await settle()
    expect(scene.world.transport.count(CREATE)).toBe(0)
    vault.release()
    expect(await outcome).toMatchObject({ kind: 'accepted' })
    const request = scene.world.transport.requests.find(({ path }) => path === CREATE)
    expect(request?.headers['hub-term']).toBe('7')
  })
})

describe('what the user meant', () => {
  test('a press that was stuck on its way to a hanging hub is not sent any more (H3)', async () => {
    const scene = new Scene()
    await scene.live()
    const pressedAtMs = scene.world.clock.now() - PRESS_MAX_AGE_MS - 1
    expect(await scene.door.placeOrder(press(scene, { pressedAtMs }))).toMatchObject({
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
      scene.door.placeOrder(press(scene, { id: 'press-a' })),
      second.door.placeOrder(press(scene, { id: 'press-b' })),
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
    const outcome = scene.door.placeOrder(press(scene))
    await scene.door.watch('tab-1', [])
    await scene.door.setVisible('tab-1', false)
    await scene.door.goodbye('tab-1')
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
