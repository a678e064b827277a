import type { Qty } from '../../src/domain/decimal'
import type { OrderId } from '../../src/domain/order/order'
import type { CarriedTerms } from '../../src/domain/order/order'
import { SPLIT_ORDERS_MAX } from '../../src/domain/order/quantity-rules'
import type { PlaceCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import type { VenueResult } from './venue-port'
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
  /** Whether an order that the engine took is filled whole. */
  isFilled(orderId: string | undefined): boolean
  readonly isHalved: boolean
  /** Whether the answer counts the parts; not in an exchange that began before it did. */
  readonly namesFailedParts: boolean
}

export function maxLotsOf({ orderType }: PlaceCommand, { engine }: Listing): number {
  return orderType === 'market' ? engine.maxMarketLots : engine.maxLimitLots
}

/**
 * Whether an order can only close: it says so, or it stands against one side of a hedged position (which the engine
 * takes for a closing order, too).
 */
export function onlyCloses({ reduceOnly, side, positionIdx = 0 }: PlaceCommand): boolean {
  return reduceOnly || (positionIdx !== 0 && (positionIdx === 1) !== (side === 'buy'))
}

/** What an order of its side may close of its position. */
export function reducibleLots(
  engine: Pick<MatchingEngine, 'positions'>,
  { account, symbol, side, positionIdx }: PlaceCommand,
): number {
  const held = engine.positions(account, symbol).find((one) => (one.positionIdx ?? 0) === (positionIdx ?? 0))
  const lots = held?.lots ?? 0
  return Math.max(0, side === 'sell' ? lots : -lots)
}

/**
 * What a closing order is to close: what it asks for, no more than there is; everything for zero lots together with
 * close-on-trigger (semantics.md §2.3).
 */
export function closingLots({ lots, closeOnTrigger }: PlaceCommand, heldLots: number): number {
  return lots === 0 && closeOnTrigger ? heldLots : Math.min(lots, heldLots)
}

/**
 * An order above the contract's maximum as several of at most that size (decisions 22). Every part is tried; what was not
 * taken is told as `failedQty`, with how many parts were and why the first of the others was not. Only if nothing was
 * taken it is a refusal: that of the first part. The first part that is taken bears the id of the press, the others name
 * it as their parent.
 *
 * A closing order has as many parts as its position needs; one that opens has fifty at most. Of a closing one at market,
 * the first part that the book does not fill is the last one.
 */
export function placeSplit(
  command: PlaceCommand,
  listing: Listing,
  { handle, outcome, isFilled, isHalved, namesFailedParts }: SplitPorts,
): VenueResult {
  const partLots = maxLotsOf(command, listing)
  const maxLots = partLots * SPLIT_ORDERS_MAX
  const closes = onlyCloses(command)
  if (!closes && command.lots > maxLots) {
    return { ok: false, refusal: { kind: 'qtyInvalid', minLots: listing.engine.minLots, maxLots } }
  }
  const parts = Math.ceil(command.lots / partLots)
  const triedParts = Math.ceil(parts / (isHalved ? 2 : 1))
  const untriedLots = Math.max(0, command.lots - triedParts * partLots)
  let taken: VenueResult | null = null
  let refused: Extract<VenueResult, { readonly ok: false }> | null = null
  let placed = 0
  let first: CarriedTerms | null = null
  let failedLots = untriedLots
  let left = command.lots - untriedLots
  while (left > 0) {
    const lots = Math.min(left, partLots)
    left -= lots
    const result = handle(first === null ? { ...command, lots } : { ...command, lots, linkId: '', carried: first })
    if (!result.ok) {
      failedLots += lots
      const told = outcome(result)
      if (!told.ok) refused ??= told
    } else {
      placed += 1
      if (taken === null) {
        if (result.orderId !== undefined) first = { ...command.carried, parentOrderId: result.orderId as OrderId }
        taken = outcome(result)
      }
    }
    if (closes && command.orderType === 'market' && !(result.ok && isFilled(result.orderId))) {
      failedLots += left
      break
    }
  }
  if (taken === null || !taken.ok) return refused ?? { ok: true }
  if (failedLots === 0) return taken
  const failed = { ...taken, failedQty: listing.lots.toText<Qty>(failedLots) }
  if (!namesFailedParts) return failed
  return { ...failed, split: { parts, placed, ...(refused !== null && { refusal: refused.refusal }) } }
}
