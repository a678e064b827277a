import { decimalsOf, parseDecimalText, toFixedText, type DecimalText } from '../decimal'
import {
  SLIPPAGE_BOUNDS,
  SLIPPAGE_PERCENT_PRESETS,
  SLIPPAGE_PERCENT_PRESETS_TIGHT,
  SLIPPAGE_TICK_PRESETS,
  SLIPPAGE_TICK_PRESETS_ETH,
  SLIPPAGE_TIGHT_COINS,
} from '../limits'
import type { Slippage } from './order'
import { clamp } from './typed-number'

/** Tolerances of a unit: the least and the largest, those that are offered, and the one that stands at first. */
export interface SlippageRange {
  /** Its decimals are those of every tolerance of the unit. */
  readonly min: DecimalText
  readonly max: DecimalText
  readonly presets: readonly DecimalText[]
  readonly preset: DecimalText
}

/** How far market orders of a contract may be bounded. */
export type SlippageTerms = Readonly<Record<Slippage['unit'], SlippageRange>>

/** The terms of spec §9, by base coin; the second preset is the default. */
export function builtInSlippage(baseCoin: string | null): SlippageTerms {
  const isTight = baseCoin !== null && SLIPPAGE_TIGHT_COINS.includes(baseCoin)
  const percents = isTight ? SLIPPAGE_PERCENT_PRESETS_TIGHT : SLIPPAGE_PERCENT_PRESETS
  const ticks = baseCoin === 'ETH' ? SLIPPAGE_TICK_PRESETS_ETH : SLIPPAGE_TICK_PRESETS
  return { percent: range('percent', percents), tick: range('tick', ticks) }
}

function range(unit: Slippage['unit'], offered: readonly string[]): SlippageRange {
  const { min, max } = SLIPPAGE_BOUNDS[unit]
  const presets = offered as readonly DecimalText[]
  return { min, max, presets, preset: presets[1]! }
}

/** A tolerance within its terms: rounded to their decimals, not below the least, not above the largest. */
export function boundSlippage({ unit, value }: Slippage, terms: SlippageTerms): Slippage {
  const { min, max } = terms[unit]
  const rounded = parseDecimalText(toFixedText(value, decimalsOf(min))) ?? value
  return { unit, value: clamp(rounded, { min, max }) }
}
