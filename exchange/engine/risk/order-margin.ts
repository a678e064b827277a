import { refreshOrderLoss } from './refresh-order-loss'
import type { Side } from '../../../src/domain/order/order'
import type { Position } from '../entities'
import { orderLossE8 } from './order-loss'
import { crosses } from '../matching/book'
import type { ProductMargin } from '../products/product'
import { extraLots, extraValueE8 } from './extra-orders'
import { riskOf } from './risk-of'
import { bankruptcyValueE8, orderCostE8, type Direction } from './formulas'
import { mulDiv } from '../scaled'
import { spreadBaseE8, spreadCoinsE8, spreadOrderMarginE8 } from './spread-margin'

/**
 * What the working orders of a contract hold back.
 *
 * Orders that reduce the position are free up to its size. Which of them is not asked: of a side with S lots of
 * ordinary orders worth V against a position of P lots, S − P lots are extra, at the side's mean price:
 * extra value = V × (S − P) / S. Reduce-only orders count in portfolio margin alone, where what they close may hedge.
 *
 * Once all extra orders of one side are filled, as many lots of the other side reduce. So the margin is the larger of
 * "all extra buys, and the extra sells beyond them" and the same the other way round; with as many lots on both sides
 * that is the dearer side. Nothing that a fill then needs was left out: no order fills into a negative balance.
 *
 * In cross margin a fill away from the mark is a loss at once (the "order loss" of semantics.md §1.3). The order holds
 * it back too, less the margin that falls with it: loss × (1 − s/L).
 */

/** @param added an order that is in the sums and not at rest: its side, and what it would lose against the mark */
export function orderMarginE8(position: Position, addedSide: Side = 'buy', addedLossE8 = 0): number {
  const { coinMargin } = position.account
  const isReduced = coinMargin !== null && position.reducingLots !== 0
  if (position.buyLots === 0 && position.sellLots === 0 && !isReduced) return 0
  const { market } = position
  if (market.legs !== null) {
    const isWhole = coinMargin !== null && market.valuation.rules.marginsSpreadsWhole
    return (isWhole ? coinMargin.ordersE8(position, 0) : spreadOrderMarginE8(position)) + spreadCoinsE8(position)
  }
  if (coinMargin !== null && position.base === null) return coinMargin.ordersE8(position, addedLossE8)
  const own = position.market.product.margin
  if (own !== null) return ownOrdersE8(position, own)
  refreshOrderLoss(position)
  const { buyE8, sellE8 } = position.orderLoss
  const margin = costOfBothE8(position)
  if (buyE8 === 0 && sellE8 === 0 && addedLossE8 === 0) return margin
  if (!riskOf(position.account).holdsOrderLoss(position.market)) return margin
  return (
    margin +
    heldBackE8(position, 'buy', addedSide === 'buy' ? buyE8 + addedLossE8 : buyE8) +
    heldBackE8(position, 'sell', addedSide === 'sell' ? sellE8 + addedLossE8 : sellE8)
  )
}

/** What the product says. Asked for each order of an account of every position of the coin: makers of options have dozens. */
function ownOrdersE8(position: Position, margin: ProductMargin): number {
  const { buyLots, sellLots, buyValueE8, sellValueE8, lots, costE8: paidE8, takerRateE8, orderMargin: memo } = position
  const { markTicks, indexTicks, instrument } = position.market
  if (
    memo.markTicks === markTicks &&
    memo.indexTicks === indexTicks &&
    memo.buyValueE8 === buyValueE8 &&
    memo.sellValueE8 === sellValueE8 &&
    memo.buyLots === buyLots &&
    memo.sellLots === sellLots &&
    memo.lots === lots &&
    memo.costE8 === paidE8 &&
    memo.takerRateE8 === takerRateE8 &&
    memo.instrument === instrument
  ) {
    return memo.marginE8
  }
  memo.markTicks = markTicks
  memo.indexTicks = indexTicks
  memo.buyValueE8 = buyValueE8
  memo.sellValueE8 = sellValueE8
  memo.buyLots = buyLots
  memo.sellLots = sellLots
  memo.lots = lots
  memo.costE8 = paidE8
  memo.takerRateE8 = takerRateE8
  memo.instrument = instrument
  memo.marginE8 = margin.ordersE8(position)
  return memo.marginE8
}

/** What of `orderMarginE8` is no margin, but coins to pay with: of a pair all of it, of a spread what its pair is bought for. */
export function orderCoinsE8(position: Position): number {
  if (position.exchanged === null || (position.buyLots === 0 && position.sellLots === 0)) return 0
  return position.market.legs === null ? orderMarginE8(position) : spreadCoinsE8(position)
}

/** What the orders of a pair, or of a spread with one, hold back of its base coin, E8 of that. */
export function orderBaseE8(position: Position): number {
  if (position.buyLots === 0 && position.sellLots === 0) return 0
  if (position.market.legs !== null) return spreadBaseE8(position)
  return position.market.product.margin?.ordersBaseE8(position) ?? 0
}

/** Of a loss of all orders of a side, the extra ones' share. */
function heldBackE8(position: Position, side: Side, lossE8: number): number {
  const extra = extraLots(position, side)
  if (lossE8 === 0 || extra === 0) return 0
  const share = mulDiv(lossE8, extra, side === 'buy' ? position.buyLots : position.sellLots, 'halfUp')
  return bankruptcyValueE8(share, position.leverageE2, directionOf(position, side))
}

function costOfBothE8(position: Position): number {
  const { buyLots, sellLots, buyValueE8, sellValueE8, lots, leverageE2, orderMargin: memo } = position
  const { takerRateE8 } = position
  const { markTicks } = position.market
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
  const extraBuys = extraLots(position, 'buy')
  const extraSells = extraLots(position, 'sell')
  const buys = extraValueE8(position, 'buy')
  const sells = extraValueE8(position, 'sell')
  memo.buyLots = buyLots
  memo.sellLots = sellLots
  memo.buyValueE8 = buyValueE8
  memo.sellValueE8 = sellValueE8
  memo.lots = lots
  memo.leverageE2 = leverageE2
  memo.takerRateE8 = takerRateE8
  memo.markTicks = markTicks
  memo.marginE8 = Math.max(
    costE8(position, 'buy', buys) + costE8(position, 'sell', beyondE8(sells, extraSells, extraBuys)),
    costE8(position, 'sell', sells) + costE8(position, 'buy', beyondE8(buys, extraBuys, extraSells)),
  )
  return memo.marginE8
}

/** The value of those of `lots` that are more than `others`. */
function beyondE8(valueE8: number, lots: number, others: number): number {
  if (lots <= others) return 0
  return others === 0 ? valueE8 : mulDiv(valueE8, lots - others, lots, 'halfUp')
}

function costE8(position: Position, side: Side, valueE8: number): number {
  return orderCostE8(valueE8, position.leverageE2, directionOf(position, side), position.takerRateE8)
}

function directionOf({ market }: Position, side: Side): Direction {
  const { sense } = market.product
  return side === 'buy' ? sense : (-sense as Direction)
}

/**
 * What an order that is about to meet the book would lose against the mark: at the prices that stand there now, and what
 * they do not fill at its own. Own orders in its way make room, so then all of it counts at its own price.
 */
export function incomingLossE8(position: Position, order: { side: Side; lots: number; ticks: number }): number {
  const { market, sibling, account } = position
  const { side, ticks } = order
  if (account.role !== 'user' || !riskOf(account).holdsOrderLoss(market)) return 0
  if (orderLossE8(market, side, order.lots, ticks) === 0) return 0
  const own =
    side === 'buy' ? position.openSells + (sibling?.openSells ?? 0) : position.openBuys + (sibling?.openBuys ?? 0)
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
