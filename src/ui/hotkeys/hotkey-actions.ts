import { fromSteps, toSteps, type Price } from '../../domain/decimal'
import type { Order, Side } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { say } from '../i18n/instance'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { OnePress } from '../trading-kit/one-press/one-press'
import { pairOf } from '../trading-kit/order-pair'
import type { QuickOrder } from '../trading-kit/one-press/quick-orders'
import { focusTicket } from './focus-ticket'
import type { Hotkey } from './hotkey-list'

/** Orders that a hotkey cancels together. */
export type CancelWhich = 'cancelAll' | 'cancelStops'

interface Ports {
  readonly app: Pick<App, 'account' | 'notices'>
  readonly market: MarketModel
  readonly onePress: {
    readonly orders: Pick<OnePress['orders'], 'send'>
    readonly sizes: Pick<OnePress['sizes'], 'qty' | 'choose'>
    readonly actions: Pick<OnePress['actions'], 'cancel' | 'cancelAll' | 'pendingOf'>
  }
  /** Asks first, for whoever wants to be asked. */
  close(position: Position): void
  reverse(position: Position): void
  askCancel(which: CancelWhich): void
  goToNext(): void
}

/** Why a hotkey has nothing to do: a key of `hotkeys:nothing`. */
type Nothing = 'size' | 'price' | 'order' | 'position' | 'twoPositions'

/** What each hotkey does in the market of the page. */
export class HotkeyActions {
  constructor(private readonly ports: Ports) {}

  run(hotkey: Hotkey): void {
    switch (hotkey) {
      case 'ticket':
        return focusTicket()
      case 'buyBest':
        return this.#limit('buy', best(this.ports.market, 'sell'), 'goodTillCancel')
      case 'sellBest':
        return this.#limit('sell', best(this.ports.market, 'buy'), 'goodTillCancel')
      case 'joinBid':
        return this.#limit('buy', best(this.ports.market, 'buy'), 'postOnly')
      case 'joinAsk':
        return this.#limit('sell', best(this.ports.market, 'sell'), 'postOnly')
      case 'improveBid':
        return this.#limit('buy', improved(this.ports.market, 'buy'), 'postOnly')
      case 'improveAsk':
        return this.#limit('sell', improved(this.ports.market, 'sell'), 'postOnly')
      case 'cancelLast':
        return this.#cancelLast()
      case 'cancelAll':
      case 'cancelStops':
        return this.#cancelMany(hotkey)
      case 'close':
        return this.#withPosition((position) => this.ports.close(position))
      case 'reverse':
        return this.#withPosition((position) => this.ports.reverse(position))
      case 'closeBest':
        return this.#withPosition((position) => this.#closeBest(position))
      case 'size1':
      case 'size2':
      case 'size3':
      case 'size4':
        return this.ports.onePress.sizes.choose(Number(hotkey.slice(-1)) - 1)
      case 'nextSymbol':
        return this.ports.goToNext()
    }
  }

  /** Orders of the market that a hotkey would cancel, newest first. Reads signals. */
  cancelled(which: CancelWhich): readonly Order[] {
    return this.#open().filter(({ status }) => which === 'cancelAll' || status === 'untriggered')
  }

  /** Cancels them: all of a contract by one call, those that wait one by one. */
  cancelNow(which: CancelWhich, orders: readonly Order[]): void {
    const { actions } = this.ports.onePress
    if (which === 'cancelAll') void actions.cancelAll(this.ports.market.symbol, 'all', orders)
    else for (const order of orders) void actions.cancel(order, this.#pairOf(order))
  }

  #open(): readonly Order[] {
    return this.ports.app.account.openOrders.value.filter(({ symbol }) => symbol === this.ports.market.symbol)
  }

  #limit(side: Side, price: Price | null, timeInForce: QuickOrder['timeInForce']): void {
    const { onePress, market } = this.ports
    const qty = onePress.sizes.qty(market)
    if (price === null) return this.#nothing('price')
    if (qty === null) return this.#nothing('size')
    void onePress.orders.send(market, { side, type: 'limit', price, qty, timeInForce, reduceOnly: false })
  }

  #cancelLast(): void {
    const { actions } = this.ports.onePress
    // One that is being cancelled already is not the last any more: a second press takes the one before it.
    const last = this.#open().find((order) => actions.pendingOf(order) !== 'canceling')
    if (last === undefined) this.#nothing('order')
    else void actions.cancel(last, this.#pairOf(last))
  }

  /** A hotkey asks nothing: of two legs over one amount both end. */
  #pairOf(order: Order): Order | null {
    return pairOf(order, this.ports.app.account)
  }

  #cancelMany(which: CancelWhich): void {
    const orders = this.cancelled(which)
    if (orders.length === 0) this.#nothing('order')
    else if (this.ports.app.account.preferences.peek().asksBeforeCancelAll) this.ports.askCancel(which)
    else this.cancelNow(which, orders)
  }

  #closeBest(position: Position): void {
    const { market, onePress } = this.ports
    const side = position.side === 'buy' ? 'sell' : 'buy'
    const price = best(market, position.side ?? 'buy')
    if (price === null) return this.#nothing('price')
    const { size: qty } = position
    void onePress.orders.send(market, {
      side,
      type: 'limit',
      price,
      qty,
      timeInForce: 'goodTillCancel',
      reduceOnly: true,
    })
  }

  /** A long and a short one side by side are two: which of them is meant a key cannot say. */
  #withPosition(act: (position: Position) => void): void {
    const held = this.ports.app.account.positions.peek().filter(({ symbol }) => symbol === this.ports.market.symbol)
    const [position] = held
    if (position === undefined) this.#nothing('position')
    else if (held.length > 1) this.#nothing('twoPositions')
    else act(position)
  }

  #nothing(why: Nothing): void {
    this.ports.app.notices.say('tradingClosed', { reason: say(`hotkeys:nothing.${why}`) }, { failure: true })
  }
}

/** The best price of a side as the page shows it: of the book in single ticks, else of the ticker. */
export function best(market: MarketModel, side: Side): Price | null {
  const view = market.bookStale.peek() ? null : market.book.peek()
  const ticks = side === 'buy' ? view?.bids[0] : view?.asks[0]
  const tickSize = market.listed.peek()?.tickSize
  if (view?.group === 1 && ticks !== undefined && tickSize !== undefined) return fromSteps<Price>(ticks, tickSize)
  const ticker = market.ticker.peek()
  return (side === 'buy' ? ticker?.bid1Price : ticker?.ask1Price) ?? null
}

/** A tick better than the best price of a side, and that price itself where there is no room between the two sides. */
export function improved(market: MarketModel, side: Side): Price | null {
  const tickSize = market.listed.peek()?.tickSize
  const own = best(market, side)
  const other = best(market, side === 'buy' ? 'sell' : 'buy')
  if (tickSize === undefined || own === null) return null
  const ticks = toSteps(own, tickSize)
  const bound = other === null ? null : toSteps(other, tickSize)
  if (ticks === null) return null
  const next = side === 'buy' ? ticks + 1 : ticks - 1
  const hasRoom = bound === null || (side === 'buy' ? next < bound : next > bound)
  return hasRoom ? fromSteps<Price>(next, tickSize) : own
}
