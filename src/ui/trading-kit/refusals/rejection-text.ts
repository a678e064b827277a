import type { Rejection } from '../../../workers/presses'
import { say, wordsFor } from '../../i18n/instance'

/** Words for a refusal: ours for what we know, else the exchange's own behind its code (spec §8). */
export function rejectionText({ code, reason, message, ext }: Rejection): string {
  if (code === null) return say(`notices:reason.${reason}`)
  const { reasons, field } = ext
  if (reason === 'badRequest' && typeof reasons === 'string' && reasons !== '') return marginReasons(reasons)
  if (reason === 'badRequest' && typeof field === 'string') return say('notices:fieldRefused', { field, message })
  return wordsFor('notices:code', code, { ...ext }) ?? say('notices:codeAndMessage', { code, message })
}

/** Why a margin mode was refused: `kind` or `kind:symbol`, with commas. */
function marginReasons(reasons: string): string {
  const words = reasons.split(',').map((one) => {
    const [kind = '', symbol = ''] = one.split(':')
    return wordsFor('notices:marginReason', kind, { symbol }) ?? say('notices:reason.refusedByExchange')
  })
  return words.join(' ')
}
