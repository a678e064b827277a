import type { VenueInput } from '../../../venue/venue-input'

/** What of an order asks for a product with triggers, in the words of its call. */
export function planName(input: VenueInput): string | null {
  switch (input.type) {
    case 'place': {
      const { trigger, tpSl, isLeverage } = input.order
      // Of a pair whose orders may have plans: none that waits borrows.
      if (isLeverage === true) return 'isLeverage'
      if (trigger !== undefined) return 'triggerPrice'
      return tpSl === undefined ? null : legNameOf(tpSl)
    }
    case 'replace':
      return input.order.tpSl === undefined ? null : legNameOf(input.order.tpSl)
    case 'setTpSl':
      return input.order.trailing === null ? legNameOf(input.order) : 'trailingStop'
    default:
      return null
  }
}

function legNameOf({ takeProfit }: { readonly takeProfit?: unknown }): string {
  return takeProfit === null || takeProfit === undefined ? 'stopLoss' : 'takeProfit'
}

/** Whether it is the account's own mode that was asked for: no symbol is. */
export function isOfAccount(input: VenueInput): boolean {
  return input.type === 'lending' || input.type === 'setMarginMode' || input.type === 'setPositionMode'
}
