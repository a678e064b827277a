import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { Select } from '../kit/Select'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { SPOT_TIMES_IN_FORCE } from './spot-drafts'
import type { SpotFormModel } from './spot-form-model'

/** How a limit order may behave. */
export function SpotOptions({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const isPostOnly = ticket.postOnly.value
  const timeInForce = ticket.timeInForce.value
  return (
    <div className={styles['options']}>
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
          items={SPOT_TIMES_IN_FORCE.map((one) => [one, t(`timeInForce.short.${one}`)] as const)}
          chosen={timeInForce}
          onChoose={(one) => ticket.setTimeInForce(one)}
        />
      </span>
    </div>
  )
}
