import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/domain/order/order'
import { writeExecutionRows, writeOrderRow, writePositionRows } from '../../../src/wire/push/account'
import { writeExecution } from '../../../src/wire/shape/execution'
import { writePosition } from '../../../src/wire/shape/position'
import { RawAnswer, settle } from '../fakes'
import { execution, order, position, Scene } from '../scene'

const ORDERS = '/v5/order/realtime'
const POSITIONS = '/v5/position/list'
const EXECUTIONS = '/v5/execution/list'

/** `count` open orders, of rising sequence from 1. */
function orders(count: number): Order[] {
  return Array.from({ length: count }, (_, i) => order({ id: `o-${i + 1}`, linkId: null, seq: i + 1 }))
}

async function liveScene(open: readonly Order[] = []): Promise<Scene> {
  const scene = new Scene()
  scene.exchange.orders = [...open]
  await scene.live()
  await scene.world.clock.advance(100)
  return scene
}

/** Lets time pass with a heartbeat each second, as it does on a line that is well. */
let beats = 0
async function pass(scene: Scene, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    scene.heartbeat(++beats)
    await scene.world.clock.advance(Math.min(500, left))
  }
}

/** What a tab holds for open: every row that was sent to it, the later over the earlier. */
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

function ends(scene: Scene): Readonly<Record<string, number>> {
  const last = new Map<string, string>()
  for (const { orders: sent } of scene.port.events('orders'))
    for (const { id, status, missing } of sent) last.set(id, missing ?? status)
  const counts: Record<string, number> = {}
  for (const end of last.values()) counts[end] = (counts[end] ?? 0) + 1
  return counts
}

const states = (scene: Scene) => scene.port.events('status').map(({ status }) => status.state)

function failsFor(scene: Scene, path: string): { calls: number; isBad: boolean } {
  const good = scene.world.transport.handler(path)
  const fault = { calls: 0, isBad: true }
  scene.world.transport.on(path, (request) => {
    fault.calls++
    return fault.isBad ? RawAnswer.status(503) : good(request)
  })
  return fault
}

describe('the comparison reads to the end (F4)', () => {
  test('of 1,200 open orders one ended and its message was lost: it is open nowhere after the next comparison', async () => {
    const scene = await liveScene(orders(1_200))
    expect(openAtTab(scene)).toHaveLength(1_200)
    const before = scene.world.transport.count(ORDERS)
    scene.exchange.orders[700] = order({ id: 'o-701', linkId: null, seq: 1_201, status: 'canceled', leavesQty: '0' })
    await pass(scene, 8_500)
    expect(openAtTab(scene)).toHaveLength(1_199)
    expect(openAtTab(scene)).not.toContain('o-701')
    expect(ends(scene)['canceled']).toBe(1)
    // Three pages of 500, and one look-up.
    expect(scene.world.transport.count(ORDERS) - before).toBe(4)
  })

  test('a list that breaks off ends nothing and makes nothing live', async () => {
    const scene = await liveScene(orders(1_200))
    const good = scene.world.transport.handler(ORDERS)
    scene.world.transport.on(ORDERS, (request) =>
      request.query.get('cursor') === '1000' ? RawAnswer.status(503) : good(request),
    )
    scene.port.clear()
    scene.privateSocket.drop()
    await scene.world.clock.advance(300)
    await scene.openPrivate()
    await pass(scene, 3_000)
    expect(scene.state).not.toBe('live')
    expect(ends(scene)['asking'] ?? 0).toBe(0)
    scene.world.transport.on(ORDERS, good)
    await pass(scene, 4_500)
    expect(scene.state).toBe('live')
  })

  test('300 orders were cancelled elsewhere while the line was cut: none is open when the page is live, and every end is found', async () => {
    const scene = await liveScene(orders(300))
    scene.exchange.orders = orders(300).map((one) =>
      order({ ...one, seq: one.seq + 300, status: 'canceled', leavesQty: '0', cancelType: 'CancelByUser' }),
    )
    scene.privateSocket.drop()
    await scene.world.clock.advance(300)
    await scene.openPrivate()
    await settle()
    expect(scene.state).toBe('live')
    expect(openAtTab(scene)).toEqual([])
    await pass(scene, 1_000)
    expect(ends(scene)).toEqual({ canceled: 300 })
  })

  test('an order that is younger than the list is not ended by its absence', async () => {
    const scene = await liveScene(orders(2))
    scene.exchange.rowSeq = 2
    scene.push('private', 'user.order', 'delta', 1, [
      writeOrderRow(order({ id: 'young', linkId: null, seq: 3 }), 'newed'),
    ])
    await pass(scene, 8_500)
    expect(openAtTab(scene)).toContain('young')
  })

  test('positions of the second page stay open', async () => {
    const scene = await liveScene()
    const held = [0, 1, 2].map((positionIdx) => position({ positionIdx, seq: 20 + positionIdx }))
    scene.push('private', 'user.position', 'delta', 1, writePositionRows(held))
    scene.world.transport.on(POSITIONS, ({ query }) =>
      query.get('symbol') !== null
        ? { list: [] }
        : query.get('cursor') === null
          ? { list: [writePosition(held[0]!)], nextPageCursor: 'x', seq: 900, rowSeq: 30 }
          : { list: held.slice(1).map(writePosition), nextPageCursor: '', seq: 901, rowSeq: 30 },
    )
    await pass(scene, 8_500)
    const closed = scene.port
      .events('positions')
      .flatMap(({ positions }) => positions.filter(({ size }) => size === '0'))
    expect(closed).toEqual([])
  })

  test('a position that REST closed is shown when it is opened again: rows and ledger lines count apart', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.position', 'delta', 1, writePositionRows([position({ seq: 11 })]))
    // Its closing was row 13 and was lost. The ledger has far more lines than the account has rows.
    scene.exchange.seq = 58_000
    scene.exchange.rowSeq = 14
    await pass(scene, 8_500)
    expect(scene.port.last('positions').positions).toMatchObject([{ size: '0' }])
    scene.push('private', 'user.position', 'delta', 2, writePositionRows([position({ size: '0.03', seq: 15 })]))
    await settle()
    expect(scene.port.last('positions').positions).toMatchObject([{ size: '0.03' }])
  })

  test('fills of a long outage are read back to the last one that is known', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.execution', 'delta', 1, writeExecutionRows([execution({ id: 'e-0', seq: 5 })]))
    await settle()
    scene.port.clear()
    const fills = Array.from({ length: 151 }, (_, i) =>
      writeExecution(execution({ id: `e-${i}`, seq: 5 + i })),
    ).toReversed()
    scene.world.transport.on(EXECUTIONS, ({ query }) => {
      const from = Number(query.get('cursor') ?? 0)
      return { list: fills.slice(from, from + 100), nextPageCursor: from === 0 ? '100' : '', seq: 900, rowSeq: 200 }
    })
    await pass(scene, 8_500)
    expect(scene.port.events('executions').flatMap(({ executions }) => executions)).toHaveLength(150)
  })
})

describe('a comparison fails (F22)', () => {
  test('once is an accident; from the second on the account is not live, until one has finished', async () => {
    const scene = await liveScene(orders(1))
    const rest = failsFor(scene, ORDERS)
    scene.port.clear()
    await pass(scene, 8_000)
    expect(rest.calls).toBeGreaterThan(0)
    await pass(scene, 1_000)
    expect(scene.state).toBe('resync')
    rest.isBad = false
    await pass(scene, 4_000)
    expect(scene.state).toBe('live')
    expect(states(scene).filter((one) => one === 'resync').length).toBeGreaterThan(0)
  })

  test('a lost message and a poll that fails twice: the row is gone, and nothing was live from the second failure on', async () => {
    const scene = await liveScene(orders(2))
    scene.exchange.orders[0] = order({ id: 'o-1', linkId: null, seq: 3, status: 'canceled', leavesQty: '0' })
    const rest = failsFor(scene, ORDERS)
    await pass(scene, 9_000)
    expect(scene.state).toBe('resync')
    rest.isBad = false
    await pass(scene, 2_000)
    expect(scene.state).toBe('live')
    expect(openAtTab(scene)).toEqual(['o-2'])
  })

  test('one that never answers counts twice: it has lasted longer than two that failed', async () => {
    const scene = await liveScene()
    scene.world.transport.on(ORDERS, () => new Promise(() => {}))
    await pass(scene, 8_000 + 5_500)
    expect(scene.state).toBe('resync')
  })

  test('whatever the reasons to ask, there is one chain of calls: a minute of failures is at most 20 comparisons', async () => {
    const scene = await liveScene(orders(1))
    const rest = failsFor(scene, ORDERS)
    scene.privateSocket.drop()
    await scene.world.clock.advance(300)
    await scene.openPrivate()
    rest.calls = 0
    let beat = 0
    for (let second = 0; second < 60; second++) {
      // A hole in the heartbeats each second: something was lost again and again.
      scene.privateSocket.json({ op: 'heartbeat', counter: (beat += 2), ts: scene.world.clock.now() })
      scene.publicSocket.json({ op: 'heartbeat', counter: second, ts: scene.world.clock.now() })
      await scene.world.clock.advance(1_000)
    }
    // 500 ms, 1 s, 2 s, then every 4 s, each a quarter shorter here: 60 / 3 = 20 and the short ones.
    expect(rest.calls).toBeLessThanOrEqual(23)
    expect(rest.calls).toBeGreaterThan(10)
    expect(scene.state).not.toBe('live')
  })

  test('what is lost while a comparison is under way is not covered by it: another one comes before anything is live', async () => {
    const scene = await liveScene(orders(2))
    const good = scene.world.transport.handler(ORDERS)
    let answer: () => void = () => {}
    scene.world.transport.on(ORDERS, async (request) => {
      const found = good(request)
      await new Promise<void>((resolve) => (answer = resolve))
      return found
    })
    scene.push('private', 'user.order', 'delta', 1, [])
    scene.push('private', 'user.order', 'delta', 3, [])
    await settle()
    // The list is made; the order ends, and its message is lost as well.
    scene.exchange.orders[0] = order({ id: 'o-1', linkId: null, seq: 3, status: 'canceled', leavesQty: '0' })
    scene.push('private', 'user.order', 'delta', 5, [])
    scene.world.transport.on(ORDERS, good)
    answer()
    await settle()
    await settle()
    expect(openAtTab(scene)).toEqual(['o-2'])
    expect(scene.state).toBe('live')
  })
})

describe('a heartbeat names the newest message (F4)', () => {
  test('one that was lost at the end of the stream is missed within a second, not at the next poll', async () => {
    const scene = await liveScene(orders(2))
    scene.push('private', 'user.order', 'delta', 7, [])
    scene.exchange.orders[0] = order({ id: 'o-1', linkId: null, seq: 3, status: 'canceled', leavesQty: '0' })
    scene.privateSocket.json({ op: 'heartbeat', counter: ++beats, ts: 0, seqs: { 'user.order': 7 } })
    await settle()
    expect(openAtTab(scene)).toHaveLength(2)
    scene.privateSocket.json({ op: 'heartbeat', counter: ++beats, ts: 0, seqs: { 'user.order': 8 } })
    await settle()
    expect(openAtTab(scene)).toEqual(['o-2'])
    const calls = scene.world.transport.count(ORDERS)
    scene.privateSocket.json({ op: 'heartbeat', counter: ++beats, ts: 0, seqs: { 'user.order': 8 } })
    await settle()
    expect(scene.world.transport.count(ORDERS)).toBe(calls)
  })
})

describe('a complete list of a later sequence wins (F23, decisions 42)', () => {
  test('an order that is held for ended and listed as open is open again, and that is a fault on record', async () => {
    const scene = await liveScene(orders(1))
    scene.push('private', 'user.order', 'delta', 1, [
      writeOrderRow(order({ id: 'o-1', linkId: null, seq: 5, status: 'canceled', leavesQty: '0' }), 'canceled'),
    ])
    await settle()
    expect(openAtTab(scene)).toEqual([])
    // Restored from a backup of before the cancel, and gone on since.
    scene.exchange.rowSeq = 9
    await pass(scene, 8_500)
    expect(openAtTab(scene)).toEqual(['o-1'])
    expect(scene.world.traces.filter((one) => one.includes('o-1'))).toHaveLength(1)
    await pass(scene, 8_500)
    expect(scene.world.traces.filter((one) => one.includes('o-1'))).toHaveLength(1)
    // What was said before that list is no news any more; what comes after it is.
    scene.push('private', 'user.order', 'delta', 2, [
      writeOrderRow(order({ id: 'o-1', linkId: null, seq: 6, status: 'canceled', leavesQty: '0' }), 'canceled'),
    ])
    await settle()
    expect(openAtTab(scene)).toEqual(['o-1'])
    scene.exchange.orders = []
    scene.push('private', 'user.order', 'delta', 3, [
      writeOrderRow(order({ id: 'o-1', linkId: null, seq: 10, status: 'canceled', leavesQty: '0' }), 'canceled'),
    ])
    await settle()
    expect(openAtTab(scene)).toEqual([])
  })

  test('a list as of before the end changes nothing, however late it comes (F13)', async () => {
    const scene = await liveScene(orders(1))
    scene.push('private', 'user.order', 'delta', 1, [
      writeOrderRow(order({ id: 'o-1', linkId: null, seq: 5, status: 'canceled', leavesQty: '0' }), 'canceled'),
    ])
    scene.exchange.rowSeq = 4
    await pass(scene, 8_500)
    expect(openAtTab(scene)).toEqual([])
    expect(scene.world.traces.filter((one) => one.startsWith('reconcile'))).toEqual([])
  })

  test('an order that the exchange does not know at all is open nowhere, and that is a fault on record', async () => {
    const scene = await liveScene(orders(2))
    scene.exchange.orders = orders(2).slice(1)
    scene.exchange.rowSeq = 9
    await pass(scene, 8_500)
    expect(openAtTab(scene)).toEqual(['o-2'])
    expect(ends(scene)).toEqual({ new: 1, unknown: 1 })
    expect(scene.world.traces.filter((one) => one.includes('o-1'))).toHaveLength(1)
  })
})
