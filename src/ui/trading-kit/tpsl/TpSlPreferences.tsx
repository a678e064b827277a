import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { TriggerBy } from '../../../domain/order/order'
import type { TpSlInput } from '../../../domain/risk/tpsl-target'
import { useTranslation } from '../../i18n/use-translation'
import { DialogForm } from '../../kit/DialogForm'
import { Select } from '../../kit/Select'
import { TriggerBySelect } from '../TriggerBySelect'
import type { TpSlForm } from './tpsl-form'
import type { Leg } from './tpsl-prefs'
import styles from './TpSlTools.module.css'

const LEGS: readonly Leg[] = ['takeProfit', 'stopLoss']
const INPUTS: readonly TpSlInput[] = ['roi', 'percent', 'pnl']

interface Props {
  readonly form: TpSlForm
  readonly onClose: () => void
}

/** How each leg is typed and which price fires it: for the form that is open, and from now on. */
export function TpSlPreferences({ form, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const [inputs, setInputs] = useState({
    takeProfit: form.takeProfit.input.peek(),
    stopLoss: form.stopLoss.input.peek(),
  })
  const [bases, setBases] = useState<Readonly<Record<Leg, TriggerBy>>>({
    takeProfit: form.takeProfit.by.peek(),
    stopLoss: form.stopLoss.by.peek(),
  })
  return (
    <DialogForm
      subject={t('preferences.explained')}
      canConfirm
      onConfirm={async () => {
        for (const leg of LEGS) {
          form[leg].setInput(inputs[leg])
          form[leg].setBy(bases[leg])
        }
        return null
      }}
      onClose={onClose}
    >
      {LEGS.map((leg) => (
        <div key={leg} className={styles['pair']}>
          <span>{t(leg)}</span>
          <Select
            label={t(`preferences.typedAs.${leg}`)}
            items={INPUTS.filter((one) => form[leg].hasRoi.value || one !== 'roi').map(
              (one) => [one, t(`input.${one}`)] as const,
            )}
            chosen={inputs[leg]}
            onChoose={(input) => setInputs((before) => ({ ...before, [leg]: input }))}
          />
          <TriggerBySelect
            label={t(`triggerByOf.${leg}`)}
            chosen={bases[leg]}
            onChoose={(by) => setBases((before) => ({ ...before, [leg]: by }))}
          />
        </div>
      ))}
    </DialogForm>
  )
}
