import type { OrderCancel, OrderChange } from '../../../domain/order/order-change'
import { assert } from '../../../base/assert'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../../domain/order/order'
import { isOpen } from '../../../domain/order/order-status'
import type { Outcome } from '../../presses'
import type { VenueCalls } from '../../venue/venue-calls'
import type { ChangeTerms } from './change-call'
import type { ChangeCalls } from './change-calls'

export interface OrderChangePorts {
  readonly changes: ChangeCalls
  readonly calls: VenueCalls
  readonly openOrders: () => readonly Order[]
  /** A name for a change that the tab did not name. */
  readonly newId: () => OrderLinkId
  readonly verify: () => void
}

/** Changes of orders that are there already. */
export class OrderChangeCalls {
  constructor(private readonly ports: OrderChangePorts) {}

  amend(id: OrderLinkId, order: OrderChange): Promise<Outcome<OrderId>> {
    const { changes, calls } = this.ports
    return changes.run(id, { kind: 'amend', order }, { ...ONE_ORDER, call: calls.amendOrder(order), priority: 'order' })
  }

  cancel(id: OrderLinkId, order: OrderCancel): Promise<Outcome<OrderId>> {
    const { changes, calls } = this.ports
    const sent = { ...ONE_ORDER, call: calls.cancelOrder(order), priority: 'cancel' } as const
    return changes.run(id, { kind: 'cancel', order }, sent)
  }

  /** @param only `active`: orders that wait in the book; `null`: every open order */
  async cancelAll(symbol: InstrumentSymbol | null, only: 'active' | null): Promise<Outcome<number>> {
    const orderIds = this.ports
      .openOrders()
      .filter(
        (order) =>
          isOpen(order) &&
          (symbol === null || order.symbol === symbol) &&
          (only === null || order.status !== 'untriggered'),
      )
      .map((order) => order.id)
    const outcome = await this.ports.changes.run(
      this.ports.newId(),
      { kind: 'cancelAll', symbol, orderIds },
      { call: this.ports.calls.cancelAll(symbol, only), priority: 'cancel', proven: ({ count }) => count },
    )
    this.ports.verify()
    return outcome
  }
}

const ONE_ORDER: Pick<ChangeTerms<OrderId>, 'proven'> = {
  proven: ({ orderId }) => {
    assert(orderId !== null, 'a change of one order is proven by that order')
    return orderId
  },
}
