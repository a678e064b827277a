import { lazyPart } from '../kit/load-part'
import type { TicketProps } from './panel'
import { OrderEntry } from './second-commit'

const StrategyTicket = lazyPart('ticket', async () => (await import('../strategies/StrategyTicket')).StrategyTicket)

/** The ticket of orders with the one of strategies in it: neither knows the other. */
export function Ticket(props: TicketProps) {
  return <OrderEntry {...props} Strategy={StrategyTicket} />
}
