import type { Wallet } from '../../../../src/domain/account/wallet'
import { coinsOfPair } from '../../../../src/domain/instrument/spot-pair'
import type { Execution } from '../../../../src/domain/order/execution'
import type { Order } from '../../../../src/domain/order/order'
import { isTerminal } from '../../../../src/domain/order/order-status'
import type { Strategy } from '../../../../src/domain/order/strategy'
import type { Position } from '../../../../src/domain/position/position'
import { writeExecutionRows, writeStrategyRows, writeWalletRows } from '../../../../src/wire/push/account'
import { writeLiquidation } from '../../../../src/wire/push/liquidation'
import {
  writeFillMessage,
  writeLiquidationMessage,
  writeOrderMessage,
  type TradeMessageJson,
} from '../../../../src/wire/push/trade-message'
import { PUBLISHED_TOPICS, type PublishedTopic } from '../../../../src/wire/push/topics'
import { writeOrderView } from '../../../../src/wire/shape/order-view'
import type { Journal } from '../../../journal/journal-port'
import type { Liquidation, VenueEvent } from '../../../venue/venue-port'
import { FINISHED_STRATEGIES_MAX, RUNNING_STRATEGIES_MAX } from '../../../venue/algo-orders/algo-orders'
import { AccountRows, type FindInstrument } from './account-rows'
import { optionNews } from './option-news'
import type { Connection } from '../dispatcher/connection'
import { writePush, type Outlet } from '../dispatcher/topic-stream'

/** Messages of one topic that can be sent again; older ones are answered with a snapshot. */
export const REPLAY_MESSAGES_MAX = 1000
const EXECUTIONS_IN_SNAPSHOT = 50
/** Strategies kept before those are dropped that the exchange has forgotten. */
const STRATEGIES_MAX = FINISHED_STRATEGIES_MAX + RUNNING_STRATEGIES_MAX

/** In hedge mode a symbol has two. */
function positionKey({ symbol, positionIdx }: Pick<Position, 'symbol' | 'positionIdx'>): string {
  return `${symbol}/${positionIdx}`
}

function isOfPair({ symbol }: Order): boolean {
  return coinsOfPair(symbol) !== null
}

type OrderEvent = Extract<VenueEvent, { readonly type: 'order' }>

interface Sent {
  readonly seq: number
  readonly timeMs: number
  readonly dataJson: string
}

interface TopicLog {
  seq: number
  readonly sent: Sent[]
}

/**
 * What is published to one account: its orders, positions and wallet as of the last durable input, and per topic a gap-free
 * sequence with a bounded memory for resuming (decisions 4). `firstSeq` rises from one start of the service to the
 * next, so that a sequence of an earlier life is never taken for one of this.
 *
 * It begins with what the venue shows, and says none of it before it is on disk.
 */
export class AccountFeed {
  readonly #channels = new Set<Connection>()
  readonly #orders = new Map<string, Order>()
  readonly #positions = new Map<string, Position>()
  readonly #strategies = new Map<string, Strategy>()
  /** Read when somebody receives it: writing a wallet out costs more than an order. */
  #wallet: { readonly wallet: Wallet | null }
  readonly #rows: AccountRows
  readonly #logs: ReadonlyMap<PublishedTopic, TopicLog>
  /** Of the last line whose events are in what it began with. */
  readonly #firstSeen: number
  /** What waits until that line is on disk, in its order; `null` since then. */
  #held: (() => void)[] | null = null

  constructor(
    readonly account: string,
    firstSeq: number,
    private readonly journal: Journal,
    private readonly outlet: Pick<Outlet, 'frame' | 'outgoing'>,
    find: FindInstrument,
  ) {
    const { venue } = journal
    this.#rows = new AccountRows(account, venue, find, {
      orders: this.#orders,
      position: (order) => this.#positions.get(positionKey(order)) ?? null,
      kind: () => this.#wallet.wallet?.accountType ?? 'uta2',
    })
    for (const order of venue.openOrders(account, null)) this.#orders.set(order.id, order)
    for (const position of venue.positions(account, null)) this.#positions.set(positionKey(position), position)
    for (const strategy of venue.strategies(account)) this.#strategies.set(strategy.id, strategy)
    this.#wallet = { wallet: venue.wallet(account) }
    this.#firstSeen = journal.appliedSeq()
    const settled = journal.settled()
    if (settled !== null) {
      this.#held = []
      void settled.then(() => this.#release())
    }
    this.#logs = new Map(PUBLISHED_TOPICS.map((topic) => [topic, { seq: firstSeq, sent: [] }]))
  }

  /** The channel may subscribe to topics from now on. */
  add(channel: Connection): void {
    this.#channels.add(channel)
  }

  remove(channel: Connection): void {
    this.#channels.delete(channel)
  }

  /** Of those topics that are published here, the sequence of the newest message; `null` where there is none of them. */
  lastSeqs(topics: ReadonlySet<string>): Readonly<Record<string, number>> | null {
    const followed = PUBLISHED_TOPICS.filter((topic) => topics.has(topic))
    if (followed.length === 0) return null
    return Object.fromEntries(followed.map((topic) => [topic, this.#logs.get(topic)!.seq]))
  }

  /**
   * Takes the events of one durable input, none of them another account's: one message per topic that has something to
   * say.
   */
  take(events: readonly VenueEvent[], seq: number, timeMs: number): void {
    if (seq <= this.#firstSeen) return
    this.#whenSettled(() => {
      for (const event of events) this.#keep(event)
      this.#publishEvents(events, timeMs)
    })
  }

  /** Says what no input has changed: what is known stays as it is. */
  publish(event: VenueEvent, timeMs: number): void {
    this.#whenSettled(() => this.#publishEvents([event], timeMs))
  }

  /** Says on a topic what is no state of the venue. */
  say(topic: PublishedTopic, rows: unknown, timeMs: number): void {
    this.#whenSettled(() => this.#publish(topic, rows, timeMs))
  }

  #whenSettled(act: () => void): void {
    if (this.#held === null) act()
    else this.#held.push(act)
  }

  #release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const act of held) act()
  }

  #keep(event: VenueEvent): void {
    if (event.type === 'order') {
      const { order } = event
      if (isTerminal(order.status)) this.#orders.delete(order.id)
      else this.#orders.set(order.id, order)
    } else if (event.type === 'position') {
      if (event.position.size === '0') this.#positions.delete(positionKey(event.position))
      else this.#positions.set(positionKey(event.position), event.position)
    } else if (event.type === 'strategy') {
      this.#strategies.set(event.strategy.id, event.strategy)
      this.#forgetStrategies()
    } else if (event.type === 'wallet') {
      this.#wallet = event
    }
  }

  #publishEvents(events: readonly VenueEvent[], timeMs: number): void {
    const orders: OrderEvent[] = []
    const executions: Execution[] = []
    const positions: Position[] = []
    const strategies: Strategy[] = []
    const liquidations: Liquidation[] = []
    const messages: TradeMessageJson[] = []
    let hasWallet = false
    for (const event of events) {
      if (event.type === 'order') {
        orders.push(event)
        if (event.action !== 'filled') messages.push(writeOrderMessage(event.order, event.action))
      } else if (event.type === 'execution') {
        const { execution } = event
        executions.push(execution)
        messages.push(writeFillMessage(execution, this.#orderOf(execution, events)))
      } else if (event.type === 'position') {
        positions.push(event.position)
      } else if (event.type === 'liquidation') {
        liquidations.push(event.liquidation)
        messages.push(writeLiquidationMessage(event.liquidation))
      } else if (event.type === 'strategy') {
        strategies.push(event.strategy)
      } else if (event.type === 'wallet') {
        hasWallet = true
      }
    }
    const orderRows = this.#rows.orders(orders)
    if (orderRows.length > 0) this.#publish('user.order', orderRows, timeMs)
    if (executions.length > 0) this.#publish('user.execution', writeExecutionRows(executions), timeMs)
    if (positions.length > 0) this.#publish('user.position', this.#rows.positions(positions), timeMs)
    if (liquidations.length > 0) this.#publish('user.unify.liquidation', liquidations.map(writeLiquidation), timeMs)
    if (hasWallet) this.#publish('user.wallet', this.#state('user.wallet'), timeMs)
    if (strategies.length > 0) this.#publish('user.strategy', writeStrategyRows(strategies), timeMs)
    if (messages.length > 0) this.#publish('user.trade.msg', messages, timeMs)
    const ofPairs = orders.filter(({ order }) => isOfPair(order))
    if (ofPairs.length > 0)
      this.#publish(
        'user.margin.order',
        ofPairs.map(({ order, action }) => writeOrderView(order, action)),
        timeMs,
      )
    for (const [topic, rows] of optionNews({ orders, liquidations, messages }, this.#rows))
      this.#publish(topic, rows, timeMs)
  }

  /** The exchange remembers so many that ended, and those of contracts that are still there. */
  #forgetStrategies(): void {
    if (this.#strategies.size <= STRATEGIES_MAX) return
    const known = new Set(this.journal.venue.strategies(this.account).map(({ id }) => id))
    for (const id of this.#strategies.keys()) if (!known.has(id)) this.#strategies.delete(id)
  }

  /** The order of a fill as it is after the input: its event comes after those of its fills. */
  #orderOf({ orderId }: Execution, events: readonly VenueEvent[]): Order | null {
    const last = events.findLast((one) => one.type === 'order' && one.order.id === orderId)
    return last?.type === 'order' ? last.order : (this.#orders.get(orderId) ?? null)
  }

  /**
   * The mark price moved: says the new unrealised P&L and margin. What an input that is not on disk yet has changed
   * besides is left for its own event.
   */
  refresh(timeMs: number): void {
    if (this.#held !== null || this.#channels.size === 0 || this.#positions.size === 0) return
    const { venue } = this.journal
    const moved = venue.positions(this.account, null).filter((position) => {
      const known = this.#positions.get(positionKey(position))
      return (
        known !== undefined &&
        known.size === position.size &&
        known.side === position.side &&
        known.realisedPnl === position.realisedPnl &&
        known.leverage === position.leverage &&
        (known.markPrice !== position.markPrice || known.unrealisedPnl !== position.unrealisedPnl)
      )
    })
    if (moved.length === 0) return
    for (const position of moved) this.#positions.set(positionKey(position), position)
    this.#publish('user.position', this.#rows.positions(moved), timeMs)
    const wallet = venue.wallet(this.account)
    const known = this.#wallet.wallet
    const onlyMarked =
      wallet !== null &&
      known !== null &&
      wallet.coins.every((coin, i) => {
        const before = known.coins[i]
        return (
          before?.coin === coin.coin &&
          before.walletBalance === coin.walletBalance &&
          before.orderInitialMargin === coin.orderInitialMargin
        )
      })
    if (!onlyMarked) return
    this.#wallet = { wallet }
    this.#publish('user.wallet', writeWalletRows(wallet), timeMs)
  }

  /** Sends what the channel missed after `from` again, or a snapshot where that is not known any more. */
  start(topic: PublishedTopic, channel: Connection, from: number | null, timeMs: number): void {
    this.#whenSettled(() => this.#start(topic, channel, from, timeMs))
  }

  #start(topic: PublishedTopic, channel: Connection, from: number | null, timeMs: number): void {
    const log = this.#logs.get(topic)!
    const first = log.sent[0]
    const canResume =
      from !== null && from <= log.seq && (from === log.seq || (first !== undefined && from >= first.seq - 1))
    if (!canResume) {
      channel.insist(
        this.outlet.frame(writePush(topic, 'snapshot', timeMs, log.seq, JSON.stringify(this.#state(topic)))),
      )
      return
    }
    for (const one of log.sent) {
      if (one.seq > from)
        channel.insist(this.outlet.frame(writePush(topic, 'delta', one.timeMs, one.seq, one.dataJson, true)))
    }
  }

  /** Control: the topic starts again at one. */
  reset(topic: PublishedTopic, timeMs: number): void {
    this.#whenSettled(() => this.#reset(topic, timeMs))
  }

  #reset(topic: PublishedTopic, timeMs: number): void {
    const log = this.#logs.get(topic)!
    log.seq = 1
    log.sent.length = 0
    this.#spread(topic, writePush(topic, 'snapshot', timeMs, log.seq, JSON.stringify(this.#state(topic))))
  }

  #publish(topic: PublishedTopic, data: unknown, timeMs: number): void {
    const log = this.#logs.get(topic)!
    log.seq++
    const dataJson = JSON.stringify(data)
    log.sent.push({ seq: log.seq, timeMs, dataJson })
    if (log.sent.length > REPLAY_MESSAGES_MAX) log.sent.shift()
    if (this.#channels.size > 0) this.#spread(topic, writePush(topic, 'delta', timeMs, log.seq, dataJson))
  }

  #spread(topic: PublishedTopic, text: string): void {
    if (this.#channels.size === 0) return
    for (const one of this.outlet.outgoing(topic, text)) {
      const frame = this.outlet.frame(one)
      for (const channel of this.#channels) if (channel.topics.has(topic)) channel.insist(frame)
    }
  }

  #state(topic: PublishedTopic): unknown {
    switch (topic) {
      case 'user.order':
        return this.#rows.orders([...this.#orders.values()].map((order) => ({ order, action: null })))
      case 'user.margin.order':
        return [...this.#orders.values()].filter(isOfPair).map((order) => writeOrderView(order, null))
      case 'user.execution': {
        const page = { symbol: null, startMs: null, endMs: null, limit: EXECUTIONS_IN_SNAPSHOT, cursor: null }
        return writeExecutionRows(this.journal.executions(this.account, page).rows.toReversed())
      }
      case 'user.position':
        return this.#rows.positions([...this.#positions.values()])
      case 'user.strategy': {
        const listed = this.journal.venue.strategies(this.account)
        return writeStrategyRows(listed.flatMap(({ id }) => this.#strategies.get(id) ?? []))
      }
      // Notices are news: what was liquidated before is in the history.
      case 'user.unify.liquidation':
      case 'user.trade.msg':
      case 'user.option.liquidation':
      case 'user.unify.option.trade.notify':
      case 'user.unify.option.orderHistory':
      case 'user.alert':
        return []
      case 'user.wallet': {
        const { wallet } = this.#wallet
        return wallet === null ? [] : writeWalletRows(wallet)
      }
    }
  }
}
