import { Exact, toText, type DecimalText, type Leverage } from '../../../../src/domain/decimal'
import { readScaled } from '../../../../src/wire/json'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import type { VenueRefusal } from '../../../venue/venue-port'
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

/** What an order may be refused with at one leverage and not at another. */
const OF_LEVERAGE: ReadonlySet<VenueRefusal['kind']> = new Set(['insufficientBalance', 'riskLimitExceeded'])

/**
 * An order that names its leverage has it set for the contract first, where it is another one (spec §4, §7). One that is
 * refused whatever its leverage is leaves it as it was.
 */
export async function setLeverageFirst(
  core: Core,
  http: HttpCall,
  wanted: { readonly account: string; readonly linkId: string; readonly order: NewOrder; readonly leverage: Leverage },
): Promise<void> {
  const { account, linkId, order, leverage } = wanted
  const { venue } = core.journal
  if (isInForce(core, account, order.symbol, leverage)) return
  const waits = order.trigger !== undefined || order.heldFor !== undefined
  const refusal = waits ? null : (venue.previewOrder(account, linkId, order)?.refusal ?? null)
  if (refusal !== null && !OF_LEVERAGE.has(refusal.kind)) return
  // The press and its id are the order's.
  await commit(core, http, { type: 'setLeverage', account, symbol: order.symbol, leverage }, 'native', '')
}

/** Whether a contract has this leverage already. */
export function isInForce(core: Core, account: string, symbol: string, leverage: Leverage): boolean {
  const [position] = core.journal.venue.positions(account, symbol)
  return position !== undefined && new Exact(position.leverage).eq(leverage)
}
