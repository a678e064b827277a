import type { Wallet } from '../../domain/account/wallet'
import type { Candle, Ticker, Trade } from '../../domain/market/market'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol, Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { asArray, asObject, readInteger, readText, WireError, type JsonObject } from '../json'
import { parseBookRows, type BookRowJson } from '../push/book'
import { parseCandles } from '../push/candle'
import { parseTicker } from '../push/ticker'
import { parseTrades } from '../push/trade'
import { parseExecution } from '../shape/execution'
import { parseOrder } from '../shape/order'
import { parsePosition } from '../shape/position'
import { parseWallet } from '../shape/wallet'

/** A message of a v5 socket in domain terms. */
export type V5Frame =
  | {
      readonly kind: 'book'
      readonly symbol: string
      readonly isSnapshot: boolean
      readonly bids: readonly BookRowJson[]
      readonly asks: readonly BookRowJson[]
      readonly updateId: number
    }
  | { readonly kind: 'ticker'; readonly isSnapshot: boolean; readonly ticker: Ticker }
  | { readonly kind: 'trades'; readonly trades: readonly Trade[] }
  | { readonly kind: 'candles'; readonly candles: readonly Candle[] }
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'executions'; readonly executions: readonly Execution[] }
  | { readonly kind: 'positions'; readonly positions: readonly Position[] }
  | { readonly kind: 'wallets'; readonly wallets: readonly Wallet[] }
  | { readonly kind: 'reply'; readonly op: string; readonly isAccepted: boolean; readonly requestId: string | null }

/**
 * Reads what v5's sockets send, ours or another exchange's of that dialect.
 * @throws WireError naming the field that is missing or malformed, or `topic` for one this product does not follow
 */
export function parseV5Frame(text: string): V5Frame {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new WireError('message', text)
  }
  const json = asObject(parsed, 'message')
  if ('topic' in json) return parseNews(readText(json, 'topic'), json)
  // Options are answered without an `op`.
  const op = json['type'] === 'COMMAND_RESP' ? 'COMMAND_RESP' : readText(json, 'op')
  const requestId = json['req_id'] ?? json['reqId']
  return {
    kind: 'reply',
    op,
    isAccepted: json['success'] === true || json['retCode'] === 0,
    requestId: typeof requestId === 'string' ? requestId : null,
  }
}

function parseNews(topic: string, json: JsonObject): V5Frame {
  const [head] = topic.split('.')
  switch (head) {
    case 'orderbook': {
      const data = asObject(json['data'], 'data')
      return {
        kind: 'book',
        symbol: readText(data, 's'),
        isSnapshot: isSnapshot(json),
        bids: parseBookRows(data, 'b'),
        asks: parseBookRows(data, 'a'),
        updateId: readInteger(data, 'u'),
      }
    }
    case 'tickers': {
      const stamp = { timeMs: readInteger(json, 'ts'), seq: 'cs' in json ? readInteger(json, 'cs') : 0 }
      return { kind: 'ticker', isSnapshot: isSnapshot(json), ticker: parseTicker(json['data'], null, stamp) }
    }
    case 'publicTrade':
      return { kind: 'trades', trades: parseTrades(json['data']) }
    case 'kline':
      return {
        kind: 'candles',
        candles: parseCandles(json['data'], topic.slice(topic.lastIndexOf('.') + 1) as InstrumentSymbol),
      }
    case 'order':
      return { kind: 'orders', orders: rowsOf(json).map((row) => parseOrder(inOrder(row))) }
    case 'execution':
      if (topic.startsWith('execution.fast')) throw new WireError('topic', topic)
      return { kind: 'executions', executions: rowsOf(json).map((row) => parseExecution(unclosed(row))) }
    case 'position':
      return { kind: 'positions', positions: rowsOf(json).map((row) => parsePosition(paidPrice(row))) }
    case 'wallet':
      return { kind: 'wallets', wallets: rowsOf(json).map((row) => parseWallet(ownKind(json, row))) }
    default:
      throw new WireError('topic', topic)
  }
}

function isSnapshot(json: JsonObject): boolean {
  const type = json['type']
  if (type !== 'snapshot' && type !== 'delta') throw new WireError('type', type)
  return type === 'snapshot'
}

function rowsOf(json: JsonObject): readonly JsonObject[] {
  return asArray(json['data'], 'data').map((row) => asObject(row, 'data'))
}

/** v5's orders carry no sequence: `updatedTime` is what orders them. */
function inOrder(row: JsonObject): JsonObject {
  const { createdTime, updatedTime } = row
  return { ...row, createdAtE3: createdTime, updatedAtE3: updatedTime, seq: row['seq'] ?? updatedTime }
}

/** v5 says nothing of the result of a fill, and an empty closed size where none was closed. */
function unclosed(row: JsonObject): JsonObject {
  const { execPnl, closedSize } = row
  return { ...row, execPnl: execPnl ?? '0', closedSize: closedSize === '' ? '0' : closedSize }
}

/** A position's price is `entryPrice` on sockets and `avgPrice` over REST; its sequence may be left out. */
function paidPrice(row: JsonObject): JsonObject {
  return { ...row, avgPrice: row['avgPrice'] ?? row['entryPrice'], seq: row['seq'] ?? row['updatedTime'] }
}

/** The kind of account is a word of ours; a wallet without it is of a unified one. */
function ownKind(json: JsonObject, row: JsonObject): JsonObject {
  return { ...row, accountKind: row['accountKind'] ?? 'uta2', seq: row['seq'] ?? json['creationTime'] }
}
