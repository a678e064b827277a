import type { Money } from '../../src/domain/decimal'
import type { Order } from '../../src/domain/order/order'
import type { Journal } from '../journal/journal-port'

const NOTHING = '0' as Money
const ONE_ROW = { symbol: null, startMs: null, endMs: null, limit: 1, cursor: null } as const

/** What the fills of an order have closed so far brought (the same figure as in its closed P&L); zero where they closed nothing. */
export function closedPnlOfOrder(journal: Pick<Journal, 'closedPnl'>, account: string, order: Order): Money {
  if (order.filledQty === '0') return NOTHING
  return journal.closedPnl(account, { ...ONE_ROW, orderId: order.id }).rows[0]?.closedPnl ?? NOTHING
}
