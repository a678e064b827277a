import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatAge, MISSING } from '../format'
import { useApp } from '../state/app-context'
import { TickingText } from './TickingText'

/** Says how old the newest market data is; shown only beside values that are not current (I4). */
export function StaleAge({ className = '' }: { readonly className: string | undefined }) {
  const app = useApp()
  const { t } = useTranslation('market')
  const read = useCallback(
    (nowMs: number) => {
      const ageMs = app.connection.marketAgeMs(nowMs)
      return t('stale.age', { age: ageMs === null ? MISSING : formatAge(Math.max(1000, ageMs)) })
    },
    [app, t],
  )
  return <TickingText read={read} className={className} />
}
