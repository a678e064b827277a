import { feeRatesOf } from '../../../../src/domain/account/fee-tier'
import type { AccountKind } from '../../../../src/domain/account/wallet'
import type { Leverage, Rate } from '../../../../src/domain/decimal'
import { isContract } from '../../../../src/domain/instrument/contract'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import type { Order } from '../../../../src/domain/order/order'
import type { OrderAction } from '../../../../src/domain/order/order-action'
import type { Position } from '../../../../src/domain/position/position'
import { writeOrder } from '../../../../src/wire/shape/order'
import { writePosition } from '../../../../src/wire/shape/position'
import type { Venue } from '../../../venue/venue-port'
import { actionWord, writeFullOrder } from './order-row'
import { writePositionRow } from './position-row'

export type FindInstrument = (symbol: string) => Instrument | null

/** What is published of an account, as of the line that is told. */
interface Told {
  readonly orders: ReadonlyMap<string, Order>
  position(of: Pick<Position, 'symbol' | 'positionIdx'>): Position | null
  kind(): AccountKind
}

/** Writes the rows of an account's orders and positions, with the figures that stand on the market as it is now. */
export class AccountRows {
  constructor(
    private readonly account: string,
    private readonly venue: Venue,
    private readonly find: FindInstrument,
    private readonly told: Told,
  ) {}

  /** @param action what happened to it; `null` in a snapshot */
  order(order: Order, action: OrderAction | null): object {
    const instrument = this.find(order.symbol)
    if (instrument === null) {
      const row = writeOrder(order, 'native')
      return action === null ? row : { ...row, action: actionWord(order, action) }
    }
    const position = this.told.position(order)
    const context = {
      instrument,
      account: this.#kind(),
      takerFeeRate: this.#takerFeeRate(instrument),
      position,
      leverage: isContract(instrument) ? this.#leverageOf(order, position) : null,
    }
    return writeFullOrder(order, context, action)
  }

  positions(positions: readonly Position[]): readonly object[] {
    return positions.map((position) => {
      const instrument = this.find(position.symbol)
      if (instrument === null) return writePosition(position)
      const ticker = this.venue.ticker(position.symbol)
      return writePositionRow(position, {
        instrument,
        account: this.#kind(),
        lastPrice: ticker?.lastPrice ?? null,
        option: ticker?.option ?? null,
        takerFeeRate: this.#takerFeeRate(instrument),
        guards: this.#guardsOf(position),
      })
    })
  }

  /** By choice or by its kind, an account in portfolio margin has the fields of one. */
  #kind(): AccountKind {
    return this.venue.marginMode(this.account) === 'portfolio' ? 'pm' : this.told.kind()
  }

  /** Of an account's level; what is no contract has the rate of its own list. */
  #takerFeeRate(instrument: Instrument): Rate {
    return isContract(instrument)
      ? feeRatesOf(this.venue.feeTier(this.account), instrument).takerFeeRate
      : instrument.takerFeeRate
  }

  /** Nothing is held yet before the first fill: then the setting of the contract. */
  #leverageOf({ symbol, positionIdx }: Order, position: Position | null): Leverage | null {
    if (position !== null) return position.leverage
    return this.venue.positions(this.account, symbol).find((one) => one.positionIdx === positionIdx)?.leverage ?? null
  }

  #guardsOf({ symbol, positionIdx }: Position): readonly Order[] {
    const isGuard = (one: Order): boolean =>
      one.symbol === symbol &&
      one.positionIdx === positionIdx &&
      one.stopOrderType != null &&
      one.stopOrderType !== 'stop'
    return [...this.told.orders.values()].filter(isGuard)
  }
}
