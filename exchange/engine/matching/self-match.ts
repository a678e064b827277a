import type { SmpType } from '../../../src/domain/order/order'

export type SelfMatch = SmpType

/** Whether an order ends where it meets one of its own account; the one at rest makes room otherwise. */
export function stopsAtOwn(selfMatch: SelfMatch): boolean {
  return selfMatch === 'cancelTaker' || selfMatch === 'cancelBoth'
}
