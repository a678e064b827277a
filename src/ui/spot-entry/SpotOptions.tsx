import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { PostOnlyBox, TimeInForceSelect } from '../trading-kit/ticket/LimitChoices'
import styles from '../trading-kit/ticket/Ticket.module.css'
import type { SpotFormModel } from './spot-form-model'

/** How the order may behave, and what it brings. Only a limit order has a time in force and can be post-only. */
export function SpotOptions({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const tab = ticket.tab.value
  const plan = ticket.outlook.plan.value
  const hasTime = tab === 'limit' || (plan?.kind === 'conditional' && plan.leg.type === 'limit')
  if (plan !== null && !hasTime) return null
  return (
    <div className={styles['options']}>
      {plan === null ? (
        <Checkbox
          label={t('tpSl')}
          title={t('spot:broughtHint')}
          checked={ticket.brought.isOn.value}
          onChecked={(checked) => ticket.edit(() => ticket.brought.setOn(checked))}
        />
      ) : null}
      {ticket.offersMargin.value ? (
        <Checkbox
          label={t('spot:margin.title')}
          title={t('spot:margin.hint')}
          checked={ticket.margin.isOn.value}
          onChecked={(checked) => ticket.setMargin(checked)}
        />
      ) : null}
      {tab === 'limit' ? <PostOnlyBox ticket={ticket} /> : null}
      {hasTime ? <TimeInForceSelect ticket={ticket} isPlain={tab !== 'limit'} /> : null}
    </div>
  )
}
