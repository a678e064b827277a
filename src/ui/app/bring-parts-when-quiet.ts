import { effect, type ReadonlySignal } from '@preact/signals-react'
import { bringWaiting } from '../kit/first-sign'
import { whenIdle } from '../kit/when-idle'

/** After the first live data the chart and the service worker still come; what waits for a sign comes behind them. */
const QUIET_MS = 3_000

/** Asks for the parts of the first press a while after the page is live, should no sign have come by then. */
export function bringPartsWhenQuiet(isLive: ReadonlySignal<boolean>): void {
  const stop = effect(() => {
    if (!isLive.value) return
    queueMicrotask(() => stop())
    setTimeout(() => void whenIdle().then(bringWaiting), QUIET_MS)
  })
}
