import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { alertSigns } from '../state/alert-signs'
import { useApp } from '../state/app-context'
import styles from './SettingsPage.module.css'

/** How an alert that fires is told. The browser is asked for its leave by the press that wants a notification, and by nothing else. */
export function AlertSigns() {
  useSignals()
  const { t } = useTranslation('settings')
  const signs = alertSigns(useApp().kept)
  const [isRefused, setRefused] = useState(false)
  const canShow = typeof Notification === 'function'
  const isSystem = signs.chosen.value.has('system') && canShow && Notification.permission === 'granted'
  const want = async (isOn: boolean): Promise<void> => {
    const isGranted = isOn && (await Notification.requestPermission()) === 'granted'
    setRefused(isOn && !isGranted)
    signs.set('system', isGranted)
  }
  return (
    <>
      <label className={styles['row']}>
        {t('alertSign.sound')}
        <input
          type="checkbox"
          checked={signs.chosen.value.has('sound')}
          onChange={(event) => signs.set('sound', event.currentTarget.checked)}
        />
      </label>
      {canShow ? (
        <label className={styles['row']}>
          {t('alertSign.system')}
          <input type="checkbox" checked={isSystem} onChange={(event) => void want(event.currentTarget.checked)} />
        </label>
      ) : null}
      {isRefused ? <p role="alert">{t('alertSign.refused')}</p> : null}
    </>
  )
}
