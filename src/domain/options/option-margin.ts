import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { OptionContract } from '../instrument/option'
import type { Side } from '../order/order'
import { OPTION_DELIVERY_FEE, OPTION_FEE_CAP, OPTION_MARGIN } from './option-rules'

/** Of an option, what it pays by. */
export type ExerciseTerms = Pick<OptionContract, 'strike' | 'isCall'>

/** By how much an option is out of the money, per coin: a call below its strike, a put above it. */
export function outOfTheMoney({ strike, isCall }: ExerciseTerms, price: Price): Exact {
  const distance = isCall ? new Exact(strike).minus(price) : new Exact(price).minus(strike)
  return Exact.max(0, distance)
}

/** What an option pays its buyer at the settlement price: it is exercised by itself where that is more than zero. */
export function exercisePayoff({ strike, isCall }: ExerciseTerms, settlement: Price, qty: Qty): Money {
  const distance = isCall ? new Exact(settlement).minus(strike) : new Exact(strike).minus(settlement)
  return toText<Money>(Exact.max(0, distance).times(qty))
}

/** Of one fill: the rate on the index, at most an eighth of the option's price. */
export function optionTradeFee(fill: {
  readonly qty: Qty
  readonly price: Price
  readonly index: Price
  readonly rate: Rate
}): Money {
  const byIndex = new Exact(fill.index).times(fill.rate)
  return toText<Money>(Exact.min(byIndex, new Exact(fill.price).times(OPTION_FEE_CAP)).times(fill.qty))
}

/** Of buyer and seller at the expiry, only where the option is exercised. */
export function optionDeliveryFee(contract: ExerciseTerms, settlement: Price, qty: Qty): Money {
  const paid = new Exact(exercisePayoff(contract, settlement, '1' as Qty))
  return toText<Money>(
    Exact.min(new Exact(settlement).times(OPTION_DELIVERY_FEE), paid.times(OPTION_FEE_CAP)).times(qty),
  )
}

export interface OptionMarginInput {
  readonly contract: ExerciseTerms
  readonly side: Side
  readonly qty: Qty
  readonly index: Price
  readonly mark: Price
  /** The mean price of the position, or the order's own. */
  readonly average: Price
}

/** A buyer has paid all that can be lost; a seller holds a share of index and mark, the mark, and a liquidation's fee. */
export function optionMaintenanceMargin({ side, qty, index, mark }: OptionMarginInput): Money {
  if (side === 'buy') return '0' as Money
  const share = Exact.max(
    new Exact(index).times(OPTION_MARGIN.maintenanceRate),
    new Exact(mark).times(OPTION_MARGIN.maintenanceRate),
  )
  return toText<Money>(share.plus(mark).plus(new Exact(index).times(OPTION_MARGIN.liquidationFeeRate)).times(qty))
}

/** Never below the maintenance margin; less by as much as the option is out of the money, down to a tenth of the index. */
export function optionInitialMargin(input: OptionMarginInput): Money {
  const { contract, side, qty, index, mark, average } = input
  if (side === 'buy') return '0' as Money
  const distant = new Exact(index).times(OPTION_MARGIN.initialRate).minus(outOfTheMoney(contract, index))
  const share = Exact.max(distant, new Exact(index).times(OPTION_MARGIN.leastInitialRate))
  const margin = share.plus(Exact.max(average, mark)).times(qty)
  return toText<Money>(Exact.max(margin, optionMaintenanceMargin(input)))
}

/** What an order takes of the available balance: a buyer's premium and fee; a seller's margin and fee less the premium. */
export function optionOrderCost(input: OptionMarginInput, rate: Rate): Money {
  const { side, qty, index, average } = input
  const premium = new Exact(average).times(qty)
  const fee = optionTradeFee({ qty, price: average, index, rate })
  const cost = side === 'buy' ? premium.plus(fee) : new Exact(optionInitialMargin(input)).plus(fee).minus(premium)
  return toText<Money>(cost)
}
