import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Leverage, Price, Qty } from '../../../src/domain/decimal'
import type { Trade } from '../../../src/domain/market/market'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import type { Notice } from '../../../src/workers/hub-events'
import { AccountModel } from '../../../src/ui/state/account-model'
import { CatalogueModel } from '../../../src/ui/state/catalogue-model'
import { MarketModel } from '../../../src/ui/state/market-model'
import { NoticeModel, toastsToShow, type Toast } from '../../../src/ui/state/notice-model'
import { BTCUSDT, instrumentOf, orderOf, positionOf, tickerOf } from '../fixtures'

const notice = (id: string, change: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'orderPlaced',
  order: null,
  intent: null,
  rejection: null,
  timeMs: 1,
  ...change,
})

test('the list of markets knows which of its prices are old (I4)', () => {
  const model = new CatalogueModel()
  const ETHUSDT = 'ETHUSDT' as InstrumentSymbol
  const tell = (symbol: InstrumentSymbol, stale: boolean): void =>
    model.apply({ type: 'ticker', ticker: tickerOf('64000', { symbol }), stale })
  const isStale = (symbol: InstrumentSymbol): boolean => model.tickers.of(symbol).value.isStale
  tell(BTCUSDT, false)
  tell(ETHUSDT, true)
  expect([isStale(BTCUSDT), isStale(ETHUSDT)]).toEqual([false, true])
  expect(model.tickers.current.value).toBe(1)
  const before = model.tickers.of(ETHUSDT).value
  tell(BTCUSDT, false)
  // Another market's tick: this one's row is not looked at again for it.
  expect(model.tickers.of(ETHUSDT).value).toBe(before)
  tell(ETHUSDT, false)
  expect(isStale(ETHUSDT)).toBe(false)
  expect(model.tickers.current.value).toBe(2)
  model.markFromBefore()
  expect([isStale(BTCUSDT), isStale(ETHUSDT)]).toEqual([true, true])
  expect(model.tickers.current.value).toBe(0)
})

describe('notices', () => {
  test('the same notice is shown once, also after it was dismissed', () => {
    const model = new NoticeModel()
    model.apply({ type: 'notice', notice: notice('a') })
    model.dismiss('a')
    model.apply({ type: 'notice', notice: notice('a') })
    expect(model.toasts.value).toEqual([])
  })

  test('"too many requests" is said once in ten seconds, and two codes never', () => {
    let now = 0
    const model = new NoticeModel(() => now)
    const refused = (id: string, code: number): void =>
      model.apply({
        type: 'notice',
        notice: notice(id, { rejection: { code, reason: 'refusedByExchange', message: '', ext: {} } }),
      })
    refused('a', 10006)
    refused('b', 10006)
    refused('c', 30099)
    refused('d', 30177)
    expect(model.toasts.value.map((toast) => toast.id)).toEqual(['a'])
    now = 10_000
    refused('e', 10006)
    expect(model.toasts.value.map((toast) => toast.id)).toEqual(['a', 'e'])
  })

  test('a fill with something left is not told', () => {
    const model = new NoticeModel()
    model.apply({ type: 'notice', notice: notice('a', { kind: 'orderPartiallyFilled', order: orderOf('o') }) })
    expect(model.toasts.value).toEqual([])
  })

  test('a failure stands while news comes in: it gives way to nothing but a fourth failure (O15)', () => {
    const model = new NoticeModel()
    const ids = (): readonly string[] => model.toasts.value.map((toast) => toast.id)
    const canceled = (id: string): void =>
      model.apply({ type: 'notice', notice: notice(id, { kind: 'orderCanceled', order: orderOf(id) }) })
    model.say('cancelAllPart', { count: '5', left: '2', open: '7' }, { failure: true })
    // The answer overtook the stream: what it speaks of is told only now, order by order. Three toasts are shown at most.
    for (const id of ['a', 'b', 'c', 'd', 'e']) canceled(id)
    expect(ids()).toEqual(['tab-1', 'd', 'e'])
    expect(model.passedOver.value).toEqual({ count: 3, failures: 0 })
    for (const id of ['f', 'g']) model.apply({ type: 'notice', notice: notice(id, { kind: 'orderRejected' }) })
    expect(ids()).toEqual(['tab-1', 'f', 'g'])
    canceled('i')
    expect(ids()).toEqual(['tab-1', 'f', 'g'])
    model.apply({ type: 'notice', notice: notice('j', { kind: 'changeRefused', change: 'cancel' }) })
    expect(ids()).toEqual(['f', 'g', 'j'])
    // a, b, c of the first five, d and e for the two refusals, i, and tab-1 for the third failure.
    expect(model.passedOver.value).toEqual({ count: 7, failures: 1 })
    for (const id of ['f', 'g', 'j']) model.dismiss(id)
    expect(model.passedOver.value).toEqual({ count: 0, failures: 0 })
  })

  test('where there is room for one, it is the newest failure, else the newest', () => {
    const toast = (id: string, failure: boolean): Toast => ({
      from: 'tab',
      id,
      key: 'tradingClosed',
      values: {},
      failure,
      rejection: null,
    })
    const ids = (toasts: readonly Toast[], room: number) => toastsToShow(toasts, room).map(({ id }) => id)
    const toasts = [toast('a', true), toast('b', true), toast('c', false)]
    expect(ids(toasts, 3)).toEqual(['a', 'b', 'c'])
    expect(ids(toasts, 2)).toEqual(['a', 'b'])
    expect(ids(toasts, 1)).toEqual(['b'])
    expect(ids([toast('a', false), toast('b', false)], 1)).toEqual(['b'])
  })
})

describe('account', () => {
  test('leverage is what the exchange says of the empty position too', () => {
    const model = new AccountModel()
    expect(model.leverage(BTCUSDT)).toBe('10')
    const position = positionOf({ size: '0' as Qty, side: null, leverage: '25' as Leverage })
    model.apply({ type: 'positions', positions: [position], isSnapshot: false })
    expect(model.leverage(BTCUSDT)).toBe('25')
    expect(model.positions.value).toEqual([])
  })

  test('the rows that came last tell the position mode, and each side its own leverage (semantics §2.8)', () => {
    const model = new AccountModel()
    const flat = { size: '0' as Qty, side: null }
    const side = (positionIdx: 0 | 1 | 2, leverage: string, seq: number) =>
      positionOf({ ...flat, positionIdx, leverage: leverage as Leverage, seq, marginMode: 'isolated' })
    model.apply({ type: 'positions', positions: [side(0, '10', 1)], isSnapshot: false })
    expect(model.positionMode(BTCUSDT)).toBe('oneWay')
    expect(model.positionIdx(BTCUSDT, 'sell', true)).toBe(0)
    model.apply({ type: 'positions', positions: [side(1, '5', 2), side(2, '20', 2)], isSnapshot: false })
    expect(model.positionMode(BTCUSDT)).toBe('hedge')
    expect(model.marginMode.value).toBe('isolated')
    expect([model.leverage(BTCUSDT, 'buy'), model.leverage(BTCUSDT, 'sell')]).toEqual(['5', '20'])
    // A buy opens the long side, and closes the short one while reducing.
    expect(model.positionIdx(BTCUSDT, 'buy', false)).toBe(1)
    expect(model.positionIdx(BTCUSDT, 'buy', true)).toBe(2)
    model.apply({ type: 'positions', positions: [side(0, '10', 3)], isSnapshot: false })
    expect(model.positionMode(BTCUSDT)).toBe('oneWay')
  })

  test('an order that the exchange lists no more is not open, and not yet in the history: how it ended is not known', () => {
    const model = new AccountModel()
    model.apply({ type: 'orders', orders: [orderOf('a')], isSnapshot: true })
    model.apply({ type: 'orders', orders: [orderOf('a', { missing: 'asking' })], isSnapshot: false })
    expect(model.openOrders.value).toEqual([])
    expect(model.closedOrders.value).toEqual([])
    // Its press is known all the same, and does not come back as one that waits for its order.
    expect(model.knownLinkIds.value.has(orderOf('a').linkId!)).toBe(true)
    model.apply({ type: 'orders', orders: [orderOf('a', { status: 'canceled', seq: 9 })], isSnapshot: false })
    expect(model.closedOrders.value).toHaveLength(1)
  })

  test('rules that come again are the same object, so that nothing is begun anew by them; others are not', () => {
    const model = new CatalogueModel()
    const told = (tickSize: string) => ({
      type: 'instruments' as const,
      status: 'resolved' as const,
      versionInForce: null,
      instruments: [instrumentOf({ tickSize: tickSize as Price })],
      confirmed: true,
      asOfMs: null,
    })
    const instrument = model.listed(BTCUSDT)
    model.apply(told('0.1'))
    const first = instrument.value
    expect(first?.tickSize).toBe('0.1')
    model.apply(told('0.1'))
    expect(instrument.value).toBe(first)
    // A hub that begins has no list at first, and then perhaps the built-in one: neither is news.
    model.apply({
      type: 'instruments',
      status: 'resolved',
      versionInForce: null,
      instruments: [],
      confirmed: false,
      asOfMs: null,
    })
    model.apply({ ...told('0.2'), confirmed: false })
    expect(instrument.value).toBe(first)
    expect(model.confirmed.value).toBe(false)
    model.apply(told('0.5'))
    expect(instrument.value?.tickSize).toBe('0.5')
  })

  const session = (account: string) => ({
    type: 'session' as const,
    session: { account, name: 'paper', kind: 'uta2' as const },
  })

  test('the page of one account ends with it: at a sign-out, and when another one comes (I12)', () => {
    const model = new AccountModel()
    model.apply(session('a'))
    expect(model.life.value).toBe(0)
    model.apply({ type: 'session', session: null, hasEnded: true })
    expect(model.life.value).toBe(1)
    // What is typed while nobody is signed in is the next one's own.
    model.apply(session('b'))
    expect(model.life.value).toBe(1)
    // Signed out and in again between two batches.
    model.apply(session('c'))
    expect(model.life.value).toBe(2)
  })

  test('a hub that died and does not know the account yet ends nothing, unless it comes back with another', () => {
    const model = new AccountModel()
    model.apply(session('a'))
    model.apply({ type: 'session', session: null, hasEnded: false })
    model.apply(session('a'))
    expect(model.life.value).toBe(0)
    model.apply({ type: 'session', session: null, hasEnded: false })
    model.apply(session('b'))
    expect(model.life.value).toBe(1)
  })

  test('signing out leaves nothing behind', () => {
    const model = new AccountModel()
    model.apply({ type: 'orders', orders: [orderOf('a')], isSnapshot: true })
    model.apply({ type: 'session', session: null })
    expect(model.openOrders.value).toEqual([])
  })
})

const trade = (id: string): Trade => ({
  id,
  symbol: BTCUSDT,
  side: 'buy',
  price: '1' as Price,
  qty: '1' as Qty,
  timeMs: Number(id),
})

test('a print that comes twice is on the tape once', () => {
  const model = new MarketModel(BTCUSDT, signal(null))
  model.apply({ type: 'trades', symbol: BTCUSDT, trades: [trade('1'), trade('2')], isSnapshot: true })
  model.apply({ type: 'trades', symbol: BTCUSDT, trades: [trade('2'), trade('3')], isSnapshot: false })
  expect(model.trades.value.map((one) => one.id)).toEqual(['3', '2', '1'])
})
