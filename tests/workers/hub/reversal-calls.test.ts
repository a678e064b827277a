import { describe, expect, test } from 'vitest'
import type { OrderLinkId } from '../../../src/domain/order/order'
import { writeOrderRow, writePositionRows } from '../../../src/wire/push/account'
import type { Outcome, ReversePress } from '../../../src/workers/presses'
import { never, RawAnswer, settle } from '../fakes'
import { ACCOUNT, BTC, order, position, Scene } from '../scene'

const CREATE = '/contract/v5/order/create'
const PRESSED_MS = 1_700_000_000_000

function reversal(change: object = {}): ReversePress {
  return {
    id: 'pair-1',
    account: ACCOUNT,
    symbol: BTC,
    positionIdx: 0,
    side: 'buy',
    size: '0.03',
    closeId: 'leg-1',
    openId: 'leg-2',
    leverage: null,
    pressedAtMs: PRESSED_MS,
    ...change,
  } as ReversePress
}

/** An exchange that fills what it is asked for, the closing leg 0.02 of 0.03. */
async function liveScene(overrides: ConstructorParameters<typeof Scene>[0] = {}): Promise<Scene> {
  const scene = new Scene(overrides)
  await scene.live()
  scene.world.transport.on(CREATE, ({ headers }) => fill(scene, headers['client-tag'] ?? ''))
  return scene
}

function fill(scene: Scene, linkId: string) {
  const filledQty = linkId === 'leg-1' ? '0.02' : '0.01'
  const status = 'partiallyFilledCanceled'
  scene.exchange.orders.push(
    order({ id: `o-${linkId}`, linkId, type: 'market', side: 'sell', status, filledQty, seq: 20 }),
  )
  return { orderId: `o-${linkId}`, orderLinkId: linkId, price: '' }
}

function reversed(scene: Scene, change: object = {}): { outcome: Outcome<unknown> | null } {
  const box: { outcome: Outcome<unknown> | null } = { outcome: null }
  void scene.tab.reverse(reversal(change)).then((outcome) => (box.outcome = outcome))
  return box
}

async function beat(scene: Scene, ms: number, from = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 1_000 === 0) scene.heartbeat(from + passed / 1_000)
    await scene.world.clock.advance(500)
  }
}

const legs = (scene: Scene) =>
  scene.world.transport.requests
    .filter(({ path }) => path === CREATE)
    .map(({ headers, body }) => ({ id: headers['client-tag'], ...(JSON.parse(body ?? '') as object) }))
const stages = (scene: Scene) => scene.port.last('intents').reverses.map(({ stage, filledQty }) => [stage, filledQty])

describe('reverse is a journalled pair (decisions 14)', () => {
  test('closes, then opens what was really filled, on the side of the closing order', async () => {
    const scene = await liveScene()
    const box = reversed(scene)
    await beat(scene, 1_000)
    expect(box.outcome).toEqual({ kind: 'accepted', value: 'o-leg-2' })
    expect(legs(scene)).toMatchObject([
      // 0.03 × 10^8 and 0.02 × 10^8
      { id: 'leg-1', side: 'Sell', qtyX: '3000000', reduceOnly: true, closeOnTrigger: true, action: 'ReverseClose' },
      { id: 'leg-2', side: 'Sell', qtyX: '2000000', reduceOnly: false, closeOnTrigger: false },
    ])
    expect(stages(scene)).toEqual([])
    expect(scene.world.store.reverses.get('pair-1')?.state).toBe('accepted')
  })

  test('a closing order that the exchange split counts with all its parts', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, ({ headers }) => {
      const linkId = headers['client-tag'] ?? ''
      const part = { type: 'market', side: 'sell', status: 'filled', qty: '0.01', filledQty: '0.01' } as const
      const first = order({ ...part, id: `o-${linkId}`, linkId, seq: 20 })
      const others = [21, 22].map((seq) =>
        order({ ...part, id: `o-${seq}`, linkId: null, seq, parentOrderId: first.id }),
      )
      // The news of the other parts come a while after the answer.
      scene.exchange.orders.push(first)
      scene.world.clock.after(400, () =>
        scene.push(
          'private',
          'user.order',
          'delta',
          1,
          others.map((one) => writeOrderRow(one, 'filled')),
        ),
      )
      return { orderId: first.id, orderLinkId: linkId, price: '' }
    })
    reversed(scene)
    await beat(scene, 1_500)
    // 0.03 × 10^8, all of it; the opening leg may be split as well.
    expect(legs(scene)).toMatchObject([{ id: 'leg-1' }, { id: 'leg-2', qtyX: '3000000', needGeneratePid: true }])
  })

  test('in hedge mode the opening leg goes to the other index', async () => {
    const scene = await liveScene()
    reversed(scene, { positionIdx: 1 })
    await beat(scene, 1_000)
    expect(legs(scene)).toMatchObject([{ positionIdx: 1 }, { positionIdx: 2 }])
  })

  test('pressed in two tabs it runs once; the second tab hears why (O14)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, never)
    reversed(scene)
    const other = await scene.join('tab-2')
    const second = await other.tab.reverse(reversal({ id: 'pair-2', closeId: 'leg-3', openId: 'leg-4' }))
    expect(second).toMatchObject({ kind: 'refused', rejection: { reason: 'reversing' } })
    expect(legs(scene)).toHaveLength(1)
    expect(other.port.last('intents').reverses).toMatchObject([{ stage: 'closing' }])
  })

  test('a refused opening leg leaves "closed, not reopened", and the user chooses (O13)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, ({ headers }) =>
      headers['client-tag'] === 'leg-1' ? fill(scene, 'leg-1') : RawAnswer.code(30031, scene.world.clock),
    )
    const box = reversed(scene)
    await beat(scene, 1_000)
    expect(box.outcome).toMatchObject({ kind: 'refused', rejection: { code: 30031 } })
    expect(stages(scene)).toEqual([['notReopened', '0.02']])
    scene.world.transport.on(CREATE, () => fill(scene, 'leg-5'))
    const again = scene.tab.reopenReverse('pair-1' as OrderLinkId, 'leg-5' as OrderLinkId, scene.world.clock.now())
    expect(await again).toMatchObject({ kind: 'accepted' })
    expect(stages(scene)).toEqual([])
  })

  test('a closing leg whose fill is known too late is not followed by the other', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, never)
    reversed(scene)
    await beat(scene, 6_000)
    fill(scene, 'leg-1')
    await beat(scene, 6_000, 200)
    expect(stages(scene)).toEqual([['notReopened', '0.02']])
    expect(legs(scene)).toHaveLength(1)
  })

  test.each([
    ['while the closing leg was out', 'leg-1'],
    ['while the opening leg was out', 'leg-2'],
  ])('a hub that died %s is followed by one that sends nothing (O13, I2)', async (_, hanging) => {
    const first = await liveScene()
    first.world.transport.on(CREATE, ({ headers }) => {
      const id = headers['client-tag'] ?? ''
      return id === hanging ? never() : fill(first, id)
    })
    reversed(first)
    await settle()
    await first.world.clock.advance(500)
    const second = new Scene({ store: first.world.store })
    fill(second, 'leg-1')
    await second.live()
    await beat(second, 22_000)
    expect(stages(second)).toEqual([['notReopened', '0.02']])
    expect(legs(second)).toEqual([])
  })
})

describe('a reverse that closed and did not reopen leaves one choice (O13, I1)', () => {
  const REOPEN = ['pair-1' as OrderLinkId, 'leg-5' as OrderLinkId] as const

  /** The closing leg filled 0.02, and the opening one was refused. */
  async function closedScene(size = '0.02'): Promise<Scene> {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, ({ headers }) =>
      headers['client-tag'] === 'leg-1' ? fill(scene, 'leg-1') : RawAnswer.code(30031, scene.world.clock),
    )
    reversed(scene, { size })
    await beat(scene, 1_000)
    expect(stages(scene)).toEqual([['notReopened', '0.02']])
    scene.world.transport.on(CREATE, ({ headers }) => fill(scene, headers['client-tag'] ?? ''))
    return scene
  }

  let told = 0
  async function holds(scene: Scene, change: object): Promise<void> {
    told++
    scene.push('private', 'user.position', 'delta', told, writePositionRows([position({ seq: 20 + told, ...change })]))
    await settle()
  }

  test('an opening leg that never came is no order to send again beside it', async () => {
    const first = await liveScene()
    first.world.transport.on(CREATE, ({ headers }) =>
      headers['client-tag'] === 'leg-1' ? fill(first, 'leg-1') : never(),
    )
    reversed(first)
    await beat(first, 1_000)
    const second = new Scene({ store: first.world.store })
    fill(second, 'leg-1')
    await second.live()
    await beat(second, 22_000)
    expect(stages(second)).toEqual([['notReopened', '0.02']])
    expect(second.port.last('intents').intents).toEqual([])
    const notices = second.port.events('notice').map(({ notice }) => notice.kind)
    expect(notices).toContain('reverseNotReopened')
    expect(notices).not.toContain('orderNotPlaced')
    expect(await second.tab.resendIntent('leg-2' as OrderLinkId)).toMatchObject({ kind: 'refused' })
    second.world.transport.on(CREATE, ({ headers }) => fill(second, headers['client-tag'] ?? ''))
    expect(await second.tab.reopenReverse(...REOPEN, second.world.clock.now())).toMatchObject({ kind: 'accepted' })
    expect(legs(second)).toHaveLength(1)
  })

  test('it is over as soon as another position is opened, which its order would reduce', async () => {
    told = 0
    const scene = await closedScene()
    await holds(scene, { side: null, size: '0' })
    expect(stages(scene)).toHaveLength(1)
    await holds(scene, { side: 'buy', size: '0.03' })
    expect(stages(scene)).toEqual([])
    expect(await scene.tab.reopenReverse(...REOPEN, scene.world.clock.now())).toMatchObject({ kind: 'refused' })
    expect(legs(scene)).toHaveLength(2)
  })

  test('pressed over a position that it was never seen without, it sends nothing and says why', async () => {
    told = 0
    const scene = await closedScene()
    await holds(scene, { side: 'buy', size: '0.05' })
    const again = await scene.tab.reopenReverse(...REOPEN, scene.world.clock.now())
    expect(again).toMatchObject({ kind: 'refused', rejection: { reason: 'positionOpened' } })
    expect(legs(scene)).toHaveLength(2)
  })

  test('pressed before the news of the closed position came, it opens', async () => {
    told = 0
    const scene = await closedScene()
    await holds(scene, { side: 'buy', size: '0.02' })
    expect(stages(scene)).toHaveLength(1)
    expect(await scene.tab.reopenReverse(...REOPEN, scene.world.clock.now())).toMatchObject({ kind: 'accepted' })
  })

  test('bought back to the same size it is another position', async () => {
    told = 0
    const scene = await closedScene()
    await holds(scene, { side: null, size: '0' })
    await holds(scene, { side: 'buy', size: '0.02' })
    expect(stages(scene)).toEqual([])
  })

  test('what the closing order left of the position is no other one', async () => {
    told = 0
    const scene = await closedScene('0.03')
    // 0.03 − 0.02
    await holds(scene, { side: 'buy', size: '0.01' })
    expect(await scene.tab.reopenReverse(...REOPEN, scene.world.clock.now())).toMatchObject({ kind: 'accepted' })
  })

  test('the next reverse of the same position takes its place', async () => {
    told = 0
    const scene = await closedScene()
    scene.world.transport.on(CREATE, never)
    reversed(scene, { id: 'pair-2', closeId: 'leg-3', openId: 'leg-4', pressedAtMs: scene.world.clock.now() })
    await settle()
    expect(stages(scene).map(([stage]) => stage)).toEqual(['closing'])
  })
})
