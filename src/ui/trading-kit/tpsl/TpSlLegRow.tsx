import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { formatCoin, signOf } from '../../format'
import { Figure } from '../../kit/Figure'
import { NumberField } from '../../kit/NumberField'
import { stepText } from '../../kit/step-text'
import { Select } from '../../kit/Select'
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
}

/** A leg in the ticket, where every line counts: two fields side by side, what it comes to above them, how it closes below. */
export function TpSlLegRow({ form, coin, mayLimit }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { leg } = form
  const name = t(leg)
  const problem = form.problem.value
  const input = form.input.value
  const pnl = form.pnl.value
  return (
    <fieldset className={styles['leg']} data-compact="">
      <legend className="visually-hidden">{name}</legend>
      <p className={styles['head']}>
        <span aria-hidden="true">{name}</span>
        {pnl === null ? null : (
          <output aria-live="off" title={t('estimate')}>
            <span className="visually-hidden">{t('estimate')} </span>
            <Figure sign={signOf(pnl)}>
              {formatCoin(pnl, coin, { signed: true })} {coin}
            </Figure>
          </output>
        )}
      </p>
      <div className={styles['pair']}>
        <PriceTextField
          label={t(`triggerOf.${leg}`)}
          shortLabel={t('trade:price')}
          field={form.price}
          start={form.context.value?.entryPrice ?? null}
          isOptional
          problem={problem === null ? null : t(`trade:problem.${problem}`)}
        >
          <TriggerBySelect label={t(`triggerByOf.${leg}`)} chosen={form.by.value} onChoose={(by) => form.setBy(by)} />
        </PriceTextField>
        <NumberField
          label={t(`inputOf.${input}.${leg}`)}
          shortLabel={t(`inputUnit.${input}`, { coin })}
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
      <div className={styles['terms']}>
        {mayLimit ? (
          <Select
            label={t(`orderTypeOf.${leg}`)}
            items={CLOSE_TYPES.map((one) => [one, t(`closeBy.${one}`)] as const)}
            chosen={form.orderType.value}
            onChoose={(one) => form.setOrderType(one)}
          />
        ) : null}
        <LegSlippage form={form} isShort />
      </div>
      {mayLimit && form.orderType.value === 'limit' ? (
        <PriceTextField label={t(`limitOf.${leg}`)} field={form.limit} start={form.price.typed.value} />
      ) : null}
    </fieldset>
  )
}
