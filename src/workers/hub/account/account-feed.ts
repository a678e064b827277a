import { withDeadline } from '../../../base/deadline'
import type { InstrumentSymbol, Order } from '../../../domain/order/order'
import { Unreadable } from '../../../base/unreadable'
import type { AlertRow } from './alert-feed'
import type { Strategy } from '../../../domain/order/strategy'
import type { Execution } from '../../../domain/order/execution'
import type { OrderAction } from '../../../domain/order/order-action'
import type { AccountTimes, FeedState } from '../../hub-events'
import type { Reply, TopicMessage } from '../../venue/venue-messages'
import type { AccountTopic, VenuePort } from '../../venue/venue-port'
import { AccountComparison } from './account-comparison'
import { AccountReads, type ReadsListener } from './account-reads'
import { AccountState } from './account-state'
import type { ChannelOwner, ChannelPorts } from '../channel-ports'
import { Channel } from '../connection'
import type { RestClient } from '../rest-client'
import type { Session } from './session'
import type { HubTerm } from '../store/hub-store'

/** Up to 3 retries, 500 ms apart, are four attempts (decisions 10). */
export const LOGIN_ATTEMPTS = 4
export const LOGIN_RETRY_MS = 500
export const REPLY_DEADLINE_MS = 3_000
/** A disk that has not given the hub its term by then keeps nobody waiting: the channel is logged in without one. */
export const TERM_WAIT_MS = 1_000
/** Contracts whose modes and leverage are read although nothing is held there: those looked at last. */
export const FOLLOWED_MAX = 8

export interface AccountListener extends ReadsListener {
  /** One order moved by a live push message, for toasts: never a replay, a snapshot or a REST row (F14). */
  orderNews(order: Order, action: OrderAction | null, before: Order | null): void
  /** The same of something that nobody ordered, or a fill. */
  executionNews(execution: Execution): void
  /** Rows as they came: whoever keeps the list merges them. */
  strategies(strategies: readonly Strategy[]): void
  /** Price alerts that were set, changed or removed, or have fired. */
  alerts(rows: readonly AlertRow[]): void
  /** The whole account changed (first load, sign-out). */
  account(): void
  state(state: FeedState): void
  reconciled(): void
  /** This hub instance's term, once the disk has given it. */
  term(): Promise<HubTerm>
  /** Whether any tab is attached. */
  hasTabs(): boolean
}

class TermTooLate extends Error {
  override readonly name = 'TermTooLate'
}

/** What the private channel and REST say of one account, merged: newest by sequence, forward only, each fill once. */
export class AccountFeed implements ChannelOwner {
  readonly channel: Channel
  readonly state: AccountState
  /** By the topics' names on the socket. */
  readonly #lastSeq = new Map<string, number>()
  /** Exchange time of each topic's newest message, in the time of this computer. */
  readonly #heardAt = new Map<AccountTopic, number>()
  /** Rises with each socket and each sign-out: whatever answers an older one comes too late. */
  #connectionCount = 0
  readonly #comparison: AccountComparison
  readonly #reads: AccountReads
  #loginRequest: string | null = null
  #subscribeRequest: string | null = null
  #answered: ((success: boolean) => void) | null = null
  readonly #followed = new Set<InstrumentSymbol>()
  resyncs = 0
  #dropped = 0
  /** Whether this channel asked for what came after what is known. */
  #isResuming = false

  constructor(
    private readonly venue: VenuePort,
    private readonly ports: ChannelPorts,
    rest: RestClient,
    private readonly session: Session,
    private readonly listener: AccountListener,
  ) {
    this.state = new AccountState(venue.capabilities.forward)
    this.channel = new Channel('private', venue.account.url, ports, this)
    this.#reads = new AccountReads(this.state, {
      venue,
      rest,
      clock: ports.clock,
      trace: ports.trace,
      listener,
      followed: () => [...this.#followed],
    })
    this.#comparison = new AccountComparison({
      clock: ports.clock,
      random: ports.random,
      compare: (isCurrent) => this.#reads.compare(isCurrent),
      doubted: () => this.channel.noteGap(),
      agreed: () => {
        this.channel.settle()
        listener.reconciled()
      },
    })
  }

  start(): void {
    this.channel.start()
  }

  /** Nobody looks: what is known stays known, and is compared again before it is called live. */
  pause(): void {
    this.channel.pause()
  }

  /** Signed out: nothing of the account stays here (I12). */
  clear(): void {
    this.#connectionCount++
    this.channel.stop()
    this.#comparison.end()
    this.state.clear()
    this.#reads.clear()
    this.#lastSeq.clear()
    this.#heardAt.clear()
    this.channel.data.wholeAtMs = null
    this.listener.account()
  }

  /** Messages and lists that could not be read. */
  get dropped(): number {
    return this.#dropped + this.#reads.dropped
  }

  /** As of when the account is known; `null` before it was first compared. */
  times(): AccountTimes | null {
    const { wholeAtMs } = this.channel.data
    if (wholeAtMs === null) return null
    const asOf = (topic: AccountTopic): number => Math.max(wholeAtMs, this.#heardAt.get(topic) ?? 0)
    return { orders: asOf('orders'), positions: asOf('positions'), wallets: asOf('wallets') }
  }

  /** Rows from elsewhere (a look-up, an answer) go through the same merge. @returns what is known after it */
  mergeOrder(order: Order): Order {
    if (this.state.takeOrder(order)) this.listener.orders([order])
    return this.state.order(order.id) ?? order
  }

  /** Compares with REST soon: after a loss, a gap, an unknown outcome, and every few seconds. */
  verify(): void {
    this.#comparison.ask()
  }

  /**
   * Keeps the positions of a contract known while they are empty: the list of positions leaves those out, and only they
   * say which mode and leverage the next order meets.
   */
  follow(symbol: InstrumentSymbol): void {
    const isNew = !this.#followed.delete(symbol)
    this.#followed.add(symbol)
    const [oldest] = this.#followed
    if (this.#followed.size > FOLLOWED_MAX && oldest !== undefined) this.#followed.delete(oldest)
    if (isNew) this.verify()
  }

  // The channel's side.

  onOpen(): void {
    void this.#logIn(++this.#connectionCount)
  }

  onFrame(): boolean {
    return false
  }

  onPush(message: TopicMessage): void {
    const name = message.topic
    const topic = this.venue.account.topics.get(name)
    if (topic === undefined) return
    const last = this.#lastSeq.get(name)
    if (message.isSnapshot && topic === 'orders' && this.#isResuming) {
      // What is known cannot be gone on from: too much was missed, or the exchange is another instance of itself.
      this.#isResuming = false
      this.#reads.beganAnew()
      this.#comparison.doubt()
    }
    const hasGap = !message.isSnapshot && last !== undefined && message.seq > last + 1
    // A lower sequence is a repeat or a stream that started again; its rows carry their own order.
    const isNext = message.isSnapshot || last === undefined || message.seq > last
    if (isNext) this.#lastSeq.set(name, message.seq)
    try {
      this.#take(topic, message, isNext)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#dropped++
      this.ports.trace(name, error)
      this.#unsure()
      return
    }
    this.#heardAt.set(topic, this.channel.data.note(message.timeMs, message.seq))
    if (hasGap) this.#unsure()
  }

  onReply(reply: Reply): void {
    if (reply.requestId !== this.#loginRequest && reply.requestId !== this.#subscribeRequest) return
    const answered = this.#answered
    this.#answered = null
    answered?.(reply.isSuccess)
  }

  onLost(): void {
    this.#connectionCount++
    this.#comparison.end()
    this.#answered?.(false)
    this.#answered = null
  }

  onHeartbeatGap(): void {
    this.#unsure()
  }

  /** What came before the heartbeat on the same socket is here: a sequence that is not is lost, or began anew. */
  onLastSeqs(seqs: ReadonlyMap<string, number>): void {
    let isWhole = true
    for (const [topic, seq] of seqs) {
      const last = this.#lastSeq.get(topic)
      if (last === undefined || last === seq) continue
      isWhole = false
      this.#lastSeq.set(topic, seq)
    }
    if (!isWhole) this.#unsure()
  }

  isSynced(): boolean {
    return this.#comparison.isAgreed
  }

  onState(state: FeedState): void {
    this.listener.state(state)
  }

  /** Something may be missing: says so, asks REST, and is whole again after the answer. */
  #unsure(): void {
    this.resyncs++
    this.#comparison.doubt()
  }

  async #logIn(connection: number): Promise<void> {
    for (let attempt = 0; attempt < LOGIN_ATTEMPTS; attempt++) {
      if (attempt > 0) await new Promise<void>((resolve) => this.ports.clock.after(LOGIN_RETRY_MS, resolve))
      if (connection !== this.#connectionCount) return
      const tokens = await this.session.loginTokens()
      if (connection !== this.#connectionCount) return
      if (tokens === null) continue
      const taken = await this.#term()
      if (connection !== this.#connectionCount) return
      if (!this.listener.hasTabs()) {
        // Its tabs met elsewhere while it began: it takes the channel from nobody (I5).
        this.pause()
        return
      }
      this.#loginRequest = this.channel.send({
        op: 'login',
        tokens,
        ...taken,
      })
      if (await this.#reply()) {
        if (connection === this.#connectionCount) await this.#subscribe(connection)
        return
      }
      if (connection !== this.#connectionCount) return
    }
    // Four refusals: this socket will not become ours. The channel tries a new one after its back-off.
    this.channel.restart()
  }

  #term(): Promise<HubTerm | null> {
    return withDeadline(this.ports.clock, TERM_WAIT_MS, this.listener.term(), () => new TermTooLate()).catch(() => null)
  }

  async #subscribe(connection: number): Promise<void> {
    const from = Object.fromEntries(this.#lastSeq)
    this.#isResuming = this.#lastSeq.size > 0
    this.#subscribeRequest = this.channel.send({
      op: 'subscribe',
      topics: [...this.venue.account.topics.keys()],
      from: this.#isResuming ? from : undefined,
    })
    const success = await this.#reply()
    if (connection !== this.#connectionCount) return
    if (!success) {
      this.channel.restart()
      return
    }
    // A full comparison comes before anything is painted live: orders may have gone while nobody listened (F12).
    this.#comparison.begin()
  }

  #reply(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.ports.clock.after(REPLY_DEADLINE_MS, () => {
        this.#answered = null
        resolve(false)
      })
      this.#answered = (success) => {
        cancel()
        resolve(success)
      }
    })
  }

  #take(topic: AccountTopic, message: TopicMessage, isNext: boolean): void {
    switch (topic) {
      case 'orders': {
        const changed = this.venue.account.orders(message.data).flatMap((row) => {
          const before = this.state.order(row.order.id)
          return this.state.takeOrder(row.order, isNext) ? [{ ...row, before }] : []
        })
        if (changed.length > 0) this.listener.orders(changed.map(({ order }) => order))
        if (message.isSnapshot || message.isReplay) return
        for (const { order, action, before } of changed) this.listener.orderNews(order, action, before)
        return
      }
      case 'executions': {
        const executions = this.venue.account.executions(message.data)
        this.#reads.takeExecutions(executions)
        if (message.isSnapshot || message.isReplay) return
        for (const execution of executions) this.listener.executionNews(execution)
        return
      }
      case 'positions':
        this.#reads.takePositions(this.venue.account.positions(message.data))
        return
      case 'strategies':
        this.listener.strategies(this.venue.account.strategies(message.data))
        return
      case 'alerts':
        // A snapshot says nothing of them, and what is played back is in the list that is read with the account.
        if (!message.isSnapshot && !message.isReplay) this.listener.alerts(this.venue.account.alerts(message.data))
        return
      case 'wallets':
        this.#reads.takeWallets(this.venue.account.wallets(message.data))
    }
  }
}
