import { useSignals } from '@preact/signals-react/runtime'
import type { InstrumentSymbol } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { askAlerts } from '../state/alert-request'
import { useApp } from '../state/app-context'

interface Props {
  readonly symbol: InstrumentSymbol
  readonly className: string | undefined
}

/** Opens the alerts of a market, away from its chart. A recording that is played has none. */
export function AlertButton({ symbol, className }: Props) {
  useSignals()
  const { t } = useTranslation('market')
  const app = useApp()
  if (app.connection.isReplay.value) return null
  // Its place is kept until the account is known: what stands beside it would move.
  const isSignedIn = app.account.session.value !== null
  return (
    <button
      type="button"
      className={className}
      style={{ visibility: isSignedIn ? undefined : 'hidden' }}
      data-action="alerts"
      aria-label={t('alerts', { symbol })}
      title={t('alerts', { symbol })}
      onClick={() => askAlerts(app, { symbol, price: null })}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path
          d="M3.5 11.5V11l1-1.2V7a3.5 3.5 0 0 1 7 0v2.8l1 1.2v.5zM6.6 13a1.5 1.5 0 0 0 2.8 0M8 2v1.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.1"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </button>
  )
}
