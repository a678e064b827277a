import { Exact, type Rate } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'

interface Asked {
  readonly type: string | null
  readonly mmRate: string | null
}

/**
 * An order of `type` `MmRateClose` closes all of its position, at market, once the maintenance rate is `mmRate` (spec §3):
 * it has no quantity, price or trigger of its own.
 * @throws Refused 10001 naming the field that such an order does not have, or lacks
 */
export function withRate({ type, mmRate }: Asked, order: NewOrder): NewOrder {
  if (type !== 'MmRateClose') {
    if (mmRate !== null) throw refused('mmRate', 'is of type MmRateClose')
    return order
  }
  if (mmRate === null) throw refused('mmRate', 'is missing')
  if (order.type !== 'market') throw refused('orderType', 'is Market')
  if (!new Exact(order.qty).isZero()) throw refused('qty', 'is 0: all of the position is closed')
  for (const [field, value] of [
    ['triggerPrice', order.trigger],
    ['takeProfit', order.tpSl],
    ['maxSlippage', order.slippage],
  ] as const)
    if (value !== undefined) throw refused(field, 'is not of this order')
  return { ...order, reduceOnly: true, closeOnTrigger: true, mmRate: mmRate as Rate }
}

function refused(field: string, what: string): Refused {
  return new Refused(CODE.badRequest, `MmRateClose: ${field} ${what}`, { field })
}
