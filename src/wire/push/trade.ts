import type { Trade } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asArray, asObject, readInteger, readText, readWord } from '../json'
import { readPrice, readTradedQty } from '../price'
import { SIDE_OF, SIDE_WORD } from '../words'

/** One row of `recently_trade.H.{symbol}`: v5 public trade. `S` is the taker's side. Rows rise in time. */
export interface TradeJson {
  readonly i: string
  readonly s: string
  readonly S: string
  readonly p: string
  readonly v: string
  readonly T: number
}

export function writeTrade(trade: Trade): TradeJson {
  return { i: trade.id, s: trade.symbol, S: SIDE_WORD[trade.side], p: trade.price, v: trade.qty, T: trade.timeMs }
}

/** @throws WireError naming the field */
export function parseTrades(data: unknown): readonly Trade[] {
  return asArray(data, 'data').map((row) => {
    const json = asObject(row, 'data')
    const symbol = readText(json, 's') as InstrumentSymbol
    return {
      id: readText(json, 'i'),
      symbol,
      side: readWord(json, 'S', SIDE_OF),
      price: readPrice(json, 'p', symbol),
      qty: readTradedQty(json, 'v'),
      timeMs: readInteger(json, 'T'),
    }
  })
}
