import type { TimeInForce } from '../../../domain/order/order'

/** Post-only has a box of its own. */
export type TicketTimeInForce = Exclude<TimeInForce, 'postOnly'>
export const TIMES_IN_FORCE: readonly TicketTimeInForce[] = ['goodTillCancel', 'immediateOrCancel', 'fillOrKill']
