import { CODE } from '../../../../src/wire/rest/codes'
import type { VenueInput } from '../../../venue/venue-input'
import { Refused, type Core } from '../../core'
import { namedOrder } from './named-order'

/**
 * The wall of the compliance rules (spec §7): whatever way an input comes, one that may add risk is refused; what makes
 * a position smaller, repays or cancels goes on.
 *
 * @returns the refusal 10024; `null` where it goes on
 */
export function findWall(core: Core, account: string, input: VenueInput): Refused | null {
  return core.faults.hasWall() && addsRisk(core, account, input)
    ? new Refused(CODE.compliance, 'compliance wall')
    : null
}

function addsRisk(core: Core, account: string, input: VenueInput): boolean {
  switch (input.type) {
    case 'place':
      return !input.order.reduceOnly
    case 'openStrategy':
      return !input.strategy.reduceOnly
    case 'lending':
      return input.change.kind === 'borrow'
    case 'replace': {
      const order = namedOrder(core, account, input.order)
      // What is not there says so itself.
      return order !== null && !order.reduceOnly
    }
    default:
      return false
  }
}
