import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { loadToasts } from './load-toasts'
import styles from './Notices.module.css'

/** A message whose words have not come after so long is told without them. */
const LATE_MS = 1_000

/** Where messages appear. What shows them is loaded at the user's first sign, or with the first message. */
export function Notices() {
  useSignals()
  const { notices } = useApp()
  const { t } = useTranslation('app')
  const hasToasts = notices.toasts.value.length > 0 || notices.hasWall.value
  const [shown, setShown] = useState<{ readonly Toasts: ComponentType } | null>(null)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!hasToasts || shown !== null) return undefined
    let isGone = false
    void loadToasts().then((Toasts) => {
      if (!isGone) setShown({ Toasts })
    })
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [hasToasts, shown])
  if (shown !== null) return <shown.Toasts />
  return isLate && hasToasts ? (
    <p className={`${styles['place']} ${styles['card']}`} role="alert">
      {t('noticeLate')}
    </p>
  ) : null
}
