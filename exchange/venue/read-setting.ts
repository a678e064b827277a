import { err, ok, type Result } from '../../src/base/result'
import { parseDecimalText, toSteps, type DecimalText } from '../../src/domain/decimal'
import type { EngineCommand } from '../engine/commands'
import type { VenueInput } from './venue-input'
import type { VenueRefusal } from './venue-port'
import type { Listing } from './listing'

const E8 = '0.00000001' as DecimalText
const E2 = '0.01' as DecimalText

/** Settings of an account and of its positions, as they come from outside. */
export type SettingInput = Extract<
  VenueInput,
  { type: 'setMarginMode' | 'setPositionMode' | 'addMargin' | 'setAutoAddMargin' }
>

/** The engine's command for a setting. Only the amount of margin needs reading: a signed decimal in the settle coin. */
export function readSetting(input: SettingInput): Result<EngineCommand, VenueRefusal> {
  if (input.type !== 'addMargin') return ok(input)
  const { amount, ...rest } = input
  const text = parseDecimalText(amount)
  const amountE8 = text === null ? null : toSteps(text, E8)
  return amountE8 === null ? err({ kind: 'amountInvalid' }) : ok({ ...rest, amountE8 })
}

type SetLeverage = Extract<VenueInput, { type: 'setLeverage' }>

/**
 * Leverage in hundredths, of both sides or of each.
 * @param asksEngine whether one between two steps is the engine's to refuse, which knows what would be taken; as 0, which
 *   it never takes. Otherwise the contract's own maximum is told (ADR-1106)
 */
export function readLeverage(
  input: SetLeverage,
  { engine: { maxLeverageE2 } }: Listing,
  asksEngine: boolean,
): Result<EngineCommand, VenueRefusal> {
  const { account, symbol, leverage, sellLeverage } = input
  const unread = asksEngine ? 0 : null
  const leverageE2 = readE2(leverage) ?? unread
  if (leverageE2 === null) return err({ kind: 'leverageInvalid', maxLeverageE2 })
  if (sellLeverage === undefined) return ok({ type: 'setLeverage', account, symbol, leverageE2 })
  const sellLeverageE2 = readE2(sellLeverage) ?? unread
  if (sellLeverageE2 === null) return err({ kind: 'leverageInvalid', maxLeverageE2 })
  return ok({ type: 'setLeverage', account, symbol, leverageE2, sellLeverageE2 })
}

/** The same of an order, which names one. */
export function readOrderLeverage(
  leverage: string | undefined,
  { engine: { maxLeverageE2 } }: Listing,
  asksEngine: boolean,
): Result<number | undefined, VenueRefusal> {
  if (leverage === undefined) return ok(undefined)
  const leverageE2 = readE2(leverage) ?? (asksEngine ? 0 : null)
  return leverageE2 === null ? err({ kind: 'leverageInvalid', maxLeverageE2 }) : ok(leverageE2)
}

/** @returns hundredths, or `null` when the text is no multiple of 0.01 */
function readE2(text: string): number | null {
  const value = parseDecimalText(text)
  return value === null ? null : toSteps(value, E2)
}
