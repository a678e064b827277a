import type { DecimalText } from '../../domain/decimal'
import type { Greeks } from '../../domain/options/black'
import { formatNumber, MISSING } from '../format'
import type { QualifiedKey, Values } from '../i18n/words'

/** Four greeks of what is held or traded, in two lines; `null` while they are not known. */
export function greeksLines(
  t: (key: QualifiedKey, values?: Values) => string,
  greeks: Greeks | null,
): readonly [string, string] {
  return [
    `${t('trade:greeks.delta', { value: text(greeks?.delta, 4) })} ${t('trade:greeks.gamma', { value: text(greeks?.gamma, 6) })}`,
    `${t('trade:greeks.vega', { value: text(greeks?.vega, 2) })} ${t('trade:greeks.theta', { value: text(greeks?.theta, 2) })}`,
  ]
}

function text(value: number | undefined, decimals: number): string {
  return value === undefined
    ? MISSING
    : formatNumber(value.toFixed(decimals + 2) as DecimalText, { decimals, signed: true })
}
