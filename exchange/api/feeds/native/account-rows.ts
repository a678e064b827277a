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
import { actionWord, writeFullOrder, type OrderContext } from './order-row'
import { writePositionRow } from './position-row'

export type FindInstrument = (symbol: string) => Instrument | null

/** What is published of an account, as of the line that is told. */
interface Told {
  readonly orders: ReadonlyMap<string, Order>
  position(of: Pick<Position, 'symbol' | 'positionIdx'>): Position | null
  kind(): AccountKind
}

interface ToldOrder {
  readonly order: Order
  /** What happened to it; `null` in a snapshot. */
  readonly action: OrderAction | null
}

/** A message of more orders has plain rows: 10,000 with every figure would be above the 8 MiB that a frame may have. */
const FULL_ROWS_MAX = 2_000

function plainRow({ order, action }: ToldOrder): object {
  const row = writeOrder(order, 'native')
  return action === null ? row : { ...row, action: actionWord(order, action) }
}

/** Writes the rows of an account's orders and positions, with the figures that stand on the market as it is now. */
export class AccountRows {
  constructor(
    private readonly account: string,
    private readonly venue: Venue,
    private readonly find: FindInstrument,
    private readonly told: Told,
  ) {}

  /** @param told of one step, or of a snapshot, where no action is */
  orders(told: readonly ToldOrder[]): readonly object[] {
    if (told.length > FULL_ROWS_MAX) return told.map(plainRow)
    // Asked of the venue once for all of them: the engine works a position out anew, and there may be thousands of orders.
    const leverages = new Map<string, Leverage | null>()
    return told.map((one) => this.#order(one, leverages))
  }

  #order(told: ToldOrder, leverages: Map<string, Leverage | null>): object {
    const { order, action } = told
    const instrument = this.find(order.symbol)
    if (instrument === null) return plainRow(told)
    const position = this.told.position(order)
    const context = {
      instrument,
      account: this.#kind(),
      takerFeeRate: this.#takerFeeRate(instrument),
      position,
      leverage: isContract(instrument) ? this.#leverageOf(order, position, leverages) : null,
      option: 'strike' in instrument ? this.#pricesOf(instrument.symbol) : null,
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

  #takerFeeRate(instrument: Instrument): Rate {
    return feeRatesOf(this.venue.feeTier(this.account), instrument).takerFeeRate
  }

  #pricesOf(symbol: string): OrderContext['option'] {
    const { indexPrice: index = null, markPrice: mark = null } = this.venue.ticker(symbol) ?? {}
    return index === null || mark === null ? null : { index, mark }
  }

  /** Nothing is held yet before the first fill: then the setting of the contract. */
  #leverageOf(
    { symbol, positionIdx }: Order,
    position: Position | null,
    known: Map<string, Leverage | null>,
  ): Leverage | null {
    if (position !== null) return position.leverage
    const key = `${positionIdx} ${symbol}`
    let leverage = known.get(key)
    if (leverage === undefined) {
      const setting = this.venue.positions(this.account, symbol).find((one) => one.positionIdx === positionIdx)
      known.set(key, (leverage = setting?.leverage ?? null))
    }
    return leverage
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
