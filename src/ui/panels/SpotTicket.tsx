import { Suspense } from 'react'
import { lazyPart } from '../kit/load-part'
import type { TicketProps } from './panel'

const SpotEntry = lazyPart('ticket', async () => (await import('../spot-entry/SpotEntry')).SpotEntry)

/** The ticket of pairs, in a file of its own: the page of a contract does without it. */
export function SpotTicket(props: TicketProps) {
  return (
    <Suspense fallback={null}>
      <SpotEntry key={props.market.symbol} {...props} />
    </Suspense>
  )
}
