import { Exact, toText } from '../../domain/decimal'
import { coinsOfPair, spotName } from '../../domain/instrument/spot-pair'
import { limitPrice, type Order } from '../../domain/order/order'
import type { OrderAction } from '../../domain/order/order-action'
import { isTerminal } from '../../domain/order/order-status'
import { orderStatusView, type OrderStatusView } from '../../domain/order/order-status-view'
import { ocoTriggerOf } from '../v5/plan-fields'
import { writeOrder, type OrderJson } from './order'
import { PLAN_TYPE_WORD } from './order-terms'

/** Spec §4 "Order status mapping". */
const STATUS_WORD: Readonly<Record<OrderStatusView, string>> = {
  new: 'NEW',
  partiallyFilled: 'PARTIALLY_FILLED',
  filled: 'FILLED',
  partiallyFilledCanceled: 'PARTIALLY_FILLED_CANCELED',
  canceled: 'CANCELED',
  rejected: 'REJECTED',
  orderNew: 'ORDER_NEW',
  orderFilled: 'ORDER_FILLED',
  orderCanceled: 'ORDER_CANCELED',
  orderRejected: 'ORDER_REJECTED',
}

/** The view form of an order: its own row, and what it adds (spec §3 Order). Money that there is none of is `'0'`. */
export interface OrderViewJson extends Omit<OrderJson, 'side' | 'orderType'> {
  /** `BUY`, `SELL`. */
  readonly side: string
  /** `LIMIT`, `MARKET`. */
  readonly orderType: string
  readonly type: string
  readonly status: string
  /** `-1` of an order that is no plan. */
  readonly planType: string
  /** At the limit price, quote coin; of a market order what it has filled. */
  readonly amount: string
  readonly executedAmount: string
  readonly leavesAmount: string
  readonly executedQty: string
  readonly origQty: string
  readonly orderQtyForView: string
  readonly quotePrice: string
  readonly symbolId: string
  readonly symbolName: string
  /** Empty of what is no pair. */
  readonly baseTokenId: string
  readonly baseTokenName: string
  readonly quoteTokenId: string
  readonly quoteTokenName: string
  readonly tpTriggerPrice: string
  readonly tpLimitPrice: string
  readonly slTriggerPrice: string
  readonly slLimitPrice: string
  /** Per cent. */
  readonly trailingPercentage: string
  readonly trailingValue: string
  /** `OcoTriggerByUnknown` before a leg has triggered; empty of an order that is no leg. */
  readonly ocoTriggerBy: string
  /** Whether a limit order in the book brings take-profit or stop-loss. */
  readonly showLimitActiveOrderTpsl: boolean
  /** Empty: no order comes of another product. */
  readonly specialTradeFrom: string
  /** Milliseconds. */
  readonly time: string
}

/** @param action as on the push topic; `null` of a list or a snapshot */
export function writeOrderView(order: Order, action: OrderAction | null): OrderViewJson {
  const row = writeOrder(order, 'native')
  const type = row.orderType.toUpperCase()
  const coins = coinsOfPair(order.symbol)
  const name = coins === null ? order.symbol : spotName(order.symbol)
  return {
    ...row,
    side: row.side.toUpperCase(),
    orderType: type,
    type,
    avgPrice: order.avgPrice ?? '0',
    triggerPrice: order.triggerPrice ?? '0',
    takeProfit: order.takeProfit ?? '0',
    stopLoss: order.stopLoss ?? '0',
    status: STATUS_WORD[orderStatusView(order.status, order.planType ?? null)],
    planType: PLAN_TYPE_WORD[order.planType ?? 'limitAndMarket'],
    ...amountsOf(order),
    symbolId: name,
    symbolName: name,
    baseTokenId: coins?.base ?? '',
    baseTokenName: coins?.base ?? '',
    quoteTokenId: coins?.quote ?? '',
    quoteTokenName: coins?.quote ?? '',
    ...legsOf(order),
    trailingPercentage: row.trailingPercent ?? '0',
    trailingValue: row.trailingStop ?? '0',
    ocoTriggerBy: order.pairOrderId == null ? '' : ocoTriggerOf(order),
    showLimitActiveOrderTpsl: order.type === 'limit' && order.tpSlMode != null && isInBook(order),
    specialTradeFrom: '',
    time: row.createdAtE3,
    ...(action === null ? {} : { action }),
  }
}

function amountsOf(order: Order) {
  const price = limitPrice(order)
  const leaves = isTerminal(order.status) ? '0' : order.leavesQty
  const worth = (qty: string) => (price === null ? '0' : toText(new Exact(qty).times(price)))
  return {
    amount: price === null ? order.filledValue : worth(order.qty),
    executedAmount: order.filledValue,
    leavesAmount: worth(leaves),
    executedQty: order.filledQty,
    origQty: order.qty,
    orderQtyForView: order.qty,
    quotePrice: price ?? order.avgPrice ?? '0',
  }
}

/** Of an order that brings legs, theirs; of a leg its own. */
function legsOf(order: Order) {
  const { createType, triggerPrice, pairOrderId } = order
  const own = { trigger: triggerPrice ?? '0', limit: limitPrice(order) ?? '0' }
  const none = { trigger: '0', limit: '0' }
  const isLeg = pairOrderId != null
  const profit = isLeg && createType === 'CreateByTakeProfit' ? own : none
  const loss = isLeg && createType === 'CreateByStopLoss' ? own : none
  return {
    tpTriggerPrice: order.takeProfit ?? profit.trigger,
    tpLimitPrice: order.tpLimitPrice ?? profit.limit,
    slTriggerPrice: order.stopLoss ?? loss.trigger,
    slLimitPrice: order.slLimitPrice ?? loss.limit,
  }
}

function isInBook({ status }: Order): boolean {
  return status === 'new' || status === 'partiallyFilled'
}
