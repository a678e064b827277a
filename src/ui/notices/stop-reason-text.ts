import { i18n } from '../i18n/instance'

/** Why a strategy was stopped, in words; what has none is shown as the exchange says it. */
export function stopReasonText(reason: string): string {
  const key = `notices:stopReason.${reason}`
  return i18n.exists(key) ? i18n.t(key) : i18n.t('notices:stopReason.other', { reason })
}
