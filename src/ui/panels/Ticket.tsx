import type { Side } from '../../domain/order/order'
import { lazyPart } from '../kit/load-part'
import { OrderEntry } from '../order-entry/OrderEntry'
import type { PanelProps } from './panel'

const StrategyTicket = lazyPart('ticket', async () => (await import('../strategies/StrategyTicket')).StrategyTicket)

interface Props extends PanelProps {
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The ticket of orders with the one of strategies in it: neither knows the other. */
export function Ticket(props: Props) {
  return <OrderEntry {...props} Strategy={StrategyTicket} />
}
