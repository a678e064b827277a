import { effect } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { markLoad } from '../kit/load-marks'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { isPriceStale } from '../trading-kit/is-market-live'

/** Notes when the header's first price was painted, and when price and book were painted live. */
export function useFirstPrices(market: MarketModel): void {
  const app = useApp()
  useLayoutEffect(() => {
    const stop = effect(() => {
      if (!market.hasTicker.value) return
      app.hub.afterPaint(() => markLoad('aged'))
      if (isPriceStale(app, market) || market.bookStale.value) return
      app.hub.afterPaint(() => markLoad('live'))
      // Once: the page is loaded. The effect must not stop itself while it runs for the first time.
      queueMicrotask(() => stop())
    })
    return stop
  }, [app, market])
}
