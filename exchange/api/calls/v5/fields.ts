import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { CODE } from '../../../../src/wire/rest/codes'
import { v5CategoryOf, v5NameOf } from '../../../../src/wire/v5/category'
import { Refused, type Core } from '../../core'

/** @throws Refused 10001 when the symbol is not of the category */
export function requireInstrument(
  core: Core,
  { category, symbol }: { readonly category: string; readonly symbol: string },
): Instrument {
  const instrument = core.catalogue.find(symbol)
  if (instrument === null || v5CategoryOf(instrument) !== category)
    throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
  return instrument
}

/** The same with the name that v5 shows. */
export function requireNamed(
  core: Core,
  asked: { readonly category: string; readonly symbol: string },
): { readonly symbol: string; readonly name: string } {
  const instrument = requireInstrument(core, asked)
  return { symbol: instrument.symbol, name: v5NameOf(instrument) }
}

/** Contracts of the category, or the one that is named. A name nobody knows is refused. */
export function listedInstruments(
  core: Core,
  asked: { readonly category: string; readonly symbol: string | null; readonly baseCoin: string | null },
): readonly Instrument[] {
  const { category, symbol, baseCoin } = asked
  if (symbol !== null) return [requireInstrument(core, { category, symbol })]
  return core.catalogue
    .all()
    .filter((one) => v5CategoryOf(one) === category && (baseCoin === null || one.baseCoin === baseCoin))
}

/** v5's sort of a contract (`innovation`, `xstocks`); a row that names none is of no sort. */
export function isOfType(row: object, symbolType: string | null): boolean {
  const { symbolType: own = '' } = row as { readonly symbolType?: string }
  return symbolType === null || own === symbolType
}

/** One page of rows; the cursor is the key of the last row given. @throws Refused 10001 for the key of no row */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
  keyOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly next: string } {
  const start = cursor === null ? 0 : rows.findIndex((row) => keyOf(row) === cursor) + 1
  if (cursor !== null && start === 0) throw new Refused(CODE.badRequest, 'cursor invalid', { field: 'cursor' })
  const page = rows.slice(start, start + limit)
  const last = page.at(-1)
  return { rows: page, next: last !== undefined && start + limit < rows.length ? keyOf(last) : '' }
}

/**
 * One page of rows that come and go, in the order of their keys. The cursor is the key of the last row given, and need not
 * be a row any more.
 * @param isKey whether a text can be the key of a row
 * @throws Refused 10001 for a cursor that cannot
 */
export function pageAfter<Row>(
  rows: readonly Row[],
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
  { keyOf, isKey }: { readonly keyOf: (row: Row) => string; readonly isKey: (text: string) => boolean },
): { readonly rows: readonly Row[]; readonly next: string } {
  if (cursor !== null && !isKey(cursor)) throw new Refused(CODE.badRequest, 'cursor invalid', { field: 'cursor' })
  const left = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => cursor === null || key > cursor)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const page = left.slice(0, limit)
  return { rows: page.map(({ row }) => row), next: left.length > limit ? (page.at(-1)?.key ?? '') : '' }
}
