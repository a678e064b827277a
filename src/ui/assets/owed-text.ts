import { decimalsOf, type Money } from '../../domain/decimal'
import { coinDecimals, formatFee, formatMoney } from '../format'

/** An amount of a table, rounded as a fee is; what would read as nothing keeps its digits. */
export function formatOwed(amount: Money, coin: string): string {
  const rounded = formatFee(amount, coin)
  return /[1-9]/.test(rounded) ? rounded : formatWhole(amount, coin)
}

/** An amount with every digit that it has: interest is a part of a cent. */
export function formatWhole(amount: Money | null, coin: string): string {
  return formatMoney(amount, { decimals: Math.max(coinDecimals(coin), amount === null ? 0 : decimalsOf(amount)) })
}
