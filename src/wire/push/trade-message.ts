import type { Execution } from '../../domain/order/execution'
import type { Order } from '../../domain/order/order'
import { ORDER_TYPE_WORD, SIDE_WORD } from '../words'
import type { OrderAction } from '../../domain/order/order-action'
import type { LiquidationNotice } from './liquidation'

/**
 * Row of `user.trade.msg`: what toasts are made of (decisions 2; spec §4, §8). `scene` says which kind of notice it is,
 * `editType` which of an order's; a position's notice is for the last fill (`leavesQty` zero).
 */
export interface TradeMessageJson {
  readonly scene: 'order' | 'position' | 'liquidation'
  /** `New`, `Replaced`, `Canceled`; of a fill `Trade`, `Funding`, `BustTrade` …; of a liquidation its stage. */
  readonly execType: string
  readonly editType: 'make' | 'edit' | 'cancel' | ''
  readonly symbol: string
  readonly positionIdx: number
  readonly side: string
  readonly orderId: string
  readonly orderLinkId: string
  readonly orderType: string
  readonly price: string
  readonly qty: string
  readonly leavesQty: string
  readonly cancelType: string
  readonly time: string
}

const OF_ACTION: Readonly<Record<Exclude<OrderAction, 'filled'>, readonly [string, 'make' | 'edit' | 'cancel']>> = {
  newed: ['New', 'make'],
  replaced: ['Replaced', 'edit'],
  canceled: ['Canceled', 'cancel'],
}

export function writeOrderMessage(order: Order, action: Exclude<OrderAction, 'filled'>): TradeMessageJson {
  const [execType, editType] = OF_ACTION[action]
  return {
    scene: 'order',
    execType,
    editType,
    symbol: order.symbol,
    positionIdx: order.positionIdx,
    side: SIDE_WORD[order.side],
    orderId: order.id,
    orderLinkId: order.linkId ?? '',
    orderType: ORDER_TYPE_WORD[order.type],
    price: order.type === 'limit' ? order.price : '0',
    qty: order.qty,
    leavesQty: order.leavesQty,
    cancelType: order.cancelType ?? '',
    time: String(order.updatedAtMs),
  }
}

/** @param order what was filled, as it is after the input; `null` for what no order did (funding, delivery) */
export function writeFillMessage(execution: Execution, order: Order | null): TradeMessageJson {
  return {
    scene: 'position',
    execType: execution.execType,
    editType: '',
    symbol: execution.symbol,
    positionIdx: order?.positionIdx ?? 0,
    side: SIDE_WORD[execution.side],
    orderId: execution.orderId,
    orderLinkId: execution.orderLinkId ?? '',
    orderType: order === null ? '' : ORDER_TYPE_WORD[order.type],
    price: execution.price,
    qty: execution.qty,
    leavesQty: order?.leavesQty ?? '0',
    cancelType: '',
    time: String(execution.timeMs),
  }
}

export function writeLiquidationMessage(notice: LiquidationNotice): TradeMessageJson {
  const { stage, symbol, positionIdx, side, price, qty, timeMs } = notice
  return {
    scene: 'liquidation',
    execType: stage,
    editType: '',
    symbol,
    positionIdx,
    side: SIDE_WORD[side],
    orderId: '',
    orderLinkId: '',
    orderType: '',
    price,
    qty,
    leavesQty: '0',
    cancelType: '',
    time: String(timeMs),
  }
}
