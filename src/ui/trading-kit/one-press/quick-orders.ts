import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Price, type Qty } from '../../../domain/decimal'
import type { NewOrder } from '../../../domain/order/new-order'
import {
  limitPrice,
  type InstrumentSymbol,
  type Order,
  type OrderId,
  type OrderLinkId,
  type OrderType,
  type Side,
  type TimeInForce,
} from '../../../domain/order/order'
import { namedEffect, type OrderEffect } from '../../../domain/order/order-effect'
import { meetsBest } from '../../../domain/order/send-doubts'
import type { OrderIntent, Outcome } from '../../../workers/presses'
import { say } from '../../i18n/instance'
import type { App } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import { tradingBlock, type TradingBlock } from '../../state/trading-block'
import { freezeIntent } from '../intent'
import type { OrderActions } from '../order-actions'
import { SAME_PRESS_MS } from '../order-press'
import { checkTicket, type TicketCheck } from '../order-problems'
import { problemWords } from '../problem-words'
import { SendQuestion } from '../send-question'
import { isUntouched, termsOfChange, termsOfOrder } from '../send-terms'
import { outlookOf } from '../ticket/outlook-of'

/** An order that one press sends, complete when it is pressed. */
export interface QuickOrder {
  readonly side: Side
  readonly type: OrderType
  /** `null` at market. */
  readonly price: Price | null
  readonly qty: Qty
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
}

/** What became of a press: its answer, and then how its order ended. */
type QuickState = 'sending' | Outcome<OrderId>['kind'] | 'filled' | 'partlyFilled' | 'canceled'

/** The last press, and what became of it. */
export interface QuickPress {
  readonly id: OrderLinkId
  readonly symbol: InstrumentSymbol
  readonly order: QuickOrder
  /** In hedge mode which position it opens or closes; `null` in one-way mode. */
  readonly effect: OrderEffect | null
  readonly state: QuickState
}

interface Ports {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'notices'>
  readonly place: (intent: OrderIntent) => Promise<Outcome<OrderId>>
  readonly actions: Pick<OrderActions, 'amend'>
  /** Wall clock of the intent, and a clock that only rises. */
  readonly now: () => number
  readonly monotonic: () => number
}

/**
 * Orders without a ticket: from the ladder, the book and the keyboard. They pass what an order of the ticket passes: the
 * reasons why nothing may be sent, the check of its fields and of the account, and the questions before sending.
 */
export class QuickOrders {
  readonly question: SendQuestion
  readonly #last = signal<QuickPress | null>(null)
  readonly last: ReadonlySignal<QuickPress | null> = this.#last
  readonly #pressedAtMs = new Map<string, number>()

  constructor(private readonly ports: Ports) {
    this.question = new SendQuestion(ports.app.account)
    this.#followLast()
  }

  /** What is said of the last press does not outlive its order. For as long as the page: there is one of it for an app. */
  #followLast(): void {
    const { openOrders, closedOrders } = this.ports.app.account
    let seenOpen: OrderLinkId | null = null
    effect(() => {
      const last = this.#last.value
      if (last === null) return
      const isOfLast = ({ linkId }: Order): boolean => linkId === last.id
      const closed = closedOrders.value.find(isOfLast)
      const open = openOrders.value.find(isOfLast)
      if (open !== undefined) {
        seenOpen = last.id
        const { order } = last
        // It may have been moved since.
        const price = limitPrice(open)
        const isMoved = price !== null && order.price !== null && compare(price, order.price) !== 0
        if (last.state === 'unknown' || isMoved)
          this.#last.value = { ...last, state: 'accepted', order: isMoved ? { ...order, price } : order }
      } else if (closed !== undefined) {
        if (last.state !== endOf(closed)) this.#last.value = { ...last, state: endOf(closed) }
      } else if (seenOpen === last.id && !ENDS.has(last.state)) {
        // It ended while nobody told this page how, or the account is gone.
        this.#last.value = null
      }
    })
  }

  /**
   * Everything up to the frozen intent happens at once, before anything is awaited, unless it has to be asked (I11, O7).
   * @returns the outcome, or `null` when nothing was sent: a repeat, answered with no, or in the way (said in a toast)
   */
  async send(market: MarketModel, order: QuickOrder): Promise<Outcome<OrderId> | null> {
    if (!this.#isPressOfItsOwn(market.symbol, order)) return null
    const session = this.ports.app.account.session.peek()
    const block = tradingBlock(this.ports.app, market)
    if (session === null || block !== null) return this.#closed(block ?? 'signedOut')
    const { order: checked, problems } = checkQuick(this.ports.app, market, order)
    if (checked === null) {
      const [problem] = problems
      this.#nothingSent(problem === undefined ? say('trade:block.rulesUnconfirmed') : problemWords(say, problem))
      return null
    }
    const subject = { what: 'order', terms: termsOfOrder(checked), order: checked, market } as const
    if (this.question.isNeeded(subject) && !(await this.#asks(subject, session.account))) return null
    return this.#place(market.symbol, order, freezeIntent(checked, session.account, this.ports.now()))
  }

  /** Moves an order at rest to another price. What is in the way, and a refusal, are said in a toast. */
  async move(market: MarketModel, order: Order, price: Price): Promise<void> {
    const block = tradingBlock(this.ports.app, market)
    const session = this.ports.app.account.session.peek()
    if (block !== null || session === null) return void this.#closed(block ?? 'signedOut')
    if (!market.takesChange('amend')) return this.#nothingSent(say('trade:auctionNoAmend'))
    if (order.type !== 'limit' || order.price === price) return
    const change = { price, qty: null }
    const terms = { ...termsOfChange(order, change), isMoved: true }
    // The exchange takes such an amendment and then cancels the order: it must not leave.
    if (order.timeInForce === 'postOnly' && meetsBest(order.side, price, bestOf(market, order.side)))
      return this.#nothingSent(say('trade:postOnlyWouldTake'))
    const subject = { what: 'amendment', terms, market, known: isUntouched(change) } as const
    if (this.question.isNeeded(subject) && !(await this.#asks(subject, session.account))) return
    const rejection = await this.ports.actions.amend(order, change)
    if (rejection !== null) this.ports.app.notices.sayRefused('amendRefused', rejection)
  }

  async #place(symbol: InstrumentSymbol, order: QuickOrder, intent: OrderIntent): Promise<Outcome<OrderId>> {
    const pressed: QuickPress = {
      id: intent.id,
      symbol,
      order,
      effect: namedEffect(intent.order),
      state: 'sending',
    }
    this.#last.value = pressed
    const outcome = await this.ports.place(intent)
    // A later press has its own line by now, and an order that has ended already says so.
    if (this.#last.peek() === pressed) this.#last.value = { ...pressed, state: outcome.kind }
    // What the exchange refuses is told by the hub.
    if (outcome.kind === 'refused' && outcome.rejection.code === null)
      this.ports.app.notices.sayRefused('orderRefused', outcome.rejection)
    return outcome
  }

  /** Two presses on one price within a short time are one press; at another price they are two. */
  #isPressOfItsOwn(symbol: InstrumentSymbol, { side, type, price, reduceOnly }: QuickOrder): boolean {
    const now = this.ports.monotonic()
    const key = [symbol, side, type, price, reduceOnly].join('/')
    for (const [known, atMs] of this.#pressedAtMs) if (now - atMs >= SAME_PRESS_MS) this.#pressedAtMs.delete(known)
    if (this.#pressedAtMs.has(key)) return false
    this.#pressedAtMs.set(key, now)
    return true
  }

  /** @returns whether it may be sent: it was answered with yes, for the account that is still here, while trading is open */
  async #asks(subject: Parameters<SendQuestion['ask']>[0], account: string): Promise<boolean> {
    if (!(await this.question.ask(subject))) return false
    const { app } = this.ports
    return app.account.session.peek()?.account === account && tradingBlock(app, subject.market) === null
  }

  #closed(block: TradingBlock): null {
    this.#nothingSent(say(`trade:block.${block}`))
    return null
  }

  #nothingSent(reason: string): void {
    this.ports.app.notices.say('tradingClosed', { reason }, { failure: true })
  }
}

const ENDS: ReadonlySet<QuickState> = new Set(['filled', 'partlyFilled', 'canceled', 'refused'])

function endOf({ status, filledQty }: Order): QuickState {
  if (status === 'filled') return 'filled'
  if (status === 'rejected') return 'refused'
  return filledQty === '0' ? 'canceled' : 'partlyFilled'
}

function bestOf({ ticker }: MarketModel, side: Side): Price | null {
  const best = (side === 'buy' ? ticker.peek()?.ask1Price : ticker.peek()?.bid1Price) ?? null
  return best === '0' ? null : best
}

/** The ticket's own check of an order that no ticket holds. */
export function checkQuick(
  { account }: Pick<App, 'account'>,
  market: MarketModel,
  order: QuickOrder,
): TicketCheck & { readonly order: NewOrder | null } {
  const instrument = market.instrument.peek()
  if (instrument === null) return { order: null, problems: [] }
  const { side, type, qty, timeInForce, reduceOnly } = order
  const outlook = outlookOf(order, market, account)
  return checkTicket({
    draft: {
      symbol: market.symbol,
      side,
      type,
      price: order.price ?? '',
      qty,
      timeInForce,
      reduceOnly,
      closeOnTrigger: false,
      positionIdx: outlook.positionIdx(side),
    },
    instrument,
    expectedPrice: outlook.price(side),
    position: outlook.position(side),
    cost: outlook.figures[side].peek().required,
    balance: outlook.balance.peek(),
    isConditional: false,
  })
}
