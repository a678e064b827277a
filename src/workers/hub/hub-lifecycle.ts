import type { HubSession, HubStatus } from '../hub-events'
import type { AccountSide } from './account/account-side'
import type { OrdersSide } from './calls/orders-side'
import type { HubContext } from './hub-context'
import type { MarketSide } from './market/market-side'

/** Status goes to the tabs on each change of state, and otherwise this often at most. */
export const STATUS_MS = 500
/** A hub that nobody is attached to keeps its sockets so long: for a reload, and not for a worker that was left (H3). */
export const IDLE_MS = 5_000

/** When a hub instance begins, rests, goes on, and whose account it serves. */
export class HubLifecycle {
  #isStarted = false
  #isResting = false
  #cancelIdle: (() => void) | null = null
  #lastStatus = ''

  constructor(
    private readonly context: HubContext,
    private readonly sides: {
      readonly market: MarketSide
      readonly account: AccountSide
      readonly orders: OrdersSide
      readonly status: () => HubStatus
      readonly tabs: () => number
    },
  ) {}

  /** A tab came: the first one starts the hub, and one that comes while it rests has it go on. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const { market, account } = this.sides
    // The version of the rules in force is watched for as long as the hub runs: orders depend on it (F17).
    market.feed.watch({ kind: 'symbolNotify' })
    void market.catalogue.start()
    market.feed.channel.start()
    void this.context.term.taken()
    void account.keeper.restore()
    void account.session.open()
    this.#tickStatus()
    this.context.ports.network.onChange(() => this.wake())
  }

  resume(): void {
    const { market, account } = this.sides
    this.#cancelIdle?.()
    this.#cancelIdle = null
    const { isOvertaken } = account.feed.channel
    // Where a tab comes to is the tabs' business: a hub that was left for another may be the one of now again (H3).
    if (this.#isResting || isOvertaken) this.context.term.renew()
    if (account.session.current !== null && isOvertaken) account.feed.channel.takeOver()
    else if (account.session.current !== null) account.feed.start()
    if (market.feed.channel.isOvertaken) market.feed.channel.takeOver()
    if (!this.#isResting) return
    this.#isResting = false
    market.feed.channel.start()
    this.#tickStatus()
  }

  wake(): void {
    this.sides.market.feed.channel.wake()
    this.sides.account.feed.channel.wake()
    this.sides.account.session.wake()
  }

  /** The user's word that this browser is the one that speaks (decisions 20). */
  takeOver(): void {
    this.context.term.renew()
    this.sides.market.feed.channel.takeOver()
    this.sides.account.feed.channel.takeOver()
  }

  tabLeft(): void {
    this.sides.market.snapshots.saveAll()
    this.sides.account.keeper.save()
    this.context.changes.publish('status')
    this.#cancelIdle?.()
    this.#cancelIdle = this.sides.tabs() > 0 ? null : this.context.ports.clock.after(IDLE_MS, () => this.#goToRest())
  }

  sessionChanged(session: HubSession | null): void {
    const { account, orders } = this.sides
    this.context.changes.publish('session')
    void this.context.ports.store.forgetOthers(session?.account ?? null)
    account.keeper.sessionChanged(session)
    void account.preferences.sessionChanged()
    if (session === null) {
      account.clear()
      orders.signedOut()
      this.context.recorder.clear()
      void account.session.open()
    } else {
      if (!this.#isResting) account.feed.start()
      orders.recover()
    }
  }

  #tickStatus(): void {
    if (this.#isResting) return
    const text = JSON.stringify(this.sides.status())
    if (text !== this.#lastStatus) {
      this.#lastStatus = text
      this.context.changes.publish('statusMoved')
    }
    this.context.ports.clock.after(STATUS_MS, () => this.#tickStatus())
  }

  /** Two hubs of one profile would both hold the account's channel (I5): the one without tabs lets go of it. */
  #goToRest(): void {
    this.#isResting = true
    this.sides.market.feed.channel.pause()
    this.sides.account.feed.pause()
  }
}
