import type { AccountKind } from '../../../../src/domain/account/wallet'
import type { Leverage, Rate } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import type { Spread } from '../../../../src/domain/instrument/spread'
import type { Order, Side } from '../../../../src/domain/order/order'
import type { OrderAction } from '../../../../src/domain/order/order-action'
import type { Position } from '../../../../src/domain/position/position'
import { closingPnl, restingMargin, type OptionPrices } from '../../../../src/domain/risk/resting-order'
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
  readonly option: OptionPrices | null
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
    orderIM: restingMargin(order, context),
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
