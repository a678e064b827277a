import type { Wallet } from '../../domain/account/wallet'
import type { Execution } from '../../domain/order/execution'
import type { Order } from '../../domain/order/order'
import type { Strategy } from '../../domain/order/strategy'
import type { Position } from '../../domain/position/position'
import { asArray, asObject } from '../json'
import { parseStrategy, writeStrategy, type StrategyJson } from '../rest/strategy'
import { parseExecution, writeExecution, type ExecutionJson } from '../shape/execution'
import { parseOrder, writeOrder, type OrderJson } from '../shape/order'
import type { OrderAction } from '../../domain/order/order-action'
import { parsePosition, writePosition, type PositionJson } from '../shape/position'
import { parseWallet, writeWallet, type WalletJson } from '../shape/wallet'

/**
 * Data of the private topics: always a list of rows, as in v5. A snapshot of `user.order` holds the open orders, of
 * `user.position` the positions with size, of `user.execution` the newest fills (oldest first), of `user.wallet` one row.
 */
export function writeOrderRow(order: Order, action: OrderAction | null): OrderJson {
  const json = writeOrder(order, 'native')
  return action === null ? json : { ...json, action }
}

const ACTIONS: ReadonlySet<unknown> = new Set<OrderAction>(['newed', 'replaced', 'canceled', 'filled'])

/** @throws WireError naming the field */
export function parseOrderRows(
  data: unknown,
): readonly { readonly order: Order; readonly action: OrderAction | null }[] {
  return asArray(data, 'data').map((row) => {
    const json = asObject(row, 'data')
    const action = json['action']
    return { order: parseOrder(json), action: ACTIONS.has(action) ? (action as OrderAction) : null }
  })
}

/** The same rows as the list of strategies; a snapshot holds all that the list does, oldest first. */
export function writeStrategyRows(strategies: readonly Strategy[]): readonly StrategyJson[] {
  return strategies.map(writeStrategy)
}

/** @throws WireError naming the field */
export function parseStrategyRows(data: unknown): readonly Strategy[] {
  return asArray(data, 'data').map((row) => parseStrategy(asObject(row, 'data')))
}

export function writeExecutionRows(executions: readonly Execution[]): readonly ExecutionJson[] {
  return executions.map(writeExecution)
}

/** @throws WireError naming the field */
export function parseExecutionRows(data: unknown): readonly Execution[] {
  return asArray(data, 'data').map((row) => parseExecution(asObject(row, 'data')))
}

export function writePositionRows(positions: readonly Position[]): readonly PositionJson[] {
  return positions.map(writePosition)
}

/** @throws WireError naming the field */
export function parsePositionRows(data: unknown): readonly Position[] {
  return asArray(data, 'data').map((row) => parsePosition(asObject(row, 'data')))
}

export function writeWalletRows(wallet: Wallet): readonly WalletJson[] {
  return [writeWallet(wallet)]
}

/** @throws WireError naming the field */
export function parseWalletRows(data: unknown): readonly Wallet[] {
  return asArray(data, 'data').map((row) => parseWallet(asObject(row, 'data')))
}
