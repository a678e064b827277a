import type { EngineCommand, PlaceCommand } from '../commands'
import { Order, type Position } from '../entities'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { equityE8, totalMaintenanceE8 } from '../risk/margin'
import { ownMaintenanceE8 } from '../risk/maintenance-margin'
import { positionValueE8 } from '../risk/position-value'
import { initialMarginE8 } from '../risk/formulas'
import { riskOf } from '../risk/risk-of'
import { mulDiv } from '../scaled'
import type { EngineState } from '../state'
import { acceptWaiting } from './accept-waiting'
import { CREATE_TYPE, guardOf, restate } from './guards'

/**
 * Close at a margin rate (spec §3 `MmRateClose`): an order that waits for the maintenance rate and not for a price, and
 * then closes its position at market, as a protection does: in slices where it must, and again while anything is left
 * (decisions 41). The rate is the account's in cross margin, the position's in isolated; at 100 % it would be liquidated.
 */

/** Whole hundredths of a per cent. */
const ONE_E4 = 10_000
/** Above every rate: no equity is left. */
const NOTHING_LEFT_E4 = Number.MAX_SAFE_INTEGER

/**
 * Maintenance margin / what backs it, in hundredths of a per cent, down. Cross: Σ MM / equity of the account, in the
 * position's coin. Isolated: MM / (margin at the entry + what was added + unrealised at the mark), as its liquidation.
 */
export function maintenanceRateE4(position: Position): number {
  const [needed, backing] = riskOf(position.account).hasOwnMargin
    ? [ownMaintenanceE8(position), ownBackingE8(position)]
    : [totalMaintenanceE8(position.cash), equityE8(position.cash)]
  if (needed <= 0) return 0
  if (backing <= needed)
    return backing <= 0 ? NOTHING_LEFT_E4 : Math.max(ONE_E4, mulDiv(needed, ONE_E4, backing, 'down'))
  return mulDiv(needed, ONE_E4, backing, 'down')
}

function ownBackingE8(position: Position): number {
  const { costE8, leverageE2, extraMarginE8, direction } = position
  const margin = initialMarginE8(costE8, leverageE2) + extraMarginE8
  return margin + direction * (positionValueE8(position) - costE8)
}

/** Takes one for a position: one each, over all of it. Its rate has to lie above the one of now, and below liquidation. */
export function placeRateClose(
  state: EngineState,
  position: Position,
  command: PlaceCommand & { readonly rateE4: number },
  nowMs: number,
): EngineResult {
  const { rateE4, side } = command
  const held = position.lots
  if (held === 0) return refuse({ kind: 'noPosition' })
  if ((side === 'sell') !== held > 0) return refuse({ kind: 'reduceOnlyRefused' })
  if (!position.market.product.hasTriggers) return refuse({ kind: 'noTriggers' })
  if (guardOf(position, 'mmRateClose') !== null) return refuse({ kind: 'tooManyTpSl', limit: 1 })
  const problem = checkRate(position, rateE4)
  if (problem !== null) return refuse(problem)
  state.lastOrderNumber += 1
  const order = new Order(position, {
    number: state.lastOrderNumber,
    linkId: command.linkId,
    side,
    orderType: 'market',
    ticks: 0,
    lots: Math.abs(held),
    timeInForce: 'immediateOrCancel',
    reduceOnly: true,
    closeOnTrigger: true,
    selfMatch: 'none',
    createType: CREATE_TYPE.mmRateClose,
    createdAtMs: nowMs,
  })
  position.guardedSide = Math.sign(held)
  const stop = {
    ticks: 0,
    by: 'mark',
    direction: 1,
    kind: 'mmRateClose',
    slippage: null,
    pairId: null,
    parentId: null,
    trailing: null,
    rateE4,
  } as const
  acceptWaiting(state, order, stop, nowMs)
  state.outbox.touchPosition(position)
  return { ok: true, orderId: order.id, ticks: 0 }
}

/** Its rate is all that can be changed of it. */
export function amendRateClose(
  state: EngineState,
  order: Order,
  { rateE4, ticks, lots, triggerTicks, tpSl }: Extract<EngineCommand, { type: 'amend' }>,
  nowMs: number,
): EngineResult {
  const isOther = ticks !== null || lots !== null || triggerTicks !== undefined || tpSl !== undefined
  if (isOther || rateE4 === undefined || rateE4 === order.stop!.rateE4) return refuse({ kind: 'nothingToChange' })
  const problem = checkRate(order.position, rateE4)
  if (problem !== null) return refuse(problem)
  restate(state, order, { stop: { ...order.stop!, rateE4 } }, nowMs)
  return { ok: true, orderId: order.id, ticks: 0 }
}

function checkRate(position: Position, rateE4: number): EngineRefusal | null {
  const [minE4, maxE4] = [Math.min(ONE_E4, maintenanceRateE4(position) + 1), ONE_E4 - 1]
  const isFine = Number.isSafeInteger(rateE4) && rateE4 >= minE4 && rateE4 <= maxE4
  return isFine ? null : { kind: 'mmRateInvalid', minE4, maxE4 }
}
