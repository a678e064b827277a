import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { Select } from '../kit/Select'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { OPTION_TIMES_IN_FORCE } from './option-drafts'
import type { OptionFormModel } from './option-form-model'

/** How an order may behave. */
export function OptionChoices({ ticket }: { readonly ticket: OptionFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const isPostOnly = ticket.postOnly.value
  const timeInForce = ticket.timeInForce.value
  const isLimit = ticket.type.value === 'limit'
  return (
    <div className={styles['options']}>
      <Checkbox
        label={t('reduceOnly')}
        title={t('reduceOnlyHint')}
        checked={ticket.reduceOnly.value}
        onChecked={(checked) => ticket.setReduceOnly(checked)}
      />
      {isLimit ? (
        <>
          <Checkbox
            label={t('postOnly')}
            title={t('postOnlyHint')}
            checked={isPostOnly}
            onChecked={(checked) => ticket.setPostOnly(checked)}
          />
          <span className={styles['time']}>
            <Select
              label={t('timeInForceLabel')}
              title={t(isPostOnly ? 'timeInForcePostOnly' : `timeInForce.${timeInForce}`)}
              disabled={isPostOnly}
              items={OPTION_TIMES_IN_FORCE.map((one) => [one, t(`timeInForce.short.${one}`)] as const)}
              chosen={timeInForce}
              onChoose={(one) => ticket.setTimeInForce(one)}
            />
          </span>
        </>
      ) : null}
    </div>
  )
}
