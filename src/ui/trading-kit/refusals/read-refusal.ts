import type { Read } from '../../../workers/hub-api'
import type { Rejection } from '../../../workers/presses'

/** Why the exchange refused a read; `null` where it did not: no answer, or one that cannot be read. */
export function readRefusal(read: Extract<Read<unknown>, { readonly hasError: true }>): Rejection | null {
  const { code, message, ext = {} } = read
  return code === null ? null : { code, reason: 'refusedByExchange', message, ext }
}
