import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import type { Side } from '../../domain/order/order'
import { formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { lazyPart } from '../kit/load-part'
import type { OptionFormModel } from './option-form-model'
import { problemText } from './option-problem-text'

// The ticket stays as it is while the words do not come.
const Refusal = lazyPart('messages', async () => (await import('../trading-kit/refusals/Refusal')).Refusal)

/** What stands in the way of the ticket's buttons, and what became of the last press. */
export function OptionReasons({
  ticket,
  sides,
}: {
  readonly ticket: OptionFormModel
  readonly sides: readonly Side[]
}) {
  useSignals()
  const { t } = useTranslation('option')
  const block = ticket.block.value
  const result = ticket.result.value
  const problem = ticket.shownProblem('order', sides)
  const moved = ticket.lastPress.movedPrice.value
  const tick = ticket.option.value?.tickSize ?? null
  return (
    <>
      {block === null ? null : <output data-tone="block">{t(`trade:block.${block}`)}</output>}
      {problem === null || (block !== null && problem.key === 'notTrading') ? null : (
        <p role="alert">{problemText(t, problem)}</p>
      )}
      {result?.kind === 'done' && result.outcome.kind === 'refused' ? (
        // What the exchange refused is announced by its toast already; what never left this tab is not.
        <Suspense fallback={null}>
          <Refusal rejection={result.outcome.rejection} isAlert={result.outcome.rejection.code === null} />
        </Suspense>
      ) : null}
      {moved === null ? null : (
        <output data-tone="block">
          {t('trade:orderCreateSuccessWithPriceModifiedInverse', {
            sent: formatPrice(moved.sent, tick),
            taken: formatPrice(moved.taken, tick),
          })}
        </output>
      )}
      {ticket.lastPress.isUnknown.value ? <output data-tone="block">{t('trade:pressUnknown')}</output> : null}
      {ticket.lastPress.isUnheard.value ? <p role="alert">{t('trade:pressUnheard')}</p> : null}
    </>
  )
}
