import type { Position } from '../entities'
import { FillMoves, type SettledFill } from '../products/fill-moves'
import type { Closing } from '../records/order-records'
import { unrealisedE8 } from '../risk/formulas'

const MOVES = new FillMoves()

/** Moves a position by one fill, and the contract's open interest with it. Everything else is `movePosition`'s. */
export function settleFill(
  position: Position,
  fill: SettledFill,
  nowMs: number,
  closing: Closing | null = null,
): number {
  const longBefore = Math.max(0, position.lots)
  const closedPnl = movePosition(position, fill, nowMs, closing)
  position.market.longLots += Math.max(0, position.lots) - longBefore
  return closedPnl
}

/**
 * Moves a position by one fill and pays for it; nothing but the position and its wallet changes, so that a preview does
 * it to a draft. What is moved, the product says (`FillMoves`).
 * @param closing counts what the closing part took with it; `null` where nobody asks
 * @returns the realised result of the closing part, before fees
 */
export function movePosition(
  position: Position,
  fill: SettledFill,
  nowMs: number,
  closing: Closing | null = null,
): number {
  const { cash, market } = position
  const moves = market.product.fillMoves(position, fill, market.instrument, MOVES.clear())
  const { closedLots, openedLots, closedPnlE8, closedFeeE8, walletE8, realisedE8 } = moves
  if (closedLots !== 0) {
    if (closing !== null) count(closing, position, moves)
    position.lots += closedLots
    position.realisedE8 += closedPnlE8 - closedFeeE8
    position.openFeeE8 += moves.openFeeE8
    position.fundingE8 += moves.fundingE8
    position.extraMarginE8 += moves.extraMarginE8
  }
  if (openedLots !== 0) {
    if (position.lots === 0) {
      position.realisedE8 = 0
      position.fundingPaidE8 = 0
      position.createdAtMs = nowMs
    }
    const openedFeeE8 = fill.feeE8 - closedFeeE8
    position.lots += openedLots
    position.realisedE8 -= openedFeeE8
    position.openFeeE8 += openedFeeE8
  }
  position.costE8 += moves.costE8
  position.costRestE8 = position.lots === 0 ? 0 : position.costRestE8 + moves.costRestE8
  position.openCostE8 += moves.openCostE8
  position.openCostRestE8 = position.lots === 0 ? 0 : position.openCostRestE8 + moves.openCostRestE8
  position.cumRealisedE8 += realisedE8
  position.updatedAtMs = nowMs
  cash.receive(walletE8)
  cash.cumRealised.add(realisedE8)
  const { base } = position
  if (base !== null) {
    base.receive(moves.baseE8)
    base.cumRealised.add(moves.baseRealisedE8)
  }
  return closedPnlE8
}

/** Adds what a fill closes to the sums of its order. `position` is as it was before the fill. */
function count(closing: Closing, { direction }: Position, moves: FillMoves): void {
  const { entryValueE8, exitValueE8, entryRestE8, exitRestE8, openFeeE8, closedFeeE8, fundingE8 } = moves
  closing.lots += Math.abs(moves.closedLots)
  closing.fills += 1
  closing.entryValueE8 += entryValueE8
  closing.exitValueE8 += exitValueE8
  if (entryRestE8 !== 0) closing.entryRestE8 = (closing.entryRestE8 ?? 0) + entryRestE8
  if (exitRestE8 !== 0) closing.exitRestE8 = (closing.exitRestE8 ?? 0) + exitRestE8
  closing.openFeeE8 -= openFeeE8
  closing.closeFeeE8 += closedFeeE8
  closing.fundingE8 -= fundingE8
  closing.pnlE8 += unrealisedE8(exitValueE8, entryValueE8, direction) + openFeeE8 - closedFeeE8 + fundingE8
}
