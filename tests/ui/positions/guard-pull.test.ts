import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { TradingStop } from '../../../src/domain/position/position-settings'
import type { Outcome } from '../../../src/workers/presses'
import { beginPull, pullGuard } from '../../../src/ui/positions/guard-pull'
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
  return {
    ...desk,
    sent,
    ports: { app: { ...desk, notices, hub: { api }, kept: keptApart() }, market: desk.market },
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
