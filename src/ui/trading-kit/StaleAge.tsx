import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatAge, MISSING } from '../format'
import { useApp } from '../state/app-context'
import { TickingText } from './TickingText'

interface Props {
  readonly className: string | undefined
  /** What it is the age of (`ConnectionModel.ageMs`); without it, of the newest market data. */
  readonly of?: string
  /** Without the word that says that it is old, where room is short. */
  readonly isShort?: boolean
}

/** Says how old a value is; shown only beside values that are not current (I4). */
export function StaleAge({ className = '', of, isShort = false }: Props) {
  const { connection } = useApp()
  const { t } = useTranslation('market')
  const read = useCallback(
    (nowMs: number) => {
      const ageMs = of === undefined ? connection.marketAgeMs(nowMs) : connection.ageMs(of, nowMs)
      return t(isShort ? 'stale.short' : 'stale.age', {
        age: ageMs === null ? MISSING : formatAge(Math.max(1000, ageMs)),
      })
    },
    [connection, of, isShort, t],
  )
  return <TickingText read={read} className={className} />
}
