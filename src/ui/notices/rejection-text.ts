import type { Rejection } from '../../workers/presses'
import { i18n } from '../i18n/instance'

/** "Bad request": what it means stands beside it, the field or the reasons. */
const BAD_REQUEST = 10001

/** Words for a refusal: ours for what we know, else the exchange's own behind its code (spec §8). */
export function rejectionText({ code, reason, message, ext }: Rejection): string {
  if (code === null) return i18n.t(`notices:reason.${reason}`)
  const { reasons, field } = ext
  if (code === BAD_REQUEST && typeof reasons === 'string' && reasons !== '') return marginReasons(reasons)
  if (code === BAD_REQUEST && typeof field === 'string') return i18n.t('notices:fieldRefused', { field, message })
  const key = `notices:code.${code}`
  if (i18n.exists(key)) return i18n.t(key, { ...ext })
  return i18n.t('notices:codeAndMessage', { code, message })
}

/** Why a margin mode was refused: `kind` or `kind:symbol`, with commas. */
function marginReasons(reasons: string): string {
  const words = reasons.split(',').map((one) => {
    const [kind = '', symbol = ''] = one.split(':')
    const key = `notices:marginReason.${kind}`
    return i18n.exists(key) ? i18n.t(key, { symbol }) : i18n.t('notices:reason.refusedByExchange')
  })
  return words.join(' ')
}
