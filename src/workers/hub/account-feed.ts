import { withDeadline } from '../../base/deadline'
import type { Wallet } from '../../domain/account/wallet'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol, Order } from '../../domain/order/order'
import { isTerminal } from '../../domain/order/order-status'
import type { Position } from '../../domain/position/position'
import { asArray, asObject, WireError, type JsonObject } from '../../wire/json'
import type { Strategy } from '../../domain/order/strategy'
import {
  parseExecutionRows,
  parseOrderRows,
  parsePositionRows,
  parseStrategyRows,
  parseWalletRows,
} from '../../wire/push/account'
import type { PushMessage, PushReplyJson } from '../../wire/push/message'
import { PRIVATE_TOPICS, type PrivateTopic } from '../../wire/push/topics'
import { parseOrder, type OrderAction } from '../../wire/shape/order'
import type { FeedState } from '../hub-events'
import { AccountState } from './account-state'
import type { ChannelOwner, ChannelPorts } from './channel-ports'
import { Channel } from './connection'
import type { RestClient } from './rest-client'
import type { Session } from './session'
import type { HubTerm } from './vault'

/** Up to 3 retries, 500 ms apart, are four attempts (decisions 10). */
export const LOGIN_ATTEMPTS = 4
export const LOGIN_RETRY_MS = 500
export const REPLY_DEADLINE_MS = 3_000
/** A disk that has not given the hub its term by then keeps nobody waiting: the channel is logged in without one. */
export const TERM_WAIT_MS = 1_000
/** Longest time a lost private message goes unnoticed (reliability F4). */
export const VERIFY_MS = 8_000
/** Orders looked up one by one in one reconciliation. */
const LOOK_UPS_MAX = 50
/** Contracts whose modes and leverage are read although nothing is held there: those looked at last. */
export const FOLLOWED_MAX = 8

const ORDERS_PATH = '/v5/order/realtime'
const POSITIONS_PATH = '/v5/position/list'
const WALLET_PATH = '/v5/account/wallet-balance'
const EXECUTIONS_PATH = '/v5/execution/list'

export interface AccountListener {
  orders(orders: readonly Order[]): void
  /** One order moved by a live push message, for toasts: never a replay, a snapshot or a REST row (F14). */
  orderNews(order: Order, action: OrderAction | null): void
  positions(positions: readonly Position[]): void
  wallet(): void
  executions(executions: readonly Execution[]): void
  /** Rows as they came: whoever keeps the list merges them. */
  strategies(strategies: readonly Strategy[]): void
  /** The whole account changed (first load, sign-out). */
  account(): void
  state(state: FeedState): void
  reconciled(): void
  /** This hub's life, once the disk has given it. */
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
  readonly state = new AccountState()
  readonly #lastSeq = new Map<PrivateTopic, number>()
  /** Rises with each socket and each sign-out: whatever answers an older one comes too late. */
  #life = 0
  #isSynced = false
  #isReconciling = false
  #wantsReconcile = false
  #loginRequest: string | null = null
  #subscribeRequest: string | null = null
  #answered: ((success: boolean) => void) | null = null
  #cancelVerify: (() => void) | null = null
  readonly #followed = new Set<InstrumentSymbol>()
  resyncs = 0
  dropped = 0

  constructor(
    url: string,
    private readonly ports: ChannelPorts,
    private readonly rest: RestClient,
    private readonly session: Session,
    private readonly listener: AccountListener,
  ) {
    this.channel = new Channel(url, ports, this)
  }

  start(): void {
    this.channel.start()
    this.#scheduleVerify()
  }

  /** Nobody looks: what is known stays known, and is compared again before it is called live. */
  pause(): void {
    this.channel.pause()
    this.#cancelVerify?.()
    this.#cancelVerify = null
  }

  /** Signed out: nothing of the account stays here (I12). */
  clear(): void {
    this.#life++
    this.channel.stop()
    this.#cancelVerify?.()
    this.#cancelVerify = null
    this.state.clear()
    this.#lastSeq.clear()
    this.listener.account()
  }

  /** Rows from elsewhere (a look-up, an answer) go through the same merge. @returns what is known after it */
  mergeOrder(order: Order): Order {
    if (this.state.takeOrder(order)) this.listener.orders([order])
    return this.state.order(order.id) ?? order
  }

  /** Compares with REST soon: after a loss, a gap, an unknown outcome, and every few seconds. */
  verify(): void {
    if (!this.#isSynced) return
    void this.#reconcile()
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
    void this.#logIn(++this.#life)
  }

  onFrame(): boolean {
    return false
  }

  onPush(message: PushMessage): void {
    const topic = message.topic as PrivateTopic
    if (!PRIVATE_TOPICS.includes(topic)) return
    const last = this.#lastSeq.get(topic)
    const hasGap = !message.isSnapshot && last !== undefined && message.seq > last + 1
    // A lower sequence is a repeat or a stream that started again; its rows carry their own order.
    if (message.isSnapshot || last === undefined || message.seq > last) this.#lastSeq.set(topic, message.seq)
    try {
      this.#take(topic, message)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.dropped++
      this.ports.trace(topic, error)
      this.#unsure()
      return
    }
    this.channel.noteData(message.timeMs, message.seq)
    if (hasGap) this.#unsure()
  }

  onReply(reply: PushReplyJson): void {
    if (reply.req_id !== this.#loginRequest && reply.req_id !== this.#subscribeRequest) return
    const answered = this.#answered
    this.#answered = null
    answered?.(reply.success)
  }

  onLost(): void {
    this.#life++
    this.#isSynced = false
    this.#answered?.(false)
    this.#answered = null
  }

  onHeartbeatGap(): void {
    this.#unsure()
  }

  isSynced(): boolean {
    return this.#isSynced && !this.#wantsReconcile
  }

  onState(state: FeedState): void {
    this.listener.state(state)
  }

  /** Something may be missing: says so, asks REST, and is whole again after the answer. */
  #unsure(): void {
    this.resyncs++
    this.#wantsReconcile = true
    this.channel.noteGap()
    void this.#reconcile()
  }

  async #logIn(life: number): Promise<void> {
    for (let attempt = 0; attempt < LOGIN_ATTEMPTS; attempt++) {
      if (attempt > 0) await new Promise<void>((resolve) => this.ports.clock.after(LOGIN_RETRY_MS, resolve))
      if (life !== this.#life) return
      const token = await this.session.oneTimeToken()
      if (life !== this.#life) return
      if (token === null) continue
      const taken = await this.#term()
      if (life !== this.#life) return
      if (!this.listener.hasTabs()) {
        // Its tabs met elsewhere while it began: it takes the channel from nobody (I5).
        this.pause()
        return
      }
      this.#loginRequest = this.channel.send({
        op: 'login',
        args: [token],
        ...(taken === null ? {} : { term: taken.term }),
        ...(taken?.profile == null ? {} : { profile: taken.profile }),
      })
      if (await this.#reply()) {
        if (life === this.#life) await this.#subscribe(life)
        return
      }
      if (life !== this.#life) return
    }
    // Four refusals: this socket will not become ours. The channel tries a new one after its back-off.
    this.channel.restart()
  }

  #term(): Promise<HubTerm | null> {
    return withDeadline(this.ports.clock, TERM_WAIT_MS, this.listener.term(), () => new TermTooLate()).catch(() => null)
  }

  async #subscribe(life: number): Promise<void> {
    const from = Object.fromEntries(this.#lastSeq)
    this.#subscribeRequest = this.channel.send({
      op: 'subscribe',
      args: PRIVATE_TOPICS,
      ...(this.#lastSeq.size > 0 ? { from } : {}),
    })
    const success = await this.#reply()
    if (life !== this.#life) return
    if (!success) {
      this.channel.restart()
      return
    }
    // A full comparison comes before anything is painted live: orders may have gone while nobody listened (F12).
    this.#isSynced = true
    this.#wantsReconcile = true
    await this.#reconcile()
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

  #scheduleVerify(): void {
    this.#cancelVerify?.()
    this.#cancelVerify = this.ports.clock.after(VERIFY_MS, () => {
      this.verify()
      this.#scheduleVerify()
    })
  }

  async #reconcile(): Promise<void> {
    if (this.#isReconciling) return
    this.#isReconciling = true
    const life = this.#life
    const done = await this.#compare(life)
    this.#isReconciling = false
    if (life !== this.#life) {
      if (this.#isSynced) void this.#reconcile()
      return
    }
    if (!done) {
      // Still unsure; the next try comes soon, and the state goes on saying so.
      if (this.#wantsReconcile) this.ports.clock.after(LOGIN_RETRY_MS, () => this.verify())
      return
    }
    this.#wantsReconcile = false
    this.#scheduleVerify()
    this.channel.settle()
    this.listener.reconciled()
  }

  /** @returns false when REST could not be read */
  async #compare(life: number): Promise<boolean> {
    const list = (path: string, query: Readonly<Record<string, string | number>>) =>
      this.rest.call({ method: 'GET', path, query })
    const [orders, positions, wallet, executions, ...flat] = await Promise.all([
      list(ORDERS_PATH, { category: 'all', openOnly: 0, limit: 50 }),
      list(POSITIONS_PATH, { category: 'all', limit: 200 }),
      list(WALLET_PATH, { accountType: 'UNIFIED' }),
      list(EXECUTIONS_PATH, { category: 'all', limit: 100 }),
      ...[...this.#followed].map((symbol) => list(POSITIONS_PATH, { category: 'all', symbol })),
    ])
    if (life !== this.#life) return false
    if (orders.hasError || positions.hasError || wallet.hasError || executions.hasError) return false
    try {
      await this.#compareOrders(asObject(orders.value, 'result'), life)
      if (life !== this.#life) return false
      this.#comparePositions(asObject(positions.value, 'result'))
      for (const one of flat) if (!one.hasError) this.#takePositions(asObject(one.value, 'result')['list'])
      for (const one of parseWalletRows(asObject(wallet.value, 'result')['list'])) this.#takeWallet(one)
      this.#takeExecutions(parseExecutionRows(asObject(executions.value, 'result')['list']).toReversed())
      return true
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.dropped++
      this.ports.trace('reconcile', error)
      return false
    }
  }

  /** Orders that REST no longer lists are asked for one by one: only the exchange says how an order ended. */
  async #compareOrders(result: JsonObject, life: number): Promise<void> {
    const open = await this.#allOpenOrders(result)
    if (life !== this.#life) return
    const openIds = new Set(open.map((order) => order.id))
    const asOfSeq = typeof result['seq'] === 'number' ? result['seq'] : Infinity
    const changed = open.filter((order) => this.state.takeOrder(order))
    const missing = this.state
      .orders()
      .filter((order) => !isTerminal(order.status) && !openIds.has(order.id) && order.seq <= asOfSeq)
    for (const order of missing.slice(0, LOOK_UPS_MAX)) {
      const answer = await this.rest.call({
        method: 'GET',
        path: ORDERS_PATH,
        query: { category: 'all', symbol: order.symbol, orderId: order.id },
        symbol: order.symbol,
      })
      if (life !== this.#life || answer.hasError) continue
      const [row] = asArray(asObject(answer.value, 'result')['list'], 'list')
      if (row === undefined) continue
      const found = parseOrder(asObject(row, 'list'))
      if (this.state.takeOrder(found)) changed.push(found)
    }
    if (changed.length > 0) this.listener.orders(changed)
  }

  async #allOpenOrders(first: JsonObject): Promise<readonly Order[]> {
    const rows = [...asArray(first['list'], 'list')]
    let cursor = first['nextPageCursor']
    for (let page = 0; page < 10 && typeof cursor === 'string' && cursor !== ''; page++) {
      const next = await this.rest.call({
        method: 'GET',
        path: ORDERS_PATH,
        query: { category: 'all', openOnly: 0, limit: 50, cursor },
      })
      if (next.hasError) throw new WireError('nextPageCursor', next.message)
      const result = asObject(next.value, 'result')
      rows.push(...asArray(result['list'], 'list'))
      cursor = result['nextPageCursor']
    }
    return rows.map((row) => parseOrder(asObject(row, 'list')))
  }

  #comparePositions(result: JsonObject): void {
    const positions = parsePositionRows(result['list'])
    const changed = positions.filter((position) => this.state.takePosition(position))
    const asOfSeq = typeof result['seq'] === 'number' ? result['seq'] : null
    if (asOfSeq !== null) changed.push(...this.state.closeMissing(positions, asOfSeq))
    if (changed.length > 0) this.listener.positions(changed)
  }

  #take(topic: PrivateTopic, message: PushMessage): void {
    switch (topic) {
      case 'user.order': {
        const rows = parseOrderRows(message.data)
        const changed = rows.filter(({ order }) => this.state.takeOrder(order))
        if (changed.length > 0) this.listener.orders(changed.map(({ order }) => order))
        if (message.isSnapshot || message.isReplay) return
        for (const { order, action } of changed) this.listener.orderNews(order, action)
        return
      }
      case 'user.execution':
        this.#takeExecutions(parseExecutionRows(message.data))
        return
      case 'user.position':
        this.#takePositions(message.data)
        return
      case 'user.strategy':
        this.listener.strategies(parseStrategyRows(message.data))
        return
      case 'user.wallet':
        for (const wallet of parseWalletRows(message.data)) this.#takeWallet(wallet)
    }
  }

  #takePositions(rows: unknown): void {
    const changed = parsePositionRows(rows).filter((position) => this.state.takePosition(position))
    if (changed.length > 0) this.listener.positions(changed)
  }

  #takeWallet(wallet: Wallet): void {
    if (this.state.takeWallet(wallet)) this.listener.wallet()
  }

  #takeExecutions(executions: readonly Execution[]): void {
    const fresh = this.state.takeExecutions(executions)
    if (fresh.length > 0) this.listener.executions(fresh)
  }
}
