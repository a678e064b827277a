import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { Order, OrderId } from '../../../../src/domain/order/order'
import { NoticeModel } from '../../../../src/ui/state/notice-model'
import { QuickOrders, type QuickOrder } from '../../../../src/ui/trading-kit/one-press/quick-orders'
import type { OrderChange } from '../../../../src/domain/order/order-change'
import type { OrderIntent, Outcome } from '../../../../src/workers/presses'
import { deskOf, orderOf, statusOf, tickerOf } from '../../fixtures'

const BUY: QuickOrder = {
  side: 'buy',
  type: 'limit',
  price: '59990' as Price,
  qty: '0.01' as Qty,
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
}

function quickOn(desk: ReturnType<typeof deskOf>) {
  const placed: OrderIntent[] = []
  const changes: Omit<OrderChange, 'symbol' | 'orderId' | 'orderLinkId'>[] = []
  const notices = new NoticeModel()
  let now = 1000
  let outcome: Outcome<OrderId> = { kind: 'accepted', value: 'o1' as OrderId }
  const orders = new QuickOrders({
    app: { ...desk, notices },
    place: async (intent) => {
      placed.push(intent)
      return outcome
    },
    actions: {
      amend: async (_order, change) => {
        changes.push(change)
        return null
      },
    },
    now: () => now,
    monotonic: () => now,
  })
  return {
    orders,
    placed,
    changes,
    toasts: () => notices.toasts.peek().map((toast) => (toast.from === 'tab' ? toast.key : toast.notice.kind)),
    wait: (ms: number) => (now += ms),
    answerWith: (next: Outcome<OrderId>) => (outcome = next),
  }
}

describe('an order that one press sends', () => {
  test('is the order that was pressed, frozen, with the account of the page', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    expect(await quick.orders.send(desk.market, BUY)).toEqual({ kind: 'accepted', value: 'o1' })
    expect(quick.placed).toMatchObject([
      { account: 'acc', pressedAtMs: 1000, order: { ...BUY, positionIdx: 0, closeOnTrigger: false } },
    ])
    expect(Object.isFrozen(quick.placed[0]?.order)).toBe(true)
    expect(quick.orders.last.peek()).toMatchObject({ state: 'accepted', order: BUY })
  })

  describe('what is said of the last press does not outlive its order', () => {
    async function placed() {
      const desk = deskOf()
      const quick = quickOn(desk)
      await quick.orders.send(desk.market, BUY)
      const of = (change: Parameters<typeof orderOf>[1] = {}): Order =>
        orderOf('o1', { linkId: quick.placed[0]!.id, ...change })
      desk.send({ type: 'orders', orders: [of()], isSnapshot: true })
      return { desk, quick, of }
    }

    test.each([
      ['canceled', { status: 'canceled', filledQty: '0' as Qty }],
      ['filled', { status: 'filled', filledQty: '0.01' as Qty }],
      ['partlyFilled', { status: 'partiallyFilledCanceled', filledQty: '0.004' as Qty }],
      ['refused', { status: 'rejected' }],
    ] as const)('it says %s', async (state, change) => {
      const { desk, quick, of } = await placed()
      expect(quick.orders.last.peek()?.state).toBe('accepted')
      desk.send({ type: 'orders', orders: [of({ ...change, seq: 2 })], isSnapshot: false })
      expect(quick.orders.last.peek()?.state).toBe(state)
      // Older ends leave the page's memory: what was said stays said.
      desk.send({ type: 'orders', orders: [], isSnapshot: true })
      expect(quick.orders.last.peek()?.state).toBe(state)
    })

    test('it follows an order that is moved', async () => {
      const { desk, quick, of } = await placed()
      const moved = (change: Parameters<typeof of>[0]): Order => ({
        ...of(change),
        type: 'limit',
        price: '59999' as Price,
      })
      desk.send({ type: 'orders', orders: [moved({ seq: 2 })], isSnapshot: false })
      expect(quick.orders.last.peek()).toMatchObject({ state: 'accepted', order: { price: '59999' } })
      desk.send({ type: 'orders', orders: [moved({ status: 'filled', seq: 3 })], isSnapshot: false })
      expect(quick.orders.last.peek()).toMatchObject({ state: 'filled', order: { price: '59999' } })
    })

    test('it goes where nobody saw how it ended', async () => {
      const { desk, quick } = await placed()
      desk.send({ type: 'orders', orders: [], isSnapshot: true })
      expect(quick.orders.last.peek()).toBeNull()
    })

    test('no answer yet: it is placed once the account has it', async () => {
      const desk = deskOf()
      const quick = quickOn(desk)
      quick.answerWith({ kind: 'unknown' })
      await quick.orders.send(desk.market, BUY)
      expect(quick.orders.last.peek()?.state).toBe('unknown')
      const order = orderOf('o1', { linkId: quick.placed[0]!.id })
      desk.send({ type: 'orders', orders: [order], isSnapshot: true })
      expect(quick.orders.last.peek()?.state).toBe('accepted')
    })
  })

  test('twice on one price within half a second is one press; another price is another press', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    await quick.orders.send(desk.market, BUY)
    quick.wait(499)
    expect(await quick.orders.send(desk.market, BUY)).toBeNull()
    await quick.orders.send(desk.market, { ...BUY, price: '59990.1' as Price })
    quick.wait(1)
    await quick.orders.send(desk.market, BUY)
    expect(quick.placed.map(({ order }) => order.price)).toEqual(['59990', '59990.1', '59990'])
  })

  test('is not sent while nothing may be sent, and says why', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    desk.send({ type: 'status', status: statusOf('stale') })
    expect(await quick.orders.send(desk.market, BUY)).toBeNull()
    expect([quick.placed, quick.toasts()]).toEqual([[], ['tradingClosed']])
  })

  test.each([
    ['a quantity that is no whole lot', { qty: '0.0105' as Qty }],
    ['a price that is no whole tick', { price: '59990.05' as Price }],
    // 0.01 of 100 is worth 1, below the least value of 5.
    ['less than the least value', { price: '100' as Price }],
    // 20 at 59,990 and tenfold leverage takes some 120,000 of 10,000.
    ['more than the balance pays', { qty: '20' as Qty }],
    ['reduce-only without a position', { reduceOnly: true }],
  ])('%s is not sent: the ticket refuses it, too', async (_what, change) => {
    const desk = deskOf()
    const quick = quickOn(desk)
    expect(await quick.orders.send(desk.market, { ...BUY, ...change })).toBeNull()
    expect([quick.placed, quick.toasts()]).toEqual([[], ['tradingClosed']])
  })

  test('far from the market it is asked first, and sent as it was asked about (decisions 45)', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    // A third below the mark price of 60,000.
    const far = { ...BUY, price: '40000' as Price }
    const no = quick.orders.send(desk.market, far)
    expect(quick.orders.question.asked.peek()?.doubts.map(({ kind }) => kind)).toEqual(['farPrice'])
    quick.orders.question.answer(false)
    expect(await no).toBeNull()
    quick.wait(500)
    const yes = quick.orders.send(desk.market, far)
    quick.orders.question.answer(true)
    await yes
    expect(quick.placed.map(({ order }) => order.price)).toEqual(['40000'])
  })

  test('a yes for an account that has gone meanwhile sends nothing', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    const far = quick.orders.send(desk.market, { ...BUY, price: '40000' as Price })
    desk.send({ type: 'session', session: { account: 'other', name: 'paper', kind: 'uta2' } })
    quick.orders.question.answer(true)
    expect([await far, quick.placed]).toEqual([null, []])
  })

  test('what the hub refuses is said; what the exchange refuses the hub says', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    const rejection = { code: null, reason: 'offline', message: '', ext: {} } as const
    quick.answerWith({ kind: 'refused', rejection })
    await quick.orders.send(desk.market, BUY)
    expect([quick.toasts(), quick.orders.last.peek()?.state]).toEqual([['orderRefused'], 'refused'])
    quick.answerWith({ kind: 'refused', rejection: { ...rejection, code: 30010, reason: 'refusedByExchange' } })
    quick.wait(1000)
    await quick.orders.send(desk.market, BUY)
    expect(quick.toasts()).toEqual(['orderRefused'])
  })
})

describe('an order that is moved', () => {
  test('keeps its quantity and gets the price; far from the market it is asked', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    const order = orderOf('a')
    await quick.orders.move(desk.market, order, '59980' as Price)
    expect(quick.changes).toEqual([{ price: '59980', qty: null }])
    await quick.orders.move(desk.market, order, '60000' as Price)
    expect(quick.changes).toHaveLength(1)
    const far = quick.orders.move(desk.market, order, '30000' as Price)
    expect(quick.orders.question.asked.peek()?.what).toBe('amendment')
    quick.orders.question.answer(false)
    await far
    expect(quick.changes).toHaveLength(1)
  })
  test('to the other side of the book asks first, and a post-only one stays where it is', async () => {
    const desk = deskOf()
    const quick = quickOn(desk)
    const best = { bid1Price: '59999.9' as Price, ask1Price: '60000.1' as Price }
    desk.send({ type: 'ticker', ticker: tickerOf('60000', best), stale: false })
    const order = orderOf('a', { side: 'buy', price: '59000' } as Partial<Order>)
    const through = quick.orders.move(desk.market, order, '60000.1' as Price)
    expect(quick.orders.question.asked.peek()?.doubts).toEqual([
      { kind: 'takes', side: 'buy', price: '60000.1', bestPrice: '60000.1' },
    ])
    quick.orders.question.answer(false)
    await through
    await quick.orders.move(desk.market, { ...order, timeInForce: 'postOnly' }, '60000.1' as Price)
    expect(quick.changes).toEqual([])
    expect(quick.toasts()).toEqual(['tradingClosed'])
    await quick.orders.move(desk.market, order, '60000' as Price)
    expect(quick.changes).toEqual([{ price: '60000', qty: null }])
  })
})
