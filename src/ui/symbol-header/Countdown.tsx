import { useCallback } from 'react'
import { MISSING } from '../format'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { TickingText } from './TickingText'
import { countdownText, daysText } from './units'

/** Time to the next funding, or to the delivery of a dated contract, by the exchange's clock and not the computer's. */
export function Countdown({ market }: { readonly market: MarketModel }) {
  const app = useApp()
  const read = useCallback(
    (nowMs: number) => {
      const deliveryMs = market.instrument.peek()?.delivery?.timeMs ?? null
      const nextMs = deliveryMs ?? market.ticker.peek()?.nextFundingTimeMs ?? null
      if (nextMs === null) return MISSING
      return (deliveryMs === null ? countdownText : daysText)(
        nextMs - nowMs - (app.connection.status.peek()?.clockOffsetMs ?? 0),
      )
    },
    [app, market],
  )
  return <TickingText read={read} />
}
