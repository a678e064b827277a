import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { formatCoin, signOf } from '../../format'
import { Figure } from '../../kit/Figure'
import { NumberField } from '../../kit/NumberField'
import { stepText } from '../../kit/step-text'
import { Select } from '../../kit/Select'
import { Slider } from '../../kit/Slider'
import { PriceTextField } from '../PriceTextField'
import { TriggerBySelect } from '../TriggerBySelect'
import { LegSlippage } from './LegSlippage'
import { CLOSE_TYPES, targetInputs } from './leg-choices'
import type { TpSlLegForm } from './tpsl-leg-form'
import styles from './TpSlFields.module.css'

interface Props {
  readonly form: TpSlLegForm
  /** Settle coin of the estimated result. */
  readonly coin: string
  /** Limit orders exist for a part of a position only. */
  readonly mayLimit: boolean
  /** An existing order keeps its kind. */
  readonly isTypeFixed?: boolean
  readonly isFirst?: boolean
}

/** One leg: the trigger price and its basis, the gain or loss that it means, and at what it closes. */
export function TpSlLegFields({ form, coin, mayLimit, isTypeFixed = false, isFirst = false }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { leg } = form
  const problem = form.problem.value
  const input = form.input.value
  const slider = form.slider.value
  const pnl = form.pnl.value
  const max = slider?.max ?? 0
  const at = Math.min(max, Math.max(0, Number(form.target.value ?? 0)))
  return (
    <fieldset className={styles['leg']}>
      <legend className={styles['name']}>{t(leg)}</legend>
      <div className={styles['pair']}>
        <PriceTextField
          label={t(`triggerOf.${leg}`)}
          field={form.price}
          start={form.context.value?.entryPrice ?? null}
          isOptional
          isFirst={isFirst}
          problem={problem === null ? null : t(`trade:problem.${problem}`)}
        >
          <TriggerBySelect label={t(`triggerByOf.${leg}`)} chosen={form.by.value} onChoose={(by) => form.setBy(by)} />
        </PriceTextField>
        <NumberField
          label={t(`inputOf.${input}.${leg}`)}
          value={form.targetText.value}
          onText={(typed) => form.setTargetText(typed)}
          onStep={(direction) => form.setTargetText(stepText(form.targetText.peek(), 1, direction))}
        >
          <Select
            label={t('inputBy')}
            items={targetInputs(form).map((one) => [one, t(`input.${one}`)] as const)}
            chosen={input}
            onChoose={(one) => form.setInput(one)}
          />
        </NumberField>
      </div>
      {slider === null ? null : (
        <Slider
          label={t(`sliderOf.${leg}`)}
          min={0}
          max={max}
          step={slider.step}
          value={at}
          marks={[0, max / 4, max / 2, (max * 3) / 4, max]}
          valueText={`${at}%`}
          // At its beginning there is no leg; a target of 0 that is typed is none.
          onValue={(value) => form.setTargetText(value === 0 ? '' : String(value))}
        />
      )}
      {mayLimit ? (
        <div className={styles['limit']}>
          <Select
            label={t(`orderTypeOf.${leg}`)}
            items={CLOSE_TYPES.map((one) => [one, t(`closeBy.${one}`)] as const)}
            chosen={form.orderType.value}
            disabled={isTypeFixed}
            onChoose={(one) => form.setOrderType(one)}
          />
          {form.orderType.value === 'limit' ? (
            <PriceTextField label={t(`limitOf.${leg}`)} field={form.limit} start={form.price.typed.value} />
          ) : null}
        </div>
      ) : null}
      <LegSlippage form={form} />
      {pnl === null ? null : (
        <p className={styles['estimate']}>
          {t('estimate')}{' '}
          <Figure sign={signOf(pnl)}>
            {formatCoin(pnl, coin, { signed: true })} {coin}
          </Figure>
        </p>
      )}
    </fieldset>
  )
}
