import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
import type { SpotFormModel } from './spot-form-model'
import { problemText } from './spot-problem-text'

/** What stands in the way of the ticket's button, and what became of the last press. */
export function SpotReasons({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const problem = ticket.shownProblem('order')
  const isSaid = problem === null || (ticket.block.value !== null && problem.key === 'notTrading')
  return <PressReasons ticket={ticket} problems={isSaid ? [] : [problemText(t, problem)]} />
}
