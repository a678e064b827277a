import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Price, Qty, Rate } from '../../../src/domain/decimal'
import type { OrderChange } from '../../../src/domain/order/order-change'
import type { Order, OrderId } from '../../../src/domain/order/order'
import { beginMove, moveOrder, type MovePorts } from '../../../src/ui/orders/order-move'
import { MoveUndo, UNDO_MS } from '../../../src/ui/trading-kit/move-undo'
import { unknownPrice } from '../../../src/ui/orders/moved-price'
import { i18n } from '../../../src/ui/i18n/instance'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { OrderActions } from '../../../src/ui/trading-kit/order-actions'
import { SendQuestion } from '../../../src/ui/trading-kit/send-question'
import type { ChangeState, Outcome } from '../../../src/workers/presses'
import { deskOf, instrumentOf, orderOf, positionOf, preListedOf, statusOf, tickerOf } from '../fixtures'

beforeAll(async () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as Record<
      string,
      unknown
    >
  const en = { trade: read('trade'), chart: read('chart') }
  await i18n.init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
})

const ID = '1' as OrderId
const LOOK = { text: 'Buy limit 0.200', tone: 'buy' } as const

/** A market at 60,000 with one order, and what leaves for the exchange. */
function moverOn(order: Order, options: Parameters<typeof deskOf>[0] = {}) {
  const desk = deskOf(options)
  const sent: OrderChange[] = []
  const timers: { readonly delayMs: number; readonly call: () => void }[] = []
  let outcome: Outcome<OrderId> = { kind: 'accepted', value: ID }
  const notices = new NoticeModel()
  const api = {
    amendOrder: async (_id: string, change: OrderChange) => {
      sent.push(change)
      return outcome
    },
  }
  const app = { ...desk, market: () => desk.market, notices, hub: { api } }
  const ports: MovePorts = {
    app,
    market: desk.market,
    actions: new OrderActions(app as unknown as ConstructorParameters<typeof OrderActions>[0]),
    question: new SendQuestion(desk.account),
    undo: new MoveUndo((delayMs, call) => {
      timers.push({ delayMs, call })
      return () => undefined
    }),
  }
  desk.send({ type: 'orders', orders: [order], isSnapshot: true })
  return {
    ...desk,
    ports,
    sent,
    timers,
    answerWith: (next: Outcome<OrderId>) => (outcome = next),
    toasts: () =>
      notices.toasts
        .peek()
        .map((toast) => (toast.from === 'tab' ? `${toast.key} ${toast.values['reason'] ?? ''}` : '')),
    move: (price: string) => moveOrder(ports, ID, price as Price, LOOK.text),
  }
}

const takeProfit = (change: object = {}): Order =>
  ({
    ...orderOf('1', {
      side: 'sell',
      status: 'untriggered',
      qty: '0.5' as Qty,
      leavesQty: '0.5' as Qty,
      reduceOnly: true,
    }),
    type: 'market',
    stopOrderType: 'takeProfit',
    triggerPrice: '61000',
    triggerBy: 'last',
    triggerDirection: 1,
    ...change,
  }) as unknown as Order

describe('where a line goes while it is moved', () => {
  test('on the nearest tick, with the distance from the last price', () => {
    const desk = moverOn(orderOf('1'))
    const moving = beginMove(desk.ports, ID, LOOK)
    // 59,400.14 is nearest to 59,400.1; 599.9 of 60,000 below it are 1.00 %.
    expect(moving?.at(59_400.14)).toMatchObject({
      price: '59400.1',
      priceText: '59,400.1',
      problem: null,
      ...LOOK,
    })
    expect(moving?.at(59_400.14).detail?.text).toMatch(/^−599\.9 · −1\.00%/)
    expect(desk.sent).toEqual([])
  })

  test.each([
    [-5, '0.1'],
    [3_000_000, '1999999.8'],
  ])('%d is outside what the contract takes and becomes %s', (value, price) => {
    expect(beginMove(moverOn(orderOf('1')).ports, ID, LOOK)?.at(value).price).toBe(price)
  })

  test('a take-profit says what the position gains there, and what is wrong on the other side of the market', () => {
    const desk = moverOn(takeProfit())
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    const moving = beginMove(desk.ports, ID, { text: 'TP 0.500', tone: 'profit' })
    // 0.5 × (61,200 − 60,000) = 600.
    expect(moving?.at(61_200).detail).toEqual({ text: '+1,200.0 · +2.00% · +600.00', tone: 'profit' })
    expect(moving?.at(61_200).problem).toBeNull()
    expect(moving?.at(59_900).problem).not.toBeNull()
  })

  test('nothing begins with an order that is over, that was given by volatility, or whose last change is not answered', () => {
    expect(beginMove(moverOn(orderOf('1', { status: 'filled' })).ports, ID, LOOK)).toBeNull()
    expect(beginMove(moverOn(orderOf('1', { orderIv: '0.565' as Rate })).ports, ID, LOOK)).toBeNull()
    const desk = moverOn(orderOf('1'))
    const change: ChangeState = {
      id: 'x' as ChangeState['id'],
      change: {
        kind: 'amend',
        order: { symbol: desk.market.symbol, orderId: ID, orderLinkId: null, price: '1' as Price, qty: null },
      },
      pressedAtMs: 1,
      state: 'unknown',
    }
    desk.send({ type: 'intents', intents: [], changes: [change], reverses: [] })
    expect(beginMove(desk.ports, ID, LOOK)).toBeNull()
  })
})

describe('a price at which the order would match at once', () => {
  const book = (desk: ReturnType<typeof moverOn>) =>
    desk.send({
      type: 'ticker',
      ticker: tickerOf('60000', { bid1Price: '59999.9' as Price, ask1Price: '60000.1' as Price }),
      stale: false,
    })

  test.each([
    // A buy matches from the best ask on, a sell from the best bid on.
    ['buy', 60_000, 60_000.1],
    ['sell', 60_000, 59_999.9],
  ] as const)('a limit order to %s says so: not at %d, and at %d', (side, rests, fills) => {
    const desk = moverOn(orderOf('1', { side, price: side === 'buy' ? '59000' : '61000' } as Partial<Order>))
    book(desk)
    const moving = beginMove(desk.ports, ID, LOOK)
    expect(moving?.at(rests).detail?.text).not.toBe('Would fill at once')
    expect(moving?.at(fills)).toMatchObject({ detail: { text: 'Would fill at once', tone: 'warn' }, problem: null })
  })

  test('a post-only order is refused there while it is in the hand, and nothing is sent when it is let go', async () => {
    const desk = moverOn(orderOf('1', { side: 'buy', timeInForce: 'postOnly' }))
    book(desk)
    const moving = beginMove(desk.ports, ID, LOOK)
    expect(moving?.at(60_000).problem).toBeNull()
    expect(moving?.at(60_000.1).problem).toBe('Post-only: it would match at once.')
    await desk.move('60000.1')
    expect(desk.sent).toEqual([])
    expect(desk.toasts()).toEqual(['tradingClosed Post-only: it would match at once.'])
    await desk.move('59999')
    expect(desk.sent).toMatchObject([{ price: '59999' }])
  })

  test.each([
    // From the best ask on a buy matches, from the best bid on a sell.
    ['buy', '59000', '60000', '60000.1'],
    ['sell', '61000', '60000', '59999.9'],
  ] as const)('a %s that rests at %s is asked before it goes there', async (side, price, rests, fills) => {
    const desk = moverOn(orderOf('1', { side, price } as Partial<Order>))
    book(desk)
    await desk.move(rests)
    expect(desk.sent).toMatchObject([{ price: rests }])
    const { question } = desk.ports
    const refused = desk.move(fills)
    expect(question.asked.peek()?.doubts.map(({ kind }) => kind)).toEqual(['takes'])
    question.answer(false)
    await refused
    expect(desk.sent).toHaveLength(1)
    const taken = desk.move(fills)
    question.answer(true)
    await taken
    expect(desk.sent).toMatchObject([{ price: rests }, { price: fills }])
  })

  test('a trigger there is none', () => {
    const desk = moverOn(takeProfit({ timeInForce: 'postOnly' }))
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    book(desk)
    expect(beginMove(desk.ports, ID, LOOK)?.at(61_500)).toMatchObject({ problem: null })
  })
})

describe('a line that is let go', () => {
  test('sends one amendment with the new price alone', async () => {
    const desk = moverOn(orderOf('1'))
    await desk.move('59900.1')
    expect(desk.sent).toEqual([{ symbol: 'BTCUSDT', orderId: '1', orderLinkId: 'link-1', price: '59900.1', qty: null }])
    expect(desk.toasts()).toEqual([])
  })

  test('a trigger keeps its limit price', async () => {
    const desk = moverOn(takeProfit())
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    await desk.move('61500')
    expect(desk.sent).toMatchObject([{ price: null, qty: null, triggerPrice: '61500' }])
  })

  test('a bracket keeps its distances, until something of the order has filled', async () => {
    const bracket = { takeProfit: '61000' as Price, stopLoss: '59500' as Price, slTriggerBy: 'mark' as const }
    const desk = moverOn(orderOf('1', bracket))
    // The order's dialog leaves them where they are: that they go along is said before the line is let go, and after.
    expect(beginMove(desk.ports, ID, LOOK)?.at(59_900).detail?.text).toMatch(/ · TP\/SL moves along$/)
    await desk.move('59900')
    expect(desk.ports.undo.moved.peek()?.kind).toBe('movedWithTpSl')
    expect(desk.sent).toMatchObject([
      {
        price: '59900',
        tpSl: {
          mode: 'full',
          takeProfit: { price: '60900', by: 'last', orderType: 'market', limitPrice: null },
          stopLoss: { price: '59400', by: 'mark' },
        },
      },
    ])
    const filled = moverOn(orderOf('1', { ...bracket, filledQty: '0.1' as Qty, status: 'partiallyFilled' }))
    expect(beginMove(filled.ports, ID, LOOK)?.at(59_900).detail?.text).not.toContain('TP/SL')
    await filled.move('59900')
    expect(filled.ports.undo.moved.peek()?.kind).toBe('moved')
    expect(filled.sent).toEqual([{ symbol: 'BTCUSDT', orderId: '1', orderLinkId: 'link-1', price: '59900', qty: null }])
  })

  test('where it stood sends nothing', async () => {
    const desk = moverOn(orderOf('1'))
    await desk.move('60000')
    expect([desk.sent, desk.toasts()]).toEqual([[], []])
  })

  test.each<[string, Order, string, Parameters<typeof deskOf>[0]]>([
    ['off the tick', orderOf('1'), '59900.05', {}],
    ['below the lowest price', orderOf('1'), '0.01', {}],
    ['a take-profit of a long below the market', takeProfit(), '59000', {}],
    ['a stop-loss of a long above the market', takeProfit({ stopOrderType: 'stopLoss' }), '60500', {}],
    ['a trigger at the price itself', takeProfit({ stopOrderType: 'stop' }), '60000', {}],
    ['in a call auction', orderOf('1'), '59900', { instrument: preListedOf('callAuction') }],
  ])('%s: it is refused as in the dialog, and says why', async (_what, order, price, options) => {
    const desk = moverOn(order, options)
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    await desk.move(price)
    expect(desk.sent).toEqual([])
    expect(desk.toasts()).toHaveLength(1)
    expect(desk.toasts()[0]).toMatch(/^tradingClosed \S/)
  })

  test('while nothing may be sent, nothing is', async () => {
    const desk = moverOn(orderOf('1'))
    desk.send({ type: 'status', status: statusOf('stale') })
    await desk.move('59900')
    expect([desk.sent, desk.toasts().length]).toEqual([[], 1])
  })

  test('an order that ended meanwhile is not changed (O11)', async () => {
    const desk = moverOn(orderOf('1'))
    desk.send({ type: 'orders', orders: [orderOf('1', { status: 'filled', seq: 2 })], isSnapshot: false })
    await desk.move('59900')
    expect(desk.sent).toEqual([])
    expect(desk.toasts()[0]).toMatch(/^amendRefused/)
  })

  test('far from the market it is asked first (decisions 45)', async () => {
    const desk = moverOn(orderOf('1'))
    const no = desk.move('40000')
    expect(desk.ports.question.asked.peek()?.doubts.map(({ kind }) => kind)).toEqual(['farPrice'])
    desk.ports.question.answer(false)
    await no
    expect(desk.sent).toEqual([])
    const yes = desk.move('40000')
    desk.ports.question.answer(true)
    await yes
    expect(desk.sent).toMatchObject([{ price: '40000' }])
  })
})

describe('taking a move back', () => {
  test('is offered for five seconds once the exchange took it, and amends to the former price', async () => {
    const desk = moverOn(orderOf('1'))
    const { undo } = desk.ports
    await desk.move('59900')
    expect(undo.moved.peek()).toMatchObject({ kind: 'moved', to: '59900', text: LOOK.text })
    expect(desk.timers.map(({ delayMs }) => delayMs)).toEqual([UNDO_MS])
    desk.send({ type: 'orders', orders: [{ ...orderOf('1', { seq: 2 }), price: '59900' } as Order], isSnapshot: false })
    undo.takeBack()
    undo.takeBack()
    await Promise.resolve()
    expect(desk.sent.map(({ price }) => price)).toEqual(['59900', '60000'])
    // What takes a move back is not taken back in turn.
    expect(undo.moved.peek()).toBeNull()
  })

  test('ends with its time', async () => {
    const desk = moverOn(orderOf('1'))
    await desk.move('59900')
    desk.timers[0]?.call()
    expect(desk.ports.undo.moved.peek()).toBeNull()
  })

  test.each(['filled', 'canceled'] as const)('is gone as soon as the order is %s', async (status) => {
    const desk = moverOn(orderOf('1'))
    await desk.move('59900')
    const before = desk.ports.undo.moved.peek()
    desk.send({ type: 'orders', orders: [orderOf('1', { status: 'partiallyFilled', seq: 2 })], isSnapshot: false })
    expect(desk.ports.undo.moved.peek()).toBe(before)
    desk.send({ type: 'orders', orders: [orderOf('1', { status, seq: 3 })], isSnapshot: false })
    desk.ports.undo.takeBack()
    // Neither an amendment nor a message that the order is over.
    expect([before?.to, desk.ports.undo.moved.peek(), desk.sent.length, desk.toasts()]).toEqual(['59900', null, 1, []])
  })

  test('is gone as soon as a moved trigger was reached: the order in the book has another price', async () => {
    const waiting = orderOf('1', {
      status: 'untriggered',
      stopOrderType: 'stop',
      triggerPrice: '61000' as Price,
      triggerBy: 'last',
      triggerDirection: 1,
    })
    const desk = moverOn(waiting)
    await desk.move('60500')
    expect(desk.ports.undo.moved.peek()?.to).toBe('60500')
    desk.send({ type: 'orders', orders: [{ ...waiting, status: 'new', seq: 2 }], isSnapshot: false })
    expect(desk.ports.undo.moved.peek()).toBeNull()
  })

  test.each<[string, Outcome<OrderId>, number]>([
    ['unknown', { kind: 'unknown' }, 0],
    ['refused', { kind: 'refused', rejection: { code: 1, reason: 'refusedByExchange', message: '', ext: {} } }, 1],
  ])('is not offered where the answer is %s, and nothing is sent again (O12)', async (_what, outcome, toasts) => {
    const desk = moverOn(orderOf('1'))
    desk.answerWith(outcome)
    await desk.move('59900')
    expect(desk.ports.undo.moved.peek()).toBeNull()
    expect([desk.sent.length, desk.toasts().length]).toEqual([1, toasts])
  })
})

test('the price of a change that was not answered is the one that was asked for (O12)', () => {
  const order = orderOf('1')
  const changeOf = (state: ChangeState['state'], price: string | null, orderId = ID): ChangeState => ({
    id: 'x' as ChangeState['id'],
    change: {
      kind: 'amend',
      order: { symbol: instrumentOf().symbol, orderId, orderLinkId: null, price: price as Price | null, qty: null },
    },
    pressedAtMs: 1,
    state,
  })
  expect(unknownPrice(order, [changeOf('unknown', '59900')])).toBe('59900')
  expect(unknownPrice(order, [changeOf('sending', '59900')])).toBeNull()
  expect(unknownPrice(order, [changeOf('unknown', null)])).toBeNull()
  expect(unknownPrice(order, [changeOf('unknown', '59900', '2' as OrderId)])).toBeNull()
  // The exchange said so meanwhile: there is one price.
  expect(unknownPrice(order, [changeOf('unknown', '60000')])).toBeNull()
})
