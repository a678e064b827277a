import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import type { Side } from '../../domain/order/order'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
import type { OrderFormModel } from './order-form-model'
import { useProblemText } from './problem-text'

const TicketWarnings = lazyUntilSign('ticket', async () => (await import('./TicketWarnings')).TicketWarnings)

/** What stands in the way of the ticket's buttons, and what became of the last press. */
export function TicketReasons({ ticket, only }: { readonly ticket: OrderFormModel; readonly only?: Side }) {
  useSignals()
  const text = useProblemText()
  const block = ticket.block.value
  // What closes the ticket says why the contract does not trade.
  const shown = ticket.shown.order.value.filter(({ key }) => block === null || key !== 'notTrading')
  return (
    <PressReasons ticket={ticket} problems={[...new Set(shown.map(text))]}>
      {hasSign.value ? (
        <Suspense fallback={null}>
          <TicketWarnings ticket={ticket} {...(only === undefined ? {} : { only })} />
        </Suspense>
      ) : null}
    </PressReasons>
  )
}
