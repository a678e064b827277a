import type { Wallet } from '../../../domain/account/wallet'
import type { Execution } from '../../../domain/order/execution'
import type { Order } from '../../../domain/order/order'
import type { OrderAction } from '../../../domain/order/order-action'
import type { Position } from '../../../domain/position/position'
import { asArray, asObject, readInteger, type JsonObject } from '../../../wire/json'
import { parseExecutionRows, parseOrderRows, parsePositionRows, parseWalletRows } from '../../../wire/push/account'
import { parseOrder } from '../../../wire/shape/order'
import type { VenueCapabilities } from '../venue-port'

/** Readers of the account's rows, which are the same on the socket and in lists. @throws WireError in each */
export interface RowReaders {
  order(row: unknown): Order
  orders(data: unknown): readonly { readonly order: Order; readonly action: OrderAction | null }[]
  executions(data: unknown): readonly Execution[]
  positions(data: unknown): readonly Position[]
  wallets(data: unknown): readonly Wallet[]
}

/** @param forward what the rows are put in order by; where they bear no sequence, the time of their last change */
export function rowReaders(forward: VenueCapabilities['forward']): RowReaders {
  const placed = (row: JsonObject): JsonObject => (forward === 'sequence' ? row : { ...row, seq: changedAt(row) })
  const placedRows = (data: unknown): readonly JsonObject[] =>
    asArray(data, 'data').map((row) => placed(asObject(row, 'data')))
  return {
    order: (row) => parseOrder(ofPair(placed(asObject(row, 'list')))),
    orders: (data) => parseOrderRows(placedRows(data)),
    executions: (data) => parseExecutionRows(placedRows(data).map(ofPair)),
    positions: (data) => parsePositionRows(placedRows(data)),
    wallets: (data) => parseWalletRows(placedRows(data)),
  }
}

/** v5's words for what a pair's order waits as: the plan type beside them says the same. */
const PAIR_PLANS: ReadonlySet<unknown> = new Set(['tpslOrder', 'OcoOrder', 'BidirectionalTpslOrder', 'TrailingStop'])

/**
 * A list names a pair as a perpetual is named, beside its category (ADR-300), and its plans in words of v5's own. The fee
 * is taken of the coin received, which parts the name: of a buy its first coin, of a sale its second.
 */
function ofPair(row: JsonObject): JsonObject {
  const { category, symbol, feeCurrency, side, stopOrderType } = row
  if (category !== 'spot' || typeof symbol !== 'string' || symbol.includes('/')) return row
  const coin = typeof feeCurrency === 'string' ? feeCurrency : ''
  const at = side === 'Buy' ? coin.length : symbol.length - coin.length
  const isPart = coin !== '' && (side === 'Buy' ? symbol.startsWith(coin) : symbol.endsWith(coin))
  return {
    ...row,
    ...(isPart ? { symbol: `${symbol.slice(0, at)}/${symbol.slice(at)}` } : {}),
    ...(PAIR_PLANS.has(stopOrderType) ? { stopOrderType: 'Stop' } : {}),
  }
}

/** The time of a row's last change, ms: an order's or position's `updatedTime`, a fill's `execTime`; 0 of a wallet. */
function changedAt(row: JsonObject): number {
  for (const field of ['updatedTime', 'execTime']) {
    const value = row[field]
    if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return Number(value)
    if (typeof value === 'number') return readInteger(row, field)
  }
  return 0
}
