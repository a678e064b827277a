import { describe, expect, test } from 'vitest'
import type { Qty } from '../../../src/domain/decimal'
import type { OrderLinkId } from '../../../src/domain/order/order'
import type { NewStrategy, Strategy } from '../../../src/domain/order/strategy'
import { writeOrderRow } from '../../../src/wire/push/account'
import { FIRST_ANSWER_PATH } from '../../../src/wire/rest/first-answer'
import { parseStrategy, writeStrategy } from '../../../src/wire/rest/strategy'
import { COMPARE_EVERY_MS } from '../../../src/workers/hub/account/account-comparison'
import { LANDING_MS } from '../../../src/workers/hub/calls/order-look-up'
import { READ_PAUSE_MS } from '../../../src/workers/hub/account/strategy-feed'
import { RawAnswer } from '../fakes'
import { ACCOUNT, BTC, order, Scene } from '../scene'
import { IS_WEAKER } from '../weaker-venue'

const CREATE = '/contract/v5/twap/create'
const CANCEL = '/contract/v5/twap/cancel'
const LIST = '/contract/v5/twap/list'
const ID = 'press-1' as OrderLinkId
const TERMS: NewStrategy = {
  kind: 'twap',
  symbol: BTC,
  side: 'buy',
  qty: '0.05' as Qty,
  reduceOnly: false,
  positionIdx: 0,
  durationMs: 300_000,
  intervalMs: 60_000,
  price: null,
}

function strategy(change: Partial<Strategy> = {}): Strategy {
  return {
    ...TERMS,
    id: 's-1',
    linkId: ID,
    status: 'running',
    stopReason: null,
    filledQty: '0.01' as Qty,
    leavesQty: '0.04' as Qty,
    orderCount: 1,
    createdAtMs: 1_700_000_000_000,
    updatedAtMs: 1_700_000_000_000,
    ...change,
  } as Strategy
}

/** The list is read at once after a press; `listed` is what it says. */
async function liveScene(): Promise<{ readonly scene: Scene; readonly listed: Strategy[] }> {
  const scene = new Scene()
  const listed: Strategy[] = []
  scene.world.transport.on(LIST, () => ({ list: listed.map(writeStrategy), seq: scene.exchange.seq++ }))
  await scene.live()
  return { scene, listed }
}

/** What the exchange answers to the question how a press ended, by its id. */
function answers(scene: Scene): Map<string, object> {
  const first = new Map<string, object>()
  scene.world.transport.on(FIRST_ANSWER_PATH, ({ query }) => {
    const found = first.get(query.get('clientTag') ?? '')
    return { list: found === undefined ? [] : [found], seq: scene.exchange.seq++ }
  })
  return first
}

const press = (scene: Scene, id = ID) => ({
  id,
  strategy: TERMS,
  pressedAtMs: scene.world.clock.now(),
  account: ACCOUNT,
})

let counter = 100

async function beat(scene: Scene, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 1_000 === 0) scene.heartbeat(counter++)
    await scene.world.clock.advance(500)
  }
}

const changes = (scene: Scene) => scene.port.last('intents').changes.map(({ change, state }) => [change.kind, state])
const shown = (scene: Scene) => scene.port.last('strategies').strategies.map(({ id, status }) => [id, status])
const notices = (scene: Scene) =>
  scene.port.events('notice').map(({ notice }) => [notice.kind, notice.change ?? notice.id])

describe('a strategy on the wire', () => {
  test.each<Strategy>([
    strategy(),
    { ...strategy(), kind: 'chaseLimit', maxDistance: null } as Strategy,
    {
      ...strategy({ status: 'stopped', stopReason: 'tooFar' }),
      kind: 'iceberg',
      price: '64000',
      showQty: '0.01',
    } as never,
  ])('$kind is read as it was written', (one) => {
    const { kind, status, stopReason, filledQty, orderCount } = one
    expect(parseStrategy(writeStrategy(one))).toMatchObject({ kind, status, stopReason, filledQty, orderCount })
  })
})

describe('a press that starts a strategy is one like an order’s (decisions 9)', () => {
  test('is on disk before its request leaves under its own id, and its end after', async () => {
    const { scene } = await liveScene()
    let atSend: unknown
    scene.world.transport.on(CREATE, () => {
      atSend = scene.world.store.changes.get(ID)?.state
      return { strategyId: 's-1', orderLinkId: ID }
    })
    expect(await scene.tab.openStrategy(press(scene))).toEqual({ kind: 'accepted', value: 's-1' })
    expect(atSend).toBe('sending')
    const sent = scene.world.transport.requests.find(({ path }) => path === CREATE)
    expect(sent?.headers['client-tag']).toBe(ID)
    // 0.05 in E8; times in seconds.
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      strategyType: 'TWAP',
      qtyX: '5000000',
      duration: 300,
      interval: 60,
    })
    expect(scene.world.store.changes.get(ID)).toMatchObject({ state: 'accepted' })
  })

  test('the same press twice is one press, and leaves once', async () => {
    const { scene } = await liveScene()
    scene.world.transport.on(CREATE, () => ({ strategyId: 's-1', orderLinkId: ID }))
    const pressed = press(scene)
    await Promise.all([scene.tab.openStrategy(pressed), scene.tab.openStrategy(pressed)])
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test('is refused at once for another account, and while prices are not live', async () => {
    const { scene } = await liveScene()
    expect(await scene.tab.openStrategy({ ...press(scene), account: 'acc-2' })).toMatchObject({
      rejection: { reason: 'wrongAccount' },
    })
    await scene.world.clock.advance(30_000)
    expect(await scene.tab.openStrategy(press(scene))).toMatchObject({ kind: 'refused', rejection: { code: null } })
    expect(scene.world.transport.count(CREATE)).toBe(0)
  })

  test('of which only the answer was lost is accepted once the list shows its id', async () => {
    const { scene, listed } = await liveScene()
    scene.world.transport.on(CREATE, () => {
      listed.push(strategy())
      return RawAnswer.status(502)
    })
    let outcome: unknown = null
    void scene.tab.openStrategy(press(scene)).then((one) => (outcome = one))
    await beat(scene, 1_500)
    expect(outcome).toEqual({ kind: 'accepted', value: 's-1' })
    expect(shown(scene)).toEqual([['s-1', 'running']])
  })

  test('that never arrived is unknown, then not started: two look-ups after the landing time, and nothing sent again', async () => {
    const { scene } = await liveScene()
    answers(scene)
    scene.world.transport.on(CREATE, () => RawAnswer.status(502))
    void scene.tab.openStrategy(press(scene))
    await beat(scene, 3_000)
    expect(changes(scene)).toEqual([['openStrategy', 'unknown']])
    expect(notices(scene)).toContainEqual(['changeUnknown', 'openStrategy'])
    await beat(scene, LANDING_MS + 8_000)
    expect(changes(scene)).toEqual([])
    expect(notices(scene)).toContainEqual(['changeRefused', 'openStrategy'])
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })
})

describe('ending a strategy', () => {
  test('without an answer is done once the exchange says so of the press, or of the strategy', async () => {
    const { scene, listed } = await liveScene()
    listed.push(strategy())
    const first = answers(scene)
    scene.world.transport.on(CANCEL, () => {
      first.set('c-1', { retCode: 0, retMsg: 'OK', extMap: {} })
      listed[0] = strategy({ status: 'canceled' })
      return RawAnswer.status(502)
    })
    let outcome: unknown = null
    const reference = { symbol: BTC, strategyId: 's-1' }
    void scene.tab.cancelStrategy('c-1' as OrderLinkId, reference).then((one) => (outcome = one))
    await beat(scene, 1_500)
    expect(outcome).toEqual({ kind: 'accepted', value: 's-1' })
  })

  test('one that had ended by itself meanwhile is told so', async () => {
    const { scene, listed } = await liveScene()
    listed.push(strategy({ status: 'completed' }))
    answers(scene).set('c-1', { retCode: 110008, retMsg: 'order finished', extMap: {} })
    scene.world.transport.on(CANCEL, () => RawAnswer.status(502))
    void scene.tab.cancelStrategy('c-1' as OrderLinkId, { symbol: BTC, strategyId: 's-1' })
    await beat(scene, 3_000)
    expect(scene.world.store.changes.get('c-1' as OrderLinkId)).toMatchObject({
      state: 'refused',
      // The exchange's own refusal, or what its list says where it keeps no answers.
      ending: { rejection: IS_WEAKER ? { code: null, reason: 'orderEnded' } : { code: 110008 } },
    })
  })
})

describe('what tabs are told of strategies', () => {
  const push = (scene: Scene, seq: number, ...rows: readonly Strategy[]) =>
    scene.push('private', 'user.strategy', 'delta', seq, rows.map(writeStrategy))
  const done = { status: 'completed', filledQty: '0.05' as Qty, leavesQty: '0' as Qty, orderCount: 5 } as const

  test('comes by the private channel, without a read; an end tells one toast, its orders tell none', async () => {
    const { scene } = await liveScene()
    await beat(scene, READ_PAUSE_MS + 500)
    const reads = scene.world.transport.count(LIST)
    push(scene, 1, strategy())
    const child = order({ id: 'o-20', linkId: null, createType: 'CreateByTwap', seq: 20, status: 'filled' })
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(child, 'filled')])
    await scene.world.clock.advance(100)
    expect(shown(scene)).toEqual([['s-1', 'running']])
    push(scene, 2, strategy(done))
    await scene.world.clock.advance(100)
    expect(shown(scene)).toEqual([['s-1', 'completed']])
    expect(notices(scene)).toEqual([['strategyEnded', 's-1:ended']])
    expect(scene.world.transport.count(LIST)).toBe(reads)
  })

  test('moves forward only, whoever brings it: an older row takes nothing back, and an end is told once', async () => {
    const { scene, listed } = await liveScene()
    await beat(scene, READ_PAUSE_MS + 500)
    listed.push(strategy())
    push(scene, 1, strategy(done))
    push(scene, 2, strategy({ filledQty: '0.03' as Qty, orderCount: 3 }))
    // The next comparison with REST brings the oldest row of all.
    await beat(scene, COMPARE_EVERY_MS + 2_000)
    expect(shown(scene)).toEqual([['s-1', 'completed']])
    expect(notices(scene)).toEqual([['strategyEnded', 's-1:ended']])
  })

  test('a lost message is made good by the next read: its gap asks at once, and silence every few seconds', async () => {
    const { scene, listed } = await liveScene()
    push(scene, 1, strategy())
    listed.push(strategy(done))
    await beat(scene, COMPARE_EVERY_MS + 2_000)
    expect(shown(scene)).toEqual([['s-1', 'completed']])
    listed.push(strategy({ id: 's-2' }))
    push(scene, 4)
    await beat(scene, 1_000)
    expect(shown(scene)).toEqual([
      ['s-2', 'running'],
      ['s-1', 'completed'],
    ])
  })

  test('what is pushed while a read is on its way is not lost to it; what the exchange forgot goes', async () => {
    const { scene, listed } = await liveScene()
    listed.push(strategy({ ...done, id: 's-0' }))
    await beat(scene, COMPARE_EVERY_MS + 2_000)
    expect(shown(scene)).toEqual([['s-0', 'completed']])
    scene.world.transport.on(LIST, () => {
      const answer = { list: [], seq: scene.exchange.seq++ }
      push(scene, 1, strategy())
      return answer
    })
    await beat(scene, COMPARE_EVERY_MS + 2_000)
    expect(shown(scene)).toEqual([['s-1', 'running']])
  })
})
