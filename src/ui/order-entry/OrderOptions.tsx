import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import styles from './OrderEntry.module.css'
import type { OrderFormModel, TicketTimeInForce } from './order-form-model'

const TIMES_IN_FORCE: readonly TicketTimeInForce[] = ['goodTillCancel', 'immediateOrCancel', 'fillOrKill']

/** How the order may behave. A market order has no time in force and cannot be post-only. */
export function OrderOptions({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const isLimit = ticket.type.value === 'limit'
  const isPostOnly = ticket.postOnly.value
  return (
    <div className={styles['options']}>
      {isLimit ? (
        <Checkbox
          label={t('postOnly')}
          title={t('postOnlyHint')}
          checked={isPostOnly}
          onChecked={(checked) => ticket.setPostOnly(checked)}
        />
      ) : null}
      <Checkbox
        label={t('reduceOnly')}
        title={t('reduceOnlyHint')}
        checked={ticket.reduceOnly.value}
        onChecked={(checked) => ticket.setReduceOnly(checked)}
      />
      {isLimit ? (
        <select
          className={styles['time']}
          aria-label={t('timeInForceLabel')}
          title={t(isPostOnly ? 'timeInForcePostOnly' : `timeInForce.${ticket.timeInForce.value}`)}
          disabled={isPostOnly}
          value={ticket.timeInForce.value}
          onChange={(event) => {
            const chosen = TIMES_IN_FORCE.find((one) => one === event.currentTarget.value)
            if (chosen !== undefined) ticket.setTimeInForce(chosen)
          }}
        >
          {TIMES_IN_FORCE.map((one) => (
            <option key={one} value={one}>
              {t(`timeInForce.short.${one}`)}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  )
}
