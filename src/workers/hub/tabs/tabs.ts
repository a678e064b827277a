import type { Candle, Trade } from '../../../domain/market/market'
import type { Execution } from '../../../domain/order/execution'
import type { InstrumentSymbol, Order } from '../../../domain/order/order'
import type { Position } from '../../../domain/position/position'
import type { TabHealth, TabHello, Watch } from '../../hub-api'
import type { HubBatch, HubEvent, Notice } from '../../hub-events'
import { TRADES_MAX } from '../market/market-values'
import { Tab } from './tab'
import type { HubChange, WholeValue } from '../hub-change'
import type { Locks, TabPort } from '../ports'

/** Toasts kept for a tab that is slow to take them. */
export const NOTICES_MAX = 20
/** Rows of private news kept for a slow tab; beyond it the tab gets the whole state instead. */
export const PRIVATE_ROWS_MAX = 500
/** Streams one tab may ask for. */
export const WATCHES_MAX = 200

/** Where a tab's batch takes its values from, at the moment of sending. */
export interface TabSource {
  /** What a watched topic is called here. */
  nameOf(watch: Watch): string
  /** Current events of a watched topic: none when nothing is known yet. */
  draw(watch: Watch): readonly HubEvent[]
  tickerEvent(name: string, symbol: InstrumentSymbol): HubEvent | null
  status(): HubEvent
  session(): HubEvent
  instruments(): HubEvent
  spotPairs(): HubEvent
  /** None while nobody has looked at one. */
  singles(): readonly HubEvent[]
  intents(): HubEvent
  wallet(): HubEvent
  strategies(): HubEvent
  /** Empty while they are not known. */
  alerts(): readonly HubEvent[]
  preferences(): HubEvent
  /** The whole private state, as snapshots. */
  account(): readonly HubEvent[]
  watchStarted(watch: Watch): void
  watchEnded(name: string): void
  /** A batch is about to leave; `whole` makes everything that the tab should know. */
  sent(tabId: string, batch: HubBatch, whole: () => readonly HubEvent[]): void
  /** A tab went, with a goodbye or without. */
  left(tabId: string): void
}

/**
 * Who is attached, what each watches and how much it has taken. One batch is in flight per tab; what happens meanwhile
 * is conflated per topic, so that a slow, hidden or frozen tab costs a bounded amount and returns to the newest state.
 */
export class Tabs {
  readonly #tabs = new Map<string, Tab>()
  #order = 0

  constructor(
    private readonly ports: { readonly epoch: string; readonly locks: Locks; readonly isDeparting: () => boolean },
    private readonly source: TabSource,
  ) {}

  get count(): number {
    return this.#tabs.size
  }

  health(selfId: string): readonly TabHealth[] {
    return [...this.#tabs.values()].map(({ id, visible, watches, seq, inFlight, pending }) => ({
      id,
      isSelf: id === selfId,
      isVisible: visible,
      streams: watches.size,
      batches: seq,
      isWaiting: inFlight !== null,
      pending: pending.size,
    }))
  }

  get hasVisible(): boolean {
    for (const tab of this.#tabs.values()) if (tab.visible) return true
    return false
  }

  attach(hello: TabHello, port: TabPort): void {
    this.detach(hello.tabId)
    const tab = new Tab(hello.tabId, port, hello)
    tab.lastVisibleAt = hello.visible ? ++this.#order : 0
    this.#tabs.set(tab.id, tab)
    port.onAck(({ ack }) => {
      if (ack !== tab.inFlight) return
      tab.inFlight = null
      // What comes with the departure that is on its way is not sent ahead of it in pieces.
      if (!this.ports.isDeparting()) this.#flush(tab)
    })
    tab.stopWaiting = this.ports.locks.whenFree(hello.lockName, () => {
      if (this.#tabs.get(tab.id) === tab) this.detach(tab.id)
    })
    this.#flush(tab)
  }

  /** Whether the tab is here by this port, and not by that of another hello of its own, or not at all. */
  isAttached(tabId: string, port: TabPort): boolean {
    return this.#tabs.get(tabId)?.port === port
  }

  detach(tabId: string): void {
    const tab = this.#tabs.get(tabId)
    if (tab === undefined) return
    this.#tabs.delete(tabId)
    tab.stopWaiting()
    tab.port.close()
    for (const name of tab.watches.keys()) this.source.watchEnded(name)
    this.source.left(tabId)
  }

  /** Whether the page has painted what was made for it since it was last away; a tab that left has nobody to ask. */
  isDrawn(tabId: string): boolean {
    const tab = this.#tabs.get(tabId)
    return tab === undefined || tab.drawnView === tab.view
  }

  drawn(tabId: string, view: number): void {
    const tab = this.#tabs.get(tabId)
    if (tab !== undefined) tab.drawnView = view
  }

  setVisible(tabId: string, visible: boolean, view: number): void {
    const tab = this.#tabs.get(tabId)
    if (tab === undefined) return
    tab.visible = visible
    tab.view = view
    if (visible) {
      tab.lastVisibleAt = ++this.#order
      tab.pending.status = true
      for (const name of tab.watches.keys()) tab.pending.drawn.add(name)
      this.#flush(tab)
    } else tab.pending.forgetMarket()
  }

  /** Replaces the tab's list. Streams that stay are not interrupted. */
  watch(tabId: string, watches: readonly Watch[]): void {
    const tab = this.#tabs.get(tabId)
    if (tab === undefined) return
    const next = new Map(watches.slice(0, WATCHES_MAX).map((watch) => [this.source.nameOf(watch), watch]))
    const before = new Map(tab.watches)
    tab.watches.clear()
    for (const [name, watch] of next) {
      tab.watches.set(name, watch)
      if (!before.has(name)) this.source.watchStarted(watch)
      if (before.get(name) !== watch) tab.pending.drawn.add(name)
    }
    for (const name of before.keys()) {
      if (next.has(name)) continue
      tab.pending.drawn.delete(name)
      tab.pending.trades.delete(name)
      tab.pending.candles.delete(name)
      tab.pending.candleResets.delete(name)
      this.source.watchEnded(name)
    }
    this.#flush(tab)
  }

  /** Remembers that this tab pressed, so that the answer's toast is shown there. */
  pressed(tabId: string): void {
    const tab = this.#tabs.get(tabId)
    if (tab !== undefined) tab.pressedAt = ++this.#order
  }

  /** News, marked for whom it concerns; `flush` sends. */
  note(change: Exclude<HubChange, string>): void {
    switch (change.kind) {
      case 'topic':
        this.topicChanged(change.name)
        break
      case 'ticker':
        this.tickerChanged(change.name, change.symbol)
        break
      case 'trades':
        this.trades(change.name, change.trades, change.isSnapshot)
        break
      case 'candles':
        this.candles(change.name, change.candles)
        break
      case 'candleReset':
        this.candleReset(change.name)
        break
      case 'orders':
        this.orders(change.orders)
        break
      case 'positions':
        this.positions(change.positions)
        break
      case 'executions':
        this.executions(change.executions)
        break
      case 'notice':
        this.notice(change.notice)
    }
  }

  topicChanged(name: string): void {
    for (const tab of this.#watchers(name)) tab.pending.drawn.add(name)
  }

  tickerChanged(name: string, symbol: InstrumentSymbol): void {
    for (const tab of this.#watchers(name)) tab.pending.tickers.set(symbol, name)
  }

  trades(name: string, rows: readonly Trade[], isSnapshot: boolean): void {
    for (const tab of this.#watchers(name)) {
      const known = tab.pending.trades.get(name)
      tab.pending.trades.set(name, {
        isSnapshot: isSnapshot || known?.isSnapshot === true,
        rows: (isSnapshot || known === undefined ? rows : [...known.rows, ...rows]).slice(-TRADES_MAX),
      })
    }
  }

  candles(name: string, candles: readonly Candle[]): void {
    for (const tab of this.#watchers(name)) {
      const bars = tab.pending.candles.get(name) ?? new Map<number, Candle>()
      for (const candle of candles) bars.set(candle.startMs, candle)
      tab.pending.candles.set(name, bars)
    }
  }

  candleReset(name: string): void {
    for (const tab of this.#watchers(name)) {
      tab.pending.candleResets.add(name)
      tab.pending.candles.delete(name)
    }
  }

  orders(orders: readonly Order[]): void {
    for (const { pending } of this.#tabs.values()) {
      if (pending.account) continue
      for (const order of orders) pending.orders.set(order.id, order)
      if (pending.orders.size > PRIVATE_ROWS_MAX) pending.account = true
    }
  }

  positions(positions: readonly Position[]): void {
    for (const { pending } of this.#tabs.values()) {
      for (const position of positions) pending.positions.set(`${position.symbol}/${position.positionIdx}`, position)
    }
  }

  executions(executions: readonly Execution[]): void {
    for (const { pending } of this.#tabs.values()) {
      if (pending.account) continue
      pending.executions.push(...executions)
      if (pending.executions.length > PRIVATE_ROWS_MAX) pending.account = true
    }
  }

  mark(what: WholeValue): void {
    for (const { pending } of this.#tabs.values()) pending[what] = true
  }

  /** Ages and counts moved, and nothing else: a hidden tab is told when it is seen again. */
  statusMoved(): void {
    for (const { visible, pending } of this.#tabs.values()) if (visible) pending.status = true
  }

  /** A toast for one tab: the visible one that pressed last, else the one most recently looked at. */
  notice(notice: Notice): void {
    let best: Tab | null = null
    for (const tab of this.#tabs.values()) if (best === null || rank(tab) > rank(best)) best = tab
    if (best === null) return
    best.pending.notices = [...best.pending.notices, notice].slice(-NOTICES_MAX)
  }

  /** Sends to every tab that has acknowledged its last batch. */
  flush(): void {
    for (const tab of this.#tabs.values()) this.#flush(tab)
  }

  *#watchers(name: string): Iterable<Tab> {
    for (const tab of this.#tabs.values()) if (tab.visible && tab.watches.has(name)) yield tab
  }

  #flush(tab: Tab): void {
    if (tab.inFlight !== null) return
    const events = this.#events(tab)
    if (events.length === 0) return
    tab.inFlight = ++tab.seq
    const batch = { epoch: this.ports.epoch, seq: tab.seq, view: tab.view, events }
    tab.port.send(batch)
    this.source.sent(tab.id, batch, () => this.#whole(tab))
  }

  #whole(tab: Tab): readonly HubEvent[] {
    return [
      this.source.status(),
      this.source.session(),
      this.source.instruments(),
      this.source.spotPairs(),
      ...this.source.singles(),
      ...this.source.account(),
      ...[...tab.watches.values()].flatMap((watch) => this.source.draw(watch)),
    ]
  }

  #events(tab: Tab): readonly HubEvent[] {
    const { pending } = tab
    const events: HubEvent[] = []
    if (pending.status) events.push(this.source.status())
    if (pending.session) events.push(this.source.session())
    if (pending.instruments) events.push(this.source.instruments())
    if (pending.spotPairs) events.push(this.source.spotPairs())
    if (pending.singles) events.push(...this.source.singles())
    if (pending.account) {
      events.push(...this.source.account())
      pending.orders.clear()
      pending.positions.clear()
      pending.executions = []
      pending.wallet = pending.strategies = pending.alerts = pending.preferences = pending.intents = false
    }
    if (pending.orders.size > 0)
      events.push({ type: 'orders', orders: [...pending.orders.values()], isSnapshot: false })
    if (pending.positions.size > 0)
      events.push({ type: 'positions', positions: [...pending.positions.values()], isSnapshot: false })
    if (pending.executions.length > 0)
      events.push({ type: 'executions', executions: pending.executions, isSnapshot: false })
    if (pending.wallet) events.push(this.source.wallet())
    if (pending.strategies) events.push(this.source.strategies())
    if (pending.alerts) events.push(...this.source.alerts())
    if (pending.preferences) events.push(this.source.preferences())
    if (pending.intents) events.push(this.source.intents())
    for (const notice of pending.notices) events.push({ type: 'notice', notice })
    pending.status =
      pending.session =
      pending.instruments =
      pending.spotPairs =
      pending.singles =
      pending.account =
        false
    pending.wallet = pending.strategies = pending.alerts = pending.preferences = pending.intents = false
    pending.orders.clear()
    pending.positions.clear()
    pending.executions = []
    pending.notices = []
    if (tab.visible) this.#drawMarket(tab, events)
    pending.forgetMarket()
    return events
  }

  #drawMarket(tab: Tab, events: HubEvent[]): void {
    const { pending } = tab
    for (const name of pending.drawn) {
      const watch = tab.watches.get(name)
      if (watch !== undefined) events.push(...this.source.draw(watch))
    }
    for (const [symbol, name] of pending.tickers) {
      const event = pending.drawn.has(name) ? null : this.source.tickerEvent(name, symbol)
      if (event !== null) events.push(event)
    }
    for (const [name, { isSnapshot, rows }] of pending.trades) {
      const topic = tab.watches.get(name)?.topic
      // A tape that was just drawn whole already holds these prints.
      if (topic?.kind === 'trades' && !pending.drawn.has(name))
        events.push({ type: 'trades', symbol: topic.symbol, trades: rows, isSnapshot })
    }
    for (const name of pending.candleResets) {
      const topic = tab.watches.get(name)?.topic
      if (topic?.kind === 'candle')
        events.push({ type: 'candleReset', symbol: topic.symbol, interval: topic.interval, source: topic.source })
    }
    for (const [name, bars] of pending.candles) {
      const topic = tab.watches.get(name)?.topic
      if (topic?.kind === 'candle')
        events.push({
          type: 'candles',
          symbol: topic.symbol,
          interval: topic.interval,
          source: topic.source,
          candles: [...bars.values()],
        })
    }
  }
}

/** Visible tabs first, and among equals the one that pressed or was looked at last. */
function rank(tab: Tab): number {
  return (tab.visible ? 1e12 : 0) + Math.max(tab.pressedAt, tab.lastVisibleAt)
}
