import { batch, computed, effect, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../../domain/decimal'
import type { NewOrder } from '../../../domain/order/new-order'
import type { OrderId, Side } from '../../../domain/order/order'
import type { Outcome } from '../../../workers/presses'
import type { App } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import { orderAsks } from '../../state/order-asks'
import { isWaiting, notePickTaken } from '../../state/picked-price'
import { effectBehindKey } from '../../state/slow-effect'
import { tradingBlock, type TradingBlock } from '../../state/trading-block'
import { freezeIntent } from '../intent'
import { LastPress } from '../last-press'
import { OrderPress, type PressResult } from '../order-press'
import { SendQuestion } from '../send-question'
import type { TicketPorts } from './forms-of'

/** What is asked about before it is sent, but for what every ticket says of it. */
type Subject = Omit<Parameters<SendQuestion['ask']>[0], 'what' | 'market'>

type Ports = Omit<TicketPorts<never>, 'app' | 'drafts'> & {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'kept'>
}

/** The end that the tickets of all products have: whether it is open, one press at a time, a question, an intent out. */
export class TicketSender {
  readonly #press: OrderPress<OrderId>
  /** What is asked before an order is sent that is far, large, or of a kind that the trader wants to be asked about. */
  readonly question: SendQuestion
  /** What became of the last press since. */
  readonly lastPress: LastPress
  /** Why nothing may be sent now. */
  readonly block: ReadonlySignal<TradingBlock | null>
  /** The last press: on its way, or how it ended. */
  readonly result: ReadonlySignal<PressResult<OrderId> | null>

  constructor(
    private readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    const { account, kept } = ports.app
    this.#press = new OrderPress(ports.monotonic)
    this.result = this.#press.result
    this.question = new SendQuestion(account, orderAsks(kept))
    this.lastPress = new LastPress(account, this.result)
    this.block = computed(() => tradingBlock(ports.app, market))
  }

  /**
   * What every ticket does while it is on the screen.
   * @param take a price that was picked in a book
   * @param save what is typed, read within an effect
   * @returns a function that stops it
   */
  start({ take, save }: { readonly take: (price: Price) => void; readonly save: () => void }): () => void {
    const latest = this.ports.picked.peek()
    // A first visit's book is there before its ticket, and a phone's ticket is opened behind the press on a row.
    let seen = latest === null ? 0 : isWaiting(latest) ? latest.sequence - 1 : latest.sequence
    const stops = [
      effect(() => {
        const picked = this.ports.picked.value
        if (picked === null || picked.sequence === seen || picked.symbol !== this.market.symbol) return
        seen = picked.sequence
        notePickTaken(picked)
        this.changed(() => take(picked.price))
      }),
      effectBehindKey(save),
      this.lastPress.follow(),
    ]
    return () => {
      this.question.answer(false)
      stops.forEach((stop) => stop())
    }
  }

  /** Whether a press on a side now is a press of its own. */
  isFree(side: Side): boolean {
    return this.#press.isFree(side)
  }

  /** Something of the ticket changes: an earlier press is about what stood there before. */
  changed(change: () => void): void {
    batch(() => {
      this.#press.forget()
      change()
    })
  }

  /** What was pressed is not what the ticket says now: leaving its fields changed it, or its side did. Nothing is sent, and that is said. */
  pressedAnother(): null {
    this.#press.wasOfAnother()
    return null
  }

  /** Whether the order of a press would be sent: somebody is signed in, and trading is open. What was not is said. */
  takesPress(): boolean {
    if (this.#maySend()) return true
    this.#press.missed()
    return false
  }

  /**
   * Sends what a press was about. Everything up to the frozen intent happens at once, unless it has to be asked first
   * (I11, O7); what is sent after a yes is the order that was asked about, whatever became of the ticket meanwhile.
   * @returns the outcome, or `null` when nothing was sent
   */
  async send(order: NewOrder, subject: Subject): Promise<Outcome<OrderId> | null> {
    const account = this.ports.app.account.session.peek()?.account
    if (account === undefined || !this.takesPress()) return null
    const asked = { what: 'order', market: this.market, ...subject } as const
    if (this.question.isNeeded(asked)) {
      const isMeant = await this.question.ask(asked)
      if (!isMeant || !this.isFree(order.side) || !this.takesPress()) return null
      if (this.ports.app.account.session.peek()?.account !== account) return null
    }
    const intent = freezeIntent(order, account, this.ports.now())
    const { side } = order
    // Of an order by volatility the exchange makes the price: none of ours is changed.
    const price = order.orderIv === undefined ? order.price : null
    return this.#press.send({ side, id: intent.id, price }, () => this.ports.place(intent))
  }

  #maySend(): boolean {
    return this.ports.app.account.session.peek() !== null && this.block.peek() === null
  }
}
