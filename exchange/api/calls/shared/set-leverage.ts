import { Exact, toText, type DecimalText, type Leverage } from '../../../../src/domain/decimal'
import { readScaled } from '../../../../src/wire/json'
import type { Core } from '../../core'
import type { HttpCall } from './http/http-call'
import { commit } from './commit'

/** The leverage that came with an order, as `leverageE2` or `leverage`; zero says nothing. */
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

/** An order that names its leverage has it set for the contract first, where it is another one (spec §4, §7). */
export async function setLeverageFirst(
  core: Core,
  http: HttpCall,
  wanted: { readonly account: string; readonly symbol: string; readonly leverage: Leverage },
): Promise<void> {
  const { account, symbol, leverage } = wanted
  const [position] = core.journal.venue.positions(account, symbol)
  if (position !== undefined && new Exact(position.leverage).eq(leverage)) return
  // The press and its id are the order's.
  await commit(core, http, { type: 'setLeverage', account, symbol, leverage }, 'native', '')
}
