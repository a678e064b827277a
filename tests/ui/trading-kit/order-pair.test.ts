import { describe, expect, test } from 'vitest'
import type { Order, OrderId } from '../../../src/domain/order/order'
import type { App } from '../../../src/ui/state/app-context'
import { AccountModel } from '../../../src/ui/state/account-model'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { OrderActions } from '../../../src/ui/trading-kit/order-actions'
import { pairOf } from '../../../src/ui/trading-kit/order-pair'
import { writeCancelOrder } from '../../../src/wire/rest/create-order'
import { orderOf } from '../fixtures'

const leg = (id: string, pair: string, change: Partial<Omit<Order, 'type' | 'price'>> = {}): Order =>
  orderOf(id, {
    status: 'untriggered',
    stopOrderType: 'stop',
    planType: 'oco',
    createType: id === 'tp' ? 'CreateByTakeProfit' : 'CreateByStopLoss',
    pairOrderId: pair as OrderId,
    ...change,
  })

const TP = leg('tp', 'sl')
const SL = leg('sl', 'tp')

function accountOf(...orders: readonly Order[]) {
  return { order: (id: OrderId) => orders.find((one) => one.id === id) ?? null }
}

describe('two legs of a pair over one amount (semantics.md §2.6)', () => {
  test('name each other while both of them wait', () => {
    expect(pairOf(SL, accountOf(TP, SL))).toBe(TP)
    expect(pairOf(TP, accountOf(TP, SL))).toBe(SL)
  })

  test('a leg whose other one has ended, or is not known, stands alone', () => {
    expect(pairOf(SL, accountOf(leg('tp', 'sl', { status: 'deactivated' }), SL))).toBeNull()
    expect(pairOf(SL, accountOf(SL))).toBeNull()
  })

  test('guards of a position are none: each is there for the position', () => {
    const guard = orderOf('g', {
      status: 'untriggered',
      stopOrderType: 'partialStopLoss',
      pairOrderId: 'tp' as OrderId,
    })
    expect(pairOf(guard, accountOf(TP, guard))).toBeNull()
  })

  async function sent(isAlone: boolean): Promise<readonly unknown[]> {
    const bodies: unknown[] = []
    const cancelOrder = (_: string, order: Parameters<typeof writeCancelOrder>[0]) => {
      bodies.push(writeCancelOrder(order))
      return Promise.resolve({ kind: 'accepted', value: order.orderId })
    }
    const app = { hub: { api: { cancelOrder } }, notices: new NoticeModel(() => 0), account: new AccountModel() }
    await new OrderActions(app as unknown as App).cancel(SL, isAlone ? null : TP)
    return bodies
  }

  test('a cancel ends both by one call, unless one of them alone was meant', async () => {
    const body = { symbol: 'BTCUSDT', orderId: 'sl', orderLinkId: 'link-sl' }
    expect(await sent(false)).toEqual([{ ...body, type: 'TpSlOcoStopOrder' }])
    expect(await sent(true)).toEqual([body])
  })
})
