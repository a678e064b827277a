import type { Wallet } from '../../../domain/account/wallet'
import { compare } from '../../../domain/decimal'
import type { ExecId, Execution } from '../../../domain/order/execution'
import type { Order, OrderId, OrderLinkId, OrderStatus } from '../../../domain/order/order'
import { isOpen, isTerminal, NEXT_STATUS } from '../../../domain/order/order-status'
import type { Position } from '../../../domain/position/position'
import type { VenueCapabilities } from '../../venue/venue-port'

/** Closed orders and fills kept in the hub. */
export const CLOSED_ORDERS_MAX = 500
/** So many more may stand before the oldest are forgotten: looking through all for each one costs more than they do. */
export const CLOSED_ORDERS_SLACK = 100
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
export function isForward(
  known: Order | undefined,
  next: Order,
  by: Forward = 'sequence',
  /** Whether it came next on the stream. */
  isNext = false,
): boolean {
  if (known === undefined) return true
  if (next.seq < known.seq || isTerminal(known.status)) return false
  const more = compare(next.filledQty, known.filledQty)
  if (more < 0) return false
  // Two changes may share a time: then what has moved on is news, and what comes next on the stream.
  const isMoved = more > 0 || next.status !== known.status || isNext
  if (next.seq === known.seq && (by === 'sequence' || !isMoved)) return false
  return next.status === known.status || REACHABLE.get(known.status)?.has(next.status) === true
}

type Forward = VenueCapabilities['forward']

interface KnownOrder {
  readonly order: Order
  /** This is how it was as of here, whatever else is said of it from before: of a row its own, of a list the list's. */
  readonly asOfSeq: number
}

/** What became of a row of the exchange's list of open orders. */
export type Listed =
  | 'known'
  | 'news'
  /** It goes against what is known from before: an order that had ended is open, or a fill is taken back (decisions 42). */
  | 'contradiction'

/** Orders, positions, fills and wallet of one account, whoever brings the rows: newest by sequence, each fill once. */
export class AccountState {
  readonly #orders = new Map<OrderId, KnownOrder>()
  readonly #positions = new Map<string, Position>()
  readonly #executionIds = new Set<ExecId>()
  #executions: readonly Execution[] = []
  #wallet: Wallet | null = null
  #endedSinceForgotten = 0

  /** @param forward what the `seq` of its rows stands for */
  constructor(private readonly forward: Forward = 'sequence') {}

  orders(): readonly Order[] {
    return [...this.#orders.values()].map(({ order }) => order)
  }

  order(id: OrderId): Order | null {
    return this.#orders.get(id)?.order ?? null
  }

  orderByLink(linkId: OrderLinkId): Order | null {
    for (const { order } of this.#orders.values()) if (order.linkId === linkId) return order
    return null
  }

  /** Empty ones included, as far as they are known: they tell mode and leverage. */
  positions(): readonly Position[] {
    return [...this.#positions.values()]
  }

  position(of: Pick<Position, 'symbol' | 'positionIdx'>): Position | null {
    return this.#positions.get(positionKey(of)) ?? null
  }

  /** Whether the position has a size. */
  isHeld(position: Pick<Position, 'symbol' | 'positionIdx'>): boolean {
    const known = this.position(position)
    return known !== null && known.size !== '0'
  }

  /** Oldest first. */
  executions(): readonly Execution[] {
    return this.#executions
  }

  wallet(): Wallet | null {
    return this.#wallet
  }

  /** The highest sequence of a row that is known; 0 of none. */
  highestSeq(): number {
    let highest = 0
    for (const { order } of this.#orders.values()) highest = Math.max(highest, order.seq)
    for (const { seq } of this.#positions.values()) highest = Math.max(highest, seq)
    return Math.max(highest, this.#executions.at(-1)?.seq ?? 0)
  }

  /** Nothing of the account stays here (I12). */
  clear(): void {
    this.#orders.clear()
    this.#positions.clear()
    this.#executionIds.clear()
    this.#executions = []
    this.#wallet = null
  }

  /**
   * Closes what a complete list of positions does not have. A row that is told by its time is closed at the moment after
   * its last change, and not as of the list: that is this computer's own time, by which a later change may be the earlier.
   * @param asOfSeq that of its first page
   * @returns the positions that closed
   */
  closeMissing(listed: readonly Position[], asOfSeq: number): readonly Position[] {
    const closed = this.missingPositions(listed, asOfSeq).map((position): Position => ({
      ...position,
      side: null,
      size: '0' as Position['size'],
      seq: this.forward === 'sequence' ? asOfSeq : position.seq + 1,
    }))
    for (const position of closed) this.#positions.set(positionKey(position), position)
    return closed
  }

  /** Positions with a size that a complete list does not have, and that were known by then. */
  missingPositions(listed: readonly Position[], asOfSeq: number): readonly Position[] {
    const keys = new Set(listed.map(positionKey))
    return this.positions().filter(
      (position) => position.size !== '0' && !keys.has(positionKey(position)) && position.seq <= asOfSeq,
    )
  }

  /** A row of the stream, or of a look-up. @param isNext it came next on the stream. @returns whether it was news */
  takeOrder(order: Order, isNext = false): boolean {
    const known = this.#orders.get(order.id)
    // The list that lacks an order is later than its end.
    const isEndOfMissing = known?.order.missing !== undefined && isTerminal(order.status)
    const isOlder =
      known !== undefined && (this.forward === 'sequence' ? order.seq <= known.asOfSeq : order.seq < known.asOfSeq)
    if (isOlder && !isEndOfMissing) return false
    if (!isForward(known?.order, order, this.forward, isNext)) return false
    this.#setOrder(order, order.seq)
    return true
  }

  /**
   * A row of the list of open orders. A later list wins over everything known from before it, also over an order that is
   * held for ended (decisions 42); an earlier one, from an exchange whose REST lags, over nothing (F13).
   *
   * @param asOfSeq what the list, or the page of it, is complete up to; `null` where that is not said
   */
  takeListed(order: Order, asOfSeq: number | null): Listed {
    const known = this.#orders.get(order.id)
    if (known === undefined || asOfSeq === null) return this.takeOrder(order) ? 'news' : 'known'
    const asOf = Math.max(order.seq, asOfSeq)
    if (asOf <= known.asOfSeq) return 'known'
    const isSame = order.seq === known.order.seq && isOpen(known.order)
    const isLater = isForward(known.order, order, this.forward)
    this.#setOrder(isSame ? known.order : order, asOf)
    if (isSame) return 'known'
    return isLater && known.order.missing === undefined ? 'news' : 'contradiction'
  }

  /**
   * Marks what was open and is not in a complete list of open orders: it is over, and how it ended is to be looked up.
   * @param asOfSeq that of its first page: what is younger may stand in none of its pages and be open
   * @returns the orders that were marked
   */
  markMissing(listed: ReadonlySet<OrderId>, asOfSeq: number): readonly Order[] {
    const marked: Order[] = []
    for (const [id, { order, asOfSeq: knownAsOf }] of this.#orders) {
      if (!isOpen(order) || listed.has(id) || knownAsOf > asOfSeq) continue
      marked.push({ ...order, missing: 'asking' })
    }
    for (const order of marked) this.#orders.set(order.id, { order, asOfSeq })
    return marked
  }

  /** Orders whose end is still to be looked up, oldest news first. */
  missing(): readonly Order[] {
    return this.orders()
      .filter((order) => order.missing === 'asking')
      .toSorted((a, b) => a.seq - b.seq)
  }

  /**
   * What the exchange says of an order that a list left out. Where lists are not as of a sequence it may be open after
   * all: it was too young for the list, or the list lagged behind. @returns whether it was news
   */
  takeFound(order: Order): boolean {
    const known = this.#orders.get(order.id)
    if (known === undefined) return false
    if (this.forward === 'updatedTime' && known.order.missing === 'asking' && isOpen(order)) {
      this.#setOrder(order, order.seq)
      return true
    }
    return this.takeOrder(order)
  }

  /** The exchange does not know the order. @returns it as it is held from now on; `null` when something was heard of it */
  giveUp(id: OrderId): Order | null {
    const known = this.#orders.get(id)
    if (known?.order.missing !== 'asking') return null
    const order: Order = { ...known.order, missing: 'unknown' }
    this.#setOrder(order, known.asOfSeq)
    return order
  }

  #setOrder(order: Order, asOfSeq: number): void {
    this.#orders.set(order.id, { order, asOfSeq })
    if (!isOpen(order) && ++this.#endedSinceForgotten >= CLOSED_ORDERS_SLACK) this.#forgetOldOrders()
  }

  #forgetOldOrders(): void {
    this.#endedSinceForgotten = 0
    const closed = this.orders().filter((order) => !isOpen(order) && order.missing !== 'asking')
    if (closed.length <= CLOSED_ORDERS_MAX) return
    const surplus = closed.toSorted((a, b) => a.seq - b.seq).slice(0, closed.length - CLOSED_ORDERS_MAX)
    for (const order of surplus) this.#orders.delete(order.id)
  }

  /**
   * Marks move without a new sequence, so an equal one is news too; an older one never is.
   * @returns the row as it is known from now on; `null` where it is no news
   */
  takePosition(position: Position): Position | null {
    const known = this.#positions.get(positionKey(position))
    const row = this.forward === 'updatedTime' && position.seq === 0 ? this.#asOfNow(position, known) : position
    if (known !== undefined && row.seq < known.seq) return null
    this.#positions.set(positionKey(row), row)
    return row
  }

  /**
   * A position that never was has no time of a last change. Among empty ones it is taken for what it comes as: the newest,
   * by which the contract's mode is told. Beside one that is held it may be of before, and stays the oldest.
   */
  #asOfNow(position: Position, known: Position | undefined): Position {
    const { symbol, positionIdx } = position
    const others = ([0, 1, 2] as const)
      .filter((idx) => (idx === 0) !== (positionIdx === 0))
      .flatMap((idx) => this.#positions.get(positionKey({ symbol, positionIdx: idx })) ?? [])
    if ([...others, ...(known === undefined ? [] : [known])].some(({ size }) => size !== '0')) return position
    const seq = Math.max(known?.seq ?? 0, ...others.map((one) => one.seq + 1))
    return { ...position, seq }
  }

  takeWallet(wallet: Wallet): boolean {
    if (this.#wallet !== null && wallet.seq < this.#wallet.seq) return false
    this.#wallet = wallet
    return true
  }

  hasExecution(id: ExecId): boolean {
    return this.#executionIds.has(id)
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
