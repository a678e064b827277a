import { readOptionName } from '../../src/domain/instrument/option-name'
import { kindOfName } from '../../src/domain/instrument/product-kind'
import { isSymbolName } from '../../src/domain/instrument/symbol-name'
import { WireError } from '../../src/wire/json'
import { parseTicker } from '../../src/wire/push/ticker'
import { parseBriefSymbol } from '../../src/wire/rest/brief-symbol'
import { TakenNames } from '../../src/wire/rest/brief-symbol-list'
import { parseSpotSymbol } from '../../src/wire/rest/spot-symbol'
import { restateV2Contract, restateV5Contract, restateV5Pair, type Row } from './restate'

/** What became of one catalogue's rows: each is accepted, or refused with its reason. */
export interface Verdict {
  readonly accepted: number
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
}

type Reader = (row: Row, index: number) => void

/** The sources, by what their files are called; each reader throws where the product would leave the row out. */
export const READERS = {
  'v5-contracts': () => {
    const taken = new TakenNames()
    return (row, index) => taken.take(parseBriefSymbol(restateV5Contract(row, index)))
  },
  'v2-contracts': () => {
    const taken = new TakenNames()
    return (row, index) => taken.take(parseBriefSymbol(restateV2Contract(row, index)))
  },
  'v5-pairs': () => (row, index) => void parseSpotSymbol(restateV5Pair(row), index + 1),
  options: () => (row) => {
    const symbol = String(row['symbol'])
    // Options have no list of their own in the hub: what is read of them there is the name.
    const kind = kindOfName(symbol)
    if (kind !== 'usdcOption' && kind !== 'usdtOption') throw new WireError('symbol', `${symbol}, which is ${kind}`)
    if (readOptionName(symbol) === null) throw new WireError('symbol', symbol)
  },
  tickers: () => (row) => {
    const { symbol } = parseTicker(row, null, { timeMs: 0, seq: 0 })
    if (!isSymbolName(symbol)) throw new WireError('symbol', symbol)
  },
  names: () => (row) => {
    const symbol = String(row['symbol'])
    if (!isSymbolName(symbol)) throw new WireError('symbol', symbol)
    const kind = kindOfName(symbol, row['type'] === 'crypto' ? { category: 'spot' } : {})
    if (kind === 'unknown') throw new WireError('symbol', `${symbol}, of no kind`)
  },
} as const satisfies Readonly<Record<string, () => Reader>>

export type Source = keyof typeof READERS

/** Puts every row through the parser of its source. Anything but a refusal that names a field is a mistake of ours. */
export function readCatalogue(source: Source, rows: readonly Row[]): Verdict {
  const read: Reader = READERS[source]()
  const refused: { name: string; reason: string }[] = []
  for (const [index, row] of rows.entries()) {
    try {
      read(row, index)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      refused.push({ name: String(row['symbol'] ?? row['name']), reason: error.message })
    }
  }
  return { accepted: rows.length - refused.length, refused }
}
