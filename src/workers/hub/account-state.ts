import type { Wallet } from '../../domain/account/wallet'
import { compare } from '../../domain/decimal'
import type { ExecId, Execution } from '../../domain/order/execution'
import type { Order, OrderId, OrderLinkId, OrderStatus } from '../../domain/order/order'
import { isTerminal, NEXT_STATUS } from '../../domain/order/order-status'
import type { Position } from '../../domain/position/position'

/** Closed orders and fills kept in the hub. */
export const CLOSED_ORDERS_MAX = 500
export const EXECUTIONS_MAX = 200
/** Execution ids remembered, so that none counts twice (I8). */
export const EXECUTION_IDS_MAX = 10_000

/** Every status an order may still reach from another one, through messages that were never seen. */
const REACHABLE: ReadonlyMap<OrderStatus, ReadonlySet<OrderStatus>> = new Map(
  (Object.keys(NEXT_STATUS) as OrderStatus[]).map((from) => {
    const seen = new Set<OrderStatus>()
    const walk = (status: OrderStatus): void => {
      for (const next of NEXT_STATUS[status]) {
        if (seen.has(next)) continue
        seen.add(next)
        walk(next)
      }
    }
    walk(from)
    return [from, seen]
  }),
)

/**
 * Whether `next` is later news than what is known (I9): a later sequence, from a status that is not final to one that
 * can be reached, without un-filling anything.
 */
export function isForward(known: Order | undefined, next: Order): boolean {
  if (known === undefined) return true
  if (next.seq <= known.seq || isTerminal(known.status)) return false
  if (compare(next.filledQty, known.filledQty) < 0) return false
  return next.status === known.status || REACHABLE.get(known.status)?.has(next.status) === true
}

/** Orders, positions, fills and wallet of one account, whoever brings the rows: newest by sequence, each fill once. */
export class AccountState {
  readonly #orders = new Map<OrderId, Order>()
  readonly #positions = new Map<string, Position>()
  readonly #executionIds = new Set<ExecId>()
  #executions: readonly Execution[] = []
  #wallet: Wallet | null = null

  orders(): readonly Order[] {
    return [...this.#orders.values()]
  }

  order(id: OrderId): Order | null {
    return this.#orders.get(id) ?? null
  }

  orderByLink(linkId: OrderLinkId): Order | null {
    for (const order of this.#orders.values()) if (order.linkId === linkId) return order
    return null
  }

  /** Empty ones included, as far as they are known: they tell mode and leverage. */
  positions(): readonly Position[] {
    return [...this.#positions.values()]
  }

  /** Whether the position has a size. */
  isHeld(position: Pick<Position, 'symbol' | 'positionIdx'>): boolean {
    const known = this.#positions.get(positionKey(position))
    return known !== undefined && known.size !== '0'
  }

  /** Oldest first. */
  executions(): readonly Execution[] {
    return this.#executions
  }

  wallet(): Wallet | null {
    return this.#wallet
  }

  /** Nothing of the account stays here (I12). */
  clear(): void {
    this.#orders.clear()
    this.#positions.clear()
    this.#executionIds.clear()
    this.#executions = []
    this.#wallet = null
  }

  /** Closes what an exchange complete up to `asOfSeq` no longer lists. @returns the positions that closed */
  closeMissing(listed: readonly Position[], asOfSeq: number): readonly Position[] {
    const keys = new Set(listed.map(positionKey))
    const closed = this.positions()
      .filter((position) => position.size !== '0' && !keys.has(positionKey(position)) && position.seq <= asOfSeq)
      .map((position): Position => ({ ...position, side: null, size: '0' as Position['size'], seq: asOfSeq }))
    for (const position of closed) this.#positions.set(positionKey(position), position)
    return closed
  }

  /** @returns whether it was news */
  takeOrder(order: Order): boolean {
    if (!isForward(this.#orders.get(order.id), order)) return false
    this.#orders.set(order.id, order)
    if (isTerminal(order.status)) this.#forgetOldOrders()
    return true
  }

  #forgetOldOrders(): void {
    const closed = [...this.#orders.values()].filter((order) => isTerminal(order.status))
    if (closed.length <= CLOSED_ORDERS_MAX) return
    const surplus = closed.toSorted((a, b) => a.seq - b.seq).slice(0, closed.length - CLOSED_ORDERS_MAX)
    for (const order of surplus) this.#orders.delete(order.id)
  }

  /** Marks move without a new sequence, so an equal one is news too; an older one never is. */
  takePosition(position: Position): boolean {
    const known = this.#positions.get(positionKey(position))
    if (known !== undefined && position.seq < known.seq) return false
    this.#positions.set(positionKey(position), position)
    return true
  }

  takeWallet(wallet: Wallet): boolean {
    if (this.#wallet !== null && wallet.seq < this.#wallet.seq) return false
    this.#wallet = wallet
    return true
  }

  takeExecutions(executions: readonly Execution[]): readonly Execution[] {
    const fresh = executions.filter(({ id }) => !this.#executionIds.has(id))
    if (fresh.length === 0) return fresh
    for (const { id } of fresh) this.#executionIds.add(id)
    for (const id of this.#executionIds) {
      if (this.#executionIds.size <= EXECUTION_IDS_MAX) break
      this.#executionIds.delete(id)
    }
    this.#executions = [...this.#executions, ...fresh].toSorted((a, b) => a.seq - b.seq).slice(-EXECUTIONS_MAX)
    return fresh
  }
}

function positionKey(position: Pick<Position, 'symbol' | 'positionIdx'>): string {
  return `${position.symbol}/${position.positionIdx}`
}
