import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { OrderType } from '../../domain/order/order'
import { Choice } from '../kit/Choice'
import { NumberField } from '../kit/NumberField'
import type { OrderFormModel } from './order-form-model'
import { StepsButton } from '../trading-kit/StepsButton'
import styles from '../trading-kit/tpsl/TpSlFields.module.css'
import { useProblemText } from './problem-text'
import { TriggerBySelect } from '../trading-kit/TriggerBySelect'

/** What a conditional order waits for, and what it becomes then. */
export function TriggerFields({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('ticket')
  const text = useProblemText()
  const trigger = ticket.extras.value?.trigger
  const problem = ticket.shown.trigger.value
  if (trigger === undefined) return null
  const { direction } = trigger
  const hint =
    direction.value === null
      ? null
      : t(`${direction.value === 1 ? 'triggersOnRise' : 'triggersOnFall'}.${trigger.by.value}`)
  return (
    <>
      <NumberField
        label={t('triggerPrice')}
        value={trigger.price.text.value}
        onText={(typed) => trigger.price.setText(typed)}
        onStep={(step) => trigger.price.step(step, ticket.market.lastPrice.value)}
        onBlur={() => ticket.blurTrigger()}
        problem={problem === null ? null : text(problem)}
        hint={hint}
      >
        <StepsButton
          label={t('triggerPrice')}
          limits={() => ticket.market.listed.peek()}
          onStep={(ticks) => trigger.price.step(ticks, ticket.market.lastPrice.peek())}
          onText={(typed) => trigger.price.setText(typed)}
        />
        <TriggerBySelect label={t('triggerBy')} chosen={trigger.by.value} onChoose={(one) => trigger.setBy(one)} />
      </NumberField>
      <Choice<OrderType>
        label={t('conditionalType')}
        items={[
          { id: 'limit', label: t('type.limit') },
          { id: 'market', label: t('type.market') },
        ]}
        chosen={ticket.type.value}
        onChoose={(type) => ticket.setConditionalType(type)}
      />
      {ticket.switches.isReducing.value ? null : <p className={styles['hint']}>{word('heldOnceTriggered')}</p>}
    </>
  )
}
