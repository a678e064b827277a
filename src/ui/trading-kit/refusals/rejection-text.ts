import { decimalsOf, parseDecimalText, type DecimalText, type Rate } from '../../../domain/decimal'
import type { TriggerBy } from '../../../domain/order/order'
import { refusalKind, type RefusalKind } from '../../../wire/refusal-kinds'
import { TRIGGER_BY_OF } from '../../../wire/words'
import type { Rejection } from '../../../workers/presses'
import { formatCoin, formatNumber, formatPercent } from '../../format'
import { i18n, say, wordsFor } from '../../i18n/instance'
import type { Values } from '../../i18n/words'

/**
 * Words for a refusal, on every road the same (spec §8): ours for what we know, else the exchange's own behind its code.
 *
 * @returns `''` where nothing is to be said
 */
export function rejectionText(rejection: Rejection): string {
  const { code, reason, message, ext } = rejection
  if (code === null) return say(`notices:reason.${reason}`)
  if (ext['reason'] === 'hedge') return say('notices:hedgeTaken', shownFigures(ext))
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

/** Our words; `null` where we have none, have some for reasons alone, or the answer lacks a figure that they name. */
function ours(key: string | number, { ext }: Rejection): string | null {
  const text: unknown = i18n.t(`notices:code.${key}`, { skipInterpolation: true, returnObjects: true })
  if (typeof text !== 'string') return null
  const isWhole = [...text.matchAll(/{{(\w+)}}/g)].every(([, name = '']) => isShown(ext[name]))
  return isWhole ? wordsFor('notices:code', key, shownFigures(ext)) : null
}

/** An answer's figures as the page's language writes numbers; money with its coin, where the answer names it. */
function shownFigures(ext: Rejection['ext']): Values {
  const coin = typeof ext['coin'] === 'string' ? ext['coin'] : null
  const [required, available] = [numberOf(ext['required']), numberOf(ext['available'])]
  const shown = Object.entries(ext).flatMap(([name, value]) => {
    const number = numberOf(value)
    if (number === null) return isShown(value) ? [[name, String(value)]] : []
    return [[name, formatNumber(number, { decimals: decimalsOf(number) })]]
  })
  if (coin === null || required === null || available === null) return Object.fromEntries(shown)
  // To the coin's cent, unless the two would then look the same.
  const isClose = formatCoin(required, coin) === formatCoin(available, coin)
  const money = (amount: DecimalText): string =>
    `${isClose ? formatNumber(amount, { decimals: decimalsOf(amount) }) : formatCoin(amount, coin)} ${coin}`
  return { ...Object.fromEntries(shown), required: money(required), available: money(available) }
}

function numberOf(value: unknown): DecimalText | null {
  return typeof value === 'string' ? parseDecimalText(value) : null
}

function isShown(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/** The price that the trigger watches, where the answer says it. */
function basisOf({ ext }: Rejection): TriggerBy | 'any' {
  return (typeof ext['triggerBy'] === 'string' ? TRIGGER_BY_OF.get(ext['triggerBy']) : undefined) ?? 'any'
}

/** Why a margin mode was refused, of the whole account, a contract or a coin: `kind`, `kind:symbol` or `kind::coin`, with commas. */
function marginReasons(reasons: string): string {
  const words = reasons.split(',').map((one) => {
    const [kind = '', symbol = '', coin = ''] = one.split(':')
    const own =
      symbol !== ''
        ? wordsFor('notices:marginReason.contract', kind, { symbol })
        : coin === ''
          ? wordsFor('notices:marginReason.account', kind)
          : wordsFor('notices:marginReason.coin', kind, { coin })
    return own ?? say('notices:reason.refusedByExchange')
  })
  return words.join(' ')
}
