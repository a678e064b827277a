import type { MarginChange, TradingStop } from '../../../src/domain/position/position-settings'
import { describe, expect, test } from 'vitest'
import type { Leverage, Money, Price } from '../../../src/domain/decimal'
import { writePosition } from '../../../src/wire/shape/position'
import { LANDING_MS } from '../../../src/workers/hub/calls/order-look-up'
import type { TabSession } from '../../../src/workers/hub/tabs/tab-session'
import type { MarginMode } from '../../../src/domain/position/position'
import { never, RawAnswer, settle } from '../fakes'
import { BTC, position, Scene } from '../scene'
import { IS_WEAKER } from '../weaker-venue'

const SET_TP_SL = '/contract/v5/position/set-tp-sl-ts'
const ADD_MARGIN = '/contract/v5/private/position/add-margin'
const MARGIN = { symbol: BTC, positionIdx: 0, amount: '100' } as MarginChange
const POSITIONS = '/v5/position/list'

const trailing: TradingStop = {
  symbol: BTC,
  positionIdx: 1,
  mode: 'full',
  takeProfit: null,
  stopLoss: null,
  tpSize: null,
  slSize: null,
  tpOrderId: null,
  slOrderId: null,
  trailing: { distance: '500' as Price, rate: null, activationPrice: null },
}

async function liveScene(): Promise<Scene> {
  const scene = new Scene()
  await scene.live()
  return scene
}

describe('what guards a position and how its margin is held (decisions 9)', () => {
  test('one request, with the names of spec §7', async () => {
    const scene = await liveScene()
    let body: unknown
    scene.world.transport.on(SET_TP_SL, (seen) => {
      body = JSON.parse(String(seen.body))
      return { list: [] }
    })
    expect(await scene.tab.setTpSl(trailing)).toEqual({ kind: 'accepted', value: null })
    expect(body).toMatchObject({ symbol: BTC, positionIdx: 1, tpSlMode: 'Full', trailingStop: '500' })
    expect(scene.world.transport.count(SET_TP_SL)).toBe(1)
  })

  test('a refusal comes with its code and bound', async () => {
    const scene = await liveScene()
    scene.world.transport.on(ADD_MARGIN, () => RawAnswer.code(110015, scene.world.clock, { field: 'symbol' }))
    expect(await scene.tab.addMargin(MARGIN)).toMatchObject({
      kind: 'refused',
      rejection: { code: 110015, ext: { field: 'symbol' } },
    })
  })

  test('nothing leaves without a live account channel (O17)', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.openPublic()
    expect(await scene.tab.setMarginMode('isolated')).toMatchObject({ kind: 'refused' })
    expect(scene.world.transport.count('/v5/account/set-margin-mode')).toBe(0)
  })

  test('a contract whose book is on a screen has its empty position read: it tells mode and leverage', async () => {
    const scene = new Scene()
    const flat = { side: null, size: '0', leverage: '25', marginMode: 'isolated', positionIdx: 2, seq: 12 }
    scene.world.transport.on(POSITIONS, ({ query }) => {
      const rows = query.get('symbol') === BTC ? [writePosition(position(flat))] : []
      return { list: rows, seq: 12 }
    })
    await scene.live()
    await settle()
    expect(scene.port.events('positions').flatMap((event) => event.positions)).toContainEqual(
      expect.objectContaining({ positionIdx: 2, size: '0', leverage: '25', marginMode: 'isolated' }),
    )
  })
})

interface Setting {
  /** As its journal entry names it. */
  readonly kind: string
  /** Where its one request goes. */
  readonly path: string
  readonly send: (tab: TabSession) => Promise<unknown>
  /** What the exchange's own state shows once it is in force; `null` where it shows nothing. */
  readonly shown: { readonly position?: object; readonly marginMode?: MarginMode } | null
}

const SETTINGS: readonly Setting[] = [
  {
    kind: 'tpSl',
    path: SET_TP_SL,
    send: (tab) => tab.setTpSl(trailing),
    shown: { position: { positionIdx: 1, tpSlMode: 'full', trailingStop: '500' } },
  },
  // The same margin could have come from elsewhere.
  { kind: 'margin', path: ADD_MARGIN, send: (tab) => tab.addMargin(MARGIN), shown: null },
  // Orders and interest change a debt, too.
  {
    kind: 'borrow',
    path: '/v5/account/borrow',
    send: (tab) => tab.changeLending({ kind: 'borrow', coin: 'ETH', amount: '1' as Money }),
    shown: null,
  },
  {
    kind: 'repay',
    path: '/v5/account/repay',
    send: (tab) => tab.changeLending({ kind: 'repay', coin: 'ETH', amount: null, withOthers: true }),
    shown: null,
  },
  {
    kind: 'autoAddMargin',
    path: '/contract/v5/private/position/set-auto-add-margin',
    send: (tab) => tab.setAutoAddMargin({ symbol: BTC, positionIdx: 0, isOn: true }),
    shown: { position: { isAutoAddMargin: true } },
  },
  {
    kind: 'marginMode',
    path: '/v5/account/set-margin-mode',
    send: (tab) => tab.setMarginMode('isolated'),
    shown: { marginMode: 'isolated' },
  },
  {
    kind: 'positionMode',
    path: '/v5/position/switch-mode',
    send: (tab) => tab.setPositionMode({ symbol: BTC, mode: 'oneWay' }),
    shown: { position: { positionIdx: 0 } },
  },
  {
    kind: 'leverage',
    path: '/v5/position/set-leverage',
    send: (tab) => tab.setLeverage({ symbol: BTC, buyLeverage: '20' as Leverage, sellLeverage: '20' as Leverage }),
    shown: { position: { leverage: '20' } },
  },
]
/** Settings whose end can be told when the answer was lost: by the answer that the exchange kept, or by what is in force. */
const TELLING = SETTINGS.filter(({ shown }) => !IS_WEAKER || shown !== null)

async function beat(scene: Scene, ms: number, from = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 1_000 === 0) scene.heartbeat(from + passed / 1_000)
    await scene.world.clock.advance(500)
  }
}

const tagOf = (headers: Readonly<Record<string, string>>): string => headers['client-tag'] ?? ''

describe.each(TELLING)(
  'a setting of kind $kind is journalled, sent once and looked up (decisions 9)',
  ({ kind, path, send, shown }) => {
    test('is on disk before its request leaves; its lost answer is looked up', async () => {
      const scene = await liveScene()
      let atSend: unknown
      scene.world.transport.on(path, ({ headers }) => {
        atSend = scene.world.store.changes.get(tagOf(headers))
        scene.exchange.answers.set(tagOf(headers), { code: 0, message: 'OK', ext: {} })
        if (shown?.position !== undefined) scene.exchange.positions = [position({ ...shown.position, seq: 12 })]
        scene.exchange.marginMode = shown?.marginMode ?? 'cross'
        return RawAnswer.status(502)
      })
      let outcome: unknown = null
      void send(scene.tab).then((one) => (outcome = one))
      await beat(scene, 1_000)
      expect(atSend).toMatchObject({ state: 'sending', change: { kind } })
      expect(outcome).toEqual({ kind: 'accepted', value: null })
      expect(scene.world.transport.count(path)).toBe(1)
    })

    test('a refusal whose answer was lost is a refusal, with its code and bound', async () => {
      const scene = await liveScene()
      scene.world.transport.on(path, ({ headers }) => {
        const answer = { code: 110_007, message: 'insufficient', ext: { available: '7' } }
        scene.exchange.answers.set(tagOf(headers), answer)
        return never()
      })
      let outcome: unknown = null
      void send(scene.tab).then((one) => (outcome = one))
      await beat(scene, 3_000)
      expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: 110_007, ext: { available: '7' } } })
    })

    test('one that never arrived is unknown, also to the next hub, and then "never taken"; nobody sends it again', async () => {
      const first = await liveScene()
      first.world.transport.on(path, never)
      let outcome: unknown = null
      void send(first.tab).then((one) => (outcome = one))
      await beat(first, 4_000)
      expect(outcome).toEqual({ kind: 'unknown' })
      expect(first.port.events('notice').map(({ notice }) => [notice.kind, notice.change])).toContainEqual([
        'changeUnknown',
        kind,
      ])
      const second = new Scene({ store: first.world.store })
      second.exchange.positions = [position({ positionIdx: 1, seq: 12 })]
      await second.live()
      expect(second.port.last('intents').changes).toMatchObject([{ state: 'unknown', change: { kind } }])
      await beat(second, LANDING_MS + 8_000, 200)
      expect(second.port.last('intents').changes).toEqual([])
      const [record] = second.world.store.changes.values()
      expect(record).toMatchObject({ state: 'refused', ending: { rejection: { reason: 'notTaken' } } })
      expect(second.world.transport.count(path)).toBe(0)
    })
  },
)

describe.skipIf(IS_WEAKER)('an exchange that keeps answers for a day alone', () => {
  /** A press that never had an answer, and a hub that comes back a day and more later. */
  async function dayLater(send: (tab: TabSession) => Promise<unknown>, path: string): Promise<Scene> {
    const first = await liveScene()
    first.world.transport.on(path, never)
    void send(first.tab)
    await beat(first, 4_000)
    const second = new Scene({ store: first.world.store })
    second.exchange.positions = [position({ positionIdx: 0, leverage: '20' as Leverage, seq: 12 })]
    const [record] = first.world.store.changes.values()
    second.exchange.answersKnownFromMs = record!.pressedAtMs + 1
    await second.live()
    await beat(second, LANDING_MS + 8_000, 200)
    return second
  }

  test('a loan that it may have forgotten is not said to have never come: it stays unknown', async () => {
    const borrow = { kind: 'borrow', coin: 'ETH', amount: '1' as Money } as const
    const later = await dayLater((tab) => tab.changeLending(borrow), '/v5/account/borrow')
    expect(later.port.last('intents').changes).toMatchObject([{ state: 'unknown', change: { kind: 'borrow' } }])
    expect(later.world.transport.count('/v5/account/borrow')).toBe(0)
  })

  test('of a leverage that it may have forgotten what is in force tells', async () => {
    const leverage = { symbol: BTC, buyLeverage: '20' as Leverage, sellLeverage: '20' as Leverage }
    const later = await dayLater((tab) => tab.setLeverage(leverage), '/v5/position/set-leverage')
    expect(later.port.last('intents').changes).toEqual([])
    const [record] = later.world.store.changes.values()
    expect(record).toMatchObject({ state: 'accepted' })
  })
})

describe('TP/SL for a position that is gone (O16)', () => {
  const held = { ...position({ positionIdx: 1, size: '0.01', seq: 12 }) }

  async function heldScene(): Promise<Scene> {
    const scene = new Scene()
    scene.exchange.positions = [held]
    await scene.live()
    return scene
  }

  test('the exchange refuses it: the position is closed, and TP/SL is not set', async () => {
    const scene = await heldScene()
    // What v5 answers to TP/SL without a position.
    scene.world.transport.on(SET_TP_SL, () => RawAnswer.code(10_001, scene.world.clock, { field: 'symbol' }))
    expect(await scene.tab.setTpSl(trailing)).toMatchObject({
      kind: 'refused',
      rejection: { code: null, reason: 'positionClosed' },
    })
  })

  test.each([
    ['was closed meanwhile', [], 'positionClosed'],
    ['is still there', [held], 'notTaken'],
  ] as const)('a request that was lost, and the position %s: the reason says so', async (_, left, reason) => {
    const scene = await heldScene()
    scene.world.transport.on(SET_TP_SL, never)
    void scene.tab.setTpSl(trailing)
    scene.exchange.positions = [...left]
    scene.exchange.seq = 200
    scene.exchange.rowSeq = 20
    await beat(scene, LANDING_MS + 20_000)
    const [record] = scene.world.store.changes.values()
    expect(record?.ending?.rejection?.reason).toBe(reason)
    expect(scene.port.last('intents').changes).toEqual([])
    expect(scene.world.transport.count(SET_TP_SL)).toBe(1)
  })
})
