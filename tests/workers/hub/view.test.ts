import { expect, test } from 'vitest'
import type { OrderLinkId } from '../../../src/domain/order/order'
import type { OrderIntent } from '../../../src/workers/presses'
import { settle } from '../fakes'
import { ACCOUNT, BTC, Scene } from '../scene'

const CREATE = '/contract/v5/order/create'
const CANCEL = '/contract/v5/order/cancel'

function intent(id: string): OrderIntent {
  const market = {
    symbol: BTC,
    side: 'buy',
    type: 'market',
    price: null,
    qty: '0.01',
    timeInForce: 'immediateOrCancel',
  }
  const order = { ...market, reduceOnly: false, closeOnTrigger: false, positionIdx: 0 }
  return { id, account: ACCOUNT, pressedAtMs: 1_700_000_000_000, order } as OrderIntent
}

async function live(): Promise<Scene> {
  const scene = new Scene()
  await scene.live()
  scene.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: 'press', price: '64000' }))
  scene.world.transport.on(CANCEL, () => ({ orderId: 'o-1', orderLinkId: 'press' }))
  scene.port.clear()
  return scene
}

const sent = (scene: Scene, path: string): number => scene.world.transport.count(path)

test('a batch carries the view that the hub knew when it made it, and the first one of a view is whole (H7)', async () => {
  const scene = await live()
  await scene.tab.setVisible('tab-1', false, 1)
  scene.book('delta', 2, [['64000', '7']], [], { whole: [[['64000', '7']], [['64000.1', '2']]] })
  await settle()
  expect(scene.port.batches.filter(({ view }) => view === 2)).toEqual([])
  await scene.tab.setVisible('tab-1', true, 2)
  await settle()
  const first = scene.port.batches.find(({ view }) => view === 2)
  const types = first?.events.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['status', 'book']))
})

test('one that waits for an answer to an earlier batch gets the batch of its new view after it', async () => {
  const scene = await live()
  scene.port.isEager = false
  scene.book('delta', 2, [['64000', '7']], [], { whole: [[['64000', '7']], [['64000.1', '2']]] })
  await settle()
  await scene.tab.setVisible('tab-1', false, 1)
  await scene.tab.setVisible('tab-1', true, 2)
  await settle()
  expect(scene.port.batches.at(-1)?.view).toBe(0)
  scene.port.ack()
  await settle()
  expect(scene.port.batches.at(-1)?.view).toBe(2)
})

test('a press counts only once the page has painted what was made for it since its return; a cancel counts at once (H19)', async () => {
  const scene = await live()
  await scene.tab.setVisible('tab-1', false, 1)
  await scene.tab.setVisible('tab-1', true, 2)
  await settle()
  expect(await scene.tab.placeOrder(intent('press-1'))).toMatchObject({
    kind: 'refused',
    rejection: { reason: 'oldView' },
  })
  // Drawn of the view before: another return came meanwhile.
  await scene.tab.drawn('tab-1', 1)
  expect(await scene.tab.placeOrder(intent('press-2'))).toMatchObject({ kind: 'refused' })
  expect(sent(scene, CREATE)).toBe(0)
  void scene.tab.cancelOrder('press-3' as OrderLinkId, { symbol: BTC, orderId: 'o-1', linkId: null } as never)
  await settle()
  expect(sent(scene, CANCEL)).toBe(1)
  await scene.tab.drawn('tab-1', 2)
  void scene.tab.placeOrder(intent('press-4'))
  await settle()
  expect(sent(scene, CREATE)).toBe(1)
})
