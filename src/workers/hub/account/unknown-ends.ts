import type { Order } from '../../../domain/order/order'
import type { VenuePort } from '../../venue/venue-port'

/** Codes that were told; an exchange that makes up a new one for each order does not fill the log. */
const TOLD_MAX = 50

/** Tells the log once of each code for an order's end that this build has no words for. */
export class UnknownEnds {
  readonly #told = new Set<string>()

  constructor(
    private readonly venue: VenuePort,
    private readonly trace: (what: string, error: unknown) => void,
  ) {}

  look(order: Order): void {
    for (const code of this.venue.account.unknownEndCodes(order)) {
      if (this.#told.has(code) || this.#told.size >= TOLD_MAX) continue
      this.#told.add(code)
      this.trace('order end', `no words for ${code.slice(0, 64)}`)
    }
  }
}
