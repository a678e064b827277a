import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import type { Side } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { lazyPart } from '../kit/load-part'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
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
  const problem = ticket.shownProblem('order', sides)
  const isSaid = problem === null || (ticket.block.value !== null && problem.key === 'notTrading')
  return (
    <PressReasons ticket={ticket} problems={isSaid ? [] : [problemText(t, problem)]}>
      {sides.map((side) => {
        const rejection = ticket.check.sides[side].value?.rejection ?? null
        return rejection === null ? null : (
          <output key={side} data-tone="block">
            {t(`wouldRefuse.${side}`)}{' '}
            <Suspense fallback={null}>
              <Refusal rejection={rejection} as="span" />
            </Suspense>
          </output>
        )
      })}
    </PressReasons>
  )
}
