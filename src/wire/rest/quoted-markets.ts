import type { Price, Qty } from '../../domain/decimal'
import { isSymbolName } from '../../domain/instrument/symbol-name'
import type { QuotedMarket, QuotedProduct } from '../../domain/market/quoted-market'
import type { InstrumentSymbol } from '../../domain/order/order'
import {
  asArray,
  asObject,
  readDecimal,
  readInteger,
  readOptionalDecimal,
  readText,
  WireError,
  type JsonObject,
} from '../json'
import { readPriceOrNone } from '../price'
import { parseEnvelope } from './envelope'
import { INSTRUMENTS_INFO_PATH } from './instrument-info'

/** v5 gives options by coin, and has no call that lists the coins. */
const OPTION_COINS = ['BTC', 'ETH', 'SOL'] as const

/** Where a product's rules and its prices are read (each list is asked for by itself), and under which names its prices come. */
interface QuotedSource {
  readonly rules: readonly string[]
  readonly tickers: readonly string[]
  readonly bid: string
  readonly ask: string
  /** Of its rules, the object that has the tick. */
  readonly tickOf: (row: JsonObject) => JsonObject
}

export const QUOTED_SOURCES: Readonly<Record<QuotedProduct, QuotedSource>> = {
  options: {
    rules: OPTION_COINS.map((coin) => `${INSTRUMENTS_INFO_PATH}?category=option&baseCoin=${coin}&limit=1000`),
    tickers: OPTION_COINS.map((coin) => `/v5/market/tickers?category=option&baseCoin=${coin}`),
    bid: 'bid1Price',
    ask: 'ask1Price',
    tickOf: (row) => asObject(row['priceFilter'], 'priceFilter'),
  },
  spreads: {
    rules: ['/v5/spread/instrument?limit=500'],
    tickers: ['/v5/spread/tickers'],
    bid: 'bidPrice',
    ask: 'askPrice',
    tickOf: (row) => row,
  },
}

export type QuotedRules = Pick<QuotedMarket, 'symbol' | 'tickSize' | 'deliveryMs'>

/** Rules of one page of a list, and what to ask for the next page with; `null` after the last. */
export interface RulesPage {
  readonly rows: readonly QuotedRules[]
  readonly cursor: string | null
}

/** @throws WireError where it is no such answer; rows that cannot be read are left out */
export function parseQuotedRules(product: QuotedProduct, answer: unknown): RulesPage {
  const result = resultOf(answer)
  const cursor = result['nextPageCursor']
  return {
    rows: readable(result, (row) => ({
      symbol: readSymbol(row),
      tickSize: readDecimal<Price>(QUOTED_SOURCES[product].tickOf(row), 'tickSize'),
      deliveryMs: readInteger(row, 'deliveryTime') || null,
    })),
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
  }
}

export type Quote = Omit<QuotedMarket, 'tickSize' | 'deliveryMs'>

/** @throws WireError where it is no such answer; rows that cannot be read are left out */
export function parseQuotes(product: QuotedProduct, answer: unknown): readonly Quote[] {
  const { bid, ask } = QUOTED_SOURCES[product]
  return readable(resultOf(answer), (row) => {
    const symbol = readSymbol(row)
    return {
      symbol,
      lastPrice: readPriceOrNone(row, 'lastPrice', symbol),
      markPrice: readPriceOrNone(row, 'markPrice', symbol),
      bid1Price: readPriceOrNone(row, bid, symbol),
      ask1Price: readPriceOrNone(row, ask, symbol),
      volume24h: readOptionalDecimal<Qty>(row, 'volume24h'),
    }
  })
}

function resultOf(answer: unknown): JsonObject {
  const envelope = parseEnvelope(answer)
  if (envelope === null || envelope.retCode !== 0) throw new WireError('retCode', envelope?.retCode)
  return asObject(envelope.result, 'result')
}

function readable<T>(result: JsonObject, read: (row: JsonObject) => T): readonly T[] {
  return asArray(result['list'], 'list').flatMap((row) => {
    try {
      return [read(asObject(row, 'row'))]
    } catch (error) {
      if (error instanceof WireError) return []
      throw error
    }
  })
}

function readSymbol(row: JsonObject): InstrumentSymbol {
  const symbol = readText(row, 'symbol')
  if (!isSymbolName(symbol)) throw new WireError('symbol', symbol)
  return symbol as InstrumentSymbol
}
