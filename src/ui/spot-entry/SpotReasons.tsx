import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { formatCoin } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { BookWarnings } from '../trading-kit/ticket/BookWarnings'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
import type { SpotFormModel } from './spot-form-model'
import { problemText } from '../trading-kit/spot-problem-text'

/** What stands in the way of the ticket's button, and what became of the last press. */
export function SpotReasons({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  // That nothing is lent is said as soon as Margin is chosen, whatever else is missing.
  const problem = ticket.outlook.unlent.value ?? ticket.shownProblem('order')
  const isSaid = problem === null || (ticket.block.value !== null && problem.key === 'notTrading')
  const pair = ticket.pair.value
  const cover = ticket.outlook.cover.value
  return (
    <PressReasons ticket={ticket} problems={isSaid ? [] : [problemText(t, problem)]}>
      <Suspense fallback={null}>
        <BookWarnings
          market={ticket.market}
          side={ticket.side.value}
          notes={ticket.order.value === null ? null : ticket.outlook.met.value}
          outgrows={ticket.outlook.met.value?.outgrows === true}
          qty={ticket.outlook.qty.value}
          lotSize={pair?.lotSize ?? null}
          coin={pair?.baseCoin ?? null}
        />
      </Suspense>
      {cover?.isShort === true ? (
        <output data-tone="block">
          {t('cover.short', {
            coin: cover.coin,
            needed: formatCoin(cover.needed, cover.coin),
            available: formatCoin(cover.available, cover.coin),
          })}
        </output>
      ) : null}
    </PressReasons>
  )
}
