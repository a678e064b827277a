import { qtyCoinOf } from '../../domain/instrument/qty-coin'
import type { InstrumentSymbol, Order, OrderLinkId } from '../../domain/order/order'
import type { FeedState, HubEvent, HubSession, HubStatus, Notice } from '../hub-events'
import { AccountBuckets } from './calls/account-buckets'
import { AccountFeed } from './account/account-feed'
import { Catalogue } from './market/catalogue'
import { ChangeCalls } from './calls/change-calls'
import type { ChannelPorts } from './channel-ports'
import { Departure } from './tabs/departure'
import { drawWatch } from './market/draw-watch'
import { History } from './market/history'
import { MarketFeed } from './market/market-feed'
import { Notices } from './account/notices'
import { UnknownEnds } from './account/unknown-ends'
import { OrderChangeCalls } from './calls/order-change-calls'
import { NewOrderCalls } from './calls/new-order-calls'
import type { HubPorts } from './ports'
import { PositionCalls } from './calls/position-calls'
import { KeyList } from './account/key-list'
import { MemberPreferences } from './account/preferences'
import { Recorder, recorded } from './tabs/recorder'
import { RestClient } from './rest-client'
import { ReversalCalls } from './calls/reversal-calls'
import { SelfReport } from './self-report'
import { endsSession, Session } from './account/session'
import { SnapshotKeeper } from './market/snapshots'
import { AlgoOrderCalls } from './calls/algo-order-calls'
import { StrategyFeed } from './account/strategy-feed'
import { makeTabSession, type TabSession } from './tabs/tab-session'
import { Tabs } from './tabs/tabs'
import type { HubTerm } from './store/hub-store'

/** Status goes to the tabs on each change of state, and otherwise this often at most. */
export const STATUS_MS = 500
/** A hub that nobody is attached to keeps its sockets so long: for a reload, and not for a worker that was left (H3). */
export const IDLE_MS = 5_000
export interface Hub {
  readonly epoch: string
  /** A session for one more tab. */
  connect(): TabSession
  /** Counts for tests and diagnostics. */
  readonly tabs: number
}

/** Worst first: the page shows the worse of the two channels. */
const WORST_FIRST: readonly FeedState[] = ['elsewhere', 'offline', 'connecting', 'stale', 'resync', 'live']

export function worse(a: FeedState, b: FeedState): FeedState {
  return WORST_FIRST.indexOf(a) <= WORST_FIRST.indexOf(b) ? a : b
}

/** The shared data plane: two sockets, live state and journalled calls for every tab of a browser profile. */
export function createHub(ports: HubPorts): Hub {
  const { clock, turns, store, locks, network, config, epoch, random, trace } = ports
  const recorder = new Recorder(clock, { build: config.build, epoch })
  const transport = recorded(ports.transport, recorder)
  let lastStatus = ''
  let isStarted = false
  let isResting = false
  let cancelIdle: (() => void) | null = null
  let term: HubTerm | null = null
  let taking: Promise<HubTerm> | null = null
  let changeCount = 0

  const departure = new Departure(turns, () => tabs.flush())
  const flush = (): void => departure.soon()
  const rest = new RestClient({
    clock,
    transport,
    config,
    epoch,
    term: () => term,
    statusOf: (symbol) => catalogue.find(symbol)?.status ?? null,
  })
  const session = new Session({ clock, rest, trace, changed: (next) => sessionChanged(next) })
  const catalogue = new Catalogue({
    clock,
    store,
    rest,
    random,
    trace,
    changed: () => {
      market.instrumentsChanged()
      tabs.mark('instruments')
      flush()
    },
  })
  const channelPorts: ChannelPorts = { clock, transport, network, random, trace, isWatched: () => tabs.hasVisible }
  const market = new MarketFeed(
    `${config.wsBase}/realtime_public?v=2`,
    channelPorts,
    (symbol) => catalogue.find(symbol),
    {
      changed: (name, kind) => {
        tabs.topicChanged(name)
        snapshots.touched(name)
        if (kind === 'book') departure.shortly()
        else flush()
      },
      tickerOf: (name, symbol) => {
        tabs.tickerChanged(name, symbol)
        flush()
      },
      trades: (name, trades, isSnapshot) => {
        tabs.trades(name, trades, isSnapshot)
        snapshots.touched(name)
        departure.shortly()
      },
      candles: (name, candles) => {
        tabs.candles(name, candles)
        departure.shortly()
      },
      candleReset: (name) => {
        tabs.candleReset(name)
        flush()
      },
      symbolChanged: (symbol, version) => catalogue.notified(symbol, version),
      state: (state) => {
        if (state === 'connecting' || state === 'offline') {
          catalogue.connectionLost()
          snapshots.saveAll()
        }
        if (state === 'live') session.wake()
        stateChanged()
      },
    },
  )
  const ends = new UnknownEnds(trace)
  const account = new AccountFeed(`${config.wsBase}/realtime_private?v=2`, channelPorts, rest, session, {
    orders: (orders) => {
      for (const order of orders) {
        ends.look(order)
        newOrders.orderSeen(order)
      }
      tabs.orders(orders)
      flush()
    },
    orderNews: (order, action) => notices.orderNews(order, action),
    positions: (positions) => {
      tabs.positions(positions)
      flush()
    },
    wallet: () => {
      tabs.mark('wallet')
      flush()
    },
    executions: (executions) => {
      tabs.executions(executions)
      flush()
    },
    strategies: (strategies) => strategyFeed.take(strategies),
    readStrategies: (isCurrent) => strategyFeed.read(isCurrent),
    account: () => {
      tabs.mark('account')
      flush()
    },
    wentBack: () => {
      strategyFeed.signedOut()
      tabs.mark('account')
      const id = `exchange-went-back-${clock.now()}`
      tell({ id, kind: 'exchangeWentBack', order: null, intent: null, rejection: null, timeMs: clock.now() })
    },
    state: () => stateChanged(),
    reconciled: () => {
      newOrders.wake()
      changes.wake()
      flush()
    },
    term: () => termTaken(),
    hasTabs: () => tabs.count > 0,
  })
  const pressesChanged = (): void => {
    tabs.mark('intents')
    flush()
  }
  const tell = (notice: Notice): void => notices.tell(notice)
  const bucket = new AccountBuckets(clock)
  const calls = {
    clock,
    rest,
    trace,
    bucket,
    session: () => session.current,
    feeds: () => ({ publicState: market.channel.state, privateState: account.channel.state }),
    isConfirmed: (symbol: InstrumentSymbol) => catalogue.isConfirmed(symbol),
    termTaken,
    keepsValidUntil: () => session.keepsValidUntil,
    mergeOrder: (order: Order) => account.mergeOrder(order),
    store,
    changed: pressesChanged,
    notice: tell,
  }
  const newOrders = new NewOrderCalls({
    ...calls,
    orderByLink: (linkId) => account.state.orderByLink(linkId),
    ended: (order) => notices.orderNews(order, 'canceled'),
    coinOf: (symbol) => {
      const instrument = catalogue.find(symbol)
      return instrument === null ? '' : qtyCoinOf(instrument)
    },
    rejectedCode: (code) => {
      if (endsSession(code)) session.end()
    },
  })
  const verify = (): void => account.verify()
  // Unlike any other change of this profile: the hub instance and a count within it.
  const newId = (): OrderLinkId => `${epoch.slice(0, 23)}-${++changeCount}` as OrderLinkId
  const changes = new ChangeCalls({ ...calls, verify, isHeld: (position) => account.state.isHeld(position) })
  const orderChanges = new OrderChangeCalls({ changes, verify, newId, openOrders: () => account.state.orders() })
  const positionCalls = new PositionCalls({ changes, verify, newId })
  const strategyFeed = new StrategyFeed({
    clock,
    rest,
    trace,
    session: () => session.current,
    changed: () => {
      tabs.mark('strategies')
      flush()
    },
    notice: tell,
  })
  const algoOrders = new AlgoOrderCalls({ ...calls, changes, changed: () => strategyFeed.readSoon() })
  const preferences = new MemberPreferences({
    clock,
    rest,
    trace,
    session: () => session.current,
    changed: () => {
      tabs.mark('preferences')
      flush()
    },
  })
  const reverses = new ReversalCalls({
    ...calls,
    orders: newOrders,
    positions: positionCalls,
    orderByLink: (id) => account.state.orderByLink(id),
    partsOf: (id) => account.state.orders().filter(({ parentOrderId }) => parentOrderId === id),
  })
  const notices = new Notices((notice) => {
    tabs.notice(notice)
    flush()
  })
  const report = new SelfReport({
    clock,
    store,
    market,
    newOrders,
    changes,
    reverses,
    bucket,
    recorder,
    epoch,
    build: config.build,
    account: () => session.current?.account ?? null,
    status: () => status(),
    term: () => term?.term ?? 0,
    tabs: (selfId) => tabs.health(selfId),
    heapBytes: ports.heapBytes,
    faults: ports.faults,
  })
  const history = new History({ clock, rest, store, trace })
  const snapshots = new SnapshotKeeper({ clock, store, market, changed: (name) => market.touch(name) })
  const tabs = new Tabs(
    { epoch, locks, isDeparting: () => departure.isPending },
    {
      draw: (watch) => drawWatch(market, watch),
      tickerEvent: (name, symbol) => {
        const ticker = market.values.ticker(symbol)
        return ticker === null ? null : { type: 'ticker', ticker, stale: market.isTickerStale(name, symbol) }
      },
      status: () => ({ type: 'status', status: status() }),
      session: () => ({ type: 'session', session: session.current, hasEnded: session.hasEnded }),
      instruments: () => catalogue.event(),
      intents: () => presses(),
      wallet: () => ({ type: 'wallet', wallet: account.state.wallet() }),
      strategies: () => ({ type: 'strategies', strategies: strategyFeed.list() }),
      preferences: () => ({ type: 'preferences', preferences: preferences.current() }),
      account: () => [
        { type: 'orders', orders: account.state.orders(), isSnapshot: true },
        { type: 'positions', positions: account.state.positions(), isSnapshot: true },
        { type: 'executions', executions: account.state.executions(), isSnapshot: true },
        { type: 'wallet', wallet: account.state.wallet() },
        { type: 'strategies', strategies: strategyFeed.list() },
        { type: 'preferences', preferences: preferences.current() },
        presses(),
      ],
      watchStarted: (watch) => {
        const name = market.watch(watch.topic)
        // A contract whose book is on a screen is one that may be traded: its modes and leverage have to be known.
        if (watch.topic.kind === 'book') account.follow(watch.topic.symbol)
        void snapshots.restore(watch.topic, name)
      },
      watchEnded: (name) => market.unwatch(name),
      sent: (tabId, batch, whole) => recorder.batch(tabId, batch, whole),
      left: (tabId) => {
        recorder.left(tabId)
        preferences.flush()
        left()
      },
    },
  )

  function status(): HubStatus {
    const publicChannel = market.channel.status()
    const privateChannel = account.channel.status()
    return {
      publicChannel,
      privateChannel,
      state: worse(publicChannel.state, privateChannel.state),
      tabs: tabs.count,
      clockOffsetMs: rest.clockOffsetMs,
      dropped: market.channel.dropped + account.channel.dropped + market.dropped + account.dropped,
      resyncs: market.resyncs + account.resyncs,
      storage: store.kind(),
    }
  }

  function presses(): HubEvent {
    return { type: 'intents', intents: newOrders.intents(), changes: changes.changes(), reverses: reverses.reverses() }
  }

  function stateChanged(): void {
    tabs.mark('status')
    flush()
  }

  function left(): void {
    snapshots.saveAll()
    stateChanged()
    cancelIdle?.()
    cancelIdle = tabs.count > 0 ? null : clock.after(IDLE_MS, () => goToRest())
  }

  function tickStatus(): void {
    if (isResting) return
    const text = JSON.stringify(status())
    if (text !== lastStatus) {
      lastStatus = text
      tabs.statusMoved()
      flush()
    }
    clock.after(STATUS_MS, tickStatus)
  }

  function sessionChanged(next: HubSession | null): void {
    tabs.mark('session')
    void store.forgetOthers(next?.account ?? null)
    void preferences.sessionChanged()
    if (next === null) {
      account.clear()
      newOrders.signedOut()
      changes.signedOut()
      reverses.signedOut()
      strategyFeed.signedOut()
      recorder.clear()
      void session.open()
    } else {
      if (!isResting) account.start()
      void newOrders.recover().then(() => reverses.recover())
      void changes.recover()
    }
    flush()
  }

  /** Nothing that changes money leaves without a term (I5); looking does not have to wait for the disk. */
  function termTaken(): Promise<HubTerm> {
    taking ??= store.takeTerm().then((taken) => (term = taken))
    return taking
  }

  /** This hub is the one to speak again, whoever spoke meanwhile. */
  function renewTerm(): void {
    taking = null
    void termTaken()
  }

  function start(): void {
    if (isStarted) return
    isStarted = true
    // The version of the rules in force is watched for as long as the hub lives: orders depend on it (F17).
    market.watch({ kind: 'symbolNotify' })
    void catalogue.start()
    market.channel.start()
    void termTaken()
    void session.open()
    tickStatus()
    network.onChange(() => wake())
  }

  /** Two hubs of one profile would both hold the account's channel (I5): the one without tabs lets go of it. */
  function goToRest(): void {
    isResting = true
    market.channel.pause()
    account.pause()
  }

  function resume(): void {
    cancelIdle?.()
    cancelIdle = null
    const { isOvertaken } = account.channel
    // Where a tab comes to is the tabs' business: a hub that was left for another may be the one of now again (H3).
    if (isResting || isOvertaken) renewTerm()
    if (session.current !== null && isOvertaken) account.channel.takeOver()
    else if (session.current !== null) account.start()
    if (market.channel.isOvertaken) market.channel.takeOver()
    if (!isResting) return
    isResting = false
    market.channel.start()
    tickStatus()
  }

  function wake(): void {
    market.channel.wake()
    account.channel.wake()
    session.wake()
  }

  function connect(): TabSession {
    return makeTabSession({
      tabs,
      newOrders,
      changes: orderChanges,
      reverses,
      positions: positionCalls,
      strategies: algoOrders,
      preferences,
      keys: new KeyList({ clock, rest, trace }),
      history,
      recorder,
      trace,
      entered(hello, port) {
        start()
        tabs.attach(hello, port)
        // After it: a tab that says hello a second time leaves first, and would set the hub to rest.
        resume()
        stateChanged()
        if (hello.visible) wake()
        return { ok: true, epoch, build: config.build, session: session.current }
      },
      seen(visible) {
        if (visible) wake()
        else {
          preferences.flush()
          snapshots.saveAll()
        }
      },
      takeOver() {
        renewTerm()
        market.channel.takeOver()
        account.channel.takeOver()
      },
      epoch,
      report,
    })
  }

  return {
    epoch,
    connect,
    get tabs() {
      return tabs.count
    },
  }
}
