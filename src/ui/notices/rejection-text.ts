import i18next from 'i18next'
import type { Rejection } from '../../workers/hub-api'

/** Words for a refusal: ours for what we know, else the exchange's own behind its code (spec §8). */
export function rejectionText({ code, reason, message, ext }: Rejection): string {
  if (code === null) return i18next.t(`notices:reason.${reason}`)
  const key = `notices:code.${code}`
  if (i18next.exists(key)) return i18next.t(key, { ...ext })
  return i18next.t('notices:codeAndMessage', { code, message })
}
