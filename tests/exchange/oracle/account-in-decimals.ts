import { Exact, toText, type Leverage, type Money, type Price, type Qty } from '../../../src/domain/decimal'
import type { Side } from '../../../src/domain/order/order'
import { fundingPayment, tradingFee } from '../../../src/domain/risk/fees'
import { bankruptcyPrice, exhaustionPrice } from '../../../src/domain/risk/liquidation-price'
import { positionMargin } from '../../../src/domain/risk/margin'
import { closingFee, orderCost, orderLoss } from '../../../src/domain/risk/order-cost'
import { exactValue } from '../../../src/domain/risk/payoff'
import { pricePnl } from '../../../src/domain/risk/pnl'
import { maintenanceMargin } from '../../../src/domain/risk/risk-tier'
import { isolatedLiquidation } from '../../../src/domain/risk/tiered-liquidation'
import { heldOf, type Holding, type Scenario } from './scenario'

/** A position by the Decimal rules alone. `null` prices: there is none. */
export interface DecimalPosition {
  readonly holding: Holding
  readonly side: Side | null
  readonly qty: Exact
  readonly cost: Exact
  readonly realised: Exact
  readonly unrealised: Exact
  readonly initialMargin: Exact
  readonly maintenance: Exact
  readonly orderMargin: Exact
  readonly liquidationPrice: Price | null
  readonly bankruptcyPrice: Price | null
}

export interface DecimalAccount {
  readonly wallet: Exact
  readonly unrealised: Exact
  readonly positionMargin: Exact
  readonly orderMargin: Exact
  readonly maintenance: Exact
  readonly available: Exact
  readonly positions: readonly DecimalPosition[]
}

const ZERO = new Exact(0)
const sum = (values: readonly Exact[]) => values.reduce((total, value) => total.plus(value), ZERO)
const leverageOf = ({ leverage }: Holding) => String(leverage) as Leverage
const valueAt = (holding: Holding, qty: Exact, price: Price) =>
  exactValue(holding.contract.payoff, toText<Qty>(qty), price)

/** Cost, results and fees of a story of fills: closing parts take their share of the cost (semantics.md §1.1). */
function settle(holding: Holding) {
  const { contract, fills, fundings } = holding
  const { payoff } = contract
  let held = ZERO
  let cost = ZERO
  let realised = ZERO
  fills.forEach(({ side, price, qty, feeRate }, index) => {
    const signed = side === 'buy' ? new Exact(qty) : new Exact(qty).negated()
    const value = exactValue(payoff, qty, price)
    realised = realised.minus(tradingFee({ payoff, qty, price, rate: feeRate }))
    const closes = !held.isZero() && held.isNegative() !== signed.isNegative()
    const closed = closes ? Exact.min(held.abs(), qty) : ZERO
    if (closes) {
      const share = cost.times(closed).div(held.abs())
      const closedValue = value.times(closed).div(qty)
      const isLong = held.gt(0)
      realised = realised.plus((payoff === 'linear') === isLong ? closedValue.minus(share) : share.minus(closedValue))
      cost = cost.minus(share)
    }
    cost = cost.plus(value.times(new Exact(qty).minus(closed)).div(qty))
    held = held.plus(signed)
    for (const funding of fundings.filter(({ afterFills }) => afterFills === index + 1)) {
      const way = held.gt(0) ? 'buy' : 'sell'
      const at = {
        payoff,
        side: way,
        qty: toText<Qty>(held.abs()),
        markPrice: funding.mark,
        rate: funding.rate,
      } as const
      realised = realised.plus(fundingPayment(at))
    }
  })
  return { held, cost, realised }
}

/** The working orders of one side: all of them, and what is beyond those that only reduce, at the side's mean. */
function ordersOf(holding: Holding, side: Side, held: Exact) {
  const orders = holding.resting.filter((order) => order.side === side)
  const qty = sum(orders.map((order) => new Exact(order.qty)))
  const value = sum(orders.map((order) => exactValue(holding.contract.payoff, order.qty, order.price)))
  const loss = sum(orders.map((order) => lossOf(holding, order)))
  const free = Exact.min(qty, Exact.max(0, side === 'buy' ? held.negated() : held))
  const extra = qty.minus(free)
  if (extra.isZero()) return { extra, value: ZERO, loss: ZERO }
  if (free.isZero()) return { extra, value, loss }
  // The free lots count twice the mark at most: the dear ones may be left over.
  const atMark = holding.mark === null ? null : valueAt(holding, free, holding.mark)
  const mean = value.times(extra).div(qty)
  const least = atMark === null ? mean : value.minus(atMark.times(2))
  return { extra, value: Exact.max(mean, least), loss: loss.times(extra).div(qty) }
}

function lossOf(holding: Holding, order: Holding['resting'][number]): Exact {
  if (holding.mark === null) return ZERO
  const { payoff } = holding.contract
  const { side, price, qty } = order
  const terms = { payoff, side, price, qty, markPrice: holding.mark, leverage: leverageOf(holding) }
  return new Exact(orderLoss(terms).heldBack)
}

/** The larger of "all buys that open, then the sells beyond them" and the other way round; cross margin, the loss too. */
function orderMarginOf(holding: Holding, held: Exact, mode: Scenario['mode']): Exact {
  const buys = ordersOf(holding, 'buy', held)
  const sells = ordersOf(holding, 'sell', held)
  const beyond = (one: typeof buys, other: typeof buys) =>
    one.extra.gt(other.extra) ? one.value.times(one.extra.minus(other.extra)).div(one.extra) : ZERO
  const margin = Exact.max(
    costOf(holding, 'buy', buys.value).plus(costOf(holding, 'sell', beyond(sells, buys))),
    costOf(holding, 'sell', sells.value).plus(costOf(holding, 'buy', beyond(buys, sells))),
  )
  return mode === 'isolated' ? margin : margin.plus(buys.loss).plus(sells.loss)
}

/** What a value of orders of one side costs: the order cost of one linear unit at that price. */
function costOf(holding: Holding, side: Side, value: Exact): Exact {
  if (value.isZero()) return ZERO
  const { payoff, takerFee } = holding.contract
  const [qty, price] = payoff === 'linear' ? ['1', toText(value)] : [toText(value), '1']
  const terms = { payoff, side, leverage: leverageOf(holding), takerFeeRate: takerFee }
  return new Exact(orderCost({ ...terms, qty: qty as Qty, price: price as Price }).cost)
}

interface Settled {
  readonly holding: Holding
  readonly held: Exact
  readonly cost: Exact
  readonly realised: Exact
}

function valued(holding: Holding): Settled {
  const { held, cost, realised } = settle(holding)
  return { holding, held, cost, realised }
}

/** The account of a scenario, worked out from what happened and not from the engine's state. */
export function accountInDecimals({ mode, credit, holdings }: Scenario): DecimalAccount {
  const all = holdings.map(valued)
  const wallet = credit.plus(sum(all.map(({ realised }) => realised)))
  const margins = all.map((one) => marginsOf(one, mode))
  const unrealised = sum(margins.map((one) => one.unrealised))
  const positions = sum(margins.map((one) => one.initialMargin))
  const orders = sum(margins.map((one) => one.orderMargin))
  const maintenance = sum(margins.map((one) => one.maintenance))
  const equity = wallet.plus(unrealised)
  return {
    wallet,
    unrealised,
    positionMargin: positions,
    orderMargin: orders,
    maintenance,
    available: (mode === 'isolated' ? wallet : equity).minus(positions).minus(orders),
    positions: all.map((one, index) => ({
      ...margins[index]!,
      holding: one.holding,
      side: one.held.isZero() ? null : one.held.gt(0) ? 'buy' : 'sell',
      qty: one.held.abs(),
      cost: one.cost,
      realised: one.realised,
      ...pricesOf(one, { mode, all, buffer: equity.minus(maintenance), equity }),
    })),
  }
}

function marginsOf({ holding, held, cost }: Settled, mode: Scenario['mode']) {
  const { payoff, takerFee, tiers } = holding.contract
  const orderMargin = orderMarginOf(holding, held, mode)
  if (held.isZero()) return { unrealised: ZERO, initialMargin: ZERO, maintenance: ZERO, orderMargin }
  const side = held.gt(0) ? 'buy' : 'sell'
  const entryPrice = entryOf(holding, held, cost)
  const terms = { payoff, side, qty: toText<Qty>(held.abs()), entryPrice, leverage: leverageOf(holding) } as const
  const basis = mode === 'isolated' ? null : holding.mark
  const margin = positionMargin({ ...terms, takerFeeRate: takerFee }, basis)
  const fee = closingFee(cost, { ...terms, takerFeeRate: takerFee })
  const price = holding.mark ?? entryPrice
  const needed = new Exact(maintenanceMargin(toText<Money>(valueAt(holding, held.abs(), price)), tiers))
  return {
    unrealised: new Exact(pricePnl({ ...terms, price })),
    initialMargin: new Exact(margin.positionMargin).plus(holding.extraMargin),
    maintenance: needed.plus(fee),
    orderMargin,
  }
}

/** 40 digits carry an average entry far beyond what E8 can see. */
function entryOf({ contract }: Holding, held: Exact, cost: Exact): Price {
  return toText<Price>(contract.payoff === 'linear' ? cost.div(held.abs()) : held.abs().div(cost))
}

function pricesOf(
  one: Settled,
  account: {
    readonly mode: Scenario['mode']
    readonly all: readonly Settled[]
    readonly buffer: Exact
    readonly equity: Exact
  },
) {
  const { holding, held, cost } = one
  const { payoff, takerFee, tiers } = holding.contract
  if (held.isZero()) return { liquidationPrice: null, bankruptcyPrice: null }
  const side = held.gt(0) ? 'buy' : 'sell'
  if (account.mode === 'isolated') {
    const position = {
      payoff,
      side,
      qty: toText<Qty>(held.abs()),
      entryPrice: entryOf(holding, held, cost),
      leverage: leverageOf(holding),
      extraMargin: toText<Money>(holding.extraMargin),
      takerFeeRate: takerFee,
    } as const
    return {
      liquidationPrice: isolatedLiquidation(position, tiers),
      bankruptcyPrice: bankruptcyPrice(position),
    }
  }
  // Of the two directions of hedge mode only the net size counts (semantics.md §1.4).
  const net = sum(account.all.filter((other) => other.holding.contract === holding.contract).map((other) => other.held))
  if (net.isZero() || net.isNegative() !== held.isNegative()) return { liquidationPrice: null, bankruptcyPrice: null }
  const markPrice = holding.mark ?? entryOf(holding, held, cost)
  const at = { payoff, side, qty: toText<Qty>(net.abs()), markPrice } as const
  return {
    liquidationPrice: exhaustionPrice({ ...at, buffer: toText<Money>(account.buffer) }),
    bankruptcyPrice: exhaustionPrice({ ...at, buffer: toText<Money>(account.equity) }),
  }
}

export const isStillThere = (scenario: Scenario): boolean =>
  scenario.holdings.every((holding) => {
    const { contract, positionIdx } = holding
    const row = scenario.engine.positions('one', contract.symbol).find((one) => one.positionIdx === positionIdx)
    return row !== undefined && new Exact(row.lots).times(contract.lot).eq(heldOf(holding))
  })
