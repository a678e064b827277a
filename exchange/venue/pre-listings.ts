import { byName, fields, list, nullable, number, oneOf, text, type Form } from '../../src/base/form'
import { AUCTION_PHASES } from '../../src/domain/instrument/auction-phase'
import { firstPreListed, nextPhase, nextPreListed, type PreListedRow } from '../listings/pre-listed'
import { AUCTION_LISTING_FORM, type AuctionListingState } from './auction-listing'
import { ANCHOR_FORM, type Anchor } from './market-setup'

/** A contract before its listing, with what its market has so far. Plain data: goes into the snapshot as it is. */
export interface PreListingRow extends PreListedRow {
  /** Where its live market began: at the price of its auction. `null` before. */
  readonly anchor: Anchor | null
}

export interface PreListingPorts {
  announce(row: PreListingRow): void
  /** @returns where its market begins, when this phase begins one */
  enter(row: PreListingRow): Anchor | null
}

export interface PreListingsState {
  readonly rows: readonly PreListingRow[]
  /** Of the auctions that run, by symbol. */
  readonly auctions: Readonly<Record<string, AuctionListingState>>
}

export const PRE_LISTINGS_FORM: Form<PreListingsState> = fields<PreListingsState>({
  rows: list(
    fields<PreListingRow>({
      symbol: text(),
      beginsMs: number,
      phase: oneOf(...AUCTION_PHASES),
      anchor: nullable(ANCHOR_FORM),
    }),
  ),
  auctions: byName(AUCTION_LISTING_FORM),
})

/** The rows of a first start. */
export function firstPreListings(startMs: number): readonly PreListingRow[] {
  return firstPreListed(startMs).map((row) => ({ ...row, anchor: null }))
}

/** The course of the contracts before their listing: one phase after the other, and the next contract announced. */
export class PreListings {
  readonly #rows: PreListingRow[]

  constructor(
    rows: readonly PreListingRow[],
    private readonly ports: PreListingPorts,
  ) {
    this.#rows = [...rows]
  }

  rows(): readonly PreListingRow[] {
    return [...this.#rows]
  }

  /** Brings every contract to the phase of `nowMs`. Call it once a minute: all phases begin at whole minutes. */
  turn(nowMs: number): void {
    for (let n = 0; n < this.#rows.length; n++) this.#turnOne(n, nowMs)
    for (;;) {
      const next = this.#rows.length === 0 ? null : nextPreListed(this.#rows)
      if (next === null) return
      this.#rows.push({ ...next, anchor: null })
      this.ports.announce({ ...next, anchor: null })
      // After a leap of time several may follow each other at once.
      this.#turnOne(this.#rows.length - 1, nowMs)
    }
  }

  #turnOne(n: number, nowMs: number): void {
    for (;;) {
      const row = this.#rows[n]!
      const phase = nextPhase(row, nowMs)
      if (phase === null) return
      const entered = { ...row, phase }
      this.#rows[n] = entered
      const anchor = this.ports.enter(entered)
      if (anchor !== null) this.#rows[n] = { ...entered, anchor }
    }
  }
}
