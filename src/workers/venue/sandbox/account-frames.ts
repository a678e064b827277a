import { unknownEndCodes } from '../../../wire/order-end-codes'
import { parseStrategyRows } from '../../../wire/push/account'
import { parseAlertRows } from '../../../wire/push/price-alerts'
import type { PrivateTopic } from '../../../wire/push/topics'
import type { AccountFrames, AccountTopic } from '../venue-port'
import type { RowReaders } from './rows'

const TOPICS: Readonly<Record<PrivateTopic, AccountTopic>> = {
  'user.order': 'orders',
  'user.execution': 'executions',
  'user.position': 'positions',
  'user.wallet': 'wallets',
  'user.strategy': 'strategies',
  'user.alert': 'alerts',
}

/** @param wsBase origin of the push sockets, without a trailing slash */
export function sandboxAccount(wsBase: string, rows: RowReaders): AccountFrames {
  return {
    url: `${wsBase}/realtime_private?v=2`,
    topics: new Map(Object.entries(TOPICS)),
    orders: rows.orders,
    executions: rows.executions,
    positions: rows.positions,
    wallets: rows.wallets,
    strategies: parseStrategyRows,
    alerts: parseAlertRows,
    unknownEndCodes,
  }
}
