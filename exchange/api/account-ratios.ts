import type { Venue } from '../venue/venue-port'

/** How old the counts may be: v5's own are of steps of five minutes. */
const AGE_MAX_MS = 30_000

interface Holders {
  long: number
  short: number
}

/**
 * How many accounts hold each contract, long and short. Anybody may ask, and every position has to be looked at: all
 * contracts are counted in one pass, and those who ask within half a minute get the same one.
 */
export class AccountRatios {
  #counted: { readonly atMs: number; readonly bySymbol: ReadonlyMap<string, Holders> } | null = null

  constructor(private readonly venue: Pick<Venue, 'accounts' | 'positions'>) {}

  /** @returns `null` where nobody holds it */
  of(symbol: string, nowMs: number): Readonly<Holders> | null {
    if (this.#counted === null || nowMs - this.#counted.atMs >= AGE_MAX_MS)
      this.#counted = { atMs: nowMs, bySymbol: this.#count() }
    return this.#counted.bySymbol.get(symbol) ?? null
  }

  #count(): ReadonlyMap<string, Holders> {
    const bySymbol = new Map<string, Holders>()
    for (const { account } of this.venue.accounts()) {
      for (const { symbol, side } of this.venue.positions(account, null)) {
        if (side === null) continue
        const holders = bySymbol.get(symbol) ?? { long: 0, short: 0 }
        bySymbol.set(symbol, holders)
        holders[side === 'buy' ? 'long' : 'short'] += 1
      }
    }
    return bySymbol
  }
}
