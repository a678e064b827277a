import type { Rejection } from '../../workers/hub-api'
import { i18n } from '../i18n/instance'

/** Words for a refusal: ours for what we know, else the exchange's own behind its code (spec §8). */
export function rejectionText({ code, reason, message, ext }: Rejection): string {
  if (code === null) return i18n.t(`notices:reason.${reason}`)
  const key = `notices:code.${code}`
  if (i18n.exists(key)) return i18n.t(key, { ...ext })
  return i18n.t('notices:codeAndMessage', { code, message })
}
