import { useCallback } from 'react'
import { MISSING } from '../format'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { TickingText } from './TickingText'
import { countdownText } from './units'

/** Time to the next funding by the exchange's clock, not the computer's. */
export function FundingCountdown({ market }: { readonly market: MarketModel }) {
  const app = useApp()
  const read = useCallback(
    (nowMs: number) => {
      const nextMs = market.ticker.peek()?.nextFundingTimeMs ?? null
      if (nextMs === null) return MISSING
      return countdownText(nextMs - nowMs - (app.connection.status.peek()?.clockOffsetMs ?? 0))
    },
    [app, market],
  )
  return <TickingText read={read} />
}
