import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import chart from '../../../locales/en/chart.json' with { type: 'json' }
import type { Price, Rate } from '../../../src/domain/decimal'
import type { AlertTerms, PriceAlert } from '../../../src/domain/market/price-alert'
import { alertLines, alertWords, beginAlertMove, movedAlert } from '../../../src/ui/alerts/alert-lines'
import { AlertForm } from '../../../src/ui/alerts/alert-form'
import { AlertsModel } from '../../../src/ui/alerts/alerts-model'
import { i18n } from '../../../src/ui/i18n/instance'
import { ring } from '../../../src/ui/alerts/ring'
import { alertRequest } from '../../../src/ui/state/alert-request'
import { AlertSigns, alertSigns } from '../../../src/ui/state/alert-signs'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import type { Outcome } from '../../../src/workers/presses'
import { BTCUSDT, deskOf, instrumentOf, statusOf } from '../fixtures'

const TERMS: AlertTerms = {
  symbol: BTCUSDT,
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
const fired = (id: string, firedAtMs: number, price: string): PriceAlert =>
  alertOf(id, { isActive: false, firedCount: 1, firedAtMs, firedPrice: price as Price })

const TAKEN: Outcome<null> = { kind: 'accepted', value: null }
const REFUSED: Outcome<null> = {
  kind: 'refused',
  rejection: { code: null, reason: 'offline', message: '', ext: {} },
}

/** A page whose hub knows these alerts. */
function scene(known: readonly PriceAlert[] | null = null) {
  const desk = deskOf()
  const notices = new NoticeModel()
  const calls: (readonly [string, object])[] = []
  let answer = TAKEN
  let isVisible = true
  let visible: () => void = () => undefined
  const call = (name: string) => (asked: object) => {
    calls.push([name, asked])
    return Promise.resolve(answer)
  }
  const hub = { api: { addAlert: call('add'), amendAlert: call('amend'), removeAlert: call('remove') } }
  const page = {
    isVisible: () => isVisible,
    onVisible: (listener: () => void) => (visible = listener),
    alone: (run: () => void) => run(),
  }
  if (known !== null) desk.send({ type: 'alerts', alerts: known })
  const source = { ...desk, notices, hub }
  const model = new AlertsModel(source, page)
  return {
    ...desk,
    source,
    model,
    /** The page is opened again in the same browser. */
    open: () => new AlertsModel(source, page),
    notices,
    calls,
    refuse: (refused = REFUSED) => (answer = refused),
    listed: (alerts: readonly PriceAlert[]) => desk.send({ type: 'alerts', alerts }),
    look: (isSeen: boolean) => {
      isVisible = isSeen
      visible()
    },
    toasts: () => notices.toasts.peek().map((toast) => (toast.from === 'tab' ? toast.key : '')),
    told: () => notices.toasts.peek().map((toast) => (toast.from === 'tab' ? { key: toast.key, ...toast.values } : {})),
  }
}

describe('the alerts of an account', () => {
  test('are those of the hub, and what waits is told by contract', () => {
    const world = scene([alertOf('a'), fired('b', 5, '61000')])
    expect(world.model.alerts.value.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(world.model.waiting(BTCUSDT).map(({ id }) => id)).toEqual(['a'])
    world.send({ type: 'session', session: null })
    // Nothing of it is shown once the account has signed out (I12).
    expect(world.model.alerts.value).toEqual([])
  })

  test('one is set, moved and removed by the commands of the hub', async () => {
    const world = scene([alertOf('a')])
    expect(await world.model.add(TERMS)).toBe(true)
    expect(await world.model.amend(alertOf('a'), { ...TERMS, price: '62000' as Price })).toBe(true)
    expect(await world.model.remove(alertOf('a'))).toBe(true)
    expect(world.calls).toEqual([
      ['add', TERMS],
      ['amend', { ...TERMS, price: '62000', id: 'a' }],
      ['remove', { symbol: BTCUSDT, alertId: 'a' }],
    ])
    world.refuse()
    expect(await world.model.add(TERMS)).toBe(false)
    expect(await world.model.amend(alertOf('a'), TERMS)).toBe(false)
    expect(await world.model.remove(alertOf('a'))).toBe(false)
    expect(await world.model.set(TERMS)).toMatchObject({ reason: 'offline' })
    expect(world.toasts()).toEqual(['alertNotSet', 'alertRefused', 'alertNotRemoved'])
  })
})

test('an alert that is gone already was removed as was asked for, and nothing is said', async () => {
  const world = scene([alertOf('a')])
  // 110001: the exchange knows none by this id, as after a second press.
  const gone = { code: 110001, reason: 'refusedByExchange', message: '', ext: {} } as const
  world.refuse({ kind: 'refused', rejection: gone })
  expect(await world.model.remove(alertOf('a'))).toBe(true)
  expect(world.toasts()).toEqual([])
})

test('alerts of one level are told apart by their price and by how often they fire', async () => {
  await i18n.init({ lng: 'en', resources: { en: { chart } }, interpolation: { escapeValue: false } })
  const above = alertOf('a', { condition: 'above' })
  expect(alertWords(above)).toBe('Alert, above')
  expect(alertWords({ ...above, by: 'mark' })).toBe('Alert, above, mark price')
  expect(alertWords({ ...above, frequency: 'everyTime' })).toBe('Alert, above, every time')
  const atClose = { ...above, by: 'index', frequency: 'barClose', interval: '30' } as const
  expect(alertWords(atClose)).toBe('Alert, above, index price, at the close of 30m')
})

describe('what fired while no page was open', () => {
  test('is told once on return, how many and the newest, with the way to its list wherever one is', () => {
    const world = scene([alertOf('a'), alertOf('b'), fired('c', 5, '60500')])
    // This browser meets the account: what fired before was seen elsewhere.
    expect(world.told()).toEqual([])
    world.send({ type: 'status', status: statusOf('offline') })
    world.listed([fired('a', 10, '61000'), fired('b', 20, '61200.5'), fired('c', 5, '60500')])
    world.send({ type: 'status', status: statusOf('live') })
    // A second tab.
    world.open()
    expect(world.told()).toEqual([{ key: 'alertsMissed', count: '2', symbol: 'BTCUSDT', price: '61,200.5' }])
    const [toast] = world.notices.toasts.peek()
    if (toast?.from === 'tab') toast.action?.run()
    expect(alertRequest(world.source).value).toEqual({ symbol: BTCUSDT, price: '61000' })
  })

  test('is not what fired while a page was', () => {
    const world = scene([alertOf('a')])
    world.listed([fired('a', 10, '61000')])
    world.open()
    expect(world.told()).toEqual([])
  })

  test('is told by a page that is seen, and waits for one', () => {
    const world = scene([alertOf('a')])
    world.look(false)
    world.send({ type: 'status', status: statusOf('offline') })
    world.listed([fired('a', 10, '61000')])
    world.send({ type: 'status', status: statusOf('live') })
    expect(world.told()).toEqual([])
    world.look(true)
    expect(world.told()).toEqual([{ key: 'alertMissed', count: '1', symbol: 'BTCUSDT', price: '61,000.0' }])
  })
})

describe('an alert that is moved', () => {
  const limits = instrumentOf()
  const moved: AlertTerms[] = []
  const ports = {
    remove: () => undefined,
    amend: async (_alert: PriceAlert, terms: AlertTerms) => moved.push(terms),
    lastPrice: () => '60000' as Price,
  }

  test('is a line with a handle; let go it waits at its price on the tick, and where it was it stays as it is', async () => {
    const [line] = alertLines([alertOf('a')], limits, ports)
    const moving = line?.move?.begin()
    // 61,234.56 on a tick of 0.1: 61,234.6, which is 1,234.6 or 2.06 % above the last price.
    expect(moving?.at(61_234.56)).toMatchObject({
      price: '61234.6',
      detail: { text: '+1,234.6 · +2.06%' },
      problem: null,
    })
    await moving?.drop('61000' as Price)
    await moving?.drop('61234.6' as Price)
    expect(moved).toEqual([{ ...TERMS, price: '61234.6' }])
  })

  test('by a share: the price that it counts from stays, and the share follows; none is refused', () => {
    const share: AlertTerms = { ...TERMS, condition: 'percent', price: '60000' as Price, percent: '0.05' as Rate }
    // 58,200 is 3 % below 60,000.
    expect(movedAlert(share, '58200' as Price)).toEqual({ ...share, percent: '-0.03' })
    expect(movedAlert(share, '60000' as Price)).toBeNull()
    const moving = beginAlertMove(alertOf('p', share), limits, ports)
    expect(moving.at(60_000).problem).not.toBeNull()
  })
})

describe('a new alert', () => {
  const formOf = () => new AlertForm(BTCUSDT, signal(instrumentOf()), { price: '60000' as Price, interval: '240' })

  test('begins at the price and with the bars of the chart that it was asked for on', () => {
    const form = formOf()
    expect(form.terms.value).toEqual({ ...TERMS, price: '60000' })
    form.choose({ frequency: 'barClose' })
    expect(form.terms.value).toMatchObject({ frequency: 'barClose', interval: '240' })
  })

  test('by per cent needs one, which is never none and never a fall of everything', () => {
    const form = formOf()
    form.choose({ condition: 'percent' })
    expect(form.terms.value).toBeNull()
    form.setPercent('5')
    form.price.setText('-10')
    expect([form.terms.value, form.isShareOfNothing.value]).toEqual([null, true])
    form.choose({ condition: 'above' })
    expect(form.isShareOfNothing.value).toBe(false)
    form.choose({ condition: 'percent' })
    form.price.setText('60000')
    expect(form.isShareOfNothing.value).toBe(false)
    const asked = (typed: string) => {
      form.setPercent(typed)
      return form.terms.value?.percent ?? null
    }
    expect([asked('2.5'), asked('-4'), asked('0'), asked('-100')]).toEqual(['0.025', '-0.04', null, null])
    form.setPercent('0.1')
    form.stepPercent(-1)
    expect(form.percentText.value).toBe('-0.1')
    form.stepPercent(1)
    expect(form.percentText.value).toBe('0.1')
  })
})

describe('an alert that fires', () => {
  const bell = () => {
    const done: string[] = []
    let press: () => void = () => undefined
    return {
      done,
      press: () => press(),
      sound: () => void done.push('sound'),
      show: (_title: string, _body: string, tag: string, onPress: () => void) => {
        done.push(`${tag} said`)
        press = onPress
      },
    }
  }

  test('makes a sound unless that is off; a notification only where it was asked for, and that leads to the list', async () => {
    const world = scene()
    const first = bell()
    await ring(world.source, fired('a', 1, '61000'), first, async () => undefined)
    expect(first.done).toEqual(['sound'])
    const signs = alertSigns(world.kept)
    signs.set('sound', false)
    signs.set('system', true)
    const second = bell()
    await ring(world.source, fired('a', 1, '61000'), second, async () => undefined)
    expect(second.done).toEqual(['alert:a said'])
    second.press()
    expect(alertRequest(world.source).value).toEqual({ symbol: BTCUSDT, price: '61000' })
  })

  test('is told as this browser chose', async () => {
    const stored = new Map<string, unknown>([['alert-signs', ['system', 'horn']]])
    const browser = {
      read: (key: string) => Promise.resolve(stored.get(key)),
      save: async (key: string, value: unknown) => void stored.set(key, value),
    }
    const signs = new AlertSigns({ keepsChart: true }, browser)
    await signs.reading
    expect([...signs.chosen.value]).toEqual(['system'])
    signs.set('sound', true)
    expect(stored.get('alert-signs')).toEqual(['system', 'sound'])
  })
})
