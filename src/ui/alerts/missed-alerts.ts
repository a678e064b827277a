import { crc32 } from '../../base/crc32'
import type { PriceAlert } from '../../domain/market/price-alert'
import type { Kept } from '../state/kept'

/** An alert that has fired at least once. */
export type FiredAlert = PriceAlert & { readonly firedAtMs: number }

/** Does not name the account, which nothing in the browser does once its owner has left (I12). */
const keyOf = (account: string): string => `halyard-alerts-seen/${crc32(account).toString(16)}`

/**
 * Until when this browser has seen what an account's alerts did, ms of the exchange's clock: of the newest that had fired
 * then. All tabs share it, so that what fired while none was open is said in the first one that reads the list.
 */
export class SeenAlerts {
  constructor(private readonly kept: Kept['local']) {}

  /**
   * Takes a list as seen.
   *
   * @returns those that fired since the list was last seen, newest first; none for an account that this browser meets
   * first, whose alerts were seen elsewhere
   */
  see(account: string, alerts: readonly PriceAlert[]): readonly FiredAlert[] {
    const fired = alerts.filter(hasFired).toSorted((a, b) => b.firedAtMs - a.firedAtMs)
    const newest = fired[0]?.firedAtMs ?? 0
    try {
      const text = this.kept.getItem(keyOf(account))
      const seenMs = text === null ? newest : Number(text)
      if (text === null || newest > seenMs) this.kept.setItem(keyOf(account), String(newest))
      return fired.filter(({ firedAtMs }) => firedAtMs > seenMs)
    } catch {
      // Without storage nobody knows what was seen: nothing is said twice.
      return []
    }
  }
}

function hasFired(alert: PriceAlert): alert is FiredAlert {
  return alert.firedAtMs !== null
}
