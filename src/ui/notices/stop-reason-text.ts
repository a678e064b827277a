import { i18n } from '../i18n/instance'

/** Why a strategy was stopped, in words; no code of the exchange is shown for what has none. */
export function stopReasonText(reason: string): string {
  const key = `notices:stopReason.${reason}`
  return i18n.exists(key) ? i18n.t(key) : i18n.t('notices:stopReason.other')
}
