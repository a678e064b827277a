import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { Side } from '../../domain/order/order'
import type { StrategyKind } from '../../domain/order/strategy'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { Choice } from '../kit/Choice'
import { NumberField } from '../kit/NumberField'
import { Select } from '../kit/Select'
import { Slider } from '../kit/Slider'
import entry from '../trading-kit/ticket/Ticket.module.css'
import { OrderFigures } from '../trading-kit/ticket/OrderFigures'
import { sideNote } from '../trading-kit/order-problems'
import { StepsButton } from '../trading-kit/StepsButton'
import { SendQuestionDialog } from '../trading-kit/SendQuestionDialog'
import { SubmitButtons } from '../trading-kit/ticket/SubmitButtons'
import type { StrategySlotProps } from '../trading-kit/ticket/strategy-slot'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import { askExchange } from './ask-exchange'
import { usePressable } from '../trading-kit/ticket/use-pressable'
import { INTERVALS_S } from './strategy-drafts'
import type { StrategyForm } from './strategy-form'
import { strategyFormOf } from './strategy-form-of'
import { useStrategyProblem } from './strategy-problem-text'
import { StrategyPreview } from './StrategyPreview'
import { StrategyReasons } from './StrategyReasons'
import styles from './StrategyTicket.module.css'

const KINDS: readonly StrategyKind[] = ['twap', 'chaseLimit', 'iceberg']
const MARKS = [0, 25, 50, 75, 100]

/** The ticket of TWAP, chase-limit and iceberg orders (spec §3, order origins). */
export function StrategyTicket({ ticket, only, onPlaced }: StrategySlotProps) {
  useSignals()
  const { t } = useTranslation('strategies')
  const app = useApp()
  const { market } = ticket
  const form = strategyFormOf(ticket, app, useLinkGroup())
  useEffect(() => form.start(), [form])
  useEffect(() => askExchange(form, app), [form, app])
  usePressable(form.outlook, only)
  const kind = form.kind.value
  const side = only === undefined ? {} : { only }
  const press = {
    market,
    block: form.block,
    result: form.result,
    outlook: form.outlook,
    sideNote: (asked: Side) => sideNote(form.problems[asked].value),
    press: async (pressed: Side) => {
      const outcome = await form.press(pressed)
      if (outcome?.kind === 'accepted') app.notices.say(`strategyOpened.${form.kind.peek()}`, { symbol: market.symbol })
      return outcome
    },
  }
  return (
    <>
      <Choice<StrategyKind>
        label={t('kind')}
        items={KINDS.map((id) => ({
          id,
          label: t(`trade:origin.${id}`),
          isDisabled: id === 'twap' && form.market.isInAuction.value,
        }))}
        chosen={kind}
        onChoose={(next) => form.setKind(next)}
      />
      <p className={styles['hint']}>{t(`hint.${kind}`)}</p>
      {kind === 'iceberg' ? <PriceField form={form} label={t('trade:price')} /> : null}
      <QuantityField form={form} />
      <Slider
        label={t('trade:orderSize')}
        min={0}
        max={100}
        step={1}
        value={form.percent.value}
        marks={MARKS}
        valueText={`${form.percent.value}%`}
        onValue={(value) => form.setPercent(value)}
      />
      {kind === 'twap' ? <TwapFields form={form} /> : null}
      {kind === 'chaseLimit' ? <DistanceField form={form} /> : null}
      {kind === 'iceberg' ? <ShowField form={form} /> : null}
      <div className={entry['options']}>
        <Checkbox
          label={t('trade:reduceOnly')}
          title={t('trade:reduceOnlyHint')}
          checked={form.reduceOnly.value}
          onChecked={(isOn) => form.setReduceOnly(isOn)}
        />
      </div>
      <StrategyPreview form={form} {...side} />
      <SendQuestionDialog question={form.question} />
      <OrderFigures outlook={form.outlook} {...side} />
      <SubmitButtons ticket={press} qtyText={form.qtyText} {...side} {...(onPlaced === undefined ? {} : { onPlaced })}>
        <StrategyReasons form={form} {...side} />
      </SubmitButtons>
    </>
  )
}

interface FieldProps {
  readonly form: StrategyForm
}

function QuantityField({ form }: FieldProps) {
  useSignals()
  const { t } = useTranslation('strategies')
  const text = useStrategyProblem(form)
  return (
    <NumberField
      label={t('trade:quantity')}
      value={form.qtyText.value}
      onText={(typed) => form.setQtyText(typed)}
      onStep={(direction) => form.stepQty(direction)}
      onBlur={() => form.leave('qty')}
      problem={text('qty')}
    >
      {qtyCoin(form.market.instrument.value)}
    </NumberField>
  )
}

function PriceField({ form, label }: FieldProps & { readonly label: string }) {
  useSignals()
  const { t } = useTranslation('strategies')
  const text = useStrategyProblem(form)
  const { market, price } = form
  return (
    <NumberField
      label={label}
      value={price.text.value}
      onText={(typed) => price.setText(typed)}
      onStep={(direction) => price.step(direction, market.lastPrice.peek())}
      onBlur={() => form.leave('price')}
      problem={text('price')}
    >
      <StepsButton
        label={label}
        limits={() => market.listed.peek()}
        onStep={(ticks) => price.step(ticks, market.lastPrice.peek())}
        onText={(typed) => price.setText(typed)}
      />
      <button type="button" className={entry['last']} onClick={() => price.set(market.lastPrice.peek())}>
        {t('trade:last')}
      </button>
      {market.instrument.value?.quoteCoin}
    </NumberField>
  )
}

function TwapFields({ form }: FieldProps) {
  useSignals()
  const { t } = useTranslation('strategies')
  const text = useStrategyProblem(form)
  return (
    <>
      <NumberField
        label={t('duration')}
        value={form.minutesText.value}
        onText={(typed) => form.setMinutesText(typed)}
        onStep={(direction) => form.stepMinutes(direction)}
        onBlur={() => form.leave('duration')}
        problem={text('duration')}
      >
        {t('minutes')}
        <Select
          label={t('interval')}
          items={INTERVALS_S.map((seconds) => [String(seconds), t('every', { seconds })] as const)}
          chosen={String(form.interval.value)}
          onChoose={(seconds) => form.setInterval(Number(seconds))}
        />
      </NumberField>
      <PriceField form={form} label={t('limitPrice')} />
    </>
  )
}

function DistanceField({ form }: FieldProps) {
  useSignals()
  const { t } = useTranslation('strategies')
  const text = useStrategyProblem(form)
  return (
    <NumberField
      label={t('distance')}
      value={form.distance.text.value}
      onText={(typed) => form.distance.setText(typed)}
      onStep={(direction) => form.distance.step(direction)}
      onBlur={() => form.leave('maxDistance')}
      problem={text('maxDistance')}
    >
      <StepsButton
        label={t('distance')}
        limits={() => form.distance.limits.peek()}
        onStep={(ticks) => form.distance.step(ticks)}
        onText={(typed) => form.distance.setText(typed)}
      />
      {form.market.instrument.value?.quoteCoin}
    </NumberField>
  )
}

function ShowField({ form }: FieldProps) {
  useSignals()
  const { t } = useTranslation('strategies')
  const text = useStrategyProblem(form)
  return (
    <NumberField
      label={t('showQty')}
      value={form.showText.value}
      onText={(typed) => form.setShowText(typed)}
      onStep={(direction) => form.stepShow(direction)}
      onBlur={() => form.leave('showQty')}
      problem={text('showQty')}
    >
      {qtyCoin(form.market.instrument.value)}
    </NumberField>
  )
}
