import type { FeeRates } from '../../../domain/account/fee-tier'
import type { ForetoldOrder } from '../../../domain/account/foretold-order'
import type { NewOrder } from '../../../domain/order/new-order'
import type { PortfolioRead, WhatIfTrade } from '../../../domain/risk/portfolio-report'
import type { InstrumentSymbol, Order } from '../../../domain/order/order'
import type { Read } from '../../hub-api'
import type { AccountTimes, HubEvent, HubSession } from '../../hub-events'
import type { VenueCalls } from '../../venue/venue-calls'
import type { RestCall, VenueCall } from '../../venue/venue-http'
import type { HubChange } from '../hub-change'
import type { HubContext } from '../hub-context'
import { readCall } from '../read-call'
import type { AccountReads } from '../store/stored-records'
import type { RefusedCall } from '../rest-client'
import { AccountFeed, type AccountListener } from './account-feed'
import { AccountKeeper } from './account-keeper'
import { AlertFeed } from './alert-feed'
import { KeyList } from './key-list'
import { keptRead, type WiderRead } from './kept-read'
import { LendingReads } from './lending-reads'
import { Notices } from './notices'
import { MemberPreferences } from './preferences'
import { Session } from './session'
import { StrategyFeed } from './strategy-feed'
import { UnknownEnds } from './unknown-ends'

/** What the account side tells the others. */
export interface AccountEvents {
  ordersSeen(orders: readonly Order[]): void
  positionsSeen(): void
  /** A row of the account names it. */
  named(symbol: InstrumentSymbol): void
  /** The account was compared with the exchange, and agrees. */
  reconciled(): void
  sessionChanged(session: HubSession | null): void
  hasTabs(): boolean
}

/** Everything of the signed-in account: who it is, its live state, and what it is told and chose. */
export class AccountSide {
  readonly session: Session
  readonly feed: AccountFeed
  readonly notices: Notices
  readonly strategies: StrategyFeed
  readonly alerts: AlertFeed
  readonly preferences: MemberPreferences
  readonly keys: KeyList
  readonly lending: LendingReads
  readonly keeper: AccountKeeper
  readonly #unknownEnds: UnknownEnds

  constructor(
    private readonly context: HubContext,
    private readonly events: AccountEvents,
  ) {
    const { ports, rest, changes, channelPorts } = context
    const { clock, trace, venue } = ports
    const asking = { clock, rest, trace, calls: venue.calls }
    const calls = { ...asking, session: () => this.session.current }
    this.#unknownEnds = new UnknownEnds(venue, trace)
    this.notices = new Notices(
      (notice) => changes.publish({ kind: 'notice', notice }),
      (id) => this.feed.state.order(id),
    )
    this.session = new Session({ ...asking, changed: (session) => events.sessionChanged(session) })
    this.strategies = new StrategyFeed({
      ...calls,
      venue,
      changed: () => {
        changes.publish('strategies')
        this.keeper.touched()
      },
      notice: (notice) => this.notices.tell(notice),
    })
    this.alerts = new AlertFeed({
      ...calls,
      venue,
      changed: () => changes.publish('alerts'),
      notice: (notice) => this.notices.tell(notice),
    })
    this.preferences = new MemberPreferences({ ...calls, changed: () => changes.publish('preferences') })
    this.keys = new KeyList(asking)
    this.lending = new LendingReads(asking)
    this.feed = new AccountFeed(ports.venue, channelPorts, rest, this.session, this.#listener())
    this.keeper = new AccountKeeper({
      clock,
      store: ports.store,
      session: () => this.session.current,
      state: this.feed.state,
      strategies: this.strategies,
      times: () => this.feed.times(),
      changed: () => {
        changes.publish('session')
        changes.publish('account')
        changes.publish('status')
      },
    })
  }

  /** Who is signed in, and whose rows are shown meanwhile. */
  who(): HubEvent {
    const { current: session, hasEnded } = this.session
    return { type: 'session', session, hasEnded, kept: this.keeper.shown?.session ?? null }
  }

  /** As of when what is shown of the account is known. */
  times(): AccountTimes | null {
    return this.keeper.shown?.asOf ?? this.feed.times()
  }

  /** The whole private state, as a tab is given it. */
  snapshot(): readonly HubEvent[] {
    const { state } = this.feed
    const { orders, positions } = this.keeper.shown ?? { orders: state.orders(), positions: state.positions() }
    return [
      { type: 'orders', orders, isSnapshot: true },
      { type: 'positions', positions, isSnapshot: true },
      { type: 'executions', executions: state.executions(), isSnapshot: true },
      this.wallet(),
      this.strategyList(),
      ...this.alertList(),
      this.chosen(),
    ]
  }

  wallet(): HubEvent {
    return { type: 'wallet', wallet: (this.keeper.shown ?? { wallet: this.feed.state.wallet() }).wallet }
  }

  strategyList(): HubEvent {
    const shown = this.keeper.shown ?? { strategies: this.strategies.list() }
    return { type: 'strategies', strategies: shown.strategies ?? [] }
  }

  alertList(): readonly HubEvent[] {
    const alerts = this.alerts.list()
    return alerts === null ? [] : [{ type: 'alerts', alerts }]
  }

  chosen(): HubEvent {
    return { type: 'preferences', preferences: this.preferences.current() }
  }

  /**
   * What a refusal says beyond the call that got it (spec §8): a session that ended is cleared, and what concerns the whole
   * account is told where nobody pressed for the call. An answer to a former session says nothing of this one.
   */
  refused(call: RestCall, { code, message, ext }: RefusedCall, sentAs: HubSession | null): void {
    const { clock, venue } = this.context.ports
    const meaning = venue.calls.meaning({ code, ext })
    if (meaning === null || sentAs === null || this.session.current !== sentAs) return
    const isTold =
      meaning === 'compliance' ||
      meaning === 'timedOut' ||
      (call.isPressed !== true && (meaning === 'sessionEnded' || meaning === 'rateLimited'))
    if (meaning === 'sessionEnded') this.session.end()
    if (!isTold) return
    const timeMs = clock.now()
    const rejection = { code, reason: 'refusedByExchange', message, ext } as const
    this.notices.tell({
      id: `call-${code}-${timeMs}`,
      kind: 'callRefused',
      order: null,
      intent: null,
      rejection,
      timeMs,
    })
  }

  /** What is read of it, for a time without the exchange, too. @param of which of its kind; `null` of none that is kept */
  kept<T>(
    kind: keyof AccountReads,
    of: string | null,
    asking: Promise<Read<T>>,
    wider: WiderRead<T> | null = null,
  ): Promise<Read<T>> {
    const account = (): string | null => (this.session.current ?? this.keeper.shown?.session)?.account ?? null
    return keptRead(this.context.ports.store, account, kind, of, asking, wider)
  }

  feeRates(symbol: InstrumentSymbol): Promise<Read<readonly FeeRates[]>> {
    return this.#read('fee rates', (calls) => calls.feeRates(symbol))
  }

  foretell(order: NewOrder): Promise<Read<ForetoldOrder>> {
    return this.#read('order preview', (calls) => calls.foretell(order))
  }

  portfolio(trades: readonly WhatIfTrade[]): Promise<Read<PortfolioRead>> {
    return this.#read('portfolio', (calls) => calls.portfolio(trades))
  }

  /** Nothing of the account stays (I12). */
  clear(): void {
    this.feed.clear()
    this.strategies.signedOut()
    this.alerts.signedOut()
  }

  #read<T>(what: string, callOf: (calls: VenueCalls) => VenueCall<T>): Promise<Read<T>> {
    const { ports, rest } = this.context
    return readCall({ ...ports, rest }, what, callOf(ports.venue.calls))
  }

  #listener(): AccountListener {
    const { changes, term, ports } = this.context
    /** Rows of now are not put among those from disk: they come with the whole, at the end of the first comparison. */
    const publish = (change: HubChange): void => {
      if (this.keeper.shown === null) changes.publish(change)
      this.keeper.touched()
    }
    return {
      orders: (orders) => {
        for (const order of orders) {
          this.#unknownEnds.look(order)
          this.events.named(order.symbol)
        }
        this.events.ordersSeen(orders)
        publish({ kind: 'orders', orders })
      },
      executionNews: (execution) => this.notices.executionNews(execution),
      orderNews: (order, action, before) => this.notices.orderNews(order, action, before),
      positions: (positions) => {
        this.events.positionsSeen()
        publish({ kind: 'positions', positions })
      },
      wallet: () => publish('wallet'),
      executions: (executions) => {
        for (const { symbol } of executions) this.events.named(symbol)
        publish({ kind: 'executions', executions })
      },
      strategies: (strategies) => this.strategies.take(strategies),
      alerts: (rows) => this.alerts.take(rows),
      readStrategies: (isCurrent) => this.strategies.read(isCurrent),
      readAlerts: (isCurrent) => this.alerts.read(isCurrent),
      account: () => changes.publish('account'),
      wentBack: () => {
        this.strategies.signedOut()
        this.alerts.signedOut()
        changes.publish('account')
        const timeMs = ports.clock.now()
        const id = `exchange-went-back-${timeMs}`
        this.notices.tell({ id, kind: 'exchangeWentBack', order: null, intent: null, rejection: null, timeMs })
      },
      state: (state) => {
        if (state === 'connecting' || state === 'offline') this.keeper.save()
        changes.publish('status')
      },
      reconciled: () => {
        this.keeper.agreed()
        this.events.reconciled()
      },
      term: () => term.taken(),
      hasTabs: () => this.events.hasTabs(),
    }
  }
}
