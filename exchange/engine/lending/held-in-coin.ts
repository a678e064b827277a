import type { Cash, Position } from '../entities'
import { positionMarginE8 } from '../risk/available'
import { backingPnlE8 } from '../risk/margin'
import { orderCoinsE8, orderMarginE8 } from '../risk/order-margin'

/** What is held for options that are bought; in portfolio margin what they are worth is in the equity instead. */
export function boughtOptionsE8({ positions }: Cash): number {
  let bought = 0
  for (const position of positions) {
    if (position.base === null && !position.market.product.owesCost) bought += orderMarginE8(position)
  }
  return bought
}

/** Margin of positions and orders, without the coins that orders pay with. */
export function heldE8(cash: Cash, besides: Position | null): number {
  const { coinMargin } = cash.account
  if (coinMargin !== null) return coinMargin.initialE8(cash, besides)
  let held = 0
  for (const position of cash.positions) {
    if (position.lots !== 0) held += positionMarginE8(position)
    if (position !== besides && position.base === null) held += orderMarginE8(position) - orderCoinsE8(position)
  }
  return held
}

/** What unrealised results have taken of a coin, E8. */
export function unrealisedLossE8(cash: Cash): number {
  let pnl = 0
  for (const position of cash.positions) pnl += backingPnlE8(position)
  return Math.max(0, -pnl)
}
