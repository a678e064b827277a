import { qtyCoinOf } from '../../../domain/instrument/qty-coin'
import type { Order, OrderLinkId } from '../../../domain/order/order'
import type { HubEvent } from '../../hub-events'
import type { AccountSide } from '../account/account-side'
import type { HubContext } from '../hub-context'
import type { MarketSide } from '../market/market-side'
import { AccountBuckets } from './account-buckets'
import { AlertCalls } from './alert-calls'
import { AlgoOrderCalls } from './algo-order-calls'
import { ChangeCalls } from './change-calls'
import { NewOrderCalls } from './new-order-calls'
import { OrderChangeCalls } from './order-change-calls'
import { PositionCalls } from './position-calls'
import { ReversalCalls } from './reversal-calls'

/** Everything that changes money: each call journalled, sent once, and followed to its end. */
export class OrdersSide {
  readonly bucket: AccountBuckets
  readonly newOrders: NewOrderCalls
  readonly changes: ChangeCalls
  readonly orderChanges: OrderChangeCalls
  readonly positions: PositionCalls
  readonly algoOrders: AlgoOrderCalls
  readonly alerts: AlertCalls
  readonly reversals: ReversalCalls
  #changeCount = 0

  constructor(context: HubContext, market: MarketSide, account: AccountSide) {
    const { ports, rest, term, changes } = context
    const { clock, store, trace, epoch, venue } = ports
    const { state } = account.feed
    this.bucket = new AccountBuckets(clock)
    const shared = {
      clock,
      rest,
      trace,
      venue,
      store,
      bucket: this.bucket,
      session: () => account.session.current,
      feeds: () => ({ publicState: market.feed.channel.state, privateState: account.feed.channel.state }),
      isConfirmed: market.isConfirmed.bind(market),
      termTaken: () => term.taken(),
      // A receive window is part of every call of its venue; a time that is valid until has to be promised.
      keepsValidUntil: () => venue.capabilities.deadline === 'receiveWindow' || account.session.keepsValidUntil,
      mergeOrder: (order: Order) => account.feed.mergeOrder(order),
      orderByLink: (linkId: OrderLinkId) => state.orderByLink(linkId),
      changed: () => changes.publish('intents'),
      notice: account.notices.tell.bind(account.notices),
      ended: (order: Order) => account.notices.orderNews(order, 'canceled'),
    }
    this.newOrders = new NewOrderCalls({
      ...shared,
      isOpening: (id) => this.reversals.opens(id),
      coinOf: (symbol) => {
        const instrument = market.find(symbol)
        return instrument === null ? '' : qtyCoinOf(instrument)
      },
    })
    const verify = (): void => account.feed.verify()
    this.changes = new ChangeCalls({
      ...shared,
      verify,
      orderById: (id) => state.order(id),
      isHeld: (position) => state.isHeld(position),
    })
    const changing = {
      changes: this.changes,
      calls: venue.calls,
      verify,
      // Unlike any other change of this profile: the hub instance and a count within it.
      newId: () => `${epoch.slice(0, 23)}-${++this.#changeCount}` as OrderLinkId,
    }
    this.orderChanges = new OrderChangeCalls({ ...changing, openOrders: () => state.orders() })
    this.positions = new PositionCalls(changing)
    this.algoOrders = new AlgoOrderCalls({
      ...shared,
      changes: this.changes,
      changed: () => account.strategies.readSoon(),
    })
    this.alerts = new AlertCalls({ ...changing, changed: () => account.alerts.readSoon() })
    this.reversals = new ReversalCalls({
      ...shared,
      orders: this.newOrders,
      positions: this.positions,
      position: (of) => state.position(of),
      partsOf: (id) => state.orders().filter(({ parentOrderId }) => parentOrderId === id),
    })
  }

  /** What has no end yet, as a tab is given it. */
  presses(): HubEvent {
    return {
      type: 'intents',
      intents: this.newOrders.intents(),
      changes: this.changes.changes(),
      reverses: this.reversals.reverses(),
    }
  }

  ordersSeen(orders: readonly Order[]): void {
    for (const order of orders) this.newOrders.orderSeen(order)
  }

  positionsSeen(): void {
    this.reversals.positionsSeen()
  }

  /** The exchange can be reached again. */
  wake(): void {
    this.newOrders.wake()
    this.changes.wake()
  }

  signedOut(): void {
    this.newOrders.signedOut()
    this.changes.signedOut()
    this.reversals.signedOut()
  }

  /** Goes on with what a former hub instance left of the account that is signed in now. */
  recover(): void {
    void this.newOrders.recover().then(() => this.reversals.recover())
    void this.changes.recover()
  }
}
