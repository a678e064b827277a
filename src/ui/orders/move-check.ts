import { signal, untracked } from '@preact/signals-react'
import { compare, decimalsOf, Exact, toText, type Money, type Price } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { limitPrice, type Order, type Side } from '../../domain/order/order'
import type { OrderChange } from '../../domain/order/order-change'
import type { Position } from '../../domain/position/position'
import { payoffOf } from '../../domain/instrument/payoff'
import { roundToCoin } from '../../domain/risk/payoff'
import { pnlAt } from '../../domain/risk/tpsl-target'
import { formatNumber, formatPrice } from '../format'
import { say } from '../i18n/instance'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { distanceText, movedDetail } from '../trading-kit/moved-detail'
import type { MovedLine } from '../trading-kit/chart-line'
import { entryOf } from '../trading-kit/position-figures'
import type { PriceTextProblem } from '../trading-kit/price-text'
import { problemWords } from '../trading-kit/problem-words'
import { OrderOutlook } from '../trading-kit/ticket/order-outlook'
import { TpSlLegForm } from '../trading-kit/tpsl/tpsl-leg-form'
import { priceBy, TriggerForm } from '../trading-kit/trigger-form'
import { AmendForm, type AmendChange } from './amend-form'
import { movedGuards } from './moved-guards'
import { isPostOnlyTaker, matchesAt, movedPriceOf } from './moved-price'
import { isBeyondSpotLimit, spotLimitOf } from './spot-limit'

export type MovedChange = AmendChange & Pick<OrderChange, 'tpSl'>

/** What moving an order to a price changes; `null` where nothing differs or something stands in the way. */
export interface MoveCheck {
  readonly change: MovedChange | null
  /** In words, as the order's own dialog says it. */
  readonly problem: string | null
}

/** The checks of the dialogs in which the same order is changed: its own fields, and the side of the market for a guard. */
export function checkMove(
  order: Order,
  price: Price,
  market: MarketModel,
  { account }: Pick<App, 'account'>,
): MoveCheck {
  const instrument = market.listed.peek()
  const moved = movedPriceOf(order)
  if (instrument === null || moved === null) return { change: null, problem: say('trade:block.rulesUnconfirmed') }
  if (!market.takesChange('amend')) return { change: null, problem: say('trade:auctionNoAmend') }
  const form = new AmendForm(order, instrument)
  const field = moved.part === 'price' ? form.price : form.trigger
  field?.set(price)
  const wrong = field?.problem.peek() ?? null
  if (wrong !== null) return { change: null, problem: priceProblem(wrong, moved.part, instrument) }
  const problem =
    moved.part === 'trigger' ? triggerProblem(order, price, market, account) : pairLimitProblem(order, price, market)
  if (problem !== null) return { change: null, problem }
  // The exchange takes such an amendment and then cancels the order: it must not leave.
  if (isPostOnlyTaker(order, price, market.ticker.peek()))
    return { change: null, problem: say('trade:postOnlyWouldTake') }
  const change = form.change.peek()
  return { change: change === null ? null : withGuards(change, order, price), problem: null }
}

/** Whether an order in the book would match there at once, as far as the best prices say. */
export function fillsAtOnce(order: Order, price: Price, { ticker }: MarketModel): boolean {
  return matchesAt(order, price, ticker.peek())
}

/** An order that has filled nothing takes its bracket along; what filled has guards of its own. */
function withGuards(change: AmendChange, order: Order, price: Price): MovedChange {
  const from = movedPriceOf(order)?.price ?? null
  if (from === null || order.filledQty !== '0' || limitPrice(order) !== from) return change
  const tpSl = movedGuards(order, toText<Price>(new Exact(price).minus(from)))
  return tpSl === null ? change : { ...change, tpSl }
}

function priceProblem(
  { kind, bound }: PriceTextProblem,
  part: 'price' | 'trigger',
  { quoteCoin }: TradedMarket,
): string {
  const limit = formatNumber(bound, { decimals: bound === null ? 0 : decimalsOf(bound) })
  if (kind === 'notMultiple') return say('trade:problem.tickSizeFixNumTips', { tick: limit })
  if (part === 'trigger') return say(`trade:problem.trigger.${kind}`, { bound: limit })
  if (kind === 'missing') return say('trade:problem.priceMissing')
  return kind === 'belowMin'
    ? say('trade:problem.priceBelowMin', { min: limit, coin: quoteCoin })
    : say('trade:problem.priceAboveMax', { max: limit, coin: quoteCoin })
}

function triggerProblem(order: Order, price: Price, market: MarketModel, account: App['account']): string | null {
  const by = order.triggerBy ?? 'last'
  const leg = legOf(order)
  if (market.instrument.peek() === null) return pairTriggerProblem(order, price, market)
  if (leg === null) {
    const form = new TriggerForm(market)
    form.setBy(by)
    form.price.set(price)
    const problem = form.problem.peek()
    return problem === null ? null : problemWords(say, problem)
  }
  const position = account.position(order.symbol, order.positionIdx)
  const instrument = market.instrument.peek()
  if (position === null || position.side === null || instrument === null) return null
  const context = {
    instrument,
    side: position.side,
    entryPrice: position.entryPrice ?? price,
    leverage: position.leverage,
    qty: order.leavesQty,
    reference: () => priceBy(market, by),
    scene: 'position' as const,
    hasRoi: false,
  }
  const form = new TpSlLegForm(leg, signal(context), { load: () => ({ input: 'percent', by }), save: () => undefined })
  form.price.set(price)
  const problem = form.problem.peek()
  return problem === null ? null : say(`trade:problem.${problem}`)
}

/** A new limit price of a pair beyond its bound is refused (170193, 170194). */
function pairLimitProblem(order: Order, price: Price, market: MarketModel): string | null {
  const bound = untracked(() => spotLimitOf(order, market))
  if (bound === null || !isBeyondSpotLimit(order, price, bound)) return null
  const shown = { bound: formatPrice(bound, market.listed.peek()?.tickSize ?? null) }
  return say(order.side === 'buy' ? 'trade:problem.buyTooHigh' : 'trade:problem.sellTooLow', shown)
}

/** What waits for a rise goes on waiting for one: it may not be moved to where the price is, or was, already. */
function pairTriggerProblem({ triggerDirection }: Order, price: Price, market: MarketModel): string | null {
  const last = market.lastPrice.peek()
  if (last === null || triggerDirection == null) return null
  const distance = compare(price, last)
  if (triggerDirection === 1 ? distance > 0 : distance < 0) return null
  const shown = { bound: formatPrice(last, market.listed.peek()?.tickSize ?? null) }
  return say(triggerDirection === 1 ? 'trade:problem.trigger.notAbove' : 'trade:problem.trigger.notBelow', shown)
}

/** Which guard of a position an order is; `null` for an order of its own. */
function legOf({ stopOrderType }: Order): 'takeProfit' | 'stopLoss' | null {
  if (stopOrderType === 'takeProfit' || stopOrderType === 'partialTakeProfit') return 'takeProfit'
  return stopOrderType === 'stopLoss' || stopOrderType === 'partialStopLoss' ? 'stopLoss' : null
}

/** What a price would mean for an order: how far it is, and what it gains, loses or leaves to liquidate at. */
export function movedOrderDetail(
  order: Order,
  price: Price,
  market: MarketModel,
  { account }: Pick<App, 'account'>,
): MovedLine['detail'] {
  const instrument = market.instrument.peek()
  const listed = market.listed.peek()
  if (listed === null) return null
  const from = priceBy(market, order.status === 'untriggered' ? (order.triggerBy ?? 'last') : 'last')
  if (instrument === null) {
    const text = from === null ? '' : distanceText(price, from, listed.tickSize)
    return text === '' ? null : { text, tone: 'muted' }
  }
  const position = account.position(order.symbol, order.positionIdx)
  const closes = position !== null && position.side !== null && position.side !== order.side
  const result = closes ? resultAt(order, price, position, position.side, instrument) : null
  // What only makes a position smaller leaves none of its own; what is left of it opens the other side.
  const turns = closes && compare(order.leavesQty, position.size) > 0
  const liquidation = (closes && !turns) || order.reduceOnly ? null : liquidationAfter(order, price, market, account)
  const words =
    liquidation === null ? null : `${say('chart:liquidation.only')} ${formatPrice(liquidation, instrument.tickSize)}`
  return movedDetail(price, { from, result, liquidation: words }, instrument)
}

function resultAt(order: Order, price: Price, position: Position, side: Side, instrument: Contract): Money | null {
  const entryPrice = entryOf(position, instrument)
  if (entryPrice === null) return null
  const qty = compare(order.leavesQty, position.size) > 0 ? position.size : order.leavesQty
  return roundToCoin(
    pnlAt(price, { payoff: payoffOf(instrument.kind), side, entryPrice, leverage: position.leverage, qty }),
  )
}

function liquidationAfter(order: Order, price: Price, market: MarketModel, account: App['account']): Price | null {
  const outlook = new OrderOutlook(market, account, {
    qty: signal(order.leavesQty),
    price: () => price,
    isMaker: () => order.timeInForce === 'postOnly',
    isReducing: signal(false),
  })
  return outlook.figures[order.side].peek().liquidationPrice
}
