import type { InterestCharge } from '../../src/domain/account/interest-charge'
import type { Transaction } from '../../src/domain/account/transaction'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { Order, OrderStatus } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { ExecutionEffect, VenueEvent } from '../venue/venue-port'
import type { HistoryPage } from './journal-port'

export type HistoryRow =
  | { readonly kind: 'order'; readonly account: string; readonly value: Order }
  | {
      readonly kind: 'execution'
      readonly account: string
      readonly value: Execution
      readonly effect: ExecutionEffect
    }
  | { readonly kind: 'closedPnl'; readonly account: string; readonly value: ClosedPnl }
  | { readonly kind: 'transfer'; readonly account: string; readonly value: Transaction }
  | { readonly kind: 'interest'; readonly account: string; readonly value: InterestCharge }
  /** Everybody's: its account is `EVERYBODY`. */
  | { readonly kind: 'funding'; readonly account: string; readonly value: FundingRate }

export const EVERYBODY = ''

const CLOSED: ReadonlySet<OrderStatus> = new Set([
  'filled',
  'canceled',
  'partiallyFilledCanceled',
  'rejected',
  'deactivated',
])

/** What of an event belongs in the history: orders that closed, executions, and what they did to accounts. */
export function historyRowOf(event: VenueEvent): HistoryRow | null {
  switch (event.type) {
    case 'execution': {
      const { account, execution, effect } = event
      return { kind: 'execution', account, value: execution, effect }
    }
    case 'order':
      return CLOSED.has(event.order.status) ? { kind: 'order', account: event.account, value: event.order } : null
    case 'closedPnl':
      return { kind: 'closedPnl', account: event.account, value: event.closedPnl }
    case 'transfer':
      return { kind: 'transfer', account: event.account, value: event.transaction }
    case 'interest':
      return { kind: 'interest', account: event.account, value: event.interest }
    case 'funding':
      return { kind: 'funding', account: EVERYBODY, value: event.fundingRate }
    default:
      return null
  }
}

/** Whether a query's page is open to this row. */
export function matches(row: HistoryRow, account: string, page: HistoryPage): boolean {
  if (row.account !== account) return false
  const { symbol, symbols, startMs, endMs, orderId, orderLinkId, execTypes, orderStatus, isListed } = page
  const own = row.kind === 'interest' ? null : row.value.symbol
  if (symbol !== null && own !== symbol) return false
  if (symbols !== null && symbols !== undefined && (own === null || !symbols.has(own))) return false
  if (execTypes !== null && execTypes !== undefined && row.kind === 'execution') {
    if (!execTypes.includes(row.value.execType)) return false
  }
  if (row.kind === 'order') {
    if (orderStatus !== null && orderStatus !== undefined && row.value.status !== orderStatus) return false
    if (isListed !== null && isListed !== undefined && !isListed(row.value)) return false
  }
  const timeMs = timeOf(row)
  if (startMs !== null && timeMs < startMs) return false
  if (endMs !== null && timeMs > endMs) return false
  if (orderId !== null && orderId !== undefined && orderIdOf(row) !== orderId) return false
  return orderLinkId === null || orderLinkId === undefined || linkIdOf(row) === orderLinkId
}

export const timeOf = (row: HistoryRow): number =>
  row.kind === 'order' || row.kind === 'closedPnl' ? row.value.updatedAtMs : row.value.timeMs

export const orderIdOf = (row: HistoryRow): string | null => {
  if (row.kind === 'order') return row.value.id
  return row.kind === 'funding' || row.kind === 'interest' ? null : row.value.orderId
}
export const linkIdOf = (row: HistoryRow): string | null => {
  if (row.kind === 'order') return row.value.linkId
  return row.kind === 'execution' ? row.value.orderLinkId : null
}
