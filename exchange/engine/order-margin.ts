import { refreshOrderLoss } from './refresh-order-loss'
import type { Side } from '../../src/domain/order/order'
import type { Holding } from './entities'
import { orderLossE8 } from './order-loss'
import { crosses } from './book'
import { positionValueE8 } from './position-value'
import { bankruptcyValueE8, orderCostE8, type Direction } from './risk'
import { mulDiv } from './scaled'

/**
 * What the working orders of a contract hold back.
 *
 * Orders that reduce the position are free up to its size. Which of them is not asked: of a side with S lots of
 * ordinary orders worth V against a position of P lots, S − P lots are extra, at the side's mean price:
 * extra value = V × (S − P) / S. Reduce-only orders never count.
 *
 * Once all extra orders of one side are filled, as many lots of the other side reduce. So the margin is the larger of
 * "all extra buys, and the extra sells beyond them" and the same the other way round; with as many lots on both sides
 * that is the dearer side. Nothing that a fill then needs was left out: no order fills into a negative balance.
 *
 * In cross margin a fill away from the mark is a loss at once (the "order loss" of semantics.md §1.3). The order holds
 * it back too, less the margin that falls with it: loss × (1 − s/L).
 */

/** Lots of the orders of one side that would open or add to a position. */
function extraLots(holding: Holding, side: Side): number {
  return side === 'buy'
    ? Math.max(0, holding.buyLots - Math.max(0, -holding.lots))
    : Math.max(0, holding.sellLots - Math.max(0, holding.lots))
}

/**
 * Their value. The best prices of a side fill first and may leave the dear ones over, of which a mean above twice the
 * mark holds too little: then the free lots count twice the mark.
 */
export function extraValueE8(holding: Holding, side: Side): number {
  const lots = side === 'buy' ? holding.buyLots : holding.sellLots
  const value = side === 'buy' ? holding.buyValueE8 : holding.sellValueE8
  const extra = extraLots(holding, side)
  if (extra === 0) return 0
  if (extra === lots) return value
  return Math.max(mulDiv(value, extra, lots, 'halfUp'), value - 2 * positionValueE8(holding))
}

/** @param added an order that is in the sums and not at rest: its side, and what it would lose against the mark */
export function orderMarginE8(holding: Holding, addedSide: Side = 'buy', addedLossE8 = 0): number {
  if (holding.buyLots === 0 && holding.sellLots === 0) return 0
  refreshOrderLoss(holding)
  const { buyE8, sellE8 } = holding.orderLoss
  const margin = costOfBothE8(holding)
  if (buyE8 === 0 && sellE8 === 0 && addedLossE8 === 0) return margin
  if (!countsLoss(holding)) return margin
  return (
    margin +
    heldBackE8(holding, 'buy', addedSide === 'buy' ? buyE8 + addedLossE8 : buyE8) +
    heldBackE8(holding, 'sell', addedSide === 'sell' ? sellE8 + addedLossE8 : sellE8)
  )
}

/** An auction may fill a sell far above its own price: then isolated margin, too, has to be there. */
function countsLoss({ account, market }: Holding): boolean {
  return account.marginMode === 'cross' || market.auction !== null
}

/** Of a loss of all orders of a side, the extra ones' share. */
function heldBackE8(holding: Holding, side: Side, lossE8: number): number {
  const extra = extraLots(holding, side)
  if (lossE8 === 0 || extra === 0) return 0
  const share = mulDiv(lossE8, extra, side === 'buy' ? holding.buyLots : holding.sellLots, 'halfUp')
  return bankruptcyValueE8(share, holding.leverageE2, directionOf(holding, side))
}

function costOfBothE8(holding: Holding): number {
  const { buyLots, sellLots, buyValueE8, sellValueE8, lots, leverageE2, orderMargin: memo } = holding
  const { takerRateE8 } = holding
  const { markTicks } = holding.market
  if (
    memo.buyValueE8 === buyValueE8 &&
    memo.sellValueE8 === sellValueE8 &&
    memo.lots === lots &&
    memo.buyLots === buyLots &&
    memo.sellLots === sellLots &&
    memo.leverageE2 === leverageE2 &&
    memo.takerRateE8 === takerRateE8 &&
    memo.markTicks === markTicks
  ) {
    return memo.marginE8
  }
  const extraBuys = extraLots(holding, 'buy')
  const extraSells = extraLots(holding, 'sell')
  const buys = extraValueE8(holding, 'buy')
  const sells = extraValueE8(holding, 'sell')
  memo.buyLots = buyLots
  memo.sellLots = sellLots
  memo.buyValueE8 = buyValueE8
  memo.sellValueE8 = sellValueE8
  memo.lots = lots
  memo.leverageE2 = leverageE2
  memo.takerRateE8 = takerRateE8
  memo.markTicks = markTicks
  memo.marginE8 = Math.max(
    costE8(holding, 'buy', buys) + costE8(holding, 'sell', beyondE8(sells, extraSells, extraBuys)),
    costE8(holding, 'sell', sells) + costE8(holding, 'buy', beyondE8(buys, extraBuys, extraSells)),
  )
  return memo.marginE8
}

/** The value of those of `lots` that are more than `others`. */
function beyondE8(valueE8: number, lots: number, others: number): number {
  if (lots <= others) return 0
  return others === 0 ? valueE8 : mulDiv(valueE8, lots - others, lots, 'halfUp')
}

function costE8(holding: Holding, side: Side, valueE8: number): number {
  return orderCostE8(valueE8, holding.leverageE2, directionOf(holding, side), holding.takerRateE8)
}

function directionOf({ market }: Holding, side: Side): Direction {
  return side === 'buy' ? market.sense : (-market.sense as Direction)
}

/**
 * What an order that is about to meet the book would lose against the mark: at the prices that stand there now, and what
 * they do not fill at its own. Own orders in its way make room, so then all of it counts at its own price.
 */
export function incomingLossE8(holding: Holding, order: { side: Side; lots: number; ticks: number }): number {
  const { market, sibling, account } = holding
  const { side, ticks } = order
  if (account.role !== 'user' || !countsLoss(holding)) return 0
  if (orderLossE8(market, side, order.lots, ticks) === 0) return 0
  const own =
    side === 'buy' ? holding.openSells + (sibling?.openSells ?? 0) : holding.openBuys + (sibling?.openBuys ?? 0)
  let left = order.lots
  let loss = 0
  if (own === 0) {
    const { levels } = market.book.opposite(side)
    for (let i = levels.length - 1; i >= 0 && left > 0; i--) {
      const level = levels[i]!
      if (!crosses(side, ticks, level.ticks)) break
      const lots = Math.min(level.lots, left)
      loss += orderLossE8(market, side, lots, level.ticks)
      left -= lots
    }
  }
  return loss + orderLossE8(market, side, left, ticks)
}
