import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { useApp } from '../../state/app-context'
import { onePressOf } from '../../trading-kit/one-press/one-press'
import styles from './ClickTrading.module.css'

/** Whether clicks in the book may trade. It arms nothing. */
export function ClickTradingButton() {
  useSignals()
  const { t } = useTranslation('ladder')
  const { choices } = onePressOf(useApp())
  const isOn = choices.choices.value.book
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={t('bookOn')}
      title={t('bookOn')}
      aria-pressed={isOn}
      onClick={() => choices.choose({ book: !isOn })}
    >
      <span aria-hidden="true">1×</span>
    </button>
  )
}
