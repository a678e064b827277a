import { describe, expect, test } from 'vitest'
import type { Leverage, Money } from '../../../src/domain/decimal'
import type { OrderLinkId } from '../../../src/domain/order/order'
import { writeOrderRow, writePositionRows } from '../../../src/wire/push/account'
import { writePosition } from '../../../src/wire/shape/position'
import type { OrderIntent } from '../../../src/workers/presses'
import { isForward } from '../../../src/workers/hub/account/account-state'
import { isProvenAbsent } from '../../../src/workers/hub/calls/order-look-up'
import { RECEIVE_WINDOW_HEADER, TIMESTAMP_HEADER } from '../../../src/workers/venue/sandbox/sandbox-venue'
import { ACCOUNT, BOOK_TOPIC, BTC, order, position, Scene } from '../scene'
import { RawAnswer, settle } from '../fakes'
import { IS_WEAKER } from '../weaker-venue'

const CREATE = '/contract/v5/order/create'
const ORDERS = '/v5/order/realtime'
const POSITIONS = '/v5/position/list'

function press(): OrderIntent {
  return {
    id: 'press-1' as OrderLinkId,
    account: ACCOUNT,
    pressedAtMs: 1_700_000_000_000,
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
  } as OrderIntent
}

async function liveScene(): Promise<Scene> {
  const scene = new Scene()
  await scene.live()
  return scene
}

/** Time passes on a healthy line. */
async function beat(scene: Scene, ms: number, from: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 1_000 === 0) scene.heartbeat(from + passed / 1_000)
    await scene.world.clock.advance(500)
  }
}

describe('what a capability decides', () => {
  test.each([
    ['a later status', { status: 'canceled' }, true],
    ['more filled', { status: 'partiallyFilled', filledQty: '0.004', leavesQty: '0.006' }, true],
    ['nothing else', { price: '64001' }, false],
  ])('of two rows of one time, %s', (_, change, isNews) => {
    expect(isForward(order(), order(change), 'updatedTime')).toBe(isNews)
    // A sequence is never shared: the same one is a repeat.
    expect(isForward(order(), order(change), 'sequence')).toBe(false)
    expect(isForward(order({ seq: 11 }), order(change), 'updatedTime')).toBe(false)
  })

  test('of two rows of one time, the one that comes next on the stream is news; of one sequence it is a repeat', () => {
    expect(isForward(order(), order({ price: '64001' }), 'updatedTime', true)).toBe(true)
    expect(isForward(order(), order({ price: '64001' }), 'sequence', true)).toBe(false)
    expect(isForward(order({ seq: 11 }), order({ price: '64001' }), 'updatedTime', true)).toBe(false)
  })

  test('an absence is proven by sequences, by times, or not at all', () => {
    const proven = (proves: 'asOfSequence' | 'afterDeadline' | 'never', later: { seq: number; timeMs: number }) => {
      const doubt = { requestEndedAt: 0, validUntilMs: 1_000, absentAtSeq: null }
      return [{ seq: 5, timeMs: 1_001 }, later].map((absence) => isProvenAbsent(doubt, absence, 0, proves))
    }
    expect(proven('asOfSequence', { seq: 6, timeMs: 1_001 })).toEqual([false, true])
    expect(proven('asOfSequence', { seq: 5, timeMs: 9_000 })).toEqual([false, false])
    expect(proven('afterDeadline', { seq: 5, timeMs: 1_002 })).toEqual([false, true])
    expect(proven('afterDeadline', { seq: 6, timeMs: 1_001 })).toEqual([false, false])
    expect(proven('never', { seq: 9, timeMs: 9_000 })).toEqual([false, false])
  })
})

describe.runIf(IS_WEAKER)('at a venue that gives less', () => {
  test('an order says its own time and window, and is "not placed" once it came too late', async () => {
    const scene = new Scene()
    await scene.live()
    scene.world.transport.on(CREATE, () => Promise.reject(new TypeError('fetch failed')))
    await scene.tab.placeOrder(press())
    const { headers } = scene.world.transport.requests.find(({ path }) => path === CREATE)!
    expect([headers[RECEIVE_WINDOW_HEADER], headers['valid-until']]).toEqual(['2500', undefined])
    expect(Math.abs(Number(headers[TIMESTAMP_HEADER]) - scene.world.clock.now())).toBeLessThan(50)
    await beat(scene, 2_000, 100)
    expect(scene.port.last('intents').intents.map(({ state }) => state)).toEqual(['unknown'])
    await beat(scene, 2_000, 200)
    expect(scene.port.last('intents').intents.map(({ state }) => state)).toEqual(['notPlaced'])
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test('an id that is refused as known is looked up, and found', async () => {
    const scene = new Scene()
    await scene.live()
    scene.exchange.orders.push(order())
    scene.world.transport.on(CREATE, () => RawAnswer.code(110_072, scene.world.clock))
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'unknown' })
    await scene.world.clock.advance(500)
    expect(scene.port.events('notice').map(({ notice }) => notice.kind)).toEqual(['orderUnknown', 'orderPlaced'])
  })

  test('margin whose answer was lost stays unknown, for it may have come from elsewhere, and nobody sends it again', async () => {
    const scene = await liveScene()
    const outcome = scene.tab.addMargin({ symbol: BTC, positionIdx: 0, amount: '100' as Money })
    await beat(scene, 60_000, 100)
    expect(await outcome).toEqual({ kind: 'unknown' })
    expect(scene.port.last('intents').changes.map(({ state }) => state)).toEqual(['unknown'])
    const sent = scene.world.transport.requests.filter((one) => one.method === 'POST' && /add-margin/.test(one.path))
    expect(sent).toHaveLength(1)
  })

  test('of two lost settings of one kind the later one took the place of the earlier', async () => {
    const scene = await liveScene()
    for (const leverage of ['20', '30'] as Leverage[])
      void scene.tab.setLeverage({ symbol: BTC, buyLeverage: leverage, sellLeverage: leverage })
    scene.exchange.positions = [position({ leverage: '30', seq: 12 })]
    await beat(scene, 20_000, 100)
    expect(
      [...scene.world.store.changes.values()].map(({ state, ending }) => [state, ending?.rejection?.reason]),
    ).toEqual([
      ['refused', 'overwritten'],
      ['accepted', undefined],
    ])
  })

  test('an order that the list leaves out and a look-up shows is open: the list was older than it seemed', async () => {
    const scene = await liveScene()
    const young = order({ id: 'o-9', linkId: null })
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(young, 'newed')])
    const listed = scene.world.transport.handler(ORDERS)
    scene.exchange.orders = [young]
    scene.world.transport.on(ORDERS, (request) =>
      request.query.get('orderId') === null ? { list: [], nextPageCursor: '' } : listed(request),
    )
    await beat(scene, 9_000, 100)
    const last = scene.port.events('orders').flatMap(({ orders }) => orders)
    expect(last.map(({ missing }) => missing)).toEqual([undefined, 'asking', undefined])
    expect(last.at(-1)).toMatchObject({ id: 'o-9', status: 'new' })
  })

  test('a position that the list leaves out is read by its contract before it is held for closed', async () => {
    const scene = await liveScene()
    const held = position({ seq: 12 })
    scene.push('private', 'user.position', 'delta', 1, writePositionRows([held]))
    let isHeld = true
    scene.world.transport.on(POSITIONS, ({ query }) => ({
      list: query.get('symbol') === BTC && isHeld ? [writePosition(held)] : [],
      nextPageCursor: '',
    }))
    await beat(scene, 9_000, 100)
    expect(scene.port.last('positions').positions).toMatchObject([{ size: '0.01' }])
    isHeld = false
    await beat(scene, 9_000, 200)
    expect(scene.port.last('positions').positions).toMatchObject([{ size: '0', side: null }])
  })

  test('a book whose update ids have a gap is emptied and asked for again (I7)', async () => {
    const scene = new Scene()
    await scene.live()
    scene.book('delta', 2, [['63999', '1']], [], { updateId: 4 })
    await settle()
    expect(scene.state).toBe('resync')
    expect(scene.publicSocket.asked('unsubscribe')).toContain(BOOK_TOPIC)
  })

  test('two amends in one millisecond: the second is on the screen, and a repeat of the first takes nothing back', async () => {
    const scene = await liveScene()
    const amends = ['64000', '64001', '64002'].map((price) => [writeOrderRow(order({ price }), 'replaced')])
    amends.forEach((rows, i) => scene.push('private', 'user.order', 'delta', i + 1, rows))
    await settle()
    const shown = (): unknown =>
      scene.port
        .events('orders')
        .flatMap(({ orders }) => orders)
        .at(-1)
    expect(shown()).toMatchObject({ price: '64002' })
    scene.push('private', 'user.order', 'delta', 2, amends[1])
    await settle()
    expect(shown()).toMatchObject({ price: '64002' })
  })

  test('rows without sequences are taken forward by their times', async () => {
    const scene = new Scene()
    await scene.live()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ seq: 12 }), 'newed')])
    scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(order({ status: 'canceled', seq: 13 }), 'canceled')])
    scene.push('private', 'user.order', 'delta', 3, [writeOrderRow(order({ seq: 11 }), null)])
    await settle()
    expect(
      scene.port
        .events('orders')
        .flatMap(({ orders }) => orders.map(({ status }) => status))
        .at(-1),
    ).toBe('canceled')
  })
})
