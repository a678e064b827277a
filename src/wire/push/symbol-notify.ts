import type { InstrumentSymbol } from '../../domain/order/order'
import { asObject, readText } from '../json'

/** Data of `public.symbol.notify`: an instrument's rules changed; `version` is that of the new brief symbol list. */
export interface SymbolNotifyJson {
  readonly symbol: string
  readonly version: string
}

/** `symbol` is `null` in the snapshot: nothing changed, this is the version in force. */
export function writeSymbolNotify(symbol: string | null, version: string): SymbolNotifyJson {
  return { symbol: symbol ?? '', version }
}

/** @throws WireError naming the field */
export function parseSymbolNotify(data: unknown): {
  readonly symbol: InstrumentSymbol | null
  readonly version: string
} {
  const json = asObject(data, 'data')
  const symbol = readText(json, 'symbol')
  return { symbol: symbol === '' ? null : (symbol as InstrumentSymbol), version: readText(json, 'version') }
}
