import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { SpotFormModel } from './spot-form-model'
import { SpotLegRow } from './SpotLegRow'
import styles from './SpotPlan.module.css'

/** Take-profit and stop-loss over what the order's fills receive. */
export function SpotBroughtFields({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const { takeProfit, stopLoss } = ticket.brought
  return (
    <>
      <SpotLegRow ticket={ticket} form={takeProfit} leg="takeProfit" label={t('part.tpTrigger')} />
      <SpotLegRow ticket={ticket} form={stopLoss} leg="stopLoss" label={t('part.slTrigger')} />
      <p className={styles['hint']}>{t(`brought.${ticket.side.value}`)}</p>
    </>
  )
}
