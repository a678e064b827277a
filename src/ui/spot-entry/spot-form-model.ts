import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import { isSpotPair, type SpotPair } from '../../domain/instrument/spot-pair'
import type { NewOrder } from '../../domain/order/new-order'
import type { OrderId, OrderType, Side } from '../../domain/order/order'
import type { OrderIntent, Outcome } from '../../workers/presses'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { orderAsks } from '../state/order-asks'
import type { PickedPrice } from '../state/picked-price'
import { tradingBlock, type TradingBlock } from '../state/trading-block'
import { freezeIntent } from '../trading-kit/intent'
import { LastPress } from '../trading-kit/last-press'
import { OrderPress, type PressResult } from '../trading-kit/order-press'
import { PriceText } from '../trading-kit/price-text'
import { SendQuestion } from '../trading-kit/send-question'
import { termsOfOrder } from '../trading-kit/send-terms'
import type { SpotDrafts, SpotTicketDraft, SpotTimeInForce } from './spot-drafts'
import { SpotOutlook } from './spot-outlook'
import type { SpotTicketProblem } from './spot-problem-text'
import { SpotSize } from './spot-size'

interface Ports {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'kept'>
  /** The latest price picked in a book that is linked to it. */
  readonly picked: ReadonlySignal<PickedPrice | null>
  readonly place: (intent: OrderIntent) => Promise<Outcome<OrderId>>
  readonly drafts: SpotDrafts
  /** Wall clock of the intent, and a clock that only rises. */
  readonly now: () => number
  readonly monotonic: () => number
}

/** The ticket of a pair: text in, problems, figures and a complete intent out. It has one side at a time. */
export class SpotFormModel {
  readonly #side: Signal<Side>
  readonly #type: Signal<OrderType>
  readonly #postOnly: Signal<boolean>
  readonly #timeInForce: Signal<SpotTimeInForce>
  readonly #isPressed = signal(false)
  readonly #isPriceTyped: Signal<boolean>
  readonly #press: OrderPress<OrderId>

  readonly side: ReadonlySignal<Side>
  readonly type: ReadonlySignal<OrderType>
  readonly postOnly: ReadonlySignal<boolean>
  readonly timeInForce: ReadonlySignal<SpotTimeInForce>
  readonly pair: ReadonlySignal<SpotPair | null>
  readonly price: PriceText
  readonly size: SpotSize
  readonly outlook: SpotOutlook
  /** What is asked before something far or large is sent. */
  readonly question: SendQuestion
  /** What became of the last press since. */
  readonly lastPress: LastPress

  constructor(
    readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    const { account, kept } = ports.app
    const draft = ports.drafts.load(market.symbol)
    this.side = this.#side = signal(draft?.side ?? 'buy')
    this.type = this.#type = signal<OrderType>(draft?.type ?? 'limit')
    this.postOnly = this.#postOnly = signal(draft?.postOnly ?? false)
    this.timeInForce = this.#timeInForce = signal(draft?.timeInForce ?? 'goodTillCancel')
    this.pair = computed(() => {
      const listed = market.listed.value
      return listed !== null && isSpotPair(listed) ? listed : null
    })
    this.price = new PriceText(this.pair)
    if (draft !== null) this.price.setText(draft.priceText)
    this.#isPriceTyped = signal((draft?.priceText ?? '') !== '')
    this.size = new SpotSize(this.pair, this.type, draft)
    this.outlook = new SpotOutlook({
      market,
      account,
      pair: this.pair,
      size: this.size,
      terms: computed(() => ({
        side: this.#side.value,
        type: this.#type.value,
        price: this.price.typed.value,
        timeInForce: this.#postOnly.value ? 'postOnly' : this.#timeInForce.value,
      })),
    })
    this.#press = new OrderPress(ports.monotonic)
    this.question = new SendQuestion(account, orderAsks(kept))
    this.lastPress = new LastPress(account, this.#press.result)
  }

  /** Follows the market and remembers the draft. @returns a function that stops both */
  start(): () => void {
    let seen = this.ports.picked.peek()?.sequence ?? 0
    const stops = [
      effect(() => {
        const { lastPrice, tickerStale } = this.market
        // An old price may be of any age: what an order begins with is the first live one.
        if (this.#isPriceTyped.value || this.pair.value === null || lastPrice.value === null || tickerStale.value)
          return
        this.price.set(lastPrice.value)
        this.#isPriceTyped.value = true
      }),
      effect(() => {
        const picked = this.ports.picked.value
        if (picked === null || picked.sequence === seen || picked.symbol !== this.market.symbol) return
        seen = picked.sequence
        this.setPrice(picked.price)
      }),
      effect(() => this.ports.drafts.save(this.market.symbol, this.#draft())),
      this.lastPress.follow(),
    ]
    return () => {
      this.question.answer(false)
      stops.forEach((stop) => stop())
    }
  }

  /** The last press: on its way, or how it ended. */
  get result(): ReadonlySignal<PressResult<OrderId> | null> {
    return this.#press.result
  }

  // What is typed and chosen

  setSide(side: Side): void {
    this.#changed(() => (this.#side.value = side))
  }

  setType(type: OrderType): void {
    this.#changed(() => (this.#type.value = type))
  }

  setPostOnly(postOnly: boolean): void {
    this.#changed(() => (this.#postOnly.value = postOnly))
  }

  setTimeInForce(timeInForce: SpotTimeInForce): void {
    this.#changed(() => (this.#timeInForce.value = timeInForce))
  }

  setPriceText(typed: string): void {
    this.#changed(() => {
      this.#isPriceTyped.value = true
      this.price.setText(typed)
    })
  }

  setPrice(price: Price): void {
    this.#changed(() => {
      this.#isPriceTyped.value = true
      this.price.set(price)
    })
  }

  setSizeText(typed: string): void {
    this.#changed(() => this.size.setText(typed))
  }

  /** The slider: a share of what the account pays for. */
  setPercent(percent: number): void {
    const most = this.outlook.most.peek()
    if (most !== null) this.#changed(() => this.size.take(percent, most))
  }

  #changed(change: () => void): void {
    batch(() => {
      this.#press.forget()
      change()
    })
  }

  // What it means

  readonly block = computed<TradingBlock | null>(() => tradingBlock(this.ports.app, this.market))

  /** What is wrong with it, said or not. */
  readonly problem = computed<SpotTicketProblem | null>(() => {
    const checked = this.outlook.check.value
    if (checked === null || !checked.ok) return checked?.error ?? null
    return this.outlook.lack.value
  })

  /** What of it is said by now: of a field that was left, and after a press of all. */
  shownProblem(field: SpotTicketProblem['field']): SpotTicketProblem | null {
    const problem = this.problem.value
    if (problem === null || problem.field !== field) return null
    const isLeft = field === 'price' ? this.price.isLeft.value : field === 'size' && this.size.isLeft.value
    return isLeft || this.#isPressed.value ? problem : null
  }

  /** What a press would send; `null` while something is wrong. */
  readonly order = computed<NewOrder | null>(() => {
    const checked = this.outlook.check.value
    return checked?.ok === true && this.outlook.lack.value === null ? checked.value : null
  })

  /**
   * A press. Everything up to the frozen intent happens at once, before anything is awaited (I11, O7).
   * @returns the outcome, or `null` when nothing was sent: a repeat, a closed ticket, or a problem now shown
   */
  async press(side: Side): Promise<Outcome<OrderId> | null> {
    if (!this.#press.isFree() || side !== this.#side.peek()) return null
    const seen = [this.price.typed.peek(), this.size.typed.peek()]
    if (this.#type.peek() === 'limit') this.price.settle()
    this.size.settle()
    // What leaving the fields made of them was not what was pressed: it is shown, and the next press sends it (decisions 45).
    if (this.price.typed.peek() !== seen[0] || this.size.typed.peek() !== seen[1]) return null
    const order = this.order.peek()
    const session = this.ports.app.account.session.peek()
    if (order === null || session === null || this.block.peek() !== null) {
      this.#isPressed.value = true
      return null
    }
    const terms = { ...termsOfOrder(order), qty: this.outlook.qty.peek() ?? order.qty }
    const subject = { what: 'order', terms, market: this.market, choice: this.#type.peek() } as const
    if (this.question.isNeeded(subject) && !(await this.#asks(subject, session.account))) return null
    const intent = freezeIntent(order, session.account, this.ports.now())
    return this.#press.send({ side, id: intent.id, price: order.price }, () => this.ports.place(intent))
  }

  /** Asks first. What is sent after a yes is the order that was asked about, whatever became of the ticket meanwhile. */
  async #asks(subject: Parameters<SendQuestion['ask']>[0], account: string): Promise<boolean> {
    const isMeant = await this.question.ask(subject)
    if (!isMeant || !this.#press.isFree()) return false
    return this.ports.app.account.session.peek()?.account === account && this.block.peek() === null
  }

  #draft(): SpotTicketDraft {
    return {
      side: this.#side.value,
      type: this.#type.value,
      unit: this.size.unit.value,
      priceText: this.price.text.value,
      sizeText: this.size.text.value,
      postOnly: this.#postOnly.value,
      timeInForce: this.#timeInForce.value,
    }
  }
}
