import type { Rate } from '../decimal'

/** The account's margin as shares of what backs it, before an order and after it; `null` where nothing backs it. */
export interface MarginRates {
  readonly initialBefore: Rate | null
  readonly initialAfter: Rate | null
  readonly maintenanceBefore: Rate | null
  readonly maintenanceAfter: Rate | null
}
