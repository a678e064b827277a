import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { decimalsOf, type Price } from '../../domain/decimal'
import { formatNumber } from '../format'
import { NumberField } from '../kit/NumberField'
import type { PriceText } from './price-text'
import { StepsButton } from './StepsButton'

interface Props {
  readonly label: string
  readonly shortLabel?: string
  readonly field: PriceText
  /** Where arrow keys start while the field is empty. */
  readonly start?: Price | null
  /** What is wrong beyond the field's own bounds, in words. */
  readonly problem?: string | null
  readonly hint?: string | null
  readonly isOptional?: boolean
  readonly isFirst?: boolean
  /** What is wrong is said while it is typed, where a button waits for it. */
  readonly isProblemShown?: boolean
  readonly onText?: (typed: string) => void
  readonly children?: ReactNode
}

/** A field bound to a `PriceText`: it says what is wrong once it was left. */
export function PriceTextField({
  label,
  shortLabel,
  field,
  start = null,
  problem = null,
  hint = null,
  isOptional = false,
  isFirst = false,
  isProblemShown = false,
  onText,
  children,
}: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const own = field.problem.value
  const isShown = own !== null && (isProblemShown || field.isLeft.value) && !(isOptional && field.isEmpty)
  const bound = own?.bound ?? null
  const boundText = bound === null ? '' : formatNumber(bound, { decimals: decimalsOf(bound) })
  const type = onText ?? ((typed: string) => field.setText(typed))
  const step = (ticks: number): void => {
    const next = field.stepped(ticks, start)
    if (next !== null) type(next)
  }
  const text = isShown ? t(`problem.price.${own.kind}`, { label, bound: boundText }) : problem
  return (
    <NumberField
      label={label}
      shortLabel={shortLabel}
      value={field.text.value}
      onText={type}
      onStep={step}
      onBlur={() => field.settle()}
      problem={text}
      hint={hint}
      isFirst={isFirst}
    >
      <StepsButton label={label} limits={() => field.limits.peek()} onStep={step} onText={type} />
      {children}
    </NumberField>
  )
}
