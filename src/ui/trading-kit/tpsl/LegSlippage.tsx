import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { Checkbox } from '../../kit/Checkbox'
import { SlippageSelect } from '../SlippageSelect'
import { useApp } from '../../state/app-context'
import type { TpSlLegForm } from './tpsl-leg-form'
import styles from './TpSlFields.module.css'

interface Props {
  readonly form: TpSlLegForm
  /** Whether what stands around says which leg it is. */
  readonly isShort?: boolean
}

/** How far from the best price a leg may close at market (decisions 23); spec §6: UTA2 accounts that are no demo. */
export function LegSlippage({ form, isShort = false }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const mayBound = useApp().account.session.value?.kind === 'uta2'
  if (!mayBound || form.orderType.value !== 'market') return null
  const isBounded = form.isBounded.value
  return (
    <span className={styles['slippage']}>
      <Checkbox
        label={t(`slippageOf.${form.leg}`)}
        shortLabel={isShort ? t('slippageShort') : undefined}
        title={t('slippage.explained')}
        checked={isBounded}
        onChecked={(isOn) => form.setBounded(isOn)}
      />
      {isBounded ? <SlippageSelect form={form.slippage} /> : null}
    </span>
  )
}
