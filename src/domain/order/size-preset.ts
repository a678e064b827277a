import {
  compare,
  Exact,
  parseDecimalText,
  roundToStep,
  toText,
  type DecimalText,
  type Price,
  type Qty,
} from '../decimal'
import type { Contract } from '../instrument/contract'
import { payoffOf } from '../instrument/payoff'
import { qtyAtPercent } from './sizing'

/** What a preset counts in: the contract's quantity, an amount of its quote coin, or per cent of the most that can be ordered. */
export type SizePresetUnit = 'qty' | 'quote' | 'percent'
export const SIZE_PRESET_UNITS: readonly SizePresetUnit[] = ['quote', 'percent', 'qty']

/** A size that a trader orders by one press. The amount is above zero; a per cent is at most 100. */
export interface SizePreset {
  readonly unit: SizePresetUnit
  readonly amount: DecimalText
}

export const SIZE_PRESETS_COUNT = 4

/** Presets 1 to 4. */
export type SizePresets = readonly [SizePreset, SizePreset, SizePreset, SizePreset]

const quote = (amount: string): SizePreset => ({ unit: 'quote', amount: amount as DecimalText })

/** What holds until the trader has chosen: the specification names no amounts (ADR-580). */
export const FIRST_SIZE_PRESETS: SizePresets = [quote('100'), quote('500'), quote('1000'), quote('5000')]

/**
 * The quantity that a preset stands for, down to the lot.
 *
 * @param price of the order; at market the one expected. A preset in quote coin needs it, others do not
 * @param max the most that can be ordered (`largestQty`). A preset in per cent needs it, others do not
 * @returns `null` while what it needs is unknown, and where it is less than a lot
 */
export function qtyOfPreset(
  { unit, amount }: SizePreset,
  terms: { readonly instrument: Contract; readonly price: Price | null; readonly max: Qty | null },
): Qty | null {
  const { instrument, price, max } = terms
  const qty =
    unit === 'percent' ? atPercent(amount, max, instrument.lotSize) : exactQty(unit, amount, instrument, price)
  return qty === null || compare(qty, '0' as Qty) <= 0 ? null : qty
}

function atPercent(amount: DecimalText, max: Qty | null, lotSize: Qty): Qty | null {
  return max === null ? null : qtyAtPercent(Number(amount), max, lotSize)
}

/** A linear contract counts coins, of which one is worth the price; an inverse one counts units of the quote coin itself. */
function exactQty(
  unit: Exclude<SizePresetUnit, 'percent'>,
  amount: DecimalText,
  instrument: Contract,
  price: Price | null,
): Qty | null {
  const isCounted = unit === 'qty' || payoffOf(instrument.kind) === 'inverse'
  if (!isCounted && (price === null || !new Exact(price).gt(0))) return null
  const exact = isCounted || price === null ? new Exact(amount) : new Exact(amount).div(price)
  return roundToStep(toText<Qty>(exact), instrument.lotSize, 'down')
}

/**
 * The presets that storage holds, which may hold anything.
 *
 * @returns the first presets in the place of what is none
 */
export function readSizePresets(stored: unknown): SizePresets {
  const rows: readonly unknown[] = Array.isArray(stored) ? stored : []
  const [first, second, third, fourth] = FIRST_SIZE_PRESETS
  return [
    readPreset(rows[0]) ?? first,
    readPreset(rows[1]) ?? second,
    readPreset(rows[2]) ?? third,
    readPreset(rows[3]) ?? fourth,
  ]
}

function readPreset(stored: unknown): SizePreset | null {
  if (typeof stored !== 'object' || stored === null || !('unit' in stored) || !('amount' in stored)) return null
  const unit = SIZE_PRESET_UNITS.find((one) => one === stored.unit)
  const amount = typeof stored.amount === 'string' ? parseDecimalText(stored.amount) : null
  return unit === undefined || amount === null || !isPresetAmount(unit, amount) ? null : { unit, amount }
}

/** Whether an amount may be kept as a preset: above zero, and of per cent at most 100. */
export function isPresetAmount(unit: SizePresetUnit, amount: DecimalText): boolean {
  const exact = new Exact(amount)
  return exact.gt(0) && (unit !== 'percent' || exact.lte(100))
}
