import { Suspense } from 'react'
import { lazyPart } from '../kit/load-part'
import type { TicketProps } from './panel'

const SpreadEntry = lazyPart('ticket', async () => (await import('../spread-entry/SpreadEntry')).SpreadEntry)

/** The ticket of spreads, in a file of its own: the page of a contract does without it. */
export function SpreadTicket(props: TicketProps) {
  return (
    <Suspense fallback={null}>
      <SpreadEntry key={props.market.symbol} {...props} />
    </Suspense>
  )
}
