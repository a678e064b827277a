import { lazyPart } from '../kit/load-part'
import { OrderEntry } from '../order-entry/OrderEntry'
import type { TicketProps } from './panel'

const StrategyTicket = lazyPart('ticket', async () => (await import('../strategies/StrategyTicket')).StrategyTicket)

/** The ticket of orders with the one of strategies in it: neither knows the other. */
export function Ticket(props: TicketProps) {
  return <OrderEntry {...props} Strategy={StrategyTicket} />
}
