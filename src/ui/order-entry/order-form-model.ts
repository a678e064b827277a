import type { NewOrder } from '../../domain/order/new-order'
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Price, Qty } from '../../domain/decimal'
import type { OrderId, OrderType, Side, TimeInForce } from '../../domain/order/order'
import type { Outcome } from '../../workers/presses'
import type { MarketModel } from '../state/market-model'
import { OrderSize } from './order-size'
import { figuresPart } from '../trading-kit/ticket/figures-part'
import { OrderOutlook, type OutlookOrder } from '../trading-kit/ticket/order-outlook'
import { checkTicket, sideNote, type Problem, type SideNote, type TicketCheck } from '../trading-kit/order-problems'
import { termsOfOrder } from '../trading-kit/send-terms'
import type { TicketPorts } from '../trading-kit/ticket/forms-of'
import { TicketSender } from '../trading-kit/ticket/ticket-sender'
import type { TicketTimeInForce } from '../trading-kit/ticket/time-in-force'
import { ShownProblems } from './shown-problems'
import type { SizeMethod, TicketDraft, TicketTab } from './ticket-drafts'
import { TicketParts, type PartLoaders } from './ticket-parts'
import { TicketPrice } from './ticket-price'
import { TicketSwitches } from './ticket-switches'

type Ports = PartLoaders & TicketPorts<TicketDraft>

const STILL_LOADING: Problem = { field: 'order', key: 'stillLoading', values: {} }

/** The order ticket of one contract: text in, problems, figures and a complete intent out. */
export class OrderFormModel {
  readonly #tab: Signal<TicketTab>
  readonly #conditionalType: Signal<OrderType>
  readonly #postOnly: Signal<boolean>
  readonly #timeInForce: Signal<TicketTimeInForce>
  readonly #price: TicketPrice
  readonly #isOpen = signal(false)
  /** Whether it is on the screen: a phone shows it in a sheet. */
  readonly isOpen: ReadonlySignal<boolean> = this.#isOpen
  readonly #sender: TicketSender
  readonly question: TicketSender['question']
  readonly lastPress: TicketSender['lastPress']

  readonly tab: ReadonlySignal<TicketTab>
  /** What goes to the book: a conditional order becomes one of the two. */
  readonly type: ReadonlySignal<OrderType>
  readonly size: OrderSize
  readonly switches: TicketSwitches
  readonly #parts: TicketParts
  readonly extras: TicketParts['extras']
  readonly sizeBy: TicketParts['sizeBy']
  /** What the limit price follows in the book. */
  readonly priceSource: TicketPrice['source']
  readonly postOnly: ReadonlySignal<boolean>
  readonly timeInForce: ReadonlySignal<TicketTimeInForce>
  readonly priceText: ReadonlySignal<string>
  /** Whether the price is the trader's. */
  readonly isPriceTouched: ReadonlySignal<boolean>

  constructor(
    readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    this.#sender = new TicketSender(market, ports)
    this.question = this.#sender.question
    this.lastPress = this.#sender.lastPress
    this.block = this.#sender.block
    this.result = this.#sender.result
    const draft = ports.drafts.load(market.symbol)
    this.tab = this.#tab = signal<TicketTab>(draft?.tab ?? 'limit')
    this.#conditionalType = signal<OrderType>(draft?.conditionalType ?? 'limit')
    this.type = computed(() => {
      const tab = this.#tab.value
      // A strategy has a form of its own; what stands here meanwhile is the limit order.
      return tab === 'conditional' ? this.#conditionalType.value : tab === 'strategy' ? 'limit' : tab
    })
    this.postOnly = this.#postOnly = signal(draft?.postOnly ?? false)
    this.timeInForce = this.#timeInForce = signal(draft?.timeInForce ?? 'goodTillCancel')
    this.#price = new TicketPrice(market, this.tab, draft)
    this.priceText = this.#price.text
    this.isPriceTouched = this.#price.touched
    this.price = this.#price.price
    this.priceSource = this.#price.source
    this.switches = new TicketSwitches(this.tab, ports.app, draft?.switches ?? null)
    this.size = new OrderSize(
      {
        market,
        switches: this.switches,
        type: this.type,
        orderPrice: this.orderPrice,
        outlook: () => this.outlook,
        shown: () => this.shown,
        changed: () => this.edited(),
      },
      draft,
    )
    this.outlook = new OrderOutlook(market, ports.app.account, {
      qty: this.size.qty,
      price: (side) => this.#expectedPrice(side),
      // What can only rest; of what may take, the figures part what waits from it.
      isMaker: () => this.type.value === 'limit' && this.#postOnly.value,
      meets: () => this.#meets(),
      isReducing: this.switches.isReducing,
      splits: () => this.switches.splits.value,
    })
    const { tab, type, switches, size, orderPrice, outlook } = this
    const expectedPrice = (side: Side): Price | null => this.#expectedPrice(side)
    this.#parts = new TicketParts(
      { market, app: ports.app, tab, type, switches, size, orderPrice, outlook, expectedPrice },
      ports,
      draft,
    )
    this.extras = this.#parts.extras
    this.sizeBy = this.#parts.sizeBy
  }

  /** Whether the largest order can be told. */
  readonly #knowsMost = computed(
    () => figuresPart.value !== null && this.outlook.available.value !== null && this.market.hasTicker.value,
  )

  /** Follows the market and remembers the draft. @returns a function that stops both */
  start(): () => void {
    const stops = [
      this.#price.start(),
      this.#sender.start({
        take: (price) => this.#price.set(price),
        save: () => this.ports.drafts.save(this.market.symbol, this.#draft()),
      }),
      effect(() => {
        if (this.market.isInAuction.value) this.#keepToAuction()
      }),
      effect(() => {
        const isCopyTrade = this.ports.app.account.session.value?.kind === 'copy'
        if (isCopyTrade && this.#tab.value === 'strategy') this.#tab.value = 'limit'
      }),
      // Typed before the largest order was known, a quantity has its place on the slider once it is.
      effect(() => {
        if (this.#knowsMost.value) untracked(() => this.size.followMost())
      }),
      this.#parts.start(),
    ]
    this.#isOpen.value = true
    return () => {
      this.#isOpen.value = false
      stops.forEach((stop) => stop())
    }
  }

  // What is typed and chosen

  /** Something was typed, ticked or chosen: an earlier press is about what stood there before. */
  edited(): void {
    this.#sender.changed(() => {})
  }

  setTab(tab: TicketTab): void {
    this.#sender.changed(() => {
      // A field that goes with its tab is not left by an event of its own.
      this.#price.leave()
      this.#tab.value = tab
    })
  }

  setConditionalType(type: OrderType): void {
    this.#conditionalType.value = type
  }

  setPostOnly(postOnly: boolean): void {
    this.#postOnly.value = postOnly
  }

  setTimeInForce(timeInForce: TicketTimeInForce): void {
    this.#timeInForce.value = timeInForce
  }

  /** By what the size is given. A size by risk brings its stop as the order's stop-loss. */
  setSizeMethod(method: SizeMethod): void {
    batch(() => {
      if (method === 'risk') this.switches.setTpSl(true)
      this.size.setMethod(method)
    })
  }

  /** The slider moves what the size is given by. */
  setPercent(percent: number): void {
    batch(() => {
      this.size.setPercent(percent)
      const qty = this.size.qty.peek()
      if (qty !== null) this.sizeBy.peek()?.take(qty)
    })
  }

  setPriceText(typed: string): void {
    this.#sender.changed(() => this.#price.setText(typed))
  }

  /** @param ticks how far: one by the arrow keys, more by the popover of steps */
  stepPrice(ticks: number): void {
    this.#sender.changed(() => this.#price.step(ticks))
  }

  focusPrice(): void {
    this.#price.focus()
  }

  blurPrice(): void {
    batch(() => {
      if (this.#price.settle()) this.shown.show('price')
    })
  }

  /** The "Last" shortcut. */
  fillLast(): void {
    const last = this.market.lastPrice.peek()
    if (last !== null) this.#sender.changed(() => this.#price.set(last))
  }

  /** A pointer is down on the ticket, or up again: a price that follows the book stays meanwhile (I11). */
  holdPrice(isHeld: boolean): void {
    this.#price.hold(isHeld)
  }

  blurTrigger(): void {
    this.extras.peek()?.trigger.price.settle()
    this.shown.show('trigger')
  }

  // What it means

  readonly price: ReadonlySignal<Price | null>

  readonly block: TicketSender['block']

  /** The last press: on its way, or how it ended. */
  readonly result: TicketSender['result']

  /** What the order is priced at; `null` at market, where the price follows the book. */
  readonly orderPrice = computed<Price | null>(() => {
    if (this.type.value === 'limit') return this.price.value
    return this.tab.value === 'conditional' ? (this.extras.value?.trigger.price.price.value ?? null) : null
  })

  /** What the account says of it. */
  readonly outlook: OrderOutlook

  /** Everything that stands in the way of a press on a side, whether shown yet or not. */
  readonly problems: Readonly<Record<Side, ReadonlySignal<readonly Problem[]>>> = {
    buy: computed(() => this.#checks.buy.value.problems),
    sell: computed(() => this.#checks.sell.value.problems),
  }

  /** What of them is said by now. */
  readonly shown = new ShownProblems(this.problems)

  /** Why a side is not meant as the ticket stands: what its button says instead of the quantity. */
  sideNote(side: Side): SideNote | null {
    return sideNote(this.problems[side].value)
  }

  /** What a press on a side would send; `null` while something is wrong. */
  order(side: Side): NewOrder | null {
    return this.#checks[side].value.order
  }

  /** The same with the least quantity: where none that is fine is given, the largest order is asked about with it. Reads signals. */
  leastOrder(side: Side): NewOrder | null {
    const order = this.#check(side, this.market.instrument.value?.minQty).order
    return order !== null && this.switches.splits.value ? { ...order, isSplit: true } : order
  }

  /**
   * A press. Everything up to the frozen intent happens at once, before anything is awaited (I11, O7).
   * @returns the outcome, or `null` when nothing was sent: a repeat, a closed ticket, or a problem now shown
   */
  async press(side: Side): Promise<Outcome<OrderId> | null> {
    if (!this.#sender.isFree(side)) return null
    // A price that the trader saw settled is sent as it stands or not at all: a new tick must not move it unseen (F17).
    const seen = [this.price.peek(), this.size.qty.peek()]
    if (this.#price.isTyped) this.blurPrice()
    this.size.blur()
    // What leaving the fields made of them was not what was pressed: it is shown, and the next press sends it (decisions 45).
    if (this.price.peek() !== seen[0] || this.size.qty.peek() !== seen[1]) return this.#sender.pressedAnother()
    const order = this.order(side)
    if (order === null || !this.#sender.takesPress()) {
      this.shown.showAll(side)
      // What is wrong with take-profit and stop-loss is said of the side that was asked for.
      this.extras.peek()?.setTpSlSide(side)
      return null
    }
    this.shown.clear()
    return this.#sender.send(order, { terms: termsOfOrder(order), order, choice: this.tab.peek() })
  }

  /**
   * Takes back what a call auction refuses, whenever it is chosen; what is typed stays. Reads signals. Nothing is
   * switched on again by itself when the auction ends: an order that was prepared as a limit order must not turn into
   * one at market under the finger.
   */
  #keepToAuction(): void {
    if (this.#tab.value === 'market' || this.#tab.value === 'conditional') this.#tab.value = 'limit'
    if (this.#postOnly.value) this.#postOnly.value = false
    if (this.#timeInForce.value !== 'goodTillCancel') this.#timeInForce.value = 'goodTillCancel'
    if (this.switches.usesTpSl.value) this.switches.setTpSl(false)
  }

  readonly #checks: Readonly<Record<Side, ReadonlySignal<TicketCheck>>> = {
    buy: computed(() => this.#check('buy')),
    sell: computed(() => this.#check('sell')),
  }

  /** @param least stands for the quantity that is given */
  #check(side: Side, least?: Qty): TicketCheck {
    const instrument = this.market.instrument.value
    if (instrument === null) return { order: null, problems: [] }
    const { isReducing, closeOnTrigger } = this.switches
    const checked = checkTicket({
      draft: {
        symbol: this.market.symbol,
        side,
        type: this.type.value,
        price: this.price.value ?? '',
        qty: least ?? this.size.qty.value ?? '',
        timeInForce: this.#tif(),
        reduceOnly: isReducing.value,
        closeOnTrigger: closeOnTrigger.value,
        positionIdx: this.outlook.positionIdx(side),
        splits: this.switches.splits.value,
      },
      instrument,
      expectedPrice: this.#expectedPrice(side),
      position: this.outlook.position(side),
      cost: least === undefined ? this.outlook.figures[side].value.required : null,
      balance: this.outlook.balance.value,
      isConditional: this.tab.value === 'conditional',
    })
    const beyond =
      checked.order &&
      figuresPart.value?.splitProblem(checked.order, {
        outlook: this.outlook,
        instrument,
        price: this.orderPrice.value ?? this.market.lastPrice.value,
      })
    const { order, problems } = beyond ? { order: null, problems: [beyond] } : checked
    if (!this.switches.needsExtras.value) return { order, problems }
    const extras = this.extras.value
    const all = [...problems, ...(extras?.problems(side) ?? [STILL_LOADING])]
    if (this.market.isInAuction.value) all.push({ field: 'order', key: 'auctionNoTpSl', values: {} })
    const isFine = order !== null && extras !== null && all.length === 0
    // How large it may be does not stand on what it brings, such as a take-profit without its price yet.
    if (least !== undefined && !isFine) return { order, problems }
    return { order: isFine ? { ...order, ...extras.parts(side) } : null, problems: all }
  }

  /** What waits for a trigger meets the book as it will stand then. */
  #meets(): ReturnType<NonNullable<OutlookOrder['meets']>> {
    if (this.tab.value === 'conditional') return null
    return { limit: this.type.value === 'limit' ? this.orderPrice.value : null, timeInForce: this.#tif() }
  }

  #tif(): TimeInForce {
    if (this.type.value !== 'limit') return 'immediateOrCancel'
    return this.postOnly.value ? 'postOnly' : this.timeInForce.value
  }

  /** The order's own price; at market the best price on the other side, or the last one while the book is unknown. */
  #expectedPrice(side: Side): Price | null {
    if (this.type.value === 'limit' || this.tab.value === 'conditional') return this.orderPrice.value
    const ticker = this.market.ticker.value
    return (side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? ticker?.lastPrice ?? null
  }

  #draft(): TicketDraft {
    const { limit, conditional } = this.#price.draft()
    return {
      tab: this.tab.value,
      conditionalType: this.#conditionalType.value,
      priceText: limit.text,
      priceTouched: limit.touched,
      conditionalPriceText: conditional.text,
      conditionalPriceTouched: conditional.touched,
      qtyText: this.size.text.value,
      percent: this.size.percent.value,
      sizeMethod: this.size.method.value,
      postOnly: this.postOnly.value,
      timeInForce: this.timeInForce.value,
      switches: this.switches.draft(),
      ...this.#parts.draft(),
    }
  }
}
