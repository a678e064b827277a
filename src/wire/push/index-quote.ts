import type { Price } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asObject, readText } from '../json'
import { readPrice } from '../price'

/** Data of `index_quote_20.H.{symbol}` and `index_quote_200.H.{symbol}`: the index price, on change. */
export interface IndexQuoteJson {
  readonly symbol: string
  readonly indexPrice: string
}

export function writeIndexQuote(symbol: string, indexPrice: Price): IndexQuoteJson {
  return { symbol, indexPrice }
}

/** @throws WireError naming the field */
export function parseIndexQuote(data: unknown): { readonly symbol: InstrumentSymbol; readonly indexPrice: Price } {
  const json = asObject(data, 'data')
  const symbol = readText(json, 'symbol') as InstrumentSymbol
  return { symbol, indexPrice: readPrice(json, 'indexPrice', symbol) }
}
