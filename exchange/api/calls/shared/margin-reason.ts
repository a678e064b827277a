import type { MarginModeReason } from '../../../engine/result'

/** What stands in the way of a margin mode, each as `kind`, `kind:symbol` or `kind::coin`. */
export function writeMarginReasons(reasons: readonly MarginModeReason[]): string {
  return reasons.map(written).join(',')
}

function written({ kind, symbol, coin }: MarginModeReason): string {
  if (symbol !== null) return `${kind}:${symbol}`
  return coin === undefined ? kind : `${kind}::${coin}`
}
