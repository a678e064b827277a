import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import type { Side } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { BookWarnings } from '../trading-kit/ticket/BookWarnings'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
import { WouldRefuse } from '../trading-kit/ticket/WouldRefuse'
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
  return (
    <PressReasons ticket={ticket} problems={isSaid ? [] : [problemText(t, problem)]}>
      <Suspense fallback={null}>
        {sides.map((side) => (
          <BookWarnings
            key={side}
            market={ticket.market}
            side={side}
            notes={ticket.order(side) === null ? null : (ticket.outlook.sides[side].value?.met ?? null)}
            outgrows={ticket.outlook.sides[side].value?.met.outgrows === true}
            qty={ticket.qty.value}
            lotSize={ticket.option.value?.lotSize ?? null}
            coin={ticket.option.value?.baseCoin ?? null}
          />
        ))}
      </Suspense>
      <WouldRefuse
        told={ticket.check.sides.value}
        sides={sides}
        isAsking={ticket.check.isAsking.value}
        result={ticket.result.value}
      />
    </PressReasons>
  )
}
