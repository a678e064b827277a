import { err, ok, type Result } from '../../src/base/result'
import { parseDecimalText, toSteps, type DecimalText } from '../../src/domain/decimal'
import type { EngineCommand } from '../engine/commands'
import type { VenueInput, VenueRefusal } from './contract'

const E8 = '0.00000001' as DecimalText

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
