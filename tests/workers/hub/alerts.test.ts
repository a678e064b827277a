import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import type { AlertTerms, PriceAlert } from '../../../src/domain/market/price-alert'
import { writePriceAlert, writeRemovedAlert } from '../../../src/wire/push/price-alerts'
import { ALERT_READ_PAUSE_MS } from '../../../src/workers/hub/account/alert-feed'
import { COMPARE_EVERY_MS } from '../../../src/workers/hub/account/account-comparison'
import { LANDING_MS } from '../../../src/workers/hub/calls/order-look-up'
import { RawAnswer } from '../fakes'
import { BTC, Scene } from '../scene'

const CREATE = '/contract/v5/price-alert/create'
const AMEND = '/contract/v5/price-alert/amend'
const REMOVE = '/contract/v5/price-alert/remove'
const LIST = '/contract/v5/price-alert/list'
const TERMS: AlertTerms = {
  symbol: BTC,
  condition: 'crossing',
  price: '61000' as Price,
  percent: null,
  by: 'last',
  frequency: 'once',
  interval: null,
}
const alertOf = (id: string, change: Partial<PriceAlert> = {}): PriceAlert => ({
  ...TERMS,
  id,
  linkId: null,
  createdAtMs: 1,
  isActive: true,
  firedCount: 0,
  firedAtMs: null,
  firedPrice: null,
  ...change,
})
const FIRED = { isActive: false, firedCount: 1, firedAtMs: 9, firedPrice: '61000' as Price }

/** `listed` is what the exchange's list says. */
async function liveScene(...listed: PriceAlert[]) {
  const scene = new Scene()
  scene.world.transport.on(LIST, () => ({ list: listed.map(writePriceAlert), seq: scene.exchange.seq++ }))
  await scene.live()
  return { scene, listed }
}

let counter = 100

async function beat(scene: Scene, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 1_000 === 0) scene.heartbeat(counter++)
    await scene.world.clock.advance(500)
  }
}

const shown = (scene: Scene) => scene.port.last('alerts').alerts.map(({ id, price, isActive }) => [id, price, isActive])
const changes = (scene: Scene) => scene.port.last('intents').changes.map(({ change, state }) => [change.kind, state])
const notices = (scene: Scene) =>
  scene.port.events('notice').map(({ notice }) => [notice.kind, notice.change ?? notice.id])
const push = (scene: Scene, seq: number, ...rows: readonly object[]) =>
  scene.push('private', 'user.alert', 'delta', seq, rows)

describe('a press about an alert is a journalled change (decisions 9)', () => {
  test('is on disk before its one request leaves, and the list is read after it', async () => {
    const { scene, listed } = await liveScene()
    let atSend: unknown
    let tag: string | undefined
    scene.world.transport.on(CREATE, ({ headers }) => {
      tag = headers['client-tag']
      atSend = scene.world.store.changes.get(tag as never)?.state
      listed.push(alertOf('a', { linkId: tag ?? null }))
      return writePriceAlert(listed[0] ?? alertOf('a'))
    })
    expect(await scene.tab.addAlert(TERMS)).toEqual({ kind: 'accepted', value: null })
    expect(atSend).toBe('sending')
    expect(scene.world.store.changes.get(tag as never)).toMatchObject({
      state: 'accepted',
      change: { kind: 'addAlert' },
    })
    expect(scene.world.transport.count(CREATE)).toBe(1)
    await beat(scene, ALERT_READ_PAUSE_MS + 500)
    expect(shown(scene)).toEqual([['a', '61000', true]])
  })

  test('of which only the answer was lost is accepted once the list shows what it asked for', async () => {
    const { scene, listed } = await liveScene()
    scene.world.transport.on(CREATE, ({ headers }) => {
      listed.push(alertOf('a', { linkId: headers['client-tag'] ?? null }))
      return RawAnswer.status(502)
    })
    scene.world.transport.on(AMEND, () => {
      listed[0] = alertOf('a', { price: '62000' as Price })
      return RawAnswer.status(502)
    })
    scene.world.transport.on(REMOVE, () => {
      listed.length = 0
      return RawAnswer.status(502)
    })
    const ends: unknown[] = []
    const wait = async (asked: Promise<unknown>): Promise<void> => {
      void asked.then((outcome) => ends.push(outcome))
      await beat(scene, 1_500)
    }
    await wait(scene.tab.addAlert(TERMS))
    await wait(scene.tab.amendAlert({ ...TERMS, price: '62000.0' as Price, id: 'a' }))
    await wait(scene.tab.removeAlert({ symbol: BTC, alertId: 'a' }))
    expect(ends).toEqual(Array.from({ length: 3 }, () => ({ kind: 'accepted', value: null })))
    expect([CREATE, AMEND, REMOVE].map((path) => scene.world.transport.count(path))).toEqual([1, 1, 1])
  })

  test('that never came is unknown, and refused once the list proves it; it is not sent again', async () => {
    const { scene } = await liveScene()
    scene.world.transport.on(CREATE, () => RawAnswer.status(502))
    void scene.tab.addAlert(TERMS)
    await beat(scene, 2_500)
    expect(changes(scene)).toEqual([['addAlert', 'unknown']])
    await beat(scene, LANDING_MS + 3_000)
    expect(changes(scene)).toEqual([])
    expect(notices(scene)).toEqual([
      ['changeUnknown', 'addAlert'],
      ['changeRefused', 'addAlert'],
    ])
    expect(scene.world.transport.count(CREATE)).toBe(1)
  })
})

describe('what tabs are told of alerts', () => {
  test('the list with the account, in every tab; another list when the next comparison finds one', async () => {
    const { scene, listed } = await liveScene(alertOf('a'))
    const second = await scene.join('tab-2')
    expect(second.port.last('alerts').alerts.map(({ id }) => id)).toEqual(['a'])
    listed.push(alertOf('b', { createdAtMs: 2 }))
    await beat(scene, COMPARE_EVERY_MS + 1_000)
    expect(shown(scene).map(([id]) => id)).toEqual(['a', 'b'])
  })

  test('what is pushed is shown at once; one that fires is told once, by one tab; one that is gone goes', async () => {
    const { scene, listed } = await liveScene(alertOf('a'), alertOf('b'))
    const second = await scene.join('tab-2')
    listed.splice(0, 2, alertOf('a', FIRED))
    push(scene, 1, writePriceAlert(alertOf('a', FIRED)))
    push(scene, 2, writePriceAlert(alertOf('a', FIRED)), writeRemovedAlert(alertOf('b', FIRED)))
    await scene.world.clock.advance(100)
    expect(shown(scene)).toEqual([['a', '61000', false]])
    expect(shown(scene)).toEqual(
      second.port.last('alerts').alerts.map(({ id, price, isActive }) => [id, price, isActive]),
    )
    await beat(scene, COMPARE_EVERY_MS + 1_000)
    const told = [...scene.port.events('notice'), ...second.port.events('notice')].map(({ notice }) => notice)
    expect(told.map(({ kind, alert }) => [kind, alert?.id])).toEqual([['priceAlert', 'a']])
  })

  test('a list that was asked for before a row came takes nothing of it back', async () => {
    const { scene } = await liveScene(alertOf('a'))
    let answer: () => void = () => undefined
    let asked = 0
    scene.world.transport.on(LIST, () => {
      const list = {
        list: (asked++ === 0 ? [alertOf('a')] : [alertOf('a', FIRED)]).map(writePriceAlert),
        seq: scene.exchange.seq++,
      }
      return asked > 1 ? list : new Promise((done) => (answer = () => done(list)))
    })
    push(scene, 1, writePriceAlert(alertOf('a')))
    await scene.world.clock.advance(ALERT_READ_PAUSE_MS)
    push(scene, 2, writePriceAlert(alertOf('a', FIRED)))
    await scene.world.clock.advance(50)
    answer()
    await scene.world.clock.advance(50)
    expect(shown(scene)).toEqual([['a', '61000', false]])
  })
})
