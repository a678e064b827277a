import type { InstrumentSymbol, Side } from '../../../../src/domain/order/order'
import { isOpen } from '../../../../src/domain/order/order-status'
import { CODE } from '../../../../src/wire/rest/codes'
import type { VenueInput } from '../../../venue/venue-input'
import { Refused, type Core } from '../../core'
import { namedOrder } from './named-order'

/**
 * Each refused order call is a line of the ledger, and an account may have so many of them. Beyond that a call is looked
 * at without being carried out first: one that would be refused is refused here, without a line; whatever would be
 * taken, a cancel above all, goes its way, because a program that repeats its mistake must not take an account's
 * cancels from it.
 *
 * @returns the refusal 10006; `null` where it goes its way
 */
export function findRefusalLimit(core: Core, account: string, input: VenueInput): Refused | null {
  if (core.limits.refusals.admits(account, performance.now()) || !wouldBeRefused(core, account, input)) return null
  return new Refused(CODE.rateLimited, 'too many refused calls; after 1,000 of them ten a second are carried out')
}

function wouldBeRefused(core: Core, account: string, input: VenueInput): boolean {
  const { journal } = core
  switch (input.type) {
    case 'place': {
      // Of any size it closes (decisions 41); the preview knows single orders alone.
      if (input.order.reduceOnly) return !holdsAgainst(journal, account, input.order)
      const preview = journal.venue.previewOrder(account, input.linkId, input.order)
      return preview === null || preview.refusal !== null
    }
    case 'cancel':
    case 'replace': {
      const order = namedOrder(core, account, input.order)
      return order === null || !isOpen(order)
    }
    case 'cancelAll':
      return false
    default:
      return true
  }
}

function holdsAgainst(
  { venue }: Core['journal'],
  account: string,
  { symbol, side }: { readonly symbol: InstrumentSymbol; readonly side: Side },
): boolean {
  return venue.positions(account, symbol).some((held) => held.side !== null && held.side !== side)
}
