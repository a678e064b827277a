import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { OrderId } from '../../../src/domain/order/order'
import type { Position } from '../../../src/domain/position/position'
import { HotkeyActions, improved } from '../../../src/ui/hotkeys/hotkey-actions'
import type { Hotkey } from '../../../src/ui/hotkeys/hotkey-list'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import type { QuickOrder } from '../../../src/ui/trading-kit/one-press/quick-orders'
import { bookAt } from '../ladder/scene'
import { deskOf, orderOf, positionOf, tickerOf } from '../fixtures'

/** A page on a market of 60,000.0 to 60,000.5, and what its hotkeys did. */
function keysOn({ qty = '0.02' as Qty | null } = {}) {
  const desk = deskOf()
  desk.send({
    type: 'ticker',
    ticker: tickerOf('60000.2', { bid1Price: '60000' as Price, ask1Price: '60000.5' as Price }),
    stale: false,
  })
  const notices = new NoticeModel()
  const sent: QuickOrder[] = []
  const did: string[] = []
  const pending = new Set<OrderId>()
  const actions = new HotkeyActions({
    app: { account: desk.account, notices },
    market: desk.market,
    onePress: {
      orders: {
        send: async (_market, order) => {
          sent.push(order)
          return null
        },
      },
      sizes: { qty: () => qty, choose: (index) => void did.push(`size ${index}`) },
      actions: {
        cancel: async ({ id }) => void did.push(`cancel ${id}`),
        cancelAll: async (symbol, kind, orders) => void did.push(`cancelAll ${symbol} ${kind} ${orders.length}`),
        pendingOf: ({ id }) => (pending.has(id) ? 'canceling' : null),
      },
    },
    close: ({ side }: Position) => void did.push(`close ${side}`),
    reverse: ({ side }: Position) => void did.push(`reverse ${side}`),
    askCancel: (which) => void did.push(`ask ${which}`),
    goToNext: () => void did.push('next'),
  })
  return {
    desk,
    sent,
    did,
    pending,
    run: (hotkey: Hotkey) => actions.run(hotkey),
    asked: () => (['cancelAll', 'cancelStops'] as const).map((which) => actions.cancelled(which).length),
    toasts: () => notices.toasts.peek().length,
  }
}

describe('orders of hotkeys', () => {
  test.each([
    ['buyBest', 'buy', '60000.5', 'goodTillCancel'],
    ['sellBest', 'sell', '60000', 'goodTillCancel'],
    ['joinBid', 'buy', '60000', 'postOnly'],
    ['joinAsk', 'sell', '60000.5', 'postOnly'],
    ['improveBid', 'buy', '60000.1', 'postOnly'],
    ['improveAsk', 'sell', '60000.4', 'postOnly'],
  ] as const)('%s sends a limit order to %s at %s, %s, of the chosen size', (hotkey, side, price, timeInForce) => {
    const page = keysOn()
    page.run(hotkey)
    expect(page.sent).toEqual([{ side, type: 'limit', price, qty: '0.02', timeInForce, reduceOnly: false }])
  })

  test('where the two sides are a tick apart there is nothing to improve: it joins', () => {
    const { desk } = keysOn()
    desk.send({ type: 'book', book: bookAt(600_000), stale: false })
    expect([improved(desk.market, 'buy'), improved(desk.market, 'sell')]).toEqual(['60000', '60000.1'])
  })

  test('the book says the best prices where it is current, and the ticker where it is not', () => {
    const page = keysOn()
    page.desk.send({ type: 'book', book: bookAt(599_990), stale: false })
    page.run('joinBid')
    page.desk.send({ type: 'book', book: bookAt(599_980), stale: true })
    page.run('joinBid')
    expect(page.sent.map(({ price }) => price)).toEqual(['59999', '60000'])
  })

  test('without a size or a price nothing is sent, and it is said', () => {
    const page = keysOn({ qty: null })
    page.run('buyBest')
    expect([page.sent, page.toasts()]).toEqual([[], 1])
  })
})

describe('cancelling by hotkeys', () => {
  const orders = [
    { ...orderOf('old'), createdAtMs: 1 },
    { ...orderOf('stop', { status: 'untriggered' }), createdAtMs: 2 },
    { ...orderOf('new'), createdAtMs: 3 },
    { ...orderOf('elsewhere'), symbol: 'ETHUSDT' as never, createdAtMs: 4 },
  ]

  test('the last one is the newest of the market; pressed again, the one before it', () => {
    const page = keysOn()
    page.desk.send({ type: 'orders', isSnapshot: true, orders })
    page.run('cancelLast')
    page.pending.add('new' as OrderId)
    page.run('cancelLast')
    expect(page.did).toEqual(['cancel new', 'cancel stop'])
  })

  test('all of the market, or what waits for a trigger; who wants to be asked is asked', () => {
    const page = keysOn()
    page.desk.send({ type: 'orders', isSnapshot: true, orders })
    page.run('cancelAll')
    page.run('cancelStops')
    expect(page.asked()).toEqual([3, 1])
    page.desk.account.preferred({ asksBeforeCancelAll: false })
    page.run('cancelAll')
    page.run('cancelStops')
    expect(page.did).toEqual(['ask cancelAll', 'ask cancelStops', 'cancelAll BTCUSDT all 3', 'cancel stop'])
  })

  test('what ends while the question is open is not counted any more', () => {
    const page = keysOn()
    page.desk.send({ type: 'orders', isSnapshot: true, orders })
    const ended = orders.filter(({ status }) => status === 'untriggered').map((one) => ({ ...one, seq: 99 }))
    page.desk.send({
      type: 'orders',
      isSnapshot: false,
      orders: ended.map((one) => ({ ...one, status: 'deactivated' as const })),
    })
    expect(page.asked()).toEqual([2, 0])
  })

  test('where there is none it is said', () => {
    const page = keysOn()
    for (const hotkey of ['cancelLast', 'cancelAll', 'cancelStops'] as const) page.run(hotkey)
    expect([page.did, page.toasts()]).toEqual([[], 3])
  })
})

describe('positions and hotkeys', () => {
  test('close and reverse are the position’s; at the best price it is a limit order that only reduces', () => {
    const page = keysOn()
    page.desk.send({
      type: 'positions',
      isSnapshot: true,
      positions: [positionOf({ side: 'sell', size: '0.3' as Qty })],
    })
    page.run('close')
    page.run('reverse')
    page.run('closeBest')
    expect(page.did).toEqual(['close sell', 'reverse sell'])
    // A short one is bought back from the best ask.
    expect(page.sent).toMatchObject([{ side: 'buy', price: '60000.5', qty: '0.3', reduceOnly: true }])
  })

  test('of a long and a short one side by side none is chosen', () => {
    const page = keysOn()
    const positions = [positionOf({ positionIdx: 1 }), positionOf({ positionIdx: 2, side: 'sell' })]
    page.desk.send({ type: 'positions', isSnapshot: true, positions })
    page.run('close')
    expect([page.did, page.toasts()]).toEqual([[], 1])
  })

  test('sizes and the next market', () => {
    const page = keysOn()
    page.run('size1')
    page.run('size4')
    page.run('nextSymbol')
    expect(page.did).toEqual(['size 0', 'size 3', 'next'])
  })
})
