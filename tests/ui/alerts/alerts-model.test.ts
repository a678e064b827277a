import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import type { AlertTerms, PriceAlert } from '../../../src/domain/market/price-alert'
import { AlertCallFailed, type AlertCall } from '../../../src/ui/alerts/alert-calls'
import { AlertsModel } from '../../../src/ui/alerts/alerts-model'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { writePriceAlert } from '../../../src/wire/push/price-alerts'
import type { HubEvent, Notice } from '../../../src/workers/hub-events'
import { BTCUSDT, deskOf, statusOf } from '../fixtures'

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
  createdAtMs: 1,
  isActive: true,
  firedCount: 0,
  firedAtMs: null,
  firedPrice: null,
  ...change,
})

/** An exchange with a list of alerts. */
function scene(kept: readonly PriceAlert[] = []) {
  const desk = deskOf()
  const notices = new NoticeModel()
  const calls: (readonly [string, object | undefined])[] = []
  let list = kept
  let isAway = false
  let hear: (events: readonly HubEvent[]) => void = () => undefined
  const call: AlertCall = async (_method, path, body) => {
    calls.push([path, body])
    if (isAway) throw new AlertCallFailed(path)
    return { list: list.map((one) => ({ ...writePriceAlert(one) })) }
  }
  const hub = {
    onEvents: (listener: typeof hear) => {
      hear = listener
      return () => undefined
    },
  }
  /** The page is opened again in the same browser. */
  const open = () => new AlertsModel({ ...desk, notices, hub }, call, null)
  const model = new AlertsModel({ ...desk, notices, hub }, call, null)
  return {
    ...desk,
    model,
    open,
    notices,
    calls,
    listed: (next: readonly PriceAlert[]) => (list = next),
    goAway: () => (isAway = true),
    hear: (notice: Partial<Notice>) => hear([{ type: 'notice', notice: notice as Notice }]),
    toasts: () => notices.toasts.peek().map((toast) => (toast.from === 'tab' ? toast.key : '')),
    settled: () => new Promise((done) => setImmediate(done)),
  }
}

describe('the alerts of an account', () => {
  test('are read with the account, and what waits is told by contract', async () => {
    const fired = alertOf('b', { isActive: false, firedCount: 1, firedAtMs: 5, firedPrice: '61000' as Price })
    const world = scene([alertOf('a'), fired])
    await world.settled()
    expect(world.model.alerts.value).toEqual([alertOf('a'), fired])
    expect(world.model.waiting(BTCUSDT).map(({ id }) => id)).toEqual(['a'])
  })

  test('one is set with its terms, and the list is read again', async () => {
    const world = scene()
    await world.settled()
    world.listed([alertOf('a')])
    expect(await world.model.add(TERMS)).toBe(true)
    expect(world.calls.slice(1)).toEqual([
      [
        '/contract/v5/price-alert/create',
        {
          symbol: 'BTCUSDT',
          condition: 'Crossing',
          price: '61000',
          percent: '',
          triggerBy: 'LastPrice',
          frequency: 'Once',
          interval: '',
        },
      ],
      ['/contract/v5/price-alert/list', undefined],
    ])
    expect(world.model.waiting(BTCUSDT)).toHaveLength(1)
  })

  test('what the exchange does not take is said, and what is known stays', async () => {
    const world = scene([alertOf('a')])
    await world.settled()
    world.goAway()
    expect(await world.model.remove('a')).toBe(false)
    expect([world.toasts(), world.model.alerts.value.length]).toEqual([['alertRefused'], 1])
  })

  test('one that fires is over at once; nothing of it is shown once the account has signed out (I12)', async () => {
    const world = scene([alertOf('a')])
    await world.settled()
    world.listed([alertOf('a', { isActive: false })])
    world.hear({ kind: 'orderFilled' })
    await world.settled()
    expect(world.calls).toHaveLength(1)
    world.hear({ kind: 'priceAlert' })
    await world.settled()
    expect(world.model.waiting(BTCUSDT)).toEqual([])
    world.send({ type: 'session', session: null })
    expect(world.model.alerts.value).toEqual([])
  })
})

describe('what is told of an alert', () => {
  const toastsOf = (alerts: unknown): number => {
    const notices = new NoticeModel()
    const notice = { id: 'alert:1', kind: 'priceAlert', order: null, intent: null, rejection: null, timeMs: 1, alerts }
    notices.apply({ type: 'notice', notice: notice as Notice })
    return notices.toasts.peek().length
  }
  test('that it fired, and not that it was set', () => {
    expect(toastsOf([writePriceAlert(alertOf('a', { firedCount: 1 }))])).toBe(1)
    expect(toastsOf([writePriceAlert(alertOf('a'))])).toBe(0)
  })
})

describe('what fired while no page was open', () => {
  const fired = (id: string, firedAtMs: number, price: string) =>
    alertOf(id, { isActive: false, firedCount: 1, firedAtMs, firedPrice: price as Price })
  const told = ({ notices }: ReturnType<typeof scene>) =>
    notices.toasts.peek().map((toast) => (toast.from === 'tab' ? { key: toast.key, ...toast.values } : {}))

  test('is told once on return, how many and the newest, with the way to its list', async () => {
    const world = scene([alertOf('a'), alertOf('b'), fired('c', 5, '60500')])
    await world.settled()
    // This browser meets the account: what fired before was seen elsewhere.
    expect(told(world)).toEqual([])
    world.listed([fired('a', 10, '61000'), fired('b', 20, '61200.5'), fired('c', 5, '60500')])
    const opened: string[] = []
    world.open().leadTo(BTCUSDT, ({ id }) => opened.push(id))
    // A second tab.
    world.open()
    await world.settled()
    expect(told(world)).toEqual([{ key: 'alertsMissed', count: '2', symbol: 'BTCUSDT', price: '61,200.5' }])
    const [toast] = world.notices.toasts.peek()
    if (toast?.from === 'tab') toast.action?.run()
    expect(opened).toEqual(['b'])
    world.open()
    await world.settled()
    expect(told(world)).toHaveLength(1)
  })

  test('is not what fired while a page was', async () => {
    const world = scene([alertOf('a')])
    await world.settled()
    world.listed([fired('a', 10, '61000')])
    world.hear({ kind: 'priceAlert' })
    await world.settled()
    world.open()
    await world.settled()
    expect(told(world)).toEqual([])
  })

  test('is told after a time without the exchange', async () => {
    const world = scene([alertOf('a')])
    await world.settled()
    world.send({ type: 'status', status: statusOf('offline') })
    world.listed([fired('a', 10, '61000')])
    world.send({ type: 'status', status: statusOf('live') })
    await world.settled()
    expect(told(world)).toEqual([{ key: 'alertMissed', count: '1', symbol: 'BTCUSDT', price: '61,000.0' }])
  })
})
