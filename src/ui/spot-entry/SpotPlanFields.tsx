import { useSignals } from '@preact/signals-react/runtime'
import { compare } from '../../domain/decimal'
import type { OrderType } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { NumberField } from '../kit/NumberField'
import { Select } from '../kit/Select'
import { PriceTextField } from '../trading-kit/PriceTextField'
import { PLAN_KINDS } from './spot-drafts'
import type { SpotFormModel } from './spot-form-model'
import type { TrailUnit } from './spot-plan-form'
import { problemText } from '../trading-kit/spot-problem-text'
import { SpotLegRow } from './SpotLegRow'
import styles from './SpotPlan.module.css'

interface Props {
  readonly ticket: SpotFormModel
}

/** What a waiting order waits for, and what goes to the book then. */
export function SpotPlanFields({ ticket }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const kind = ticket.planForm.kind.value
  if (ticket.tab.value === 'oco') return <Oco ticket={ticket} />
  return (
    <>
      <p className={styles['kind']}>
        <span aria-hidden="true">{t('plan.label')}</span>
        <Select
          label={t('plan.label')}
          items={PLAN_KINDS.map((one) => [one, t(`plan.${one}`)] as const)}
          chosen={kind}
          onChoose={(one) => ticket.setPlanKind(one)}
        />
      </p>
      {kind === 'conditional' ? <Conditional ticket={ticket} /> : null}
      {kind === 'takeProfitStopLoss' ? <TpSlOrder ticket={ticket} /> : null}
      {kind === 'trailingStop' || kind === 'trailingProfit' ? <Trailing ticket={ticket} /> : null}
    </>
  )
}

function Conditional({ ticket }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const { conditional } = ticket.planForm
  const last = ticket.market.lastPrice.value
  const trigger = conditional.trigger.price.value
  const ofTrigger = ticket.shownProblem('trigger')
  const ofLimit = ticket.shownProblem('limit')
  const way = last === null || trigger === null ? 0 : compare(trigger, last)
  const hint = way === 0 ? t('plan.takes.conditional') : t(way > 0 ? 'plan.fires.rise' : 'plan.fires.fall')
  return (
    <>
      <PriceTextField
        label={t('part.trigger')}
        field={conditional.trigger}
        start={last}
        hint={hint}
        problem={ofTrigger === null ? null : problemText(t, ofTrigger)}
        onText={(typed) => ticket.edit(() => conditional.trigger.setText(typed))}
      >
        {ticket.pair.value?.quoteCoin}
      </PriceTextField>
      <Choice<OrderType>
        label={t('plan.then')}
        items={[
          { id: 'limit', label: t('plan.thenType.limit') },
          { id: 'market', label: t('plan.thenType.market') },
        ]}
        chosen={conditional.type.value}
        onChoose={(type) => ticket.edit(() => conditional.setType(type))}
      />
      {conditional.type.value === 'limit' ? (
        <PriceTextField
          label={t('part.limit')}
          field={conditional.limit}
          start={trigger}
          problem={ofLimit === null ? null : problemText(t, ofLimit)}
          onText={(typed) => ticket.edit(() => conditional.limit.setText(typed))}
        >
          {ticket.pair.value?.quoteCoin}
        </PriceTextField>
      ) : null}
    </>
  )
}

function TpSlOrder({ ticket }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const { takeProfit, stopLoss } = ticket.planForm
  return (
    <>
      <SpotLegRow ticket={ticket} form={takeProfit} leg="takeProfit" label={t('part.tpTrigger')} />
      <SpotLegRow ticket={ticket} form={stopLoss} leg="stopLoss" label={t('part.slTrigger')} />
      <p className={styles['hint']}>{t('plan.takes.takeProfitStopLoss')}</p>
    </>
  )
}

function Oco({ ticket }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const { ocoLimit, stopLoss } = ticket.planForm
  const problem = ticket.shownProblem('tpTrigger')
  return (
    <>
      <PriceTextField
        label={t(`plan.ocoLimit.${ticket.side.value}`)}
        field={ocoLimit}
        start={ticket.market.lastPrice.value}
        problem={problem === null ? null : problemText(t, problem)}
        onText={(typed) => ticket.edit(() => ocoLimit.setText(typed))}
      >
        {ticket.pair.value?.quoteCoin}
      </PriceTextField>
      <SpotLegRow ticket={ticket} form={stopLoss} leg="ocoStop" label={t('plan.ocoPart.stop')} />
      <p className={styles['hint']}>{t('plan.takes.oco')}</p>
    </>
  )
}

function Trailing({ ticket }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const { planForm, side } = ticket
  const pair = ticket.pair.value
  const kind = planForm.kind.value === 'trailingProfit' ? 'trailingProfit' : 'trailingStop'
  const ofActivation = ticket.shownProblem('activation')
  const ofDistance = ticket.shownProblem('distance')
  const tickSize = pair?.tickSize
  return (
    <>
      {kind === 'trailingProfit' ? (
        <PriceTextField
          label={t('part.activation')}
          field={planForm.activation}
          start={ticket.market.lastPrice.value}
          problem={ofActivation === null ? null : problemText(t, ofActivation)}
          onText={(typed) => ticket.edit(() => planForm.activation.setText(typed))}
        >
          {pair?.quoteCoin}
        </PriceTextField>
      ) : null}
      <NumberField
        label={t('part.distance')}
        value={planForm.distance.value}
        onText={(typed) => ticket.edit(() => planForm.setDistance(typed))}
        onStep={(direction) => {
          if (tickSize !== undefined) ticket.edit(() => planForm.stepDistance(direction, tickSize))
        }}
        problem={ofDistance === null ? null : problemText(t, ofDistance)}
        hint={t(`plan.takes.${kind}.${side.value}`)}
      >
        <Select<TrailUnit>
          label={t('plan.distanceUnit')}
          items={[
            ['rate', '%'],
            ['value', pair?.quoteCoin ?? ''],
          ]}
          chosen={planForm.unit.value}
          onChoose={(unit) => ticket.edit(() => planForm.setUnit(unit))}
        />
      </NumberField>
    </>
  )
}
