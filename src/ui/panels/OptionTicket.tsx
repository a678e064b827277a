import { Suspense } from 'react'
import { loadWords } from '../i18n/use-translation'
import { partAhead } from '../kit/load-part'
import type { TicketProps } from './panel'

const entry = partAhead('ticket', async () => (await import('../option-entry/OptionEntry')).OptionEntry)
const OptionEntry = entry.Part
export const bringOptionEntry = (): Promise<unknown> => Promise.all([entry.bring(), loadWords('option')])

/** The ticket of options, in a file of its own: the page of a contract does without it. */
export function OptionTicket(props: TicketProps) {
  return (
    <Suspense fallback={null}>
      <OptionEntry key={props.market.symbol} {...props} />
    </Suspense>
  )
}
