import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { PostOnlyBox, TimeInForceSelect } from '../trading-kit/ticket/LimitChoices'
import styles from '../trading-kit/ticket/Ticket.module.css'
import type { OptionFormModel } from './option-form-model'

/** How an order may behave. */
export function OptionChoices({ ticket }: { readonly ticket: OptionFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  return (
    <div className={styles['options']}>
      <Checkbox
        label={t('reduceOnly')}
        title={t('reduceOnlyHint')}
        checked={ticket.reduceOnly.value}
        onChecked={(checked) => ticket.setReduceOnly(checked)}
      />
      {ticket.type.value === 'limit' ? (
        <>
          <PostOnlyBox ticket={ticket} />
          <TimeInForceSelect ticket={ticket} />
        </>
      ) : null}
    </div>
  )
}
