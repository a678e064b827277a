import { Exact, toText, type DecimalText, type Leverage } from '../../../../src/domain/decimal'
import { readScaled } from '../../../../src/wire/json'
import type { Core } from '../../core'

/**
 * The leverage that came with an order, as `leverageE2` or `leverage`; zero says nothing. It goes into the order's own input
 * however the contract stands, so that a repeat of the press is the same input.
 */
export function readGivenLeverage(input: {
  readonly leverage?: DecimalText | null
  readonly leverageE2: string | null
}): Leverage | null {
  const given =
    input.leverageE2 === null
      ? ((input.leverage ?? null) as Leverage | null)
      : readScaled<Leverage>(input, 'leverageE2', 2)
  return given === null || given === '0' ? null : toText<Leverage>(new Exact(given))
}

/** Whether a contract has this leverage already. */
export function isInForce(core: Core, account: string, symbol: string, leverage: Leverage): boolean {
  const [position] = core.journal.venue.positions(account, symbol)
  return position !== undefined && new Exact(position.leverage).eq(leverage)
}
