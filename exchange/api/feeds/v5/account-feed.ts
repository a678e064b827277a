import { Exact, type Money } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { kindOfName } from '../../../../src/domain/instrument/product-kind'
import type { Execution } from '../../../../src/domain/order/execution'
import type { Greeks } from '../../../../src/domain/options/black'
import type { Order } from '../../../../src/domain/order/order'
import {
  writeV5Execution,
  writeV5FastExecution,
  writeV5Order,
  writeV5Position,
  writeV5Wallet,
} from '../../../../src/wire/v5/account-rows'
import { parentExecId } from '../../../../src/domain/order/leg-exec-ids'
import { writeSpreadExecutionEvent, writeSpreadOrderEvent } from '../../../../src/wire/v5/spread-rows'
import { parseV5PrivateTopic, type V5PrivateKind, type V5PrivateTopic } from '../../../../src/wire/v5/topics'
import type { Journal } from '../../../journal/journal-port'
import type { VenueEvent } from '../../../venue/venue-port'
import { closedPnlOfOrder } from '../../closed-results'
import type { Catalogue } from '../../calls/shared/catalogue'
import { coinGreeks } from '../../calls/v5/coin-greeks'
import type { Connection } from '../dispatcher/connection'
import type { Outlet } from '../dispatcher/topic-stream'

type Row = Readonly<Record<string, unknown>>
type Rows = Record<V5PrivateKind, Row[]>

/** v5's private topics: what happens to an account from now on. There is no snapshot and no resuming; REST has the state. */
export class V5AccountFeed {
  readonly #channels = new Map<string, Set<Connection>>()

  constructor(
    readonly journal: Journal,
    readonly catalogue: Catalogue,
    private readonly outlet: Pick<Outlet, 'frame' | 'outgoing'>,
  ) {}

  add(account: string, channel: Connection): void {
    const own = this.#channels.get(account) ?? new Set<Connection>()
    this.#channels.set(account, own)
    own.add(channel)
  }

  remove(account: string, channel: Connection): void {
    const own = this.#channels.get(account)
    own?.delete(channel)
    if (own?.size === 0) this.#channels.delete(account)
  }

  isFollowed(account: string): boolean {
    return this.#channels.has(account)
  }

  /** Takes the events of one durable input: one message per topic that has something to say. */
  take(events: readonly VenueEvent[], seq: number, timeMs: number): void {
    if (this.#channels.size === 0) return
    const byAccount = new Map<string, VenueEvent[]>()
    for (const event of events) {
      if (!('account' in event) || !this.#channels.has(event.account)) continue
      const own = byAccount.get(event.account)
      if (own === undefined) byAccount.set(event.account, [event])
      else own.push(event)
    }
    for (const [account, own] of byAccount)
      this.#publish(this.#channels.get(account)!, this.#rowsOf(account, own), seq, timeMs)
  }

  #rowsOf(account: string, events: readonly VenueEvent[]): Rows {
    const rows = noRows()
    const orders = new Map<string, Order>()
    const results = new OrderResults(this.journal, account, events)
    for (const event of events) {
      if (event.type === 'order') {
        const instrument = this.catalogue.find(event.order.symbol)
        if (instrument === null) continue
        orders.set(event.order.id, event.order)
        if (isOfSpread(event.order, instrument))
          rows['spread.order'].push(writeSpreadOrderEvent(event.order, instrument))
        if (instrument.kind !== 'spread')
          rows.order.push(writeV5Order(event.order, instrument, results.closedPnlOf(event.order)))
      } else if (event.type === 'position') {
        const instrument = this.catalogue.find(event.position.symbol)
        if (instrument !== null)
          rows.position.push(writeV5Position(event.position, instrument, this.#greeksOf(instrument.symbol)))
      } else if (event.type === 'wallet') {
        rows.wallet.push(writeV5Wallet(event.wallet))
      }
    }
    const spreadFills = this.#spreadFillsOf(events)
    // An execution comes before its order's own event; its row names what the order was.
    for (const event of events) {
      if (event.type !== 'execution') continue
      const { execution } = event
      const instrument = this.catalogue.find(execution.symbol)
      if (instrument === null) continue
      const order = orders.get(execution.orderId) ?? this.journal.findOrder(account, { orderId: execution.orderId })
      const parentExecId = spreadFills.size === 0 ? null : parentOf(execution, instrument, spreadFills)
      if (parentExecId !== null)
        rows['spread.execution'].push(writeSpreadExecutionEvent(execution, order, { instrument, parentExecId }))
      if (instrument.kind === 'spread') continue
      rows.execution.push(writeV5Execution(execution, order, instrument))
      if (execution.execType === 'Trade') rows['execution.fast'].push(writeV5FastExecution(execution, instrument))
    }
    if (rows.position.some((row) => row['category'] === 'option'))
      rows.greeks.push(...coinGreeks(this, account, this.#coinsOfOptionFills(events)))
    return rows
  }

  /** Coins of which the last option may be gone by these events: a closing, a liquidation and a delivery are fills. */
  #coinsOfOptionFills(events: readonly VenueEvent[]): ReadonlySet<string> {
    const coins = new Set<string>()
    for (const event of events) {
      const instrument = event.type === 'execution' ? this.catalogue.find(event.execution.symbol) : null
      if (instrument !== null && 'strike' in instrument) coins.add(instrument.baseCoin)
    }
    return coins
  }

  /** Ids of the spreads' own executions among the events. */
  #spreadFillsOf(events: readonly VenueEvent[]): ReadonlySet<string> {
    const ids = new Set<string>()
    for (const event of events) {
      if (event.type !== 'execution' || kindOfName(event.execution.symbol) !== 'spread') continue
      ids.add(event.execution.id)
    }
    return ids
  }

  #greeksOf(symbol: string): Greeks | null {
    return this.journal.venue.ticker(symbol)?.option?.greeks ?? null
  }

  #publish(channels: ReadonlySet<Connection>, rows: Rows, seq: number, timeMs: number): void {
    for (const channel of channels) {
      for (const name of channel.topics) {
        const topic = parseV5PrivateTopic(name)
        if (topic === null || topic === 'silent') continue
        const data = rowsFor(topic, rows)
        if (data.length === 0) continue
        const text = JSON.stringify({ id: `${seq}_${name}`, topic: name, creationTime: timeMs, data })
        for (const one of this.outlet.outgoing(name, text)) channel.insist(this.outlet.frame(one))
      }
    }
  }
}

function noRows(): Rows {
  return {
    order: [],
    execution: [],
    'execution.fast': [],
    position: [],
    wallet: [],
    greeks: [],
    'spread.order': [],
    'spread.execution': [],
  }
}

/** Whether an order is a spread's, or that of one of its legs. */
function isOfSpread({ createType }: Order, { kind }: Instrument): boolean {
  return kind === 'spread' || createType === 'CreateByFutureSpread'
}

/** Of a leg's fill the execution of its spread, '' of a spread's own; `null` of all others. */
function parentOf({ id, execType }: Execution, { kind }: Instrument, spreadFills: ReadonlySet<string>): string | null {
  if (kind === 'spread') return ''
  if (execType !== 'FutureSpread') return null
  return [parentExecId(id, 0), parentExecId(id, 1)].find((parent) => spreadFills.has(parent)) ?? null
}

function rowsFor({ kind, category }: V5PrivateTopic, rows: Rows): readonly Row[] {
  return category === null ? rows[kind] : rows[kind].filter((row) => row['category'] === category)
}

/** What the orders of one input have closed so far gave: reported by the input itself, or asked of the history. */
class OrderResults {
  readonly #reported = new Map<string, Money>()
  /** Filled by this input and closing nothing with that. */
  readonly #opened = new Map<string, Exact>()

  constructor(
    private readonly journal: Journal,
    private readonly account: string,
    events: readonly VenueEvent[],
  ) {
    for (const event of events) {
      if (event.type === 'closedPnl') this.#reported.set(event.closedPnl.id, event.closedPnl.closedPnl)
      if (event.type !== 'execution' || event.execution.closedQty !== '0') continue
      const { orderId, qty } = event.execution
      this.#opened.set(orderId, (this.#opened.get(orderId) ?? new Exact(0)).plus(qty))
    }
  }

  closedPnlOf(order: Order): Money {
    const reported = this.#reported.get(order.id)
    if (reported !== undefined) return reported
    // All that it ever filled opened: there is nothing to ask for.
    if (this.#opened.get(order.id)?.eq(order.filledQty) === true) return '0' as Money
    return closedPnlOfOrder(this.journal, this.account, order)
  }
}
