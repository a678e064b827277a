import { MINUTE_MS } from '../../src/domain/market/interval'
import { fundingOfPremium } from './mark-price'
import { PerpetualPremium, type PremiumOf } from './perpetual-premium'

/** The rate of the funding that was settled at `timeMs`, a boundary of the interval before the first start, in E8. */
export function pastFundingRateE8(
  premium: PremiumOf,
  limits: { readonly upper: number; readonly lower: number },
  timeMs: number,
): number {
  const { intervalMinutes } = premium
  // What ends at `timeMs` is the interval before it.
  const at = Math.floor(timeMs / (intervalMinutes * MINUTE_MS)) - 1
  return fundingOfPremium(new PerpetualPremium(premium).paidInInterval(at), limits, intervalMinutes)
}
