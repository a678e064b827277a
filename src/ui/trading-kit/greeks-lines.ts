import type { DecimalText } from '../../domain/decimal'
import type { Greeks } from '../../domain/options/black'
import { formatNumber, MISSING } from '../format'
import type { Translate } from '../i18n/words'

/** Four greeks of what is held or traded, in two lines; `null` while they are not known. */
export function greeksLines(t: Translate<'trade'>, greeks: Greeks | null): readonly [string, string] {
  return [
    `${t('greeks.delta', { value: text(greeks?.delta, 4) })} ${t('greeks.gamma', { value: text(greeks?.gamma, 6) })}`,
    `${t('greeks.vega', { value: text(greeks?.vega, 2) })} ${t('greeks.theta', { value: text(greeks?.theta, 2) })}`,
  ]
}

function text(value: number | undefined, decimals: number): string {
  return value === undefined
    ? MISSING
    : formatNumber(value.toFixed(decimals + 2) as DecimalText, { decimals, signed: true })
}
