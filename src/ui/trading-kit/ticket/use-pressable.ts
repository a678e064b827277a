import { useEffect } from 'react'
import type { Side } from '../../../domain/order/order'
import type { OrderOutlook } from './order-outlook'

/** Tells an outlook which side alone can be pressed, as long as that is so: its slider ends at what that side can have. */
export function usePressable(outlook: Pick<OrderOutlook, 'setOnly'>, side: Side | undefined): void {
  useEffect(() => {
    outlook.setOnly(side ?? null)
    return () => outlook.setOnly(null)
  }, [outlook, side])
}
