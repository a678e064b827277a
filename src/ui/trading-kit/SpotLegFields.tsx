import { useSignals } from '@preact/signals-react/runtime'
import type { Price } from '../../domain/decimal'
import type { OrderType } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { Select } from '../kit/Select'
import { PriceTextField } from './PriceTextField'
import type { SpotLegForm } from './spot-leg-form'

const PART_OF = { takeProfit: 'part.tpLimit', stopLoss: 'part.slLimit', ocoStop: 'part.limit' } as const

const TYPES: readonly OrderType[] = ['market', 'limit']

interface Props {
  readonly form: SpotLegForm
  /** `ocoStop`: the stop of an OCO, which a purchase has too. */
  readonly leg: 'takeProfit' | 'stopLoss' | 'ocoStop'
  readonly label: string
  readonly hint?: string | null
  readonly isFirst?: boolean
  /** Where arrow keys start while the field is empty. */
  readonly start: Price | null
  readonly quoteCoin: string | null
  /** What is wrong beyond the fields' own bounds, in words. */
  readonly problems: { readonly trigger: string | null; readonly limit: string | null }
  /** What is typed and chosen changes the form within it. */
  readonly onEdit: (change: () => void) => void
}

/** A take-profit or a stop-loss of a pair: the price that it waits for, and what goes to the book there. */
export function SpotLegFields({
  form,
  leg,
  label,
  hint = null,
  isFirst = false,
  start,
  quoteCoin,
  problems,
  onEdit,
}: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  return (
    <>
      <PriceTextField
        label={label}
        field={form.trigger}
        start={start}
        isOptional
        isFirst={isFirst}
        hint={hint}
        problem={problems.trigger}
        onText={(typed) => onEdit(() => form.trigger.setText(typed))}
      >
        <Select
          label={t(`plan.thenOf.${leg}`)}
          items={TYPES.map((type) => [type, t(`plan.thenType.${type}`)] as const)}
          chosen={form.type.value}
          onChoose={(type) => onEdit(() => form.setType(type))}
        />
      </PriceTextField>
      {form.type.value === 'limit' ? (
        <PriceTextField
          label={t(PART_OF[leg])}
          field={form.limit}
          start={form.trigger.price.value}
          problem={problems.limit}
          onText={(typed) => onEdit(() => form.limit.setText(typed))}
        >
          {quoteCoin}
        </PriceTextField>
      ) : null}
    </>
  )
}
