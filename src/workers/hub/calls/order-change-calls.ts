import type { OrderChange, OrderReference } from '../../../domain/order/order-change'
import { assert } from '../../../base/assert'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../../domain/order/order'
import { isOpen } from '../../../domain/order/order-status'
import { asArray, asObject } from '../../../wire/json'
import {
  CANCEL_ALL_PATH,
  CANCEL_ORDER_PATH,
  parseOrderAck,
  REPLACE_ORDER_PATH,
  writeOrderReference,
  writeReplaceOrder,
} from '../../../wire/rest/create-order'
import { v5CategoryOfSymbol } from '../../../wire/v5/category'
import type { Outcome } from '../../presses'
import type { ChangeCall } from './change-call'
import type { ChangeCalls } from './change-calls'

export interface OrderChangePorts {
  readonly changes: ChangeCalls
  readonly openOrders: () => readonly Order[]
  /** A name for a change that the tab did not name. */
  readonly newId: () => OrderLinkId
  readonly verify: () => void
}

/** Changes of orders that are there already. */
export class OrderChangeCalls {
  constructor(private readonly ports: OrderChangePorts) {}

  amend(id: OrderLinkId, order: OrderChange): Promise<Outcome<OrderId>> {
    const body = writeReplaceOrder(order)
    const call = { path: REPLACE_ORDER_PATH, body, priority: 'order', ...ONE_ORDER } as const
    return this.ports.changes.run(id, { kind: 'amend', order }, call)
  }

  cancel(id: OrderLinkId, order: OrderReference): Promise<Outcome<OrderId>> {
    const body = writeOrderReference(order)
    const call = { path: CANCEL_ORDER_PATH, body, priority: 'cancel', ...ONE_ORDER } as const
    return this.ports.changes.run(id, { kind: 'cancel', order }, call)
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
      {
        path: CANCEL_ALL_PATH,
        body: {
          // Without a symbol every order of the account, whatever it is settled in.
          ...(symbol === null ? {} : { category: v5CategoryOfSymbol(symbol), symbol }),
          ...(only === null ? {} : { orderFilter: 'Order' }),
        },
        priority: 'cancel',
        read: (result) => asArray(asObject(result, 'result')['list'], 'list').length,
        proven: ({ count }) => count,
      },
    )
    this.ports.verify()
    return outcome
  }
}

const ONE_ORDER: Pick<ChangeCall<OrderId>, 'read' | 'proven'> = {
  read: (result) => parseOrderAck(result).orderId,
  proven: ({ orderId }) => {
    assert(orderId !== null, 'a change of one order is proven by that order')
    return orderId
  },
}
