import type { Side } from '../../../src/domain/order/order'
import type { PlaceCommand } from '../commands'
import type { Market, Order, Position } from '../entities'
import { crosses, type Level } from '../matching/book'
import { stopsAtOwn, type SelfMatch } from '../matching/self-match'
import { marketTicks } from '../matching/slippage'

/** An order in lots; of one that was given by its amount, with what the book asks for them. */
export type LotsCommand = PlaceCommand & {
  /** E8 of the settle coin, never above the amount. */
  readonly costE8?: number
}

interface Wanted {
  readonly side: Side
  readonly limitTicks: number
  readonly amountE8: number
  readonly selfMatch: SelfMatch
}

/**
 * A market order of an amount as one of lots: as many whole ones as the book gives for it, down to the price that protects
 * it. An order of lots stays as it is.
 * @param position whose orders make room for it; `null` where the account has none yet
 */
export function inLots(market: Market, position: Position | null, command: PlaceCommand): LotsCommand {
  const { amountE8, ...order } = command
  if (amountE8 === undefined) return command
  const { side, selfMatch } = command
  const limitTicks = marketTicks(market, side, command.slippage ?? null)
  const want = { side, limitTicks, amountE8, selfMatch }
  return { ...order, ...withMissing(market, want, boughtFor(market, position, want)) }
}

/**
 * Where the book has less than the least order is, what it lacks counts at the price that protects the order: it is taken,
 * and cancelled for want of liquidity, as one of lots is (ADR-1106).
 */
function withMissing(
  market: Market,
  { limitTicks, amountE8 }: Wanted,
  { lots, costE8, isBookEmptied }: Bought,
): Pick<LotsCommand, 'lots' | 'costE8'> {
  const { minLots, minNotionalE8 } = market.instrument
  const isEnough = !isBookEmptied || (lots >= minLots && costE8 >= minNotionalE8)
  if (isEnough || !market.valuation.rules.takesThinAmounts) return { lots, costE8 }
  const missing = lotsAt(market, amountE8 - costE8, limitTicks)
  return { lots: lots + missing, costE8: costE8 + market.valueOf(missing, limitTicks) }
}

interface Bought {
  readonly lots: number
  readonly costE8: number
  /** Whether the amount would have paid for more than the book has down to the price. */
  readonly isBookEmptied: boolean
}

/** As many whole lots as an amount pays at a price. */
export function lotsAt(market: Market, amountE8: number, ticks: number): number {
  return Math.floor(amountE8 / market.valueOf(1, ticks))
}

/**
 * As many whole lots as the book gives for an amount, down to a price, and what they come to. Orders of the account that
 * make room are not among them: the amount would not pay for what lies behind.
 */
export function boughtFor(market: Market, position: Position | null, want: Wanted): Bought {
  const { levels } = market.book.opposite(want.side)
  const own = stopsAtOwn(want.selfMatch) ? null : position
  let left = want.amountE8
  let lots = 0
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!
    if (!crosses(want.side, want.limitTicks, level.ticks)) break
    const most = Math.floor(left / market.valueOf(1, level.ticks))
    const taken = Math.min(most, lotsOfOthers(level, own))
    lots += taken
    left -= market.valueOf(taken, level.ticks)
    if (taken === most) return { lots, costE8: want.amountE8 - left, isBookEmptied: false }
  }
  return { lots, costE8: want.amountE8 - left, isBookEmptied: true }
}

function lotsOfOthers(level: Level<Order>, own: Position | null): number {
  if (own === null || own.openSells + own.openBuys === 0) return level.lots
  let lots = 0
  for (let order = level.head; order !== null; order = order.next)
    if (order.position !== own) lots += order.lots - order.filledLots
  return lots
}
