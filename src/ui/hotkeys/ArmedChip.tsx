import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { onePressOf } from '../trading-kit/one-press/one-press'
import styles from './ArmedChip.module.css'

/** Says on every page that one press sends, and ends it; nothing while it does not. */
export function ArmedChip() {
  useSignals()
  const { t } = useTranslation('hotkeys')
  const { arming } = onePressOf(useApp())
  useEffect(() => arming.followSight(document), [arming])
  return (
    <output className={styles['place']}>
      {arming.isArmed.value ? (
        <span className={styles['chip']} title={t('armedIn')} data-disarms="">
          <b>{t('armed')}</b>
          <button type="button" aria-keyshortcuts="Escape" onClick={() => arming.disarm()}>
            {t('disarm')}
          </button>
        </span>
      ) : null}
    </output>
  )
}
