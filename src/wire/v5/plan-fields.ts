import type { Order } from '../../domain/order/order'

/**
 * What v5's row of a pair's order says of its plan, where it has one: what it waits as, and of two legs over one amount
 * which of them has triggered.
 */
export function planFieldsOf(order: Order): { readonly stopOrderType?: string; readonly ocoTriggerBy?: string } {
  switch (order.planType) {
    case 'oco':
      return { stopOrderType: 'OcoOrder', ocoTriggerBy: ocoTriggerOf(order) }
    case 'takeProfitStopLoss':
      return order.pairOrderId == null
        ? { stopOrderType: 'tpslOrder' }
        : { stopOrderType: 'BidirectionalTpslOrder', ocoTriggerBy: ocoTriggerOf(order) }
    case 'trailingStop':
    case 'trailingProfit':
      return { stopOrderType: 'TrailingStop' }
    default:
      return {}
  }
}

/** Of a leg that has triggered itself; of one that ended because the other has, the other. */
export function ocoTriggerOf({ status, createType, cancelType }: Order): string {
  if (cancelType === 'CancelByOCOTpCanceledBySlTriggered') return 'OcoTriggerBySl'
  if (cancelType === 'CancelByOCOSlCanceledByTpTriggered') return 'OcoTriggerByTp'
  if (status === 'untriggered' || status === 'deactivated') return 'OcoTriggerByUnknown'
  return createType === 'CreateByTakeProfit' ? 'OcoTriggerByTp' : 'OcoTriggerBySl'
}
