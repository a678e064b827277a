import type { InstrumentSymbol } from '../../domain/order/order'
import { asObject, isGiven, readText, type JsonObject } from '../json'

/** One list of instruments: `version` is its new one, `symbol` what changed in it, `""` where several did. */
export interface ListChangeJson {
  readonly symbol: string
  readonly version: string
}

/**
 * Data of `public.symbol.notify`: an instrument's rules changed. The fields of the message itself are of the brief symbol
 * list, that is of contracts; their version is in force whether they changed or not.
 */
export interface SymbolNotifyJson extends ListChangeJson {
  /** The other lists that changed (in the snapshot: all that have rows). Left out where none did. */
  readonly lists?: Readonly<Record<string, ListChangeJson>>
}

/** `symbol` is `null` where nothing changed, as in the snapshot, or more than one: the version is what counts then. */
export interface ListChange {
  readonly symbol: string | null
  readonly version: string
}

/** @param others by the name of the list: `option`, `spot`, `spread` */
export function writeSymbolNotify(
  contracts: ListChange,
  others: readonly (readonly [list: string, change: ListChange])[],
): SymbolNotifyJson {
  const lists = Object.fromEntries(others.map(([list, change]) => [list, writeChange(change)]))
  return { ...writeChange(contracts), ...(others.length === 0 ? {} : { lists }) }
}

function writeChange({ symbol, version }: ListChange): ListChangeJson {
  return { symbol: symbol ?? '', version }
}

/**
 * A change of another list comes with the contracts' version in force once more, which is no news.
 * @throws WireError naming the field
 */
export function parseSymbolNotify(data: unknown): {
  readonly symbol: InstrumentSymbol | null
  readonly version: string
  /** Of the third spot list, and of the lists of options and of spreads; `null` where nothing is said of it. */
  readonly spotVersion: string | null
  readonly optionVersion: string | null
  readonly spreadVersion: string | null
} {
  const json = asObject(data, 'data')
  const symbol = readText(json, 'symbol')
  return {
    symbol: symbol === '' ? null : (symbol as InstrumentSymbol),
    version: readText(json, 'version'),
    spotVersion: versionOf(json, 'spot'),
    optionVersion: versionOf(json, 'option'),
    spreadVersion: versionOf(json, 'spread'),
  }
}

function versionOf(json: JsonObject, list: string): string | null {
  const lists = isGiven(json, 'lists') ? asObject(json['lists'], 'lists') : {}
  return isGiven(lists, list) ? readText(asObject(lists[list], list), 'version') : null
}
