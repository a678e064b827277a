import type { DecimalText } from '../../domain/decimal'
import { formatCompact } from '../format'

/** A sum of money in few characters, of a number that is only shown: 1840000000 → `1.84B`; `null` → `--`. */
export function compactMoney(value: number | null): string {
  return formatCompact(value === null ? null : (String(value) as DecimalText))
}
