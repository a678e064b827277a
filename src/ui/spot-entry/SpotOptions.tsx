import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { Select } from '../kit/Select'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { SPOT_TIMES_IN_FORCE } from './spot-drafts'
import type { SpotFormModel } from './spot-form-model'

/** How the order may behave, and what it brings. Only a limit order has a time in force and can be post-only. */
export function SpotOptions({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const tab = ticket.tab.value
  const plan = ticket.outlook.plan.value
  const isPostOnly = tab === 'limit' && ticket.postOnly.value
  const timeInForce = ticket.timeInForce.value
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
      {tab === 'limit' ? (
        <Checkbox
          label={t('postOnly')}
          title={t('postOnlyHint')}
          checked={isPostOnly}
          onChecked={(checked) => ticket.setPostOnly(checked)}
        />
      ) : null}
      {hasTime ? (
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
      ) : null}
    </div>
  )
}
