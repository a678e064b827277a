import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatPercent, formatPrice } from '../format'
import { lazyPart } from '../kit/load-part'
import type { OrderFormModel } from './order-form-model'
import { useProblemText } from './problem-text'

// The ticket stays as it is while the words do not come.
const Refusal = lazyPart('messages', async () => (await import('../trading-kit/refusals/Refusal')).Refusal)

/** What stands in the way of the ticket's buttons, and what became of the last press. */
export function TicketReasons({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const text = useProblemText()
  const block = ticket.block.value
  const result = ticket.result.value
  const warning = ticket.priceWarning.value
  const moved = ticket.lastPress.movedPrice.value
  const tick = ticket.market.instrument.value?.tickSize ?? null
  // What closes the ticket says why the contract does not trade.
  const shown = ticket.shown.order.value.filter(({ key }) => block === null || key !== 'notTrading')
  const lines = [...new Set(shown.map(text))]
  return (
    <>
      {block === null ? null : <output data-tone="block">{t(`block.${block}`)}</output>}
      {warning === null ? null : (
        <output data-tone="block">
          {t(warning.isAbove ? 'priceFarAbove' : 'priceFarBelow', {
            price: formatPrice(warning.price, tick),
            mark: formatPrice(warning.markPrice, tick),
            distance: formatPercent(warning.distance),
          })}
        </output>
      )}
      {moved === null ? null : (
        <output data-tone="block">
          {t('orderCreateSuccessWithPriceModifiedInverse', {
            sent: formatPrice(moved.sent, tick),
            taken: formatPrice(moved.taken, tick),
          })}
        </output>
      )}
      {lines.map((line) => (
        <p key={line} role="alert">
          {line}
        </p>
      ))}
      {result?.kind === 'done' && result.outcome.kind === 'refused' ? (
        // What the exchange refused is announced by its toast already; what never left this tab is not.
        <Suspense fallback={null}>
          <Refusal rejection={result.outcome.rejection} isAlert={result.outcome.rejection.code === null} />
        </Suspense>
      ) : null}
      {ticket.lastPress.isUnknown.value ? <output data-tone="block">{t('pressUnknown')}</output> : null}
      {ticket.lastPress.isUnheard.value ? <p role="alert">{t('pressUnheard')}</p> : null}
    </>
  )
}
