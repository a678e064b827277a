import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import type { OrderLinkId } from '../../../src/domain/order/order'
import { writeOrderRow } from '../../../src/wire/push/account'
import { LANDING_MS } from '../../../src/workers/hub/calls/order-look-up'
import { never, RawAnswer, settle } from '../fakes'
import { BTC, order, Scene } from '../scene'

const CANCEL = '/contract/v5/order/cancel'
const REPLACE = '/contract/v5/order/replace'
const CANCEL_ALL = '/v5/order/cancel-all'
const ORDERS = '/v5/order/realtime'
const ID = 'change-1' as OrderLinkId
const reference = { symbol: BTC, orderId: order().id, orderLinkId: null }
const amendment = { ...reference, price: '63000' as Price, qty: null }

async function liveScene(overrides: ConstructorParameters<typeof Scene>[0] = {}): Promise<Scene> {
  const scene = new Scene(overrides)
  await scene.live()
  scene.exchange.orders = [order()]
  scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
  await settle()
  return scene
}

async function beat(scene: Scene, ms: number, from = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 1_000 === 0) scene.heartbeat(from + passed / 1_000)
    await scene.world.clock.advance(500)
  }
}

const changes = (scene: Scene) => scene.port.last('intents').changes.map(({ change, state }) => [change.kind, state])
const notices = (scene: Scene) => scene.port.events('notice').map(({ notice }) => [notice.kind, notice.change])

describe('a change is journalled, sent once and looked up until its end is known (decisions 9, O10, O12)', () => {
  test('is on disk before its request leaves, and its end after', async () => {
    const scene = await liveScene()
    let atSend: unknown
    scene.world.transport.on(REPLACE, () => {
      atSend = scene.world.store.changes.get(ID)?.state
      return { orderId: 'o-1', orderLinkId: '', price: '63000' }
    })
    expect(await scene.tab.amendOrder(ID, amendment)).toEqual({ kind: 'accepted', value: 'o-1' })
    expect(atSend).toBe('sending')
    expect(scene.world.store.changes.get(ID)).toMatchObject({ state: 'accepted', ending: { orderId: 'o-1' } })
  })

  test('an amend that cannot be recorded is not sent; a cancel is (D3)', async () => {
    const scene = await liveScene()
    scene.world.store.isFull = true
    scene.world.transport.on(CANCEL, () => ({ orderId: 'o-1', orderLinkId: '', price: '' }))
    expect(await scene.tab.amendOrder(ID, amendment)).toMatchObject({ rejection: { reason: 'cannotRecord' } })
    expect(scene.world.transport.count(REPLACE)).toBe(0)
    expect(await scene.tab.cancelOrder('c-1' as OrderLinkId, reference)).toMatchObject({ kind: 'accepted' })
  })

  test('while the account is compared anew a cancel leaves, and an amend does not (ADR-1036)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CANCEL, () => ({ orderId: 'o-1', orderLinkId: '', price: '' }))
    // Comparisons with the exchange that fail.
    scene.world.transport.on(ORDERS, () => RawAnswer.status(502))
    await beat(scene, 9_000)
    expect(scene.port.last('status').status.privateChannel.state).toBe('resync')
    const [amended, cancelled] = [
      scene.tab.amendOrder(ID, amendment),
      scene.tab.cancelOrder('c-1' as OrderLinkId, reference),
    ]
    expect(await amended).toMatchObject({ rejection: { reason: 'notLive' } })
    expect(await cancelled).toMatchObject({ kind: 'accepted' })
    expect(scene.world.transport.count(REPLACE)).toBe(0)
  })

  test('an amend of which only the answer was lost is accepted once the order shows it', async () => {
    const scene = await liveScene()
    scene.world.transport.on(REPLACE, () => {
      scene.exchange.orders = [order({ price: '63000', seq: 20 })]
      return RawAnswer.status(502)
    })
    let outcome: unknown = null
    void scene.tab.amendOrder(ID, amendment).then((one) => (outcome = one))
    await beat(scene, 1_000)
    expect(outcome).toEqual({ kind: 'accepted', value: 'o-1' })
    expect(scene.world.transport.count(REPLACE)).toBe(1)
  })

  test('a change that came twice, by a network that repeats, is told by the order and not by the second answer', async () => {
    const scene = await liveScene()
    const { clock, transport } = scene.world
    transport.on(REPLACE, () => {
      scene.exchange.orders = [order({ price: '63000', seq: 20 })]
      return RawAnswer.json({ retCode: 10001, retMsg: 'order not modified', result: {}, time: clock.now() })
    })
    const outcomes: unknown[] = []
    void scene.tab.amendOrder(ID, amendment).then((one) => outcomes.push(one))
    await beat(scene, 1_000)
    transport.on(CANCEL, () => {
      const canceled = order({ status: 'canceled', leavesQty: '0', seq: 21 })
      scene.exchange.orders = [canceled]
      scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(canceled, 'canceled')])
      return RawAnswer.code(110001, clock)
    })
    void scene.tab.cancelOrder('c-1' as OrderLinkId, reference).then((one) => outcomes.push(one))
    await beat(scene, 1_000)
    expect(outcomes).toEqual([
      { kind: 'accepted', value: 'o-1' },
      { kind: 'accepted', value: 'o-1' },
    ])
  })

  test('every tab sees that it is unknown, and hears the end: never taken, by two look-ups after the landing time', async () => {
    const scene = await liveScene()
    scene.world.transport.on(REPLACE, () => RawAnswer.status(502))
    void scene.tab.amendOrder(ID, amendment)
    await beat(scene, 3_000)
    expect(changes(scene)).toEqual([['amend', 'unknown']])
    expect(notices(scene)).toContainEqual(['changeUnknown', 'amend'])
    await beat(scene, LANDING_MS + 8_000, 200)
    expect(changes(scene)).toEqual([])
    expect(notices(scene)).toContainEqual(['changeRefused', 'amend'])
    expect(scene.world.store.changes.get(ID)?.ending?.rejection?.reason).toBe('notTaken')
    expect(scene.world.transport.count(REPLACE)).toBe(1)
  })

  test('a cancel that raced a fill was too late: the fill wins (O11)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CANCEL, () => {
      scene.exchange.orders = [order({ status: 'filled', filledQty: '0.01', leavesQty: '0', seq: 20 })]
      return RawAnswer.status(502)
    })
    let outcome: unknown = null
    void scene.tab.cancelOrder(ID, reference).then((one) => (outcome = one))
    await beat(scene, 1_000)
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { reason: 'orderEnded' } })
    expect(scene.port.last('orders').orders).toMatchObject([{ status: 'filled' }])
  })

  test('the next hub looks an unfinished cancel up, and does not send it', async () => {
    const first = await liveScene()
    first.world.transport.on(CANCEL, never)
    void first.tab.cancelOrder(ID, reference)
    await settle()
    const second = new Scene({ store: first.world.store })
    second.exchange.orders = [order()]
    await second.live()
    expect(changes(second)).toEqual([['cancel', 'unknown']])
    second.exchange.orders = [order({ status: 'canceled', seq: 20 })]
    await beat(second, 2_000)
    expect(changes(second)).toEqual([])
    expect(second.world.store.changes.get(ID)?.state).toBe('accepted')
    expect(second.world.transport.count(CANCEL)).toBe(0)
    // Nothing was pushed of it: the trader who was told that it is not known is told how it ended.
    expect(notices(second).filter(([kind]) => kind === 'orderCanceled')).toHaveLength(1)
  })

  test('cancel all without an answer is done once every order that it meant is gone, whatever came since', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CANCEL_ALL, () => {
      scene.exchange.orders = [order({ status: 'canceled', seq: 20 }), order({ id: 'o-2', linkId: 'later', seq: 21 })]
      return RawAnswer.status(503)
    })
    let outcome: unknown = null
    void scene.tab.cancelAll(null, null).then((one) => (outcome = one))
    await beat(scene, 1_000)
    expect(outcome).toEqual({ kind: 'accepted', value: 1 })
  })

  test('the same change twice is one request', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CANCEL, () => ({ orderId: 'o-1', orderLinkId: '', price: '' }))
    await Promise.all([scene.tab.cancelOrder(ID, reference), scene.tab.cancelOrder(ID, reference)])
    expect(scene.world.transport.count(CANCEL)).toBe(1)
  })
})
