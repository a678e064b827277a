import { Suspense } from 'react'
import { loadWords } from '../i18n/use-translation'
import { partAhead } from '../kit/load-part'
import type { TicketProps } from './panel'

const entry = partAhead('ticket', async () => (await import('../spread-entry/SpreadEntry')).SpreadEntry)
const SpreadEntry = entry.Part
export const bringSpreadEntry = (): Promise<unknown> => Promise.all([entry.bring(), loadWords('spread')])

/** The ticket of spreads, in a file of its own: the page of a contract does without it. */
export function SpreadTicket(props: TicketProps) {
  return (
    <Suspense fallback={null}>
      <SpreadEntry key={props.market.symbol} {...props} />
    </Suspense>
  )
}
