import { useCallback } from 'react'
import { deliveryOf, preListingOf } from '../../domain/instrument/instrument'
import { phaseEndMs } from '../../domain/instrument/pre-listing'
import { MISSING } from '../format'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { TickingText } from '../trading-kit/TickingText'
import { countdownText, daysText } from '../trading-kit/units'

/** Time to the next funding, to the delivery of a dated contract, or to the next phase before a listing, by the exchange's clock and not the computer's. */
export function Countdown({ market }: { readonly market: MarketModel }) {
  const app = useApp()
  const read = useCallback(
    (nowMs: number) => {
      const instrument = market.listed.peek()
      const endMs =
        instrument === null ? null : (deliveryOf(instrument)?.timeMs ?? phaseEndMs(preListingOf(instrument)))
      const nextMs = endMs ?? market.ticker.peek()?.nextFundingTimeMs ?? null
      if (nextMs === null) return MISSING
      return (endMs === null ? countdownText : daysText)(nextMs - nowMs - app.connection.clockOffsetMs.peek())
    },
    [app, market],
  )
  return <TickingText read={read} />
}
