import { computed } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { NewOrder } from '../../domain/order/new-order'
import { useApp } from '../state/app-context'
import { OrderCheck } from './ticket/order-check'
import type { CheckedOrder } from './ticket/told-order'

/**
 * What the exchange says of an order that is asked about, where the page cannot reckon what it takes; `null` until it has
 * said it. Reads signals.
 * @param order the first one stays in force, and `isMeant` with it: another question is another component
 * @param isMeant reads signals
 */
export function useTold(order: NewOrder, isMeant: () => boolean): CheckedOrder | null {
  const { hub } = useApp()
  const [check] = useState(
    () =>
      new OrderCheck({
        api: hub.api,
        order: (side) => (side === order.side ? order : null),
        least: () => null,
        isAsked: computed(isMeant),
        isHidden: () => document.hidden,
      }),
  )
  useEffect(() => check.start(), [check])
  return check.sides.value[order.side]
}
