import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { OrderLinkId } from '../../../src/domain/order/order'
import { writeOrderRow } from '../../../src/wire/push/account'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { ENDS_WITHIN_MS } from '../../../src/workers/hub/calls/new-order-calls'
import { LANDING_MS, VALID_MS } from '../../../src/workers/hub/calls/order-look-up'
import { ACCOUNT, BTC, order, Scene } from '../scene'
import { never, RawAnswer, settle } from '../fakes'
import { RECEIVE_WINDOW_HEADER, TIMESTAMP_HEADER } from '../../../src/workers/venue/sandbox/sandbox-venue'
import { IS_WEAKER } from '../weaker-venue'

const CREATE = '/contract/v5/order/create'
const CANCEL = '/contract/v5/order/cancel'
const PRESS = 'press-1' as OrderLinkId

function press(change: object = {}): OrderIntent {
  return {
    id: PRESS,
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
    ...change,
  } as OrderIntent
}

async function liveScene({ keepsValidUntil = false } = {}): Promise<Scene> {
  const scene = new Scene()
  scene.exchange.keepsValidUntil = keepsValidUntil
  await scene.live()
  scene.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: PRESS, price: '64000' }))
  scene.port.clear()
  return scene
}

/** Time passes on a healthy line. */
async function beat(scene: Scene, ms: number, from = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 1_000 === 0) scene.heartbeat(from + passed / 1_000)
    await scene.world.clock.advance(500)
  }
}

/** Starts a press without waiting for it. */
function placed(scene: Scene, change: object = {}): { outcome: Outcome<unknown> | null } {
  const box: { outcome: Outcome<unknown> | null } = { outcome: null }
  void scene.tab.placeOrder(press(change)).then((outcome) => (box.outcome = outcome))
  return box
}

const intentStates = (scene: Scene) => scene.port.last('intents').intents.map(({ state }) => state)
const notices = (scene: Scene) => scene.port.events('notice').map(({ notice }) => notice.kind)

/** The exchange's time after which it is to refuse a call: said as such, or as the call's own time and a window after it. */
function validUntil(headers: Readonly<Record<string, string>> = {}): number {
  return IS_WEAKER
    ? Number(headers[TIMESTAMP_HEADER]) + Number(headers[RECEIVE_WINDOW_HEADER])
    : Number(headers['valid-until'])
}

describe('an order that ends at once (decisions 45, issue 19.5)', () => {
  const POST_ONLY = { order: { ...press().order, timeInForce: 'postOnly' } }
  const ENDED = order({
    status: 'canceled',
    timeInForce: 'postOnly',
    rejectReason: 'EC_PostOnlyWillTakeLiquidity',
    seq: 11,
  })
  const told = (scene: Scene): readonly unknown[] =>
    scene.port.events('notice').map(({ notice }) => [notice.kind, notice.order?.rejectReason ?? null])

  test.each([
    ['after its answer', 50],
    ['before its answer', 0],
  ])('is told by one message, its end %s', async (_, delayMs) => {
    const scene = await liveScene()
    const push = (): void =>
      scene.push('private', 'user.order', 'delta', 1, [
        writeOrderRow(order({ timeInForce: 'postOnly' }), 'newed'),
        writeOrderRow(ENDED, 'canceled'),
      ])
    if (delayMs === 0)
      scene.world.transport.on(CREATE, () => {
        push()
        return { orderId: 'o-1', orderLinkId: PRESS, price: '64000' }
      })
    await scene.tab.placeOrder(press(POST_ONLY))
    await scene.world.clock.advance(delayMs)
    if (delayMs > 0) push()
    await settle()
    await scene.world.clock.advance(2 * ENDS_WITHIN_MS)
    expect(told(scene)).toEqual([['orderCanceled', 'EC_PostOnlyWillTakeLiquidity']])
  })

  const AT_MARKET = { ...press().order, type: 'market', price: null } as const
  const END_AT_MARKET = { type: 'market', price: null, leavesQty: '0' as Qty, seq: 12 } as const
  const FILLED = order({ ...END_AT_MARKET, status: 'filled', filledQty: '0.01' as Qty, avgPrice: '64000' as Price })

  test.each([
    ['filled, which is known after its answer', FILLED, 'orderFilled', 50],
    ['filled, which is known before its answer', FILLED, 'orderFilled', 0],
    [
      'partly filled',
      order({
        ...END_AT_MARKET,
        status: 'partiallyFilledCanceled',
        filledQty: '0.004' as Qty,
        avgPrice: '64000' as Price,
        rejectReason: 'EC_NoImmediateQtyToFill',
      }),
      'orderCanceled',
      50,
    ],
    [
      'cancelled, since there was nothing in the book',
      order({ ...END_AT_MARKET, status: 'canceled', rejectReason: 'EC_NoImmediateQtyToFill' }),
      'orderCanceled',
      50,
    ],
  ] as const)('at market is told once, by its end: %s', async (_, end, kind, delayMs) => {
    const scene = await liveScene()
    const push = (): void => scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(end, 'filled')])
    if (delayMs === 0)
      scene.world.transport.on(CREATE, async () => {
        push()
        await settle()
        return { orderId: 'o-1', orderLinkId: PRESS, price: '' }
      })
    await scene.tab.placeOrder(press({ order: AT_MARKET }))
    await scene.world.clock.advance(delayMs)
    if (delayMs > 0) push()
    await settle()
    await scene.world.clock.advance(2 * ENDS_WITHIN_MS)
    expect(notices(scene)).toEqual([kind])
  })

  test('at market is told as placed where its end does not come: nobody is left without a word', async () => {
    const scene = await liveScene()
    await scene.tab.placeOrder(press({ order: AT_MARKET }))
    await scene.world.clock.advance(ENDS_WITHIN_MS - 1)
    expect(notices(scene)).toEqual([])
    await scene.world.clock.advance(1)
    expect(notices(scene)).toEqual(['orderPlaced'])
  })

  test.each([
    ['waits for a price', { trigger: { price: '65000', by: 'last', direction: 1 } }],
    ['trails the price', { trailValue: '100' }],
    ['goes as several, each with an end of its own', { isSplit: true }],
  ])('at market is told as placed at once where it %s', async (_, terms) => {
    const scene = await liveScene()
    await scene.tab.placeOrder(press({ order: { ...AT_MARKET, ...terms } }))
    await settle()
    expect(notices(scene)).toEqual(['orderPlaced'])
  })

  test('is told as placed once it stands in the book', async () => {
    const scene = await liveScene()
    await scene.tab.placeOrder(press(POST_ONLY))
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ timeInForce: 'postOnly' }), 'newed')])
    await settle()
    expect(told(scene)).toEqual([])
    await scene.world.clock.advance(ENDS_WITHIN_MS)
    expect(told(scene)).toEqual([['orderPlaced', null]])
  })

  test('of one that was taken the price of the answer goes along, since its row often comes later', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: PRESS, price: '63500' }))
    await scene.tab.placeOrder(press())
    expect(scene.port.events('notice').map(({ notice }) => notice)).toMatchObject([
      { kind: 'orderPlaced', order: null, placedPrice: '63500' },
    ])
  })

  test('a code that nobody here knows goes to the log, once', async () => {
    const scene = await liveScene()
    const strange = (id: string, seq: number): ReturnType<typeof writeOrderRow> =>
      writeOrderRow(order({ id, linkId: null, status: 'canceled', rejectReason: 'EC_Elsewhere', seq }), 'canceled')
    scene.push('private', 'user.order', 'delta', 1, [strange('a', 11), strange('b', 12)])
    await settle()
    expect(scene.world.traces.filter((what) => what.includes('EC_Elsewhere'))).toHaveLength(1)
  })
})

describe('a split order of which some parts were not taken (decisions 22, spec §8)', () => {
  test('is accepted, and says how much is missing', async () => {
    const scene = await liveScene()
    // 3.5 in E8.
    const result = { orderId: 'o-1', orderLinkId: PRESS, price: '64000', create_order_failed_qty_x: '350000000' }
    scene.world.transport.on(CREATE, () => RawAnswer.json({ retCode: 39303, retMsg: 'partly', result, time: 1 }))
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'accepted', value: 'o-1' })
    const split = scene.port.events('notice').find(({ notice }) => notice.kind === 'orderSplitFailed')
    // An exchange that does not count them.
    expect(split?.notice.split).toEqual({ failedQty: '3.5', coin: 'BTC', counts: null })
    expect(notices(scene)).not.toContain('orderRejected')
  })

  test('is told once, with its parts and why the first of the others was not taken', async () => {
    const scene = await liveScene()
    const ext_map = { coin: 'USDT', required: '8000', available: '20' }
    const create_order_failed = { parts: 30, placed: 21, ret_code: 110007, ret_msg: 'no balance', ext_map }
    const ids = { orderId: 'o-1', orderLinkId: PRESS, price: '64000' }
    const result = { ...ids, create_order_failed_qty_x: '350000000', create_order_failed }
    scene.world.transport.on(CREATE, async () => {
      // The first part comes over the stream before the answer, and says nothing of the others.
      scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(order(), 'newed')])
      await settle()
      return RawAnswer.json({ retCode: 39303, retMsg: 'partly', result, time: 1 })
    })
    await scene.tab.placeOrder(press({ order: { ...press().order, isSplit: true } }))
    await scene.world.clock.advance(1_000)
    expect(notices(scene)).toEqual(['orderSplitFailed'])
    const [{ notice } = { notice: null }] = scene.port.events('notice')
    expect(notice?.split?.counts).toEqual({ parts: 30, placed: 21 })
    const message = 'no balance'
    expect(notice?.rejection).toEqual({ code: 110007, reason: 'refusedByExchange', message, ext: ext_map })
  })

  test('that was taken whole is told as placed, also where the stream was faster than the answer', async () => {
    const scene = await liveScene()
    const result = { orderId: 'o-1', orderLinkId: PRESS, price: '64000', create_order_failed_qty_x: '0' }
    scene.world.transport.on(CREATE, async () => {
      scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(order(), 'newed')])
      await settle()
      return RawAnswer.json({ retCode: 0, retMsg: 'OK', result, time: 1 })
    })
    await scene.tab.placeOrder(press({ order: { ...press().order, isSplit: true } }))
    await settle()
    expect(notices(scene)).toEqual(['orderPlaced'])
  })

  test('whose answer is lost is told as placed once its call is over', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, async () => {
      scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(order(), 'newed')])
      await settle()
      throw new TypeError('fetch failed')
    })
    await scene.tab.placeOrder(press({ order: { ...press().order, isSplit: true } }))
    await settle()
    expect(notices(scene)).toEqual(['orderPlaced'])
  })

  test('whose answer cannot be read is looked up', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => RawAnswer.json({ retCode: 39303, retMsg: 'partly', result: {}, time: 1 }))
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'unknown' })
  })
})

describe('a press (decisions 9, I1, I2, I3)', () => {
  test('is one request, tagged with its id, with exact decimals', async () => {
    const scene = await liveScene()
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'accepted', value: 'o-1' })
    const [request] = scene.world.transport.requests.filter(({ path }) => path === CREATE)
    expect(request?.headers['client-tag']).toBe(PRESS)
    // 0.01 × 10^8
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ qtyX: '1000000', price: '64000', side: 'Buy' })
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test.each([
    ['a new order', {}, '/fapi/beehive/private/v1/common/order/create'],
    ['a whole position’s close', { action: 'CloseAll' }, '/fapi/beehive/private/v1/common/order/close-all'],
  ])(
    'of a copy-trade account is %s by a call of its own, and never by the ordinary one (spec §6)',
    async (_, terms, path) => {
      const scene = new Scene()
      scene.exchange.kind = 'copy'
      await scene.live()
      scene.world.transport.on(path, () => ({ orderId: 'o-1', orderLinkId: PRESS, price: '64000' }))
      const { order: plain } = press()
      expect(await scene.tab.placeOrder(press({ order: { ...plain, ...terms } }))).toEqual({
        kind: 'accepted',
        value: 'o-1',
      })
      const [request] = scene.world.transport.requests.filter((one) => one.path === path)
      expect(request?.headers['client-tag']).toBe(PRESS)
      expect(scene.world.transport.count(CREATE)).toBe(0)
    },
  )

  test('is on disk before its request leaves (O18)', async () => {
    const scene = await liveScene()
    const requestsAtWrite: number[] = []
    scene.world.store.onIntent = () => requestsAtWrite.push(scene.world.transport.count(CREATE))
    await scene.tab.placeOrder(press())
    expect(requestsAtWrite[0]).toBe(0)
  })

  test('that cannot be recorded is not sent (D3)', async () => {
    const scene = await liveScene()
    scene.world.store.isFull = true
    expect(await scene.tab.placeOrder(press())).toMatchObject({
      kind: 'refused',
      rejection: { reason: 'cannotRecord' },
    })
    expect(scene.world.transport.count(CREATE)).toBe(0)
  })

  test('pressed twice with one id is sent once, and both callers hear the same (O7)', async () => {
    const scene = await liveScene()
    const [first, second] = await Promise.all([scene.tab.placeOrder(press()), scene.tab.placeOrder(press())])
    expect(first).toEqual(second)
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test('the same ticket from two tabs is two orders, and the second tab is told "one just sent" (O8)', async () => {
    const scene = await liveScene()
    const other = await scene.join('tab-2')
    const press2 = press({ id: 'press-2', pressedAtMs: 1_700_000_000_001 })
    await Promise.all([scene.tab.placeOrder(press()), other.tab.placeOrder(press2)])
    await settle()
    expect(scene.world.transport.count(CREATE)).toBe(2)
    const told = other.port.events('notice').map(({ notice }) => notice)
    expect(told.filter(({ kind }) => kind === 'orderRepeated').map(({ intent }) => intent?.id)).toEqual(['press-2'])
    expect(notices(scene)).not.toContain('orderRepeated')
  })

  test('two different tickets, or two of one tab, warn of nothing', async () => {
    const scene = await liveScene()
    const other = await scene.join('tab-2')
    await scene.tab.placeOrder(press())
    await scene.tab.placeOrder(press({ id: 'press-2' }))
    await other.tab.placeOrder(press({ id: 'press-3', order: { ...press().order, qty: '0.02' } }))
    await settle()
    expect(notices(scene)).not.toContain('orderRepeated')
  })

  test('a definite refusal is refused, with the code and its numbers (O6)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => RawAnswer.code(30031, scene.world.clock, { required: '64' }))
    const outcome = await scene.tab.placeOrder(press())
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: 30031, ext: { required: '64' } } })
    await settle()
    expect(notices(scene)).toEqual(['orderRejected'])
    expect(intentStates(scene)).toEqual(['refused'])
  })

  test('of a split order that is taken in part the taken part stands, and the rest is named exactly (O15)', async () => {
    const scene = await liveScene()
    // 0.007 of it in E8; the code is spec §8's.
    const result = { orderId: 'o-1', orderLinkId: PRESS, price: '64000', create_order_failed_qty_x: '700000' }
    const body = { retCode: 39_303, retMsg: 'in part', result, retExtInfo: {}, time: scene.world.clock.now() }
    scene.world.transport.on(CREATE, () => new RawAnswer({ status: 200, isEmpty: false, body }))
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'accepted', value: 'o-1' })
    await settle()
    // That it was placed, beside it, would be told of the whole quantity.
    expect(notices(scene)).toEqual(['orderSplitFailed'])
    const told = scene.port.events('notice').map(({ notice }) => notice)
    expect(told.find(({ kind }) => kind === 'orderSplitFailed')?.split).toMatchObject({
      failedQty: '0.007',
      coin: 'BTC',
    })
    expect(notices(scene)).not.toContain('orderRejected')
    expect(intentStates(scene)).toEqual([])
  })

  test('the same when the stream was faster than the answer (O15)', async () => {
    const scene = await liveScene()
    const result = { orderId: 'o-1', orderLinkId: PRESS, price: '64000', create_order_failed_qty_x: '700000' }
    const body = { retCode: 39_303, retMsg: 'in part', result, retExtInfo: {}, time: scene.world.clock.now() }
    scene.world.transport.on(CREATE, async () => {
      scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(order(), 'newed')])
      await settle()
      return new RawAnswer({ status: 200, isEmpty: false, body })
    })
    expect(await scene.tab.placeOrder(press())).toMatchObject({ kind: 'accepted' })
    expect(notices(scene)).toContain('orderSplitFailed')
  })

  test.each([
    ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
    ['500', () => RawAnswer.status(500)],
    ['502', () => RawAnswer.status(502)],
    ['503', () => RawAnswer.status(503)],
  ])('%s is unknown, never failed, and never sent again (O1, O5)', async (_, answer) => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, answer)
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'unknown' })
    await settle()
    expect(intentStates(scene)).toEqual(['unknown'])
    expect(notices(scene)).toEqual(['orderUnknown'])
    await beat(scene, 5_000)
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test('9000001 is unknown', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => RawAnswer.code(9_000_001, scene.world.clock))
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'unknown' })
  })

  test('an answer that does not come is shown as unknown within 2 s (O1)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, never)
    const box = placed(scene)
    await beat(scene, 2_000)
    expect(box.outcome).toEqual({ kind: 'unknown' })
    expect(intentStates(scene)).toEqual(['unknown'])
  })

  test('unknown becomes accepted by the look-up of its own id', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => {
      scene.exchange.orders = [order()]
      return RawAnswer.status(504)
    })
    await scene.tab.placeOrder(press())
    await beat(scene, 1_000)
    const lookUp = scene.world.transport.requests.findLast(({ query }) => query.get('orderLinkId') !== null)
    expect(lookUp?.query.get('orderLinkId')).toBe(PRESS)
    expect(intentStates(scene)).toEqual([])
    expect(scene.port.last('orders').orders).toMatchObject([{ id: 'o-1', status: 'new' }])
    expect(notices(scene)).toEqual(['orderUnknown', 'orderPlaced'])
  })

  test('one that is looked up and was filled tells its fill too, and once: its message may be lost (O1)', async () => {
    const scene = await liveScene()
    const filled = order({ type: 'market', status: 'filled', filledQty: '0.01' as Qty, leavesQty: '0' as Qty, seq: 12 })
    scene.world.transport.on(CREATE, () => {
      scene.exchange.orders = [filled]
      return RawAnswer.status(504)
    })
    await scene.tab.placeOrder(press())
    await beat(scene, 1_000)
    expect(notices(scene)).toEqual(['orderUnknown', 'orderPlaced', 'orderFilled'])
    // It comes after all.
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(filled, 'filled')])
    await settle()
    expect(notices(scene)).toEqual(['orderUnknown', 'orderPlaced', 'orderFilled'])
  })

  test('unknown becomes accepted by push, without waiting for the answer (O4)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, never)
    placed(scene)
    await settle()
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    await settle()
    expect(intentStates(scene)).toEqual([])
    expect(notices(scene)).toEqual(['orderPlaced'])
    await beat(scene, 3_000)
    expect(notices(scene)).toEqual(['orderPlaced'])
  })

  test('absent before the landing time is not yet "not placed"; twice absent after it is (O2)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => Promise.reject(new TypeError('fetch failed')))
    await scene.tab.placeOrder(press())
    await beat(scene, LANDING_MS - 1_000)
    expect(intentStates(scene)).toEqual(['unknown'])
    await beat(scene, 12_000, 200)
    expect(intentStates(scene)).toEqual(['notPlaced'])
    expect(notices(scene)).toEqual(['orderUnknown', 'orderNotPlaced'])
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test('the user may send a press that was not placed again, under the same id', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => Promise.reject(new TypeError('fetch failed')))
    await scene.tab.placeOrder(press())
    await beat(scene, LANDING_MS + 12_000)
    scene.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: PRESS, price: '64000' }))
    expect(await scene.tab.resendIntent(PRESS)).toEqual({ kind: 'accepted', value: 'o-1' })
    const tags = scene.world.transport.requests
      .filter(({ path }) => path === CREATE)
      .map((one) => one.headers['client-tag'])
    expect(tags).toEqual([PRESS, PRESS])
  })

  test('where the exchange refuses what comes late, an absence counts as soon as the order is late (I2, O2)', async () => {
    const scene = await liveScene({ keepsValidUntil: true })
    scene.world.transport.on(CREATE, never)
    placed(scene)
    await beat(scene, VALID_MS)
    expect(intentStates(scene)).toEqual(['unknown'])
    // The first look-up after that moment, and the second 250 ms later; its request is out all the while.
    await beat(scene, 1_000, 200)
    expect(intentStates(scene)).toEqual(['notPlaced'])
    const [sent] = scene.world.transport.requests.filter(({ path }) => path === CREATE)
    // The fakes' exchange has the hub's own clock, which stood at this time at the press.
    expect(validUntil(sent?.headers)).toBe(1_700_000_000_000 + VALID_MS)
  })

  test('the refusal of a late request does not end the press that the user has sent again since', async () => {
    const scene = await liveScene({ keepsValidUntil: true })
    let answer: (value: unknown) => void = () => {}
    scene.world.transport.on(CREATE, () => new Promise((resolve) => (answer = resolve)))
    placed(scene)
    await beat(scene, VALID_MS + 1_000)
    const answerLate = answer
    scene.world.transport.on(CREATE, never)
    void scene.tab.resendIntent(PRESS)
    await settle()
    answerLate(RawAnswer.code(10_002, scene.world.clock))
    await settle()
    expect(intentStates(scene)).toEqual(['sending'])
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    await settle()
    expect(intentStates(scene)).toEqual([])
    expect(notices(scene)).not.toContain('orderRejected')
  })

  test('an exchange that says nothing of it is sent no such time', async () => {
    const scene = await liveScene()
    await scene.tab.placeOrder(press())
    const [sent] = scene.world.transport.requests.filter(({ path }) => path === CREATE)
    expect(sent?.headers).not.toHaveProperty('valid-until')
  })

  test('an unknown press cannot be sent again', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, never)
    placed(scene)
    await beat(scene, 2_000)
    expect(await scene.tab.resendIntent(PRESS)).toMatchObject({ kind: 'refused' })
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test('an order that turns up after all wins over "not placed"', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CREATE, () => Promise.reject(new TypeError('fetch failed')))
    await scene.tab.placeOrder(press())
    await beat(scene, LANDING_MS + 12_000)
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    await settle()
    expect(intentStates(scene)).toEqual([])
  })

  test('"duplicate" means found: the order is fetched (O20)', async () => {
    const scene = await liveScene()
    scene.exchange.orders = [order()]
    scene.world.transport.on(CREATE, () => RawAnswer.code(110_072, scene.world.clock))
    expect(await scene.tab.placeOrder(press())).toEqual({ kind: 'unknown' })
    await beat(scene, 1_000)
    expect(scene.port.last('orders').orders).toMatchObject([{ id: 'o-1' }])
  })
})

describe('what comes late or looks odd', () => {
  test('an answer after more than a minute changes nothing: the row turned live by its id, once (O3)', async () => {
    const scene = await liveScene()
    let answer: (value: unknown) => void = () => {}
    scene.world.transport.on(CREATE, () => new Promise((resolve) => (answer = resolve)))
    placed(scene)
    await beat(scene, 2_000)
    scene.exchange.orders = [order()]
    await beat(scene, 3_000, 200)
    expect(intentStates(scene)).toEqual([])
    await beat(scene, 65_000, 300)
    answer({ orderId: 'o-1', orderLinkId: PRESS, price: '64000' })
    await settle()
    expect(intentStates(scene)).toEqual([])
    expect(notices(scene)).toEqual(['orderUnknown', 'orderPlaced'])
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })

  test('an id beyond 2^53 goes out as it came in (N3)', async () => {
    const scene = await liveScene()
    const id = '8389765489680951453'
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ id }), 'newed')])
    await settle()
    const shown = scene.port.last('orders').orders[0]
    expect(shown?.id).toBe(id)
    scene.world.transport.on(CANCEL, () => ({ orderId: id, orderLinkId: PRESS, price: '' }))
    await scene.tab.cancelOrder('c-1' as OrderLinkId, { symbol: BTC, orderId: shown!.id, orderLinkId: null })
    const request = scene.world.transport.requests.findLast(({ path }) => path === CANCEL)
    expect(request?.body).toContain(`"orderId":"${id}"`)
  })

  test('a later change with an earlier time is later all the same: sequences order, and not clocks (N2)', async () => {
    const scene = await liveScene()
    const at = order().updatedAtMs
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order({ seq: 10, updatedAtMs: at }), 'newed')])
    const filled = { status: 'filled', filledQty: '0.01', leavesQty: '0', seq: 11, updatedAtMs: at - 90_000 }
    scene.push('private', 'user.order', 'delta', 2, [writeOrderRow(order(filled), 'filled')])
    await settle()
    expect(scene.port.last('orders').orders).toMatchObject([{ status: 'filled' }])
  })
})

describe('refused at the tab, nothing sent (O17, I4, I17)', () => {
  test('while the exchange cannot be reached', async () => {
    const scene = await liveScene()
    scene.world.transport.isDown = true
    scene.publicSocket.drop()
    scene.privateSocket.drop()
    await scene.world.clock.advance(1_000)
    expect(await scene.tab.placeOrder(press())).toMatchObject({ kind: 'refused', rejection: { reason: 'offline' } })
    expect(scene.world.transport.count(CREATE)).toBe(0)
  })

  test('while data is stale', async () => {
    const scene = await liveScene()
    await scene.world.clock.advance(2_000)
    expect(await scene.tab.placeOrder(press())).toMatchObject({ kind: 'refused', rejection: { reason: 'notLive' } })
  })

  test('by another account than the one signed in', async () => {
    const scene = await liveScene()
    const outcome = await scene.tab.placeOrder(press({ account: 'acc-2' }))
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { reason: 'wrongAccount' } })
  })

  test('while the rules of the contract are being asked for again', async () => {
    const scene = await liveScene()
    scene.world.transport.on('/contract/v5/product/dynamic-symbol-item', never)
    scene.exchange.version = 'v2'
    scene.notifySymbols(2, 'BTCUSDT')
    await settle()
    const outcome = await scene.tab.placeOrder(press())
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { reason: 'rulesUnconfirmed' } })
  })

  test('in a storm of presses, while a cancel still goes through (O19)', async () => {
    const scene = await liveScene()
    scene.world.transport.on(CANCEL, () => ({ orderId: 'o-1', orderLinkId: PRESS, price: '' }))
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, i) => scene.tab.placeOrder(press({ id: `storm-${i}` }))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(40)
    const reference = { symbol: BTC, orderId: order().id, orderLinkId: null }
    expect(await scene.tab.cancelOrder('cancel-1' as OrderLinkId, reference)).toMatchObject({ kind: 'accepted' })
  })
})

describe('after the hub was killed between journal and answer', () => {
  test('the next hub looks the press up and does not send it (I2, O18)', async () => {
    const first = await liveScene()
    first.world.transport.on(CREATE, never)
    placed(first)
    await settle()
    expect(first.world.store.intents.get(PRESS)?.state).toBe('sending')

    const second = new Scene({ store: first.world.store })
    second.exchange.orders = [order()]
    second.world.transport.on(CREATE, () => ({ orderId: 'o-1', orderLinkId: PRESS, price: '64000' }))
    await second.hello()
    await settle()
    expect(intentStates(second)).toEqual(['unknown'])
    await second.openPublic()
    await second.openPrivate()
    await second.world.clock.advance(1_000)
    expect(intentStates(second)).toEqual([])
    expect(second.port.last('orders').orders).toMatchObject([{ id: 'o-1' }])
    expect(second.world.transport.count(CREATE)).toBe(0)
  })

  test('a press that never left becomes "not placed", and only by proof', async () => {
    const first = await liveScene()
    first.world.transport.on(CREATE, never)
    placed(first)
    await settle()

    const second = new Scene({ store: first.world.store })
    await second.hello()
    await second.openPublic()
    await second.openPrivate()
    await beat(second, LANDING_MS + 12_000)
    expect(intentStates(second)).toEqual(['notPlaced'])
    expect(second.world.transport.count(CREATE)).toBe(0)
  })
})

describe('cancel', () => {
  const reference = { symbol: BTC, orderId: order().id, orderLinkId: null }

  test('without an answer is looked up; gone from the book it is accepted (O10)', async () => {
    const scene = await liveScene()
    scene.exchange.orders = [order({ status: 'canceled', seq: 20 })]
    scene.world.transport.on(CANCEL, () => RawAnswer.status(502))
    let outcome: unknown = null
    void scene.tab.cancelOrder('cancel-1' as OrderLinkId, reference).then((one) => (outcome = one))
    await beat(scene, 1_000)
    expect(outcome).toEqual({ kind: 'accepted', value: 'o-1' })
    expect(scene.world.transport.count(CANCEL)).toBe(1)
  })

  test('that cannot be found out is unknown, and the order is not painted as gone', async () => {
    const scene = await liveScene()
    scene.exchange.orders = [order()]
    scene.push('private', 'user.order', 'delta', 1, [writeOrderRow(order(), 'newed')])
    scene.world.transport.on(CANCEL, () => RawAnswer.status(502))
    let outcome: unknown = null
    void scene.tab.cancelOrder('cancel-1' as OrderLinkId, reference).then((one) => (outcome = one))
    await beat(scene, 3_000)
    expect(outcome).toEqual({ kind: 'unknown' })
    expect(notices(scene)).toContain('changeUnknown')
    expect(scene.port.last('orders').orders).toMatchObject([{ status: 'new' }])
  })

  test('whose answer only never comes is told by the order within a few seconds, not by the deadline (O10)', async () => {
    const scene = await liveScene()
    scene.exchange.orders = [order({ status: 'canceled', seq: 20 })]
    scene.world.transport.on(CANCEL, never)
    let outcome: unknown = null
    void scene.tab.cancelOrder('cancel-1' as OrderLinkId, reference).then((one) => (outcome = one))
    await beat(scene, 2_000)
    expect(outcome).toEqual({ kind: 'accepted', value: 'o-1' })
    expect(scene.world.transport.count(CANCEL)).toBe(1)
  })

  test('whose answer comes while the order is being looked up has that answer', async () => {
    const scene = await liveScene()
    scene.exchange.orders = [order()]
    let answer: (value: unknown) => void = () => {}
    scene.world.transport.on(CANCEL, () => new Promise((resolve) => (answer = resolve)))
    let outcome: unknown = null
    void scene.tab.cancelOrder('cancel-1' as OrderLinkId, reference).then((one) => (outcome = one))
    await beat(scene, 2_000)
    expect(outcome).toBeNull()
    answer(RawAnswer.code(110001, scene.world.clock))
    await settle()
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: 110001 } })
    expect(notices(scene)).not.toContain('changeUnknown')
  })
})
