import type { Side } from '../../../src/domain/order/order'
import type { PlaceCommand } from '../commands'
import type { Market } from '../entities'
import { crosses } from '../matching/book'
import { marketTicks } from '../matching/slippage'

/**
 * A market order of an amount as one of lots: as many whole ones as the book gives for it, down to the price that protects
 * it. An order of lots stays as it is.
 */
export function inLots(market: Market, command: PlaceCommand): PlaceCommand {
  const { amountE8, ...order } = command
  if (amountE8 === undefined) return command
  const limitTicks = marketTicks(market, command.side, command.slippage ?? null)
  return { ...order, lots: lotsFor(market, { side: command.side, limitTicks, amountE8 }) }
}

/** As many whole lots as an amount pays at a price. */
export function lotsAt(market: Market, amountE8: number, ticks: number): number {
  return Math.floor(amountE8 / market.valueOf(1, ticks))
}

/** As many whole lots as the book gives for an amount, down to a price. */
export function lotsFor(
  market: Market,
  want: { readonly side: Side; readonly limitTicks: number; readonly amountE8: number },
): number {
  const { levels } = market.book.opposite(want.side)
  let left = want.amountE8
  let lots = 0
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!
    if (!crosses(want.side, want.limitTicks, level.ticks)) break
    const most = Math.floor(left / market.valueOf(1, level.ticks))
    const taken = Math.min(most, level.lots)
    lots += taken
    left -= market.valueOf(taken, level.ticks)
    if (taken === most) break
  }
  return lots
}
