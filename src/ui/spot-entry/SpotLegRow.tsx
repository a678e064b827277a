import { useSignals } from '@preact/signals-react/runtime'
import type { OrderType } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { Select } from '../kit/Select'
import { PriceTextField } from '../trading-kit/PriceTextField'
import styles from './SpotPlan.module.css'
import type { SpotFormModel } from './spot-form-model'
import type { SpotLegForm } from './spot-plan-form'
import { problemText } from './spot-problem-text'

const TYPES: readonly OrderType[] = ['market', 'limit']

interface Props {
  readonly ticket: SpotFormModel
  readonly form: SpotLegForm
  readonly leg: 'takeProfit' | 'stopLoss'
  readonly label: string
  readonly hint?: string | null
}

/** A take-profit or a stop-loss: the price that it waits for, and what goes to the book there. */
export function SpotLegRow({ ticket, form, leg, label, hint = null }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const [atTrigger, atLimit] =
    leg === 'takeProfit' ? (['tpTrigger', 'tpLimit'] as const) : (['slTrigger', 'slLimit'] as const)
  const ofTrigger = ticket.shownProblem(atTrigger)
  const ofLimit = ticket.shownProblem(atLimit)
  return (
    <div className={styles['leg']}>
      <PriceTextField
        label={label}
        field={form.trigger}
        start={ticket.market.lastPrice.value}
        isOptional
        hint={hint}
        problem={ofTrigger === null ? null : problemText(t, ofTrigger)}
        onText={(typed) => ticket.edit(() => form.trigger.setText(typed))}
      >
        <Select
          label={t(`plan.thenOf.${leg}`)}
          items={TYPES.map((type) => [type, t(`plan.thenType.${type}`)] as const)}
          chosen={form.type.value}
          onChoose={(type) => ticket.edit(() => form.setType(type))}
        />
      </PriceTextField>
      {form.type.value === 'limit' ? (
        <PriceTextField
          label={t(`part.${atLimit}`)}
          field={form.limit}
          start={form.trigger.price.value}
          problem={ofLimit === null ? null : problemText(t, ofLimit)}
          onText={(typed) => ticket.edit(() => form.limit.setText(typed))}
        >
          {ticket.pair.value?.quoteCoin}
        </PriceTextField>
      ) : null}
    </div>
  )
}
