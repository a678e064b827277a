import type { AccountKind } from '../../../../src/domain/account/wallet'
import { Exact, toText, type Leverage, type Price, type Rate } from '../../../../src/domain/decimal'
import { isContract } from '../../../../src/domain/instrument/contract'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import type { Spread } from '../../../../src/domain/instrument/spread'
import { limitPrice, type Order, type Side } from '../../../../src/domain/order/order'
import type { OrderAction } from '../../../../src/domain/order/order-action'
import { isOpen } from '../../../../src/domain/order/order-status'
import { optionOrderCost } from '../../../../src/domain/options/option-margin'
import type { Position } from '../../../../src/domain/position/position'
import { exactValue, payoffOf, roundToCoin } from '../../../../src/domain/risk/payoff'
import { pricePnl } from '../../../../src/domain/risk/pnl'
import { writeOrder, type OrderJson } from '../../../../src/wire/shape/order'
import { accountModeOf, TRADE_TYPE_WORD, tradeTypeOf } from '../../../../src/wire/trade-words'
import { leverageWord } from '../../../../src/wire/v5/account-rows'
import { SIDE_WORD } from '../../../../src/wire/words'
import { percentageE4 } from './position-guards'

/** Beside an order, what its figures stand on. */
export interface OrderContext {
  readonly instrument: Instrument
  readonly account: AccountKind
  /** Of the account's level. */
  readonly takerFeeRate: Rate
  /** In the order's contract, on its index; `null` where nothing is held. */
  readonly position: Position | null
  /** That an order here is charged by; `null` of what has none. */
  readonly leverage: Leverage | null
  /** Of an option, what its margin stands on; `null` of all others, and before the first mark. */
  readonly option: { readonly index: Price; readonly mark: Price } | null
}

type OrderRowJson = Omit<OrderJson, 'action'> & Readonly<Record<string, unknown>>

/** A row of `user.order`: what both dialects have, and the fields of spec §3 "Order" that stand on market and account. */
export function writeFullOrder(order: Order, context: OrderContext, action: OrderAction | null): OrderRowJson {
  const row = { ...writeOrder(order, 'native'), ...orderFields(order, context) }
  return action === null ? row : { ...row, action: actionWord(order, action) }
}

/** Spec §3 "Order message actions": what a position did is 4, what a liquidation did is 5. */
const POSITION_ACTION = 4
const LIQUIDATION_ACTION = 5
const BY_LIQUIDATION: ReadonlySet<string | null> = new Set([
  'CreateByLiq',
  'CreateByTakeOver_PassThrough',
  'CreateByAdl_PassThrough',
  'CancelByPrepareLiq',
  'CancelAllBeforeLiq',
])

export function actionWord({ createType, cancelType }: Order, action: OrderAction): OrderAction | 4 | 5 {
  if (BY_LIQUIDATION.has(createType) || BY_LIQUIDATION.has(cancelType)) return LIQUIDATION_ACTION
  return action === 'filled' ? POSITION_ACTION : action
}

function orderFields(order: Order, context: OrderContext): Readonly<Record<string, unknown>> {
  const { instrument, account, takerFeeRate } = context
  const isTrailing = order.stopOrderType === 'trailingStop'
  return {
    clientOrderId: order.linkId ?? '',
    accountMode: accountModeOf(account),
    contractType: TRADE_TYPE_WORD[instrument.kind],
    tradeType: tradeTypeOf(instrument.kind, account),
    orderIM: orderMargin(order, context),
    orderPNL: closingPnl(order, context),
    feeRate: takerFeeRate,
    strikePrice: 'strike' in instrument ? instrument.strike : '',
    trailValue: order.trailingStop ?? '0',
    trailingStopPercentageE4: percentageE4(order.trailingRate),
    // In the order stream a trailing stop's trigger is its activation (semantics.md §2.5).
    activationPrice: (isTrailing ? order.triggerPrice : null) ?? '0',
    isLeverage: leverageWord(order, instrument),
    // An amount in the quote coin is lots of the base coin once it is taken.
    marketUnit: instrument.kind === 'spot' ? 'baseCoin' : '',
    ...(instrument.kind === 'spread' ? legFields(order, instrument) : NO_LEGS),
  }
}

/**
 * Value of what is left at its limit / L (semantics.md §1.2), of an option what its order takes (§1.7): a buyer's premium
 * and fee, a seller's margin and fee less the premium. Of what waits for a trigger or only closes, nothing.
 */
function orderMargin(order: Order, context: OrderContext): string {
  const { instrument, leverage, option, takerFeeRate } = context
  const price = limitPrice(order)
  const reserves = isOpen(order) && order.status !== 'untriggered' && !order.reduceOnly
  if (!reserves || price === null) return '0'
  if ('strike' in instrument) {
    if (option === null) return '0'
    const { side, leavesQty: qty } = order
    const cost = new Exact(
      optionOrderCost({ contract: instrument, side, qty, ...option, average: price }, takerFeeRate),
    )
    return toText(Exact.max(0, cost).toDecimalPlaces(8))
  }
  if (leverage === null || !isContract(instrument)) return '0'
  const value = exactValue(payoffOf(instrument.kind), order.leavesQty, price)
  return toText(value.div(leverage).toDecimalPlaces(8))
}

/** What an order that only closes would bring at its price, before fees: limit price, else trigger price; else nothing. */
function closingPnl(order: Order, { instrument, position }: OrderContext): string {
  const price: Price | null = limitPrice(order) ?? order.triggerPrice ?? null
  const isClosing = order.reduceOnly || (order.stopOrderType != null && order.stopOrderType !== 'stop')
  if (!isOpen(order) || !isClosing || price === null || position === null) return '0'
  const { side, entryPrice, size } = position
  if (side === null || entryPrice === null || side === order.side) return '0'
  // A guard of the whole position has no quantity of its own, and no order closes more than there is.
  const isWhole = order.leavesQty === '0' || new Exact(order.leavesQty).gt(size)
  const qty = isWhole ? size : order.leavesQty
  return roundToCoin(pricePnl({ payoff: payoffOf(instrument.kind), side, qty, entryPrice, price }))
}

const NO_LEGS = {
  legOrderId1: '',
  legOrderId2: '',
  legProductType1: '',
  legProductType2: '',
  legSymbolId1: '',
  legSymbolId2: '',
  legSide1: '',
  legSide2: '',
  legSymbol1: '',
  legSymbol2: '',
} as const

/** Who buys a spread buys its first leg and sells its second (semantics.md §4). A symbol's id is its name here. */
function legFields(order: Order, { legs: [first, second] }: Spread): typeof NO_LEGS | Readonly<Record<string, string>> {
  const against: Side = order.side === 'buy' ? 'sell' : 'buy'
  return {
    legOrderId1: order.legOrderId1 ?? '',
    legOrderId2: order.legOrderId2 ?? '',
    legProductType1: TRADE_TYPE_WORD[first.kind],
    legProductType2: TRADE_TYPE_WORD[second.kind],
    legSymbolId1: first.symbol,
    legSymbolId2: second.symbol,
    legSide1: SIDE_WORD[order.side],
    legSide2: SIDE_WORD[against],
    legSymbol1: first.symbol,
    legSymbol2: second.symbol,
  }
}
