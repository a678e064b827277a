import { Exact, roundToStep, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { OptionContract } from '../instrument/option'
import type { Side } from '../order/order'
import type { OpenOrders } from '../risk/order-margin'
import { direction } from '../risk/payoff'
import type { Fill } from '../risk/pnl'
import { outOfTheMoney } from './option-margin'

/**
 * What an option's position and orders hold back, and what an order changes of it, to the last unit of 1e-8 as the
 * exchange books it (semantics.md §1.2, §1.7): shares are rounded up, fees half up.
 */
export interface OptionView {
  readonly contract: Pick<OptionContract, 'strike' | 'isCall' | 'margin' | 'feeCap'>
  readonly index: Price
  readonly mark: Price
  /** Of the account; orders at rest are charged with it too. */
  readonly takerFeeRate: Rate
}

/** A position with the orders at rest beside it; what only reduces holds nothing back and is left out. */
export interface OptionHolding {
  /** Above zero for a long. */
  readonly qty: Exact
  /** What the premium of all of it was. */
  readonly paid: Exact
  readonly orders: OpenOrders
}

const UNIT = 8
const FILL_ROUNDING = '0.00000003'
const up = (value: Exact): Exact => value.toDecimalPlaces(UNIT, Exact.ROUND_UP)
const halfUp = (value: Exact): Exact => value.toDecimalPlaces(UNIT, Exact.ROUND_HALF_UP)

/** (max(3 % index, 3 % mark) + mark + 0.2 % index) × q of what is sold. */
export function shortMaintenance({ contract: { margin }, index, mark }: OptionView, qty: Exact): Exact {
  const [atIndex, atMark] = [qty.times(index), qty.times(mark)]
  const share = up(Exact.max(atIndex, atMark).times(margin.maintenanceRate))
  return share.plus(atMark).plus(up(atIndex.times(margin.liquidationFeeRate)))
}

/** max[(max(15 % index − OTM, 10 % index) + max(average, mark)) × q, MM]; `paid` is the premium that was got for all. */
export function shortInitial(view: OptionView, qty: Exact, paid: Exact): Exact {
  const { contract, index, mark } = view
  const atIndex = qty.times(index)
  const distant = up(atIndex.times(contract.margin.initialRate)).minus(qty.times(outOfTheMoney(contract, index)))
  const share = Exact.max(distant, up(atIndex.times(contract.margin.leastInitialRate)))
  return Exact.max(share.plus(Exact.max(paid, qty.times(mark))), shortMaintenance(view, qty))
}

/** min(rate × index, 12.5 % × price) × q; a rebate has no cap. */
export function optionFee({ contract, index }: OptionView, rate: Rate, qty: Exact, value: Exact): Exact {
  const byIndex = halfUp(qty.times(index).times(rate))
  return new Exact(rate).lte(0) ? byIndex : Exact.min(byIndex, halfUp(value.times(contract.feeCap)))
}

/** What is held back for a position: a buyer has paid all that can be lost. */
export function heldMargin(
  view: OptionView,
  { qty, paid }: OptionHolding,
): { readonly initial: Exact; readonly maintenance: Exact } {
  if (!qty.isNegative()) return { initial: new Exact(0), maintenance: new Exact(0) }
  const size = qty.neg()
  return { initial: shortInitial(view, size, paid), maintenance: shortMaintenance(view, size) }
}

interface Sum {
  readonly qty: Exact
  readonly value: Exact
}

function sumOf(orders: readonly Fill[], added: Sum | null): Sum {
  let [qty, value] = added === null ? [new Exact(0), new Exact(0)] : [added.qty, added.value]
  for (const one of orders) {
    qty = qty.plus(one.qty)
    value = value.plus(new Exact(one.qty).times(one.price))
  }
  return { qty, value }
}

/**
 * What the orders of an option hold back. Buys: premium and fee, less the margin that goes with what they buy back. Sells:
 * margin and fee of what they add to a short, less the premium that they bring; what closes a long is free.
 */
export function ordersMargin(
  view: OptionView,
  { qty, paid, orders }: OptionHolding,
  added: { readonly side: Side; readonly qty: Exact; readonly value: Exact } | null = null,
): Exact {
  const buys = sumOf(orders.buy, added?.side === 'buy' ? added : null)
  const sells = sumOf(orders.sell, added?.side === 'sell' ? added : null)
  return buysMargin(view, { qty, paid }, buys).plus(sellsMargin(view, qty, sells))
}

function buysMargin(view: OptionView, { qty, paid }: Pick<OptionHolding, 'qty' | 'paid'>, buys: Sum): Exact {
  if (buys.qty.isZero()) return new Exact(0)
  const cost = buys.value.plus(optionFee(view, view.takerFeeRate, buys.qty, buys.value))
  const short = Exact.max(0, qty.neg())
  const back = Exact.min(buys.qty, short)
  if (back.isZero()) return cost
  const rest = short.minus(back)
  const kept = rest.isZero() ? new Exact(0) : shortInitial(view, rest, up(paid.times(rest).div(short)))
  return Exact.max(0, cost.minus(shortInitial(view, short, paid).minus(kept)))
}

function sellsMargin(view: OptionView, held: Exact, sells: Sum): Exact {
  const extra = sells.qty.minus(Exact.max(0, held))
  if (extra.lte(0)) return new Exact(0)
  const value = extra.eq(sells.qty) ? sells.value : halfUp(sells.value.times(extra).div(sells.qty))
  const fee = optionFee(view, view.takerFeeRate, extra, value)
  return Exact.max(0, shortInitial(view, extra, value).plus(fee).minus(value))
}

export interface OptionOrder {
  readonly side: Side
  readonly qty: Qty
  /** What is beyond the position is cut off, and nothing is held back. */
  readonly reduceOnly: boolean
  /** What it finds in the book, best price first. */
  readonly fills: readonly Fill[]
  /** What of it waits in the book; `null` for nothing. */
  readonly rest: Fill | null
  /** The price that it is charged at: its own, at market the worst one that it reaches. */
  readonly price: Price
  /** Those of the account's orders that are cancelled because they are in its way; once it is taken they hold nothing back. */
  readonly canceled?: readonly Fill[]
}

/** What pays for buying a short back. Where it is not known, or the account's margin is one, nothing ends for it. */
export interface OptionBacking {
  /** Wallet and results of contracts of the settle coin, of the coins together where they back each other. */
  readonly equity: Money
  readonly lotSize: Qty
  readonly makerFeeRate: Rate
}

/** What becomes of an option's position, margin and cash with an order; the settle coin, to 1e-8. */
export interface OptionOutcome {
  /** What has to be free before the exchange takes it. */
  readonly required: Money
  /** What of it fills and waits. */
  readonly qty: Qty
  /** What of it ends, since filling it would leave the account with debts; `0` for nothing. */
  readonly unpaid: Qty
  /** At the prices it fills and waits at; a buyer pays it, a seller gets it. */
  readonly premium: Money
  readonly fee: Money
  /** What the wallet gains by its fills: premiums and fees. */
  readonly walletChange: Money
  readonly holding: OptionHolding
  /** What is held once all of it has filled, what waits of it counted. */
  readonly heldAfter: Qty
  /** Of position and orders together, before and after. */
  readonly initialBefore: Money
  readonly initialAfter: Money
  readonly maintenanceBefore: Money
  readonly maintenanceAfter: Money
}

/** Own orders in its way still hold back what they do while the exchange asks for what it needs, and nothing after. */
export function optionOutcome(
  view: OptionView,
  before: OptionHolding,
  order: OptionOrder,
  backing: OptionBacking | null = null,
): OptionOutcome {
  const asked = reducedTo(before, order)
  const whole = { side: order.side, qty: asked, value: asked.times(order.price) }
  const required = order.reduceOnly ? new Exact(0) : ordersMargin(view, before, whole).minus(ordersMargin(view, before))
  let { qty, paid } = before
  let [premium, fee, left] = [new Exact(0), new Exact(0), asked]
  const room =
    backing !== null && closesShort(order.side, qty) ? new PayingRoom(view, backing, view.takerFeeRate) : null
  let isStopped = false
  for (const fill of order.fills) {
    const wanted = Exact.min(fill.qty, left)
    if (isStopped) break
    const filled = room === null ? wanted : room.take(wanted, fill.price)
    isStopped = filled.lt(wanted)
    if (filled.isZero()) continue
    left = left.minus(filled)
    const value = filled.times(fill.price)
    premium = premium.plus(value)
    fee = fee.plus(optionFee(view, view.takerFeeRate, filled, value))
    ;[qty, paid] = afterFill({ qty, paid }, order.side, filled, value)
  }
  const walletChange = premium.times(-direction(order.side)).minus(fee)
  const waits = order.rest === null ? new Exact(0) : Exact.min(order.rest.qty, left)
  // What closes into a debt at its own price does not wait for it.
  const isUnpaid =
    backing !== null && order.rest !== null && waits.gt(0) && closesShort(order.side, qty)
      ? new PayingRoom(
          view,
          { ...backing, equity: toText<Money>(walletChange.plus(backing.equity)) },
          backing.makerFeeRate,
        )
          .take(waits, order.rest.price)
          .lt(waits)
      : false
  const ends = isStopped || isUnpaid
  const rests = ends ? new Exact(0) : waits
  const { canceled = [] } = order
  const kept = (side: Side): readonly Fill[] => before.orders[side].filter((one) => !canceled.includes(one))
  let orders = { buy: kept('buy'), sell: kept('sell') }
  if (order.rest !== null && rests.gt(0)) {
    const value = rests.times(order.rest.price)
    premium = premium.plus(value)
    fee = fee.plus(optionFee(view, view.takerFeeRate, rests, value))
    const rest = { qty: toText<Qty>(rests), price: order.rest.price }
    if (!order.reduceOnly) orders = { ...orders, [order.side]: [...orders[order.side], rest] }
  }
  const holding = { qty, paid, orders }
  const [held, then] = [heldMargin(view, before), heldMargin(view, holding)]
  return {
    required: toText<Money>(Exact.max(0, required)),
    qty: toText<Qty>(asked.minus(left).plus(rests)),
    heldAfter: toText<Qty>(qty.plus(rests.times(direction(order.side)))),
    unpaid: toText<Qty>(ends ? left : new Exact(0)),
    premium: toText<Money>(premium),
    fee: toText<Money>(fee),
    walletChange: toText<Money>(walletChange),
    holding,
    initialBefore: toText<Money>(held.initial.plus(ordersMargin(view, before))),
    initialAfter: toText<Money>(then.initial.plus(ordersMargin(view, holding))),
    maintenanceBefore: toText<Money>(held.maintenance),
    maintenanceAfter: toText<Money>(then.maintenance),
  }
}

const closesShort = (side: Side, held: Exact): boolean => side === 'buy' && held.lt(0)

/**
 * What an account may pay for buying back: its equity, and nothing more (decisions 39). A fill rounds its fee and its value
 * by some units, which are set aside.
 */
class PayingRoom {
  #left: Exact

  constructor(
    private readonly view: OptionView,
    private readonly backing: OptionBacking,
    private readonly feeRate: Rate,
  ) {
    this.#left = new Exact(backing.equity)
  }

  /** As much as is paid for, in whole lots. */
  take(qty: Exact, price: Price): Exact {
    const costOf = (part: Exact): Exact => {
      const value = part.times(price)
      return value.plus(optionFee(this.view, this.feeRate, part, value)).plus(FILL_ROUNDING)
    }
    const whole = costOf(qty)
    if (whole.lte(0) || whole.lte(this.#left)) {
      this.#left = this.#left.minus(whole)
      return qty
    }
    if (this.#left.lte(0)) return new Exact(0)
    const { lotSize } = this.backing
    let lots = qty.div(lotSize).times(this.#left).div(whole).floor()
    while (lots.gt(0) && costOf(lots.times(lotSize)).gt(this.#left)) lots = lots.minus(1)
    if (lots.gt(0)) this.#left = this.#left.minus(costOf(lots.times(lotSize)))
    return lots.times(lotSize)
  }
}

/** An order that only reduces is no larger than what it closes. */
function reducedTo({ qty: held }: OptionHolding, { side, qty, reduceOnly }: OptionOrder): Exact {
  if (!reduceOnly) return new Exact(qty)
  return Exact.min(qty, Exact.max(0, held.times(-direction(side))))
}

/** What closes takes its share of what was paid (half up); what opens adds its value. */
function afterFill(
  { qty, paid }: Pick<OptionHolding, 'qty' | 'paid'>,
  side: Side,
  filled: Exact,
  value: Exact,
): [qty: Exact, paid: Exact] {
  const sign = direction(side)
  const against = Exact.max(0, qty.times(-sign))
  const closed = Exact.min(against, filled)
  const opened = filled.minus(closed)
  const share = closed.isZero() ? closed : closed.eq(against) ? paid : halfUp(paid.times(closed).div(against))
  const closedValue = closed.isZero() ? closed : opened.isZero() ? value : halfUp(value.times(closed).div(filled))
  return [qty.plus(filled.times(sign)), paid.minus(share).plus(value.minus(closedValue))]
}

/** The prices that an order may have now: the mark ± half of it, or ± a fortieth of the index if that is more. */
export function optionPriceLimit(
  side: Side,
  { tickSize, minPrice, maxPrice }: Pick<OptionContract, 'tickSize' | 'minPrice' | 'maxPrice'>,
  { mark, index }: { readonly mark: Price | null; readonly index: Price | null },
): Price {
  if (mark === null) return side === 'buy' ? maxPrice : minPrice
  const room = Exact.max(new Exact(mark).times('0.5'), new Exact(index ?? '0').times('0.025'))
  if (side === 'buy') {
    const limit = roundToStep(toText<Price>(new Exact(mark).plus(room)), tickSize, 'down')
    return toText<Price>(Exact.min(maxPrice, Exact.max(tickSize, limit)))
  }
  const limit = new Exact(mark).minus(room)
  if (limit.lte(minPrice)) return minPrice
  return roundToStep(toText<Price>(limit), tickSize, 'up')
}
