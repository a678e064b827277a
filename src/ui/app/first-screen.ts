import { effect, type ReadonlySignal } from '@preact/signals-react'
import { parseTradePath } from '../../domain/instrument/trade-route'
import { whenMarked } from '../kit/load-marks'

/** Longest wait for what the first screen lacks: bars may not come at all, and an exchange may not answer. */
const AT_MOST_MS = 10_000

/**
 * Settles when what the page opened with stands: it is live, and its chart is drawn where it has one. What nobody has
 * asked for yet shares the line and the processor with it until then.
 */
export function whenFirstScreen(isLive: ReadonlySignal<boolean>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, AT_MOST_MS))
  const hasChart = parseTradePath(location.pathname, Date.now()) !== null
  return Promise.race([late, hasChart ? whenMarked('chart') : untilTrue(isLive)])
}

function untilTrue(value: ReadonlySignal<boolean>): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!value.value) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}
