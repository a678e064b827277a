import type { Clock } from '../../../base/clock'
import type { Wallet } from '../../../domain/account/wallet'
import type { Execution } from '../../../domain/order/execution'
import type { InstrumentSymbol, Order, OrderId } from '../../../domain/order/order'
import type { Position } from '../../../domain/position/position'
import { Unreadable } from '../../../base/unreadable'
import type { Compared } from './account-comparison'
import {
  EXECUTIONS_PER_PAGE,
  ListUnread,
  ORDERS_PER_PAGE,
  POSITIONS_PER_PAGE,
  readPages,
  readWhole,
} from './account-lists'
import { EXECUTIONS_MAX, type AccountState } from './account-state'
import { EarlierState, ListFromBefore } from './earlier-state'
import { OrderEnds } from './order-ends'
import type { RestClient } from '../rest-client'
import type { VenuePort } from '../../venue/venue-port'

/** Ids named in one fault; of the others it says how many. */
const IDS_IN_FAULT = 3

export interface ReadsListener {
  orders(orders: readonly Order[]): void
  positions(positions: readonly Position[]): void
  wallet(): void
  executions(executions: readonly Execution[]): void
  /** The exchange has gone back to an earlier state, and nothing is known of the account any more. */
  wentBack(): void
  /** Reads the account's strategies. @throws ListUnread, Unreadable */
  readStrategies(isCurrent: () => boolean): Promise<void>
  /** Reads its price alerts, and says by itself what does not come. */
  readAlerts(isCurrent: () => boolean): Promise<void>
}

export interface ReadsPorts {
  readonly venue: VenuePort
  readonly rest: RestClient
  readonly clock: Clock
  readonly trace: (what: string, error: unknown) => void
  readonly listener: ReadsListener
  /** Contracts whose positions are read while they are empty. */
  readonly followed: () => readonly InstrumentSymbol[]
}

/** The exchange's complete list says otherwise than what was known from before it (decisions 42). */
class ListContradicts extends Error {
  override readonly name = 'ListContradicts'
}

/** Everything that REST says of the account, read to its end and merged into what is known. */
export class AccountReads {
  readonly #ends: OrderEnds
  readonly #earlier = new EarlierState()
  dropped = 0

  constructor(
    private readonly state: AccountState,
    private readonly ports: ReadsPorts,
  ) {
    this.#ends = new OrderEnds({
      venue: ports.venue,
      rest: ports.rest,
      clock: ports.clock,
      trace: ports.trace,
      missing: () => state.missing(),
      found: (orders) => this.#takeOrders(orders),
      unknown: (id) => this.#giveUp(id),
    })
  }

  /** The stream began anew: the exchange may have been set back to an earlier state. */
  beganAnew(): void {
    this.#earlier.beginAnew(this.state.highestSeq())
  }

  /** Another account, or none. */
  clear(): void {
    this.#earlier.forget()
  }

  async compare(isCurrent: () => boolean): Promise<Compared> {
    try {
      await Promise.all([
        this.#compareOrders(isCurrent),
        this.#comparePositions(isCurrent),
        this.#readWallet(isCurrent),
        this.#readExecutions(isCurrent),
        this.ports.listener.readStrategies(isCurrent),
        // With the others, so that a page that comes back meets what fired meanwhile.
        this.ports.listener.readAlerts(isCurrent),
      ])
    } catch (error) {
      if (error instanceof ListUnread) return error.isTimeout ? 'timeout' : 'failed'
      if (error instanceof ListFromBefore) {
        if (!this.#earlier.isCertain || !isCurrent()) return 'failed'
        this.#goBack(error)
        return this.compare(isCurrent)
      }
      if (!(error instanceof Unreadable)) throw error
      this.dropped++
      this.ports.trace('reconcile', error)
      return 'failed'
    }
    // What is open is known now; how the others ended is for the history, and nobody has to wait for it.
    if (isCurrent()) void this.#ends.run(isCurrent)
    return 'finished'
  }

  /** What is known is of no state that the exchange still has: what is read next begins from nothing. */
  #goBack(reason: ListFromBefore): void {
    this.ports.trace('reconcile', reason)
    this.#earlier.forget()
    this.state.clear()
    this.ports.listener.wentBack()
  }

  takePositions(positions: readonly Position[]): void {
    const changed = positions.flatMap((position) => this.state.takePosition(position) ?? [])
    if (changed.length > 0) this.ports.listener.positions(changed)
  }

  takeWallets(wallets: readonly Wallet[]): void {
    for (const wallet of wallets) if (this.state.takeWallet(wallet)) this.ports.listener.wallet()
  }

  takeExecutions(executions: readonly Execution[]): void {
    const fresh = this.state.takeExecutions(executions)
    if (fresh.length > 0) this.ports.listener.executions(fresh)
  }

  /** Rows hold from their page on; what is missing is only known at the end of the last one. */
  async #compareOrders(isCurrent: () => boolean): Promise<void> {
    const open = new Set<OrderId>()
    const contradicted: OrderId[] = []
    let firstSeq: number | null = null
    let isFirst = true
    const { calls } = this.ports.venue
    const askedAt = this.#askedAt()
    const pages = readPages(this.ports, (cursor) => calls.openOrders({ cursor, limit: ORDERS_PER_PAGE }))
    for await (const { rows, asOfSeq } of pages) {
      if (!isCurrent()) return
      if (isFirst) {
        this.#earlier.check(asOfSeq)
        firstSeq = asOfSeq
      }
      isFirst = false
      const changed: Order[] = []
      for (const order of rows) {
        open.add(order.id)
        const listed = this.state.takeListed(order, asOfSeq)
        if (listed !== 'known') changed.push(order)
        if (listed === 'contradiction') contradicted.push(order.id)
      }
      if (changed.length > 0) this.ports.listener.orders(changed)
    }
    if (contradicted.length > 0) this.#fault('open, though known as ended or further', contradicted)
    const asOf = firstSeq ?? askedAt
    const missing = asOf === null ? [] : this.state.markMissing(open, asOf)
    if (missing.length > 0) this.ports.listener.orders(missing)
  }

  async #comparePositions(isCurrent: () => boolean): Promise<void> {
    const positions: Position[] = []
    let firstSeq: number | null = null
    let isFirst = true
    const { calls } = this.ports.venue
    const askedAt = this.#askedAt()
    const pages = readPages(this.ports, (cursor) => calls.positions({ cursor, limit: POSITIONS_PER_PAGE }))
    for await (const { rows, asOfSeq } of pages) {
      if (isFirst) firstSeq = asOfSeq
      isFirst = false
      positions.push(...rows)
    }
    if (!isCurrent()) return
    this.takePositions(positions)
    if (firstSeq !== null) this.#closeMissing(positions, firstSeq)
    const missing = askedAt === null ? [] : this.state.missingPositions(positions, askedAt)
    const asked = new Set([...this.ports.followed(), ...missing.map(({ symbol }) => symbol)])
    const read = await Promise.all([...asked].map((symbol) => this.#readPosition(symbol, isCurrent)))
    // Neither the list nor its contract's own answer has it.
    if (askedAt !== null && isCurrent()) this.#closeMissing([...positions, ...read.flat()], askedAt)
  }

  #closeMissing(listed: readonly Position[], asOf: number): void {
    const closed = this.state.closeMissing(listed, asOf)
    if (closed.length > 0) this.ports.listener.positions(closed)
  }

  /**
   * Where lists say no sequence, and rows stand in the order of their times: the venue's time before a list is asked for.
   * What was known by then and is left out is looked up. `null` where lists say more, or absences prove nothing.
   */
  #askedAt(): number | null {
    const { forward, absence } = this.ports.venue.capabilities
    return forward === 'updatedTime' && absence === 'afterDeadline' ? this.ports.rest.serverNow() : null
  }

  async #readPosition(symbol: InstrumentSymbol, isCurrent: () => boolean): Promise<readonly Position[]> {
    const read = await readWhole(this.ports, this.ports.venue.calls.positionsOf(symbol)).catch((error: unknown) => {
      // A contract that is not listed any more has no position to know.
      if (error instanceof ListUnread && error.meaning === 'unknownSymbol') return null
      throw error
    })
    if (read === null || !isCurrent()) return []
    this.takePositions(read.positions)
    return read.positions
  }

  async #readWallet(isCurrent: () => boolean): Promise<void> {
    const wallets = await readWhole(this.ports, this.ports.venue.calls.wallets())
    if (isCurrent()) this.takeWallets(wallets)
  }

  /** Newest first, back to one that is known, or as far as anything is kept. */
  async #readExecutions(isCurrent: () => boolean): Promise<void> {
    const found: Execution[] = []
    const { calls } = this.ports.venue
    const limit = EXECUTIONS_PER_PAGE
    for await (const { rows } of readPages(this.ports, (cursor) => calls.executions({ symbol: null, cursor, limit }))) {
      found.push(...rows)
      if (found.length >= EXECUTIONS_MAX || rows.some(({ id }) => this.state.hasExecution(id))) break
    }
    if (isCurrent()) this.takeExecutions(found.toReversed())
  }

  #takeOrders(orders: readonly Order[]): void {
    const changed = orders.filter((order) => this.state.takeFound(order))
    if (changed.length > 0) this.ports.listener.orders(changed)
  }

  #giveUp(id: OrderId): void {
    const order = this.state.giveUp(id)
    if (order === null) return
    this.#fault('known as open, and not to the exchange', [id])
    this.ports.listener.orders([order])
  }

  #fault(what: string, ids: readonly OrderId[]): void {
    const named = ids.slice(0, IDS_IN_FAULT).join(', ')
    const more = ids.length > IDS_IN_FAULT ? ` and ${ids.length - IDS_IN_FAULT} more` : ''
    this.ports.trace('reconcile', new ListContradicts(`${what}: ${named}${more}`))
  }
}
