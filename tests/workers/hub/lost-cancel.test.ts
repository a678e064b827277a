import { expect, test } from 'vitest'
import { writeOrderRow } from '../../../src/wire/push/account'
import { settle } from '../fakes'
import { order, Scene } from '../scene'

const LOST = { cancelType: 'CancelByUser', rejectReason: 'EC_OrigClOrdIDDoesNotExist' } as const
const notices = (scene: Scene) => scene.port.events('notice').map(({ notice }) => notice.kind)
const rowsOf = (scene: Scene) =>
  scene.port.events('orders').flatMap(({ orders }) => orders.map((one) => [one.status, one.rejectReason]))

/** The exchange says `Filled` twice where a cancel came after the fill (semantics.md §2.1); the row's `seq` is one. */
test('the second message of a cancel that lost changes nothing and tells nothing', async () => {
  const scene = new Scene()
  await scene.live()
  scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ seq: 20 }), 'newed')])
  await settle()
  const filled = order({ seq: 21, status: 'filled', filledQty: '0.03' })
  scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(filled, 'filled')])
  await settle()
  const before = rowsOf(scene)
  expect(before.at(-1)).toEqual(['filled', null])
  expect(notices(scene)).toEqual(['orderFilled'])
  scene.push('private', 'user.order', 'delta', 3, [writeOrderRow({ ...filled, ...LOST }, 'filled')])
  await settle()
  expect(rowsOf(scene)).toEqual(before)
  expect(notices(scene)).toEqual(['orderFilled'])
})

test('where the first message was lost, the second one is the fill', async () => {
  const scene = new Scene()
  await scene.live()
  scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ seq: 20 }), 'newed')])
  await settle()
  const filled = order({ seq: 21, status: 'filled', filledQty: '0.03' })
  scene.push('private', 'user.order', 'delta', 2, [writeOrderRow({ ...filled, ...LOST }, 'filled')])
  await settle()
  expect(rowsOf(scene).at(-1)?.[0]).toBe('filled')
  expect(notices(scene)).toEqual(['orderFilled'])
})
