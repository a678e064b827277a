import { compare, type Price } from '../../domain/decimal'
import { expiryOf } from '../../domain/instrument/contract-period'
import { readOptionName } from '../../domain/instrument/option-name'
import { kindOfName, type OptionKind } from '../../domain/instrument/product-kind'
import type { InstrumentSymbol } from '../../domain/order/order'

/** A strike with the two options that it has. */
export interface StrikeRow {
  readonly strike: Price
  readonly call: InstrumentSymbol | null
  readonly put: InstrumentSymbol | null
}

export interface ChainExpiry {
  readonly expiryMs: number
  /** Lowest strike first. */
  readonly rows: readonly StrikeRow[]
}

/**
 * The options of a chain by expiry and strike, as their names say it; what has ended is left out, as a stream does not say
 * what is gone.
 */
export function chainExpiries(
  symbols: readonly InstrumentSymbol[],
  kind: OptionKind,
  nowMs: number,
): readonly ChainExpiry[] {
  const expiries = new Map<number, Map<Price, StrikeRow>>()
  for (const symbol of symbols) {
    const named = readOptionName(symbol)
    const expiryMs = expiryOf(symbol)
    if (named === null || expiryMs === null || expiryMs <= nowMs || kindOfName(symbol) !== kind) continue
    const rows = expiries.get(expiryMs) ?? new Map<Price, StrikeRow>()
    const row = rows.get(named.strike) ?? { strike: named.strike, call: null, put: null }
    rows.set(named.strike, named.isCall ? { ...row, call: symbol } : { ...row, put: symbol })
    expiries.set(expiryMs, rows)
  }
  return [...expiries]
    .map(([expiryMs, rows]) => ({
      expiryMs,
      rows: [...rows.values()].toSorted((a, b) => compare(a.strike, b.strike)),
    }))
    .toSorted((a, b) => a.expiryMs - b.expiryMs)
}

/** What is said of a whole board: that it comes, or how old it is. What has not come has no age. */
export function boardNote(board: {
  readonly hasRows: boolean
  readonly isLive: boolean
  /** Whether the coin has options at all. */
  readonly isListed: boolean
}): 'loading' | 'stale' | null {
  if (!board.hasRows) return board.isListed ? 'loading' : null
  return board.isLive ? null : 'stale'
}

/** Before which row the forward stands: the first strike that is not below it; after all where each is. */
export function placeOfForward(rows: readonly StrikeRow[], forward: Price | null): number | null {
  if (forward === null) return null
  const at = rows.findIndex(({ strike }) => compare(strike, forward) >= 0)
  return at < 0 ? rows.length : at
}

/** The row that is nearest to the forward. */
export function atTheMoney(rows: readonly StrikeRow[], forward: Price | null): number {
  if (forward === null) return Math.floor(rows.length / 2)
  let nearest = 0
  const distance = (at: number): number => Math.abs(Number(rows[at]?.strike ?? 0) - Number(forward))
  for (let at = 1; at < rows.length; at++) if (distance(at) < distance(nearest)) nearest = at
  return nearest
}
