import { signal } from '@preact/signals-react'
import type { Side } from '../../domain/order/order'

/** The side that a phone's ticket stands open for; `null` while its sheet is closed, and on a page whose ticket is no sheet. */
export const ticketSheet = signal<Side | null>(null)

export function closeTicket(): void {
  ticketSheet.value = null
}

/** Shows what was put into the ticket, where that is a sheet; elsewhere it stands beside what filled it. */
export function showTicket(side: Side): void {
  if (!matchMedia('(min-width: 768px)').matches) ticketSheet.value = side
}
