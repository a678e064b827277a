import { defineIndicator, type Formula, type IndicatorName } from './indicator'

/** Of bars alone nothing is known: who shows one of these puts what the venue recorded in its place. */
const unknown: Formula = { at: () => [null], close: () => undefined }

/** The funding rate that was paid last, per cent. */
const fundingRate = defineIndicator({
  name: 'funding',
  pane: 'own',
  unit: { decimals: 4 },
  parameters: {},
  outputs: [{ name: 'rate', shape: 'line' }],
  levels: [0],
  start: () => unknown,
})

/** What is held of a contract, in its own quantity: one side of all positions. */
const openInterest = defineIndicator({
  name: 'openInterest',
  pane: 'own',
  unit: 'quantity',
  parameters: {},
  outputs: [{ name: 'held', shape: 'line' }],
  start: () => unknown,
})

/** Figures that a venue records of a contract beside its bars. */
export const VENUE_FIGURES = [fundingRate, openInterest] as const
export type VenueFigure = Extract<IndicatorName, 'funding' | 'openInterest'>

export function isVenueFigure(name: IndicatorName): name is VenueFigure {
  return name === 'funding' || name === 'openInterest'
}
