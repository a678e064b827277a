import { Suspense } from 'react'
import { lazyPart } from '../kit/load-part'
import type { TicketProps } from './panel'

const OptionEntry = lazyPart('ticket', async () => (await import('../option-entry/OptionEntry')).OptionEntry)

/** The ticket of options, in a file of its own: the page of a contract does without it. */
export function OptionTicket(props: TicketProps) {
  return (
    <Suspense fallback={null}>
      <OptionEntry key={props.market.symbol} {...props} />
    </Suspense>
  )
}
