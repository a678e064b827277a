import { useSignals } from '@preact/signals-react/runtime'
import type { ComponentProps } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { SpotLegFields } from '../trading-kit/SpotLegFields'
import type { SpotLegForm } from '../trading-kit/spot-leg-form'
import { problemText } from '../trading-kit/spot-problem-text'
import styles from './SpotPlan.module.css'
import type { SpotFormModel } from './spot-form-model'

interface Props {
  readonly ticket: SpotFormModel
  readonly form: SpotLegForm
  readonly leg: ComponentProps<typeof SpotLegFields>['leg']
  readonly label: string
  readonly hint?: string | null
}

/** A leg of the ticket, with what is wrong with it as far as that is said. */
export function SpotLegRow({ ticket, form, leg, label, hint = null }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const [atTrigger, atLimit] =
    leg === 'takeProfit' ? (['tpTrigger', 'tpLimit'] as const) : (['slTrigger', 'slLimit'] as const)
  const [ofTrigger, ofLimit] = [ticket.shownProblem(atTrigger), ticket.shownProblem(atLimit)]
  return (
    <div className={styles['leg']}>
      <SpotLegFields
        form={form}
        leg={leg}
        label={label}
        hint={hint}
        start={ticket.market.lastPrice.value}
        quoteCoin={ticket.pair.value?.quoteCoin ?? null}
        problems={{
          trigger: ofTrigger === null ? null : problemText(t, ofTrigger),
          limit: ofLimit === null ? null : problemText(t, ofLimit),
        }}
        onEdit={(change) => ticket.edit(change)}
      />
    </div>
  )
}
