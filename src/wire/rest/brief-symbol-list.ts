import { quoted } from '../../base/unreadable'
import type { ContractKind } from '../../domain/instrument/product-kind'
import type { Contract } from '../../domain/instrument/contract'
import { shownAs } from '../../domain/instrument/symbol-name'
import { asArray, asObject, readText, WireError } from '../json'
import { parseBriefSymbol, writeBriefSymbol, type BriefSymbolJson } from './brief-symbol'
import { CONTRACT_TYPES, type ContractTypeWord } from './contract-words'

export const BRIEF_SYMBOL_LIST_PATH = '/contract/v5/product/brief-symbol-list'
export const DYNAMIC_SYMBOL_ITEM_PATH = '/contract/v5/product/dynamic-symbol-item'

/** `result` of GET /contract/v5/product/brief-symbol-list: a version and one list per contract type. */
export type BriefSymbolListJson = { readonly version: string } & {
  readonly [Type in ContractTypeWord]: readonly BriefSymbolJson[]
}

/** @param nowMs the exchange's time */
export function writeBriefSymbolList(
  instruments: readonly Contract[],
  version: string,
  nowMs: number,
): BriefSymbolListJson {
  const rowsOf = (kind: ContractKind) =>
    instruments.filter((one) => one.kind === kind).map((one) => writeBriefSymbol(one, nowMs))
  return {
    version,
    LinearPerpetual: rowsOf('linearPerpetual'),
    UsdcPerpetual: rowsOf('usdcPerpetual'),
    InversePerpetual: rowsOf('inversePerpetual'),
    LinearFutures: rowsOf('linearFutures'),
    UsdcFutures: rowsOf('usdcFutures'),
    InverseFutures: rowsOf('inverseFutures'),
  }
}

/** `result` of GET /contract/v5/product/dynamic-symbol-item. */
export function writeDynamicSymbolItem(instrument: Contract, nowMs: number): { readonly item: BriefSymbolJson } {
  return { item: writeBriefSymbol(instrument, nowMs) }
}

/** A row that is left out. */
export interface RefusedRow {
  /** Its list, its place there and its name, in plain characters. */
  readonly row: string
  readonly error: WireError
}

export interface BriefSymbolList {
  readonly version: string
  readonly instruments: readonly Contract[]
  /** Rows that cannot be read, or may not stand beside those before them: the rest of the list stands. */
  readonly refused: readonly RefusedRow[]
}

/** @throws WireError only when the answer is no symbol list at all */
export function parseBriefSymbolList(result: unknown): BriefSymbolList {
  const json = asObject(result, 'result')
  const version = json['version']
  const instruments: Contract[] = []
  const taken = new TakenNames()
  const refused: RefusedRow[] = []
  for (const type of CONTRACT_TYPES) {
    const rows = json[type]
    if (rows === undefined || rows === null) continue
    for (const [index, row] of asArray(rows, type).entries()) {
      try {
        const instrument = parseBriefSymbol(row)
        taken.take(instrument)
        instruments.push(instrument)
      } catch (error) {
        if (!(error instanceof WireError)) throw error
        refused.push({ row: `${type}[${index}] ${quoted(nameIn(row))}`, error })
      }
    }
  }
  return {
    version: typeof version === 'number' ? String(version) : readText(json, 'version'),
    instruments: instruments.toSorted((a, b) => a.indexSort - b.indexSort),
    refused,
  }
}

/** @throws WireError naming the field */
export function parseDynamicSymbolItem(result: unknown): Contract {
  return parseBriefSymbol(asObject(result, 'result')['item'])
}

/** What the rows of a list have taken so far: the rules of a name are the first row's, whoever adds another. */
export class TakenNames {
  readonly #symbols = new Set<string>()
  readonly #shown = new Map<string, string>()

  /** @throws WireError when the name is another row's, or would be shown as one */
  take(instrument: Contract): void {
    const { symbol, baseCoin, quoteCoin } = instrument
    if (this.#symbols.has(symbol)) throw new WireError('symbol', `${symbol}, a second time`)
    const other = this.#shown.get(shownAs(instrument))
    if (other !== undefined) throw new WireError('coins', `${baseCoin} ${quoteCoin}, as ${other}`)
    this.#symbols.add(symbol)
    this.#shown.set(shownAs(instrument), symbol)
  }
}

function nameIn(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'symbol' in row ? row.symbol : null
}
