import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/domain/order/order'
import { writeOrderRow } from '../../../src/wire/push/account'
import { EARLIER_LISTS, EarlierState, ListFromBefore } from '../../../src/workers/hub/account/earlier-state'
import { settle } from '../fakes'
import { order, position, Scene, wallet } from '../scene'

describe('whether an exchange has gone back', () => {
  test('one that never began anew has not, whatever a list that lags behind says (F13)', () => {
    const state = new EarlierState()
    for (let i = 0; i < 2 * EARLIER_LISTS; i++) state.check(1)
    expect(state.isCertain).toBe(false)
  })

  test('lists as of before what was known do not count, and enough of them in a row are certain', () => {
    const state = new EarlierState()
    state.beginAnew(10)
    for (let i = 1; i <= EARLIER_LISTS; i++) {
      expect(() => state.check(9)).toThrow(ListFromBefore)
      expect(state.isCertain).toBe(i === EARLIER_LISTS)
    }
    state.forget()
    state.check(9)
    expect(state.isCertain).toBe(false)
  })

  test('one that catches up has only lagged; so has one that says nothing of its sequence', () => {
    const state = new EarlierState()
    state.beginAnew(10)
    expect(() => state.check(9)).toThrow(ListFromBefore)
    state.check(10)
    state.check(9)
    state.beginAnew(10)
    state.check(null)
    expect(state.isCertain).toBe(false)
  })
})

let beats = 0
async function pass(scene: Scene, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    scene.heartbeat(++beats)
    await scene.world.clock.advance(Math.min(250, left))
  }
}

/** Rows of orders o-1, o-2 …, each of its own sequence. */
function orders(count: number): Order[] {
  return Array.from({ length: count }, (_, i) => order({ id: `o-${i + 1}`, linkId: null, seq: i + 1 }))
}

function openAtTab(scene: Scene): readonly string[] {
  let rows = new Map<string, Order>()
  for (const { orders: sent, isSnapshot } of scene.port.events('orders')) {
    if (isSnapshot) rows = new Map()
    for (const one of sent) rows.set(one.id, one)
  }
  return [...rows.values()]
    .filter(({ status, missing }) => status === 'new' && missing === undefined)
    .map(({ id }) => id)
}

const told = (scene: Scene) => scene.port.events('notice').map(({ notice }) => notice.kind)

/** Three open orders and a position of the fourth sequence, and the stream heard of. */
async function liveScene(): Promise<Scene> {
  const scene = new Scene()
  scene.exchange.orders = orders(3)
  scene.exchange.positions = [position({ seq: 4, size: '0.5' })]
  scene.exchange.wallet = wallet({ seq: 4 })
  await scene.live()
  scene.push(
    'private',
    'user.order',
    'snapshot',
    100,
    scene.exchange.orders.map((one) => writeOrderRow(one, null)),
  )
  await pass(scene, 500)
  return scene
}

/** The line breaks, and the exchange comes back. @param seq of its stream, that of another life where it is a snapshot */
async function comeBack(scene: Scene, seq: number | null): Promise<void> {
  scene.privateSocket.drop()
  await settle()
  await scene.world.clock.advance(1_000)
  await scene.openPrivate()
  if (seq !== null)
    scene.push(
      'private',
      'user.order',
      'snapshot',
      seq,
      scene.exchange.orders.map((one) => writeOrderRow(one, null)),
    )
  await settle()
}

describe('an exchange that was restored from a backup (decisions 42)', () => {
  test('has its word from the beginning: what came after the backup is gone, and that is said', async () => {
    const scene = await liveScene()
    expect(openAtTab(scene)).toEqual(['o-1', 'o-2', 'o-3'])
    // The backup knows the first order alone, and an order since has taken the sequence of one that is gone.
    scene.exchange.orders = [...orders(1), order({ id: 'o-9', linkId: null, seq: 2 })]
    scene.exchange.positions = []
    scene.exchange.wallet = wallet({ seq: 1, totalEquity: '777' })
    await comeBack(scene, 1_000)
    expect(scene.state).not.toBe('live')
    await pass(scene, 5_000)
    expect(openAtTab(scene)).toEqual(['o-1', 'o-9'])
    expect(scene.port.last('positions')).toMatchObject({ positions: [] })
    expect(scene.port.last('wallet').wallet?.totalEquity).toBe('777')
    expect(scene.state).toBe('live')
    expect(told(scene)).toEqual(['exchangeWentBack'])
    expect(scene.world.traces.filter((one) => one.includes('ListFromBefore'))).toHaveLength(1)
    // It goes on from there as ever.
    scene.push('private', 'user.order', 'delta', 1_001, [
      writeOrderRow(order({ id: 'o-1', linkId: null, seq: 3, status: 'canceled', leavesQty: '0' }), 'canceled'),
    ])
    await settle()
    expect(openAtTab(scene)).toEqual(['o-9'])
  })

  test('one whose lists lag behind for a moment after its start keeps everything, and is not live before they agree', async () => {
    const scene = await liveScene()
    scene.exchange.rowSeq = 1
    await comeBack(scene, 1_000)
    await pass(scene, 750)
    expect(scene.state).not.toBe('live')
    scene.exchange.rowSeq = null
    await pass(scene, 3_000)
    expect(openAtTab(scene)).toEqual(['o-1', 'o-2', 'o-3'])
    expect(scene.state).toBe('live')
    expect(told(scene)).toEqual([])
  })

  test('a line that broke, and goes on where it was, says nothing of the kind: lists that lag change nothing (F13)', async () => {
    const scene = await liveScene()
    scene.exchange.rowSeq = 1
    await comeBack(scene, null)
    await pass(scene, 20_000)
    expect(openAtTab(scene)).toEqual(['o-1', 'o-2', 'o-3'])
    expect(scene.state).toBe('live')
    expect(told(scene)).toEqual([])
  })
})
