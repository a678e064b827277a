import { array, assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order, OrderStatus } from '../../../src/domain/order/order'
import { isTerminal } from '../../../src/domain/order/order-status'
import { writeExecutionRows, writeOrderRow, writePositionRows, writeWalletRows } from '../../../src/wire/push/account'
import { isForward } from '../../../src/workers/hub/account/account-state'
import { execution, order, position, Scene, wallet } from '../scene'
import { RawAnswer, settle } from '../fakes'

const notices = (scene: Scene) => scene.port.events('notice').map(({ notice }) => notice.kind)

async function liveScene(): Promise<Scene> {
  const scene = new Scene()
  await scene.live()
  scene.port.clear()
  return scene
}

describe('forward only (I9)', () => {
  test.each<[string, object, object, boolean]>([
    ['a later fill', { seq: 1 }, { seq: 2, status: 'partiallyFilled', filledQty: '0.004' }, true],
    ['the same message again', { seq: 2 }, { seq: 2 }, false],
    ['an older message', { seq: 3 }, { seq: 2, status: 'partiallyFilled', filledQty: '0.004' }, false],
    ['out of a final state', { seq: 1, status: 'filled', filledQty: '0.01' }, { seq: 2, status: 'canceled' }, false],
    [
      'a fill taken back',
      { seq: 1, status: 'partiallyFilled', filledQty: '0.004' },
      { seq: 2, status: 'partiallyFilled', filledQty: '0.003' },
      false,
    ],
    ['over a state that was never seen', { seq: 1, status: 'untriggered' }, { seq: 5, status: 'filled' }, true],
    ['an amended price', { seq: 1 }, { seq: 2, price: '63000' }, true],
  ])('%s', (_, known, next, isTaken) => {
    expect(isForward(order(known), order(next))).toBe(isTaken)
  })

  test('in whatever order messages come, the end is that of the newest history (F5)', () => {
    // new (1) → partly filled (2) → partly filled (3) → filled (4)
    const life = [
      order({ seq: 1 }),
      order({ seq: 2, status: 'partiallyFilled', filledQty: '0.002' }),
      order({ seq: 3, status: 'partiallyFilled', filledQty: '0.007' }),
      order({ seq: 4, status: 'filled', filledQty: '0.01' }),
    ]
    assert(
      property(array(integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 }), (picks) => {
        let known: Order | undefined
        let terminal: OrderStatus | null = null
        for (const pick of picks) {
          const next = life[pick]
          if (next === undefined || !isForward(known, next)) continue
          if (known !== undefined) {
            expect(next.seq).toBeGreaterThan(known.seq)
            expect(Number(next.filledQty)).toBeGreaterThanOrEqual(Number(known.filledQty))
          }
          expect(terminal).toBeNull()
          if (isTerminal(next.status)) terminal = next.status
          known = next
        }
        expect(known?.seq).toBe(Math.max(...picks) + 1)
      }),
    )
  })
})

describe('log-in (decisions 10)', () => {
  test('token, login, subscribe to the five topics, reconcile, live', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.openPublic()
    scene.privateSocket.open()
    await settle()
    expect(scene.privateSocket.asked('login')).toEqual(['one-time'])
    scene.reply('private', 'login', true)
    await settle()
    expect(scene.privateSocket.asked('subscribe')).toEqual([
      'user.order',
      'user.execution',
      'user.position',
      'user.wallet',
      'user.strategy',
      'user.alert',
    ])
    expect(scene.state).toBe('resync')
    scene.reply('private', 'subscribe', true)
    await settle()
    expect(scene.state).toBe('live')
  })

  test('up to three retries 500 ms apart are four attempts, and public data goes on (F10)', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.openPublic()
    scene.privateSocket.open()
    await settle()
    const socket = scene.privateSocket
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(socket.asked('login')).toHaveLength(attempt)
      scene.reply('private', 'login', false)
      scene.publicSocket.json({ op: 'heartbeat', counter: attempt, ts: 0 })
      await scene.world.clock.advance(500)
    }
    expect(socket.asked('login')).toHaveLength(4)
    expect(socket.isClosed).toBe(true)
    const { privateChannel, publicChannel } = scene.port.last('status').status
    expect(privateChannel.state).toBe('offline')
    expect(publicChannel.state).toBe('live')
  })

  test('a session that ended is said so, nothing of the account stays, and a new one is opened (I12)', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    await settle()
    scene.world.transport.on('/user/private/ott', () => RawAnswer.code(10007, scene.world.clock))
    scene.world.transport.on('/sandbox/session', () => RawAnswer.status(503))
    scene.privateSocket.drop(4003)
    await scene.world.clock.advance(300)
    scene.privateSocket.open()
    await settle()
    expect(scene.port.last('session').session).toBeNull()
    expect(scene.port.last('orders')).toEqual({ type: 'orders', orders: [], isSnapshot: true })
  })

  test('a reconnect resumes by sequence, and replayed messages never toast (decisions 4, F14)', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.order', 'delta', 7, [writeOrderRow(order(), 'newed')])
    await settle()
    scene.port.clear()
    scene.privateSocket.drop()
    await scene.world.clock.advance(300)
    scene.privateSocket.open()
    await settle()
    scene.reply('private', 'login', true)
    await settle()
    expect(scene.privateSocket.sent.find(({ op }) => op === 'subscribe')?.from).toMatchObject({ 'user.order': 7 })
    const rows = Array.from({ length: 20 }, (_, i) =>
      writeOrderRow(
        order({ id: `o-${i + 2}`, linkId: null, status: 'filled', filledQty: '0.01', seq: 20 + i }),
        'filled',
      ),
    )
    scene.replay('user.order', 8, rows)
    await settle()
    expect(notices(scene)).toEqual([])
    expect(scene.port.last('orders').orders).toHaveLength(20)
  })
})

describe('push and REST merged', () => {
  test('a private gap is healed by REST at once (F4)', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    scene.exchange.executions = [execution()]
    scene.exchange.orders = [order({ status: 'partiallyFilled', filledQty: '0.004', leavesQty: '0.006', seq: 12 })]
    scene.push('private', 'user.position', 'delta', 1, writePositionRows([position()]))
    scene.push('private', 'user.position', 'delta', 3, writePositionRows([position({ seq: 13 })]))
    await settle()
    expect(scene.port.last('orders').orders).toMatchObject([{ filledQty: '0.004' }])
    expect(scene.port.last('executions').executions).toMatchObject([{ id: 'e-1' }])
    expect(scene.state).toBe('live')
  })

  test('without any sign of loss the slow comparison still finds it within 10 s', async () => {
    const scene = await liveScene()
    scene.exchange.orders = [order()]
    for (let second = 1; second <= 10; second++) {
      scene.heartbeat(second)
      await scene.world.clock.advance(1_000)
    }
    expect(scene.port.last('orders').orders).toMatchObject([{ id: 'o-1' }])
  })

  test('REST that lags behind push changes nothing back (F13)', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.order', 'delta', 1, [
      writeOrderRow(order({ status: 'filled', filledQty: '0.01', leavesQty: '0', seq: 20 }), 'filled'),
    ])
    scene.exchange.orders = [order({ seq: 10 })]
    scene.push('private', 'user.wallet', 'delta', 1, writeWalletRows(wallet({ totalEquity: '99000', seq: 9 })))
    scene.privateSocket.json({ op: 'heartbeat', counter: 1, ts: 0 })
    scene.privateSocket.json({ op: 'heartbeat', counter: 5, ts: 0 })
    await settle()
    expect(scene.port.events('orders').flatMap(({ orders }) => orders.map(({ status }) => status))).toEqual(['filled'])
    expect(scene.port.last('wallet').wallet?.totalEquity).toBe('99000')
  })

  test('an order that REST no longer lists is asked for by its id: only the exchange says how it ended (F12)', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    scene.exchange.orders = [order({ status: 'canceled', cancelType: 'CancelByDCP', leavesQty: '0', seq: 30 })]
    scene.privateSocket.drop()
    await scene.world.clock.advance(300)
    await scene.openPrivate()
    expect(scene.port.last('orders').orders).toMatchObject([{ status: 'canceled', cancelType: 'CancelByDCP' }])
  })

  test('an execution counts once, however often it comes (I8)', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.execution', 'delta', 1, writeExecutionRows([execution()]))
    scene.push(
      'private',
      'user.execution',
      'delta',
      2,
      writeExecutionRows([execution(), execution({ id: 'e-2', seq: 12 })]),
    )
    await settle()
    expect(scene.port.events('executions').flatMap(({ executions }) => executions.map(({ id }) => id))).toEqual([
      'e-1',
      'e-2',
    ])
  })

  test('a position that REST no longer lists is closed', async () => {
    const scene = await liveScene()
    scene.push('private', 'user.position', 'delta', 1, writePositionRows([position()]))
    await settle()
    scene.exchange.rowSeq = 20
    scene.privateSocket.drop()
    await scene.world.clock.advance(300)
    await scene.openPrivate()
    expect(scene.port.last('positions').positions).toMatchObject([{ size: '0', side: null }])
  })
})

describe('toasts', () => {
  test('one per fill, in one tab: the visible one that pressed or was looked at last', async () => {
    const scene = await liveScene()
    const second = await scene.join('tab-2')
    const filled = writeOrderRow(order({ linkId: null, status: 'filled', filledQty: '0.01', seq: 20 }), 'filled')
    scene.push('private', 'user.order', 'delta', 1, [filled])
    scene.push('private', 'user.order', 'delta', 1, [filled])
    await settle()
    expect(notices(scene)).toEqual([])
    expect(second.port.events('notice').map(({ notice }) => notice.kind)).toEqual(['orderFilled'])
  })
})
