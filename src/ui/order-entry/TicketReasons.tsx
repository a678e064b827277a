import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { formatPercent, formatPrice } from '../format'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
import type { OrderFormModel } from './order-form-model'
import { useProblemText } from './problem-text'

/** What stands in the way of the ticket's buttons, and what became of the last press. */
export function TicketReasons({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const text = useProblemText()
  const block = ticket.block.value
  const warning = ticket.priceWarning.value
  const tick = ticket.market.instrument.value?.tickSize ?? null
  // What closes the ticket says why the contract does not trade.
  const shown = ticket.shown.order.value.filter(({ key }) => block === null || key !== 'notTrading')
  return (
    <PressReasons ticket={ticket} problems={[...new Set(shown.map(text))]}>
      {warning === null ? null : (
        <output data-tone="block">
          {t(warning.isAbove ? 'priceFarAbove' : 'priceFarBelow', {
            price: formatPrice(warning.price, tick),
            mark: formatPrice(warning.markPrice, tick),
            distance: formatPercent(warning.distance),
          })}
        </output>
      )}
    </PressReasons>
  )
}
