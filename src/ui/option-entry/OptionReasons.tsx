import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
import type { OptionFormModel } from './option-form-model'
import { problemText } from './option-problem-text'

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
  return <PressReasons ticket={ticket} problems={isSaid ? [] : [problemText(t, problem)]} />
}
