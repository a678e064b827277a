import { compare, isNegative, isZero, type DecimalText, type Price, type Qty } from '../domain/decimal'
import { kindOfName } from '../domain/instrument/product-kind'
import type { Candle } from '../domain/market/market'
import type { InstrumentSymbol } from '../domain/order/order'
import { readDecimal, readOptionalDecimal, WireError, type JsonObject } from './json'

/**
 * A price that was traded, quoted or reckoned for a symbol. Margin, P&L and a chart's scale are made from it, so one
 * that no contract can have is no price. @throws WireError unless it is above zero; a spread's alone may be anything
 */
export function readPrice(json: JsonObject, field: string, symbol: InstrumentSymbol): Price {
  return possible(readDecimal<Price>(json, field), field, symbol)
}

/** The same where missing and empty mean "not set". */
export function readOptionalPrice(json: JsonObject, field: string, symbol: InstrumentSymbol): Price | null {
  const price = readOptionalDecimal<Price>(json, field)
  return price === null ? null : possible(price, field, symbol)
}

/**
 * The same where zero means "none" as well: real tickers have it for a side of the book without an order, and of options
 * that nobody has traded yet for the last price. A spread's price may be zero.
 */
export function readPriceOrNone(json: JsonObject, field: string, symbol: InstrumentSymbol): Price | null {
  const price = readOptionalDecimal<Price>(json, field)
  return price !== null && isZero(price) && kindOfName(symbol) !== 'spread' ? null : price
}

/** What changed hands. @throws WireError unless it is above zero */
export function readTradedQty(json: JsonObject, field: string): Qty {
  const qty = readDecimal<Qty>(json, field)
  if (!isAboveZero(qty)) throw new WireError(field, qty)
  return qty
}

/** The four prices of a bar. @throws WireError also where low and high do not hold the other two between them */
export function readBarPrices(
  json: JsonObject,
  symbol: InstrumentSymbol,
): Pick<Candle, 'open' | 'high' | 'low' | 'close'> {
  const open = readPrice(json, 'open', symbol)
  const high = readPrice(json, 'high', symbol)
  const low = readPrice(json, 'low', symbol)
  const close = readPrice(json, 'close', symbol)
  for (const end of [open, close]) {
    if (compare(high, end) < 0) throw new WireError('high', high)
    if (compare(low, end) > 0) throw new WireError('low', low)
  }
  return { open, high, low, close }
}

function possible(price: Price, field: string, symbol: InstrumentSymbol): Price {
  if (!isAboveZero(price) && kindOfName(symbol) !== 'spread') throw new WireError(field, price)
  return price
}

function isAboveZero(value: DecimalText): boolean {
  return !isZero(value) && !isNegative(value)
}
