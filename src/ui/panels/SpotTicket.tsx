import { Suspense } from 'react'
import { loadWords } from '../i18n/use-translation'
import { partAhead } from '../kit/load-part'
import type { TicketProps } from './panel'

const entry = partAhead('ticket', async () => (await import('../spot-entry/SpotEntry')).SpotEntry)
const SpotEntry = entry.Part
export const bringSpotEntry = (): Promise<unknown> => Promise.all([entry.bring(), loadWords('spot')])

/** The ticket of pairs, in a file of its own: the page of a contract does without it. */
export function SpotTicket(props: TicketProps) {
  return (
    <Suspense fallback={null}>
      <SpotEntry key={props.market.symbol} {...props} />
    </Suspense>
  )
}
