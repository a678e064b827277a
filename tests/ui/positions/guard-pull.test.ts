import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { TradingStop } from '../../../src/domain/position/position-settings'
import type { Order } from '../../../src/domain/order/order'
import type { Outcome } from '../../../src/workers/presses'
import { beginPull, pullGuard } from '../../../src/ui/positions/guard-pull'
import { MoveUndo, UNDO_MS } from '../../../src/ui/trading-kit/move-undo'
import { keptApart } from '../../../src/ui/state/kept'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { deskOf, orderOf, positionOf, statusOf } from '../fixtures'

/** A long of 0.5 from 60,000, with the market at 60,000. */
function deskWith(position = positionOf()) {
  const desk = deskOf()
  const sent: TradingStop[] = []
  const notices = new NoticeModel()
  let outcome: Outcome<null> = { kind: 'accepted', value: null }
  const api = {
    setTpSl: async (terms: TradingStop) => {
      sent.push(terms)
      return outcome
    },
  }
  desk.send({ type: 'positions', positions: [position], isSnapshot: true })
  const timers: number[] = []
  const undo = new MoveUndo((delayMs) => {
    timers.push(delayMs)
    return () => undefined
  })
  const cancelled: Order[] = []
  const actions = { cancel: async (order: Order) => void cancelled.push(order) }
  return {
    ...desk,
    sent,
    undo,
    timers,
    cancelled,
    ports: { app: { ...desk, notices, hub: { api }, kept: keptApart() }, market: desk.market, actions, undo },
    answerWith: (next: Outcome<null>) => (outcome = next),
    toasts: () => notices.toasts.peek().map((toast) => (toast.from === 'tab' ? toast.key : '')),
  }
}
const at = (desk: ReturnType<typeof deskWith>, price: string) => pullGuard(desk.ports, positionOf(), price as Price)

describe('a guard that is pulled out of a position', () => {
  test('is a take-profit in its favour and a stop-loss against it, with what it gains or loses', () => {
    const moving = beginPull(deskWith().ports, positionOf())
    // 0.5 × 1,200 = 600 and 0.5 × 900 = 450; 1,200 and 900 of 60,000 are 2 % and 1.5 %.
    expect(moving?.at(61_200.04)).toMatchObject({
      price: '61200',
      tone: 'profit',
      detail: { text: '+1,200.0 · +2.00% · +600.00', tone: 'profit' },
      problem: null,
    })
    expect(moving?.at(59_100)).toMatchObject({ tone: 'loss', detail: { text: '−900.0 · −1.50% · −450.00' } })
    const short = deskWith(positionOf({ side: 'sell' }))
    expect(beginPull(short.ports, positionOf())?.at(61_200)).toMatchObject({ tone: 'loss' })
  })

  test('is set over the whole position, and the other one stays as it is', async () => {
    const desk = deskWith(positionOf({ stopLoss: '59000' as Price }))
    await at(desk, '61200')
    expect(desk.sent).toMatchObject([
      { mode: 'full', takeProfit: { price: '61200', by: 'last', orderType: 'market' }, stopLoss: null, tpSize: null },
    ])
    expect(desk.toasts()).toEqual(['setTpSuccess'])
  })

  test('beside partial sets it is one of its own', async () => {
    const desk = deskWith()
    const set = orderOf('7', {
      side: 'sell',
      status: 'untriggered',
      stopOrderType: 'partialStopLoss',
      triggerPrice: '58000' as Price,
      qty: '0.2' as Qty,
    })
    desk.send({ type: 'orders', orders: [set], isSnapshot: true })
    await at(desk, '61200')
    expect(desk.sent).toMatchObject([
      { mode: 'partial', takeProfit: { price: '61200' }, tpOrderId: null, tpSize: '0.5' },
    ])
  })

  test('what is in the way is said, and nothing is sent', async () => {
    const stale = deskWith()
    stale.send({ type: 'status', status: statusOf('stale') })
    await at(stale, '61200')
    expect([stale.sent, stale.toasts()]).toEqual([[], ['tradingClosed']])
    const off = deskWith()
    await at(off, '61200.05')
    expect([off.sent, off.toasts()]).toEqual([[], ['tradingClosed']])
    const gone = deskWith(positionOf({ side: null, size: '0' as Qty }))
    await at(gone, '61200')
    expect([gone.sent, gone.toasts()]).toEqual([[], ['tpSlRefused']])
    expect(beginPull(gone.ports, positionOf())).toBeNull()
  })

  test('a refusal is said', async () => {
    const desk = deskWith()
    desk.answerWith({
      kind: 'refused',
      rejection: { code: 10001, reason: 'refusedByExchange', message: 'no', ext: {} },
    })
    await at(desk, '61200')
    expect(desk.toasts()).toEqual(['tpSlRefused'])
  })
})

describe('taking a pulled guard back (issue 24.6)', () => {
  const none = { takeProfit: null, stopLoss: null }

  test('is offered for five seconds, once the exchange took it; where there was none it is taken away', async () => {
    const desk = deskWith()
    await at(desk, '61200')
    expect(desk.undo.moved.peek()).toMatchObject({ kind: 'set', to: '61200' })
    expect(desk.timers).toEqual([UNDO_MS])
    desk.undo.takeBack()
    // A price of zero takes a leg away; the other one is not named.
    expect(desk.sent[1]).toMatchObject({ ...none, mode: 'full', takeProfit: { price: '0', by: 'last' } })
    desk.undo.takeBack()
    expect([desk.sent.length, desk.undo.moved.peek()]).toEqual([2, null])
    // What was taken away is told as the end of its order, and not as something that is set.
    await Promise.resolve()
    expect(desk.toasts()).toEqual(['setTpSuccess'])
  })

  test('where there was one it stands again as it was, with its basis and its slippage', async () => {
    const desk = deskWith(positionOf({ stopLoss: '59000' as Price, slTriggerBy: 'mark' }))
    const guard = orderOf('5', {
      side: 'sell',
      status: 'untriggered',
      stopOrderType: 'stopLoss',
      triggerPrice: '59000' as Price,
      slippage: { unit: 'percent', value: '0.5' as Qty },
    })
    desk.send({ type: 'orders', orders: [guard], isSnapshot: true })
    await at(desk, '59500')
    expect(desk.sent[0]).toMatchObject({ stopLoss: { price: '59500' }, takeProfit: null })
    desk.send({ type: 'positions', positions: [positionOf({ stopLoss: '59500' as Price })], isSnapshot: false })
    desk.undo.takeBack()
    expect(desk.sent[1]).toMatchObject({
      ...none,
      stopLoss: { price: '59000', by: 'mark', orderType: 'market', slippage: { unit: 'percent', value: '0.5' } },
    })
  })

  test('beside partial sets the order that it made is cancelled, and no other at its price', async () => {
    const desk = deskWith()
    const set = (id: string) =>
      orderOf(id, {
        side: 'sell',
        status: 'untriggered',
        stopOrderType: 'partialTakeProfit',
        triggerPrice: '61200' as Price,
        qty: '0.2' as Qty,
      })
    desk.send({ type: 'orders', orders: [set('7')], isSnapshot: true })
    await at(desk, '61200')
    const isOffered = desk.undo.moved.peek() !== null
    desk.send({ type: 'orders', orders: [set('8')], isSnapshot: false })
    desk.undo.takeBack()
    expect([isOffered, desk.cancelled.map(({ id }) => id), desk.sent.length]).toEqual([true, ['8'], 1])
    // Filled or cancelled meanwhile, there is nothing left to cancel, and that is said.
    await at(desk, '61300')
    desk.undo.takeBack()
    expect([desk.cancelled.length, desk.toasts().at(-1)]).toEqual([1, 'cancelRefused'])
  })

  test.each<[string, Outcome<null>]>([
    ['unknown', { kind: 'unknown' }],
    ['refused', { kind: 'refused', rejection: { code: 1, reason: 'refusedByExchange', message: '', ext: {} } }],
  ])('is not offered where the answer is %s (O12)', async (_what, outcome) => {
    const desk = deskWith()
    desk.answerWith(outcome)
    await at(desk, '61200')
    expect([desk.undo.moved.peek(), desk.sent.length]).toEqual([null, 1])
  })

  test('is gone once the position is closed, or turned: nothing is sent, and nothing said', async () => {
    for (const later of [positionOf({ side: null, size: '0' as Qty }), positionOf({ side: 'sell' })]) {
      const desk = deskWith()
      await at(desk, '61200')
      const wasOffered = desk.undo.moved.peek() !== null
      desk.send({ type: 'positions', positions: [later], isSnapshot: false })
      expect([wasOffered, desk.undo.moved.peek()]).toEqual([true, null])
      desk.undo.takeBack()
      expect([desk.sent.length, desk.toasts()]).toEqual([1, ['setTpSuccess']])
    }
  })
})
