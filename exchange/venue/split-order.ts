import type { Qty } from '../../src/domain/decimal'
import { SPLIT_ORDERS_MAX } from '../../src/domain/order/quantity-rules'
import type { PlaceCommand } from '../engine/commands'
import type { EngineResult } from '../engine/result'
import type { VenueResult } from './contract'
import type { Listing } from './listing'

export interface SplitChoice {
  /** Whether an order above the contract's maximum may become several. */
  readonly isSplit: boolean
  /** Control: the second half of the parts is not taken. */
  readonly isHalved: boolean
}

export interface SplitPorts {
  handle(command: PlaceCommand): EngineResult
  /** What the venue answers for one order that the engine took or refused. */
  outcome(result: EngineResult): VenueResult
  readonly isHalved: boolean
}

export function maxLotsOf({ orderType }: PlaceCommand, { engine }: Listing): number {
  return orderType === 'market' ? engine.maxMarketLots : engine.maxLimitLots
}

/**
 * An order above the contract's maximum as several of at most that size (decisions 22). Every part is tried; what was not
 * taken is told as `failedQty`, and only if nothing was taken it is a refusal: that of the first part. The first part
 * that is taken bears the id of the press, the others name it as their parent.
 */
export function placeSplit(
  command: PlaceCommand,
  listing: Listing,
  { handle, outcome, isHalved }: SplitPorts,
): VenueResult {
  const partLots = maxLotsOf(command, listing)
  const maxLots = partLots * SPLIT_ORDERS_MAX
  if (command.lots > maxLots) {
    return { ok: false, refusal: { kind: 'qtyInvalid', minLots: listing.engine.minLots, maxLots } }
  }
  const triedParts = Math.ceil(Math.ceil(command.lots / partLots) / (isHalved ? 2 : 1))
  const untriedLots = Math.max(0, command.lots - triedParts * partLots)
  let taken: VenueResult | null = null
  let refused: VenueResult | null = null
  let parentId: string | null = null
  let failedLots = untriedLots
  for (let left = command.lots - untriedLots; left > 0; left -= partLots) {
    const lots = Math.min(left, partLots)
    const result = handle(parentId === null ? { ...command, lots } : { ...command, lots, linkId: '', parentId })
    if (!result.ok) {
      failedLots += lots
      refused ??= outcome(result)
    } else if (taken === null) {
      parentId = result.orderId ?? null
      taken = outcome(result)
    }
  }
  if (taken === null || !taken.ok) return refused ?? { ok: true }
  return failedLots === 0 ? taken : { ...taken, failedQty: listing.lots.toText<Qty>(failedLots) }
}
