import type { Rate } from '../../../domain/decimal'
import type { TriggerBy } from '../../../domain/order/order'
import { refusalKind, type RefusalKind } from '../../../wire/refusal-kinds'
import { TRIGGER_BY_OF } from '../../../wire/words'
import type { Rejection } from '../../../workers/presses'
import { formatPercent } from '../../format'
import { i18n, say, wordsFor } from '../../i18n/instance'

/**
 * Words for a refusal, on every road the same (spec §8): ours for what we know, else the exchange's own behind its code.
 *
 * @returns `''` where nothing is to be said
 */
export function rejectionText(rejection: Rejection): string {
  const { code, reason, message, ext } = rejection
  if (code === null) return say(`notices:reason.${reason}`)
  const kind = refusalKind(code)
  if (kind !== null) return BY_KIND[kind](rejection, code)
  const { reasons, field } = ext
  if (typeof reasons === 'string' && reasons !== '') return marginReasons(reasons)
  if (field === 'mmRate' && typeof ext['min'] === 'string' && typeof ext['max'] === 'string')
    return say('notices:rateClose.refused', {
      min: formatPercent(ext['min'] as Rate),
      max: formatPercent(ext['max'] as Rate),
    })
  if (reason === 'badRequest' && typeof field === 'string') return say('notices:fieldRefused', { field, message })
  return wordsOrCode(rejection, code)
}

type Words = (rejection: Rejection, code: number) => string

const BY_KIND: Readonly<Record<RefusalKind, Words>> = {
  endsSession: wordsOrCode,
  complianceWall: wordsOrCode,
  throttled: wordsOrCode,
  timeOut: wordsOrCode,
  silent: () => '',
  ownWords: wordsOrCode,
  figures: (rejection, code) =>
    ours(`${code}.figures`, rejection) ?? ours(`${code}.plain`, rejection) ?? codeAndMessage(rejection, code),
  triggerBasis: (rejection, code) =>
    ours(`${code}.${basisOf(rejection)}`, rejection) ?? codeAndMessage(rejection, code),
  codeAndMessage,
}

function wordsOrCode(rejection: Rejection, code: number): string {
  const { reason } = rejection.ext
  const own = typeof reason === 'string' ? wordsFor('notices:code', `${code}.${reason}`, {}) : null
  return own ?? ours(code, rejection) ?? codeAndMessage(rejection, code)
}

function codeAndMessage({ message }: Rejection, code: number): string {
  return say('notices:codeAndMessage', { code, message })
}

/** Our words; `null` where we have none, or the answer lacks a figure that they name. */
function ours(key: string | number, { ext }: Rejection): string | null {
  const text = i18n.t(`notices:code.${key}`, { skipInterpolation: true })
  const isWhole = [...text.matchAll(/{{(\w+)}}/g)].every(([, name = '']) => isShown(ext[name]))
  return isWhole ? wordsFor('notices:code', key, { ...ext }) : null
}

function isShown(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/** The price that the trigger watches, where the answer says it. */
function basisOf({ ext }: Rejection): TriggerBy | 'any' {
  return (typeof ext['triggerBy'] === 'string' ? TRIGGER_BY_OF.get(ext['triggerBy']) : undefined) ?? 'any'
}

/** Why a margin mode was refused: `kind` or `kind:symbol`, with commas. */
function marginReasons(reasons: string): string {
  const words = reasons.split(',').map((one) => {
    const [kind = '', symbol = ''] = one.split(':')
    return wordsFor('notices:marginReason', kind, { symbol }) ?? say('notices:reason.refusedByExchange')
  })
  return words.join(' ')
}
