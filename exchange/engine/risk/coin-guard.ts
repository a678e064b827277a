import type { Side } from '../../../src/domain/order/order'
import type { Cash, Position } from '../entities'
import { equityE8, totalMaintenanceE8 } from './margin'
import { legSide } from '../products/leg-prices'
import { Room } from './room'

/** The coin that an order is paid with: of a pair's sell the base coin, of everything else the settle coin. */
export function payingCash({ cash, base }: Position, side: Side): Cash {
  return side === 'sell' && base !== null ? base : cash
}

/** Whether orders of a side pay with the base coin: of a pair its sells, of a spread those that sell the pair among its legs. */
export function deliversBase({ market: { legs } }: Position, side: Side): boolean {
  return legs === null || legs.pairPlace === null ? side === 'sell' : legSide(side, legs.pairPlace) === 'sell'
}

/**
 * A fill of a pair pays with coins that are there and that no position of theirs needs for its maintenance: losses since
 * the order was taken may have eaten them.
 */
export class CoinGuard {
  readonly #room: Room

  constructor(position: Position, side: Side) {
    const { market } = position
    const paying = payingCash(position, side)
    const left = paying.account.backing.fillableE8(paying, equityE8(paying) - totalMaintenanceE8(paying))
    this.#room = new Room(Math.max(0, left), (ticks, lots) =>
      side === 'buy' ? market.valueOf(lots, ticks) : market.product.baseE8(lots, market.instrument),
    )
  }

  take(ticks: number, lots: number): number {
    return this.#room.take(ticks, lots)
  }
}
