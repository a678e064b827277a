import type { HubLink } from '../hub-link/hub-link'

/** Why a chart could not start, in the words of the chart library (spec §8). */
export const START_FAULTS = {
  element: 'There is no such element',
  datafeed: 'Datafeed is not defined',
  symbol: 'Symbol is not defined: either symbol or load_last_chart option must be set',
} as const

interface Start {
  readonly container: Element | null
  readonly datafeed: object | null
  readonly symbol: string
}

/** @throws Error with one of `START_FAULTS`, before an engine is asked for what it cannot do */
export function checkStart({ container, datafeed, symbol }: Start): void {
  if (container === null || !container.isConnected) throw new Error(START_FAULTS.element)
  if (datafeed === null) throw new Error(START_FAULTS.datafeed)
  if (symbol === '') throw new Error(START_FAULTS.symbol)
}

/** What happens to a chart goes to the fault log and is never a message of its own (spec §8). */
export function traceChart({ api }: Pick<HubLink, 'api'>, message: string): void {
  void api.reportFault('chart', message)
}
