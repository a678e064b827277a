import { reckonsOrders } from '../trading-kit/reckons-orders'
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { compare, Exact, toText, type Price, type Qty, type Rate } from '../../domain/decimal'
import { isOption, type OptionContract } from '../../domain/instrument/option'
import { priceOfVolatility, volatilityOfPrice, type QuoteMoment } from '../../domain/options/option-quote'
import type { NewOrder } from '../../domain/order/new-order'
import type { OrderId, OrderType, Side, TimeInForce } from '../../domain/order/order'
import { maxOrderQty } from '../../domain/order/quantity-rules'
import { isMultipleOf } from '../../domain/order/typed-number'
import type { HubApi } from '../../workers/hub-api'
import type { Outcome } from '../../workers/presses'
import { acceptText, readText } from '../kit/number-text'
import type { MarketModel } from '../state/market-model'
import { quoteMoment } from '../state/quote-moment'
import { PriceText } from '../trading-kit/price-text'
import { QtyText } from '../trading-kit/qty-text'
import { termsOfOrder } from '../trading-kit/send-terms'
import type { TicketPorts } from '../trading-kit/ticket/forms-of'
import { OrderCheck } from '../trading-kit/ticket/order-check'
import { OptionOutlook } from '../trading-kit/ticket/option-outlook'
import { TicketSender } from '../trading-kit/ticket/ticket-sender'
import type { TicketTimeInForce } from '../trading-kit/ticket/time-in-force'
import { percentText, steppedPercent, volatilityIn } from '../trading-kit/volatility-text'
import { firstPrice, type OptionTicketDraft, type PricedBy } from './option-drafts'
import type { OptionTicketProblem } from './option-problem-text'

type Ports = TicketPorts<OptionTicketDraft> & { readonly api: Pick<HubApi, 'foretell'> }

/** The ticket of an option: text in, problems, figures of both sides and a complete intent out. */
export class OptionFormModel {
  readonly #type: Signal<OrderType>
  readonly #pricedBy: Signal<PricedBy>
  readonly #volatilityText: Signal<string>
  readonly #qty: QtyText
  readonly #postOnly: Signal<boolean>
  readonly #reduceOnly: Signal<boolean>
  readonly #timeInForce: Signal<TicketTimeInForce>
  readonly #isPriceTyped: Signal<boolean>
  readonly #left = signal<ReadonlySet<OptionTicketProblem['field']>>(new Set())
  /** The side whose press did not send, and may say why. */
  readonly #pressed = signal<Side | null>(null)
  readonly #isOpen = signal(false)
  /** Whether it is on the screen: a phone shows it in a sheet. */
  readonly isOpen: ReadonlySignal<boolean> = this.#isOpen
  readonly #sender: TicketSender

  readonly type: ReadonlySignal<OrderType>
  readonly pricedBy: ReadonlySignal<PricedBy>
  readonly volatilityText: ReadonlySignal<string>
  readonly qtyText: ReadonlySignal<string>
  readonly postOnly: ReadonlySignal<boolean>
  readonly reduceOnly: ReadonlySignal<boolean>
  readonly timeInForce: ReadonlySignal<TicketTimeInForce>
  readonly option: ReadonlySignal<OptionContract | null>
  readonly priceText: PriceText
  readonly outlook: OptionOutlook
  /** What the exchange says of it, where the margin is that of the account as a whole. */
  readonly check: OrderCheck
  /** What is asked before something far or large is sent. */
  readonly question: TicketSender['question']
  /** What became of the last press since. */
  readonly lastPress: TicketSender['lastPress']

  constructor(
    readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    const draft = ports.drafts.load(market.symbol)
    this.type = this.#type = signal<OrderType>(draft?.type ?? 'limit')
    this.pricedBy = this.#pricedBy = signal<PricedBy>(draft?.pricedBy ?? 'price')
    this.volatilityText = this.#volatilityText = signal(draft?.volatilityText ?? '')
    this.postOnly = this.#postOnly = signal(draft?.postOnly ?? false)
    this.reduceOnly = this.#reduceOnly = signal(draft?.reduceOnly ?? false)
    this.timeInForce = this.#timeInForce = signal<TicketTimeInForce>(draft?.timeInForce ?? 'goodTillCancel')
    this.option = computed(() => {
      const listed = market.listed.value
      return listed !== null && isOption(listed) ? listed : null
    })
    this.#qty = new QtyText(this.option, this.type, draft?.qtyText)
    this.qtyText = this.#qty.text
    this.qty = this.#qty.qty
    this.priceText = new PriceText(this.option)
    if (draft !== null) this.priceText.setText(draft.priceText)
    this.#isPriceTyped = signal((draft?.priceText ?? '') !== '' || draft?.pricedBy === 'volatility')
    this.outlook = new OptionOutlook({
      market,
      account: ports.app.account,
      option: this.option,
      terms: computed(() => ({
        type: this.#type.value,
        price: this.price.value,
        qty: this.qty.value,
        timeInForce: this.#tif(),
        reduceOnly: this.#reduceOnly.value,
      })),
    })
    this.check = new OrderCheck({
      api: ports.api,
      order: (side) => this.order(side),
      least: (side) => this.#leastOrder(side),
      isAsked: computed(() => {
        const { account } = ports.app
        return account.session.value !== null && !reckonsOrders(account) && this.block.value === null
      }),
      isHidden: () => document.hidden,
    })
    this.#sender = new TicketSender(market, ports)
    this.question = this.#sender.question
    this.lastPress = this.#sender.lastPress
    this.block = this.#sender.block
    this.result = this.#sender.result
  }

  /** Follows the market and remembers the draft. @returns a function that stops both */
  start(): () => void {
    const stops = [
      effect(() => {
        const { markPrice, tickerStale } = this.market
        const option = this.option.value
        if (this.#isPriceTyped.value || option === null || markPrice.value === null || tickerStale.value) return
        this.priceText.set(firstPrice(markPrice.value, option))
        this.priceText.settle()
        this.#isPriceTyped.value = true
      }),
      this.check.start(),
      this.#sender.start({
        take: (price) => this.setPrice(price),
        save: () => this.ports.drafts.save(this.market.symbol, this.#draft()),
      }),
    ]
    this.#isOpen.value = true
    return () => {
      this.#isOpen.value = false
      stops.forEach((stop) => stop())
    }
  }

  // What is typed and chosen

  setType(type: OrderType): void {
    this.#changed(() => (this.#type.value = type))
  }

  /** The other way begins with what the first one came to. */
  setPricedBy(by: PricedBy): void {
    if (by === this.#pricedBy.peek()) return
    this.#changed(() => {
      const volatility = this.volatilityOf(this.price.peek())
      const price = this.price.peek()
      this.#pricedBy.value = by
      if (by === 'price') this.priceText.set(price)
      else this.#volatilityText.value = volatility === null ? '' : percentText(volatility)
    })
  }

  setPostOnly(postOnly: boolean): void {
    this.#changed(() => (this.#postOnly.value = postOnly))
  }

  setReduceOnly(reduceOnly: boolean): void {
    this.#changed(() => (this.#reduceOnly.value = reduceOnly))
  }

  setTimeInForce(timeInForce: TicketTimeInForce): void {
    this.#changed(() => (this.#timeInForce.value = timeInForce))
  }

  setPriceText(typed: string): void {
    this.#changed(() => {
      this.#isPriceTyped.value = true
      this.priceText.setText(typed)
    })
  }

  /** A price that was picked: by volatility it becomes the volatility that gives it. */
  setPrice(price: Price): void {
    this.#changed(() => {
      this.#isPriceTyped.value = true
      this.priceText.set(price)
      this.priceText.settle()
      if (this.#pricedBy.peek() !== 'volatility') return
      const volatility = this.volatilityOf(this.priceText.price.peek())
      this.#volatilityText.value = volatility === null ? '' : percentText(volatility)
    })
  }

  setVolatilityText(typed: string): void {
    this.#changed(() => (this.#volatilityText.value = acceptText(this.#volatilityText.peek(), typed)))
  }

  stepVolatility(sign: 1 | -1): void {
    this.setVolatilityText(steppedPercent(readText(this.#volatilityText.peek()), sign))
  }

  setQtyText(typed: string): void {
    this.#changed(() => this.#qty.setText(typed))
  }

  stepQty(sign: 1 | -1): void {
    this.#changed(() => this.#qty.step(sign))
  }

  /** A field is left: its number is on its step, and what is wrong with it may be said. */
  leave(field: OptionTicketProblem['field']): void {
    this.#left.value = new Set([...this.#left.peek(), field])
    if (field === 'qty') this.#settleQty()
  }

  /** On its lot and within the contract's bounds; of what only reduces, no more than there is to reduce. */
  #settleQty(): void {
    this.#qty.settle()
    const qty = this.#qty.qty.peek()
    const held = toText<Qty>(new Exact(this.outlook.held.peek()).abs())
    if (this.#reduceOnly.peek() && held !== '0' && qty !== null && compare(qty, held) > 0) this.#qty.set(held)
  }

  #changed(change: () => void): void {
    this.#sender.changed(change)
  }

  // What it means

  readonly qty: ReadonlySignal<Qty | null>

  /** A fraction of a year's; `null` of an empty field, and beyond what there is. */
  readonly volatility = computed<Rate | null>(() => volatilityIn(this.#volatilityText.value))

  /** The limit price: as typed, or as the exchange would make it of the volatility now. */
  readonly price = computed<Price | null>(() => {
    if (this.#pricedBy.value === 'price') return this.priceText.typed.value
    const option = this.option.value
    const volatility = this.volatility.value
    const moment = this.#moment()
    return option === null || volatility === null || moment === null
      ? null
      : priceOfVolatility(option, moment, Number(volatility))
  })

  /** The volatility that gives a price now, as a fraction; `null` where none does, or the market is not known. */
  volatilityOf(price: Price | null): number | null {
    const option = this.option.value
    const moment = this.#moment()
    return option === null || price === null || moment === null ? null : volatilityOfPrice(option, moment, price)
  }

  #moment(): QuoteMoment | null {
    return quoteMoment(this.ports.app, this.market)
  }

  #tif(): TimeInForce {
    return this.#postOnly.value ? 'postOnly' : this.#timeInForce.value
  }

  readonly block: TicketSender['block']

  /** The last press: on its way, or how it ended. */
  readonly result: TicketSender['result']

  /** What is wrong with it on a side, said or not. */
  problem(side: Side): OptionTicketProblem | null {
    const option = this.option.value
    if (option === null) return null
    if (option.status !== 'trading') return { field: 'order', key: 'notTrading', values: {} }
    return (
      (this.#type.value === 'limit' ? this.#priceProblem(side, option) : null) ??
      this.#qtyProblem(option) ??
      this.#orderProblem(side, option)
    )
  }

  #priceProblem(side: Side, option: OptionContract): OptionTicketProblem | null {
    const field = this.#pricedBy.value
    const price = this.price.value
    if (price === null) return { field, key: field === 'price' ? 'priceMissing' : 'volatilityMissing', values: {} }
    const { minPrice, maxPrice, tickSize } = option
    if (compare(price, minPrice) < 0) return { field, key: 'priceBelowMin', values: { bound: minPrice } }
    if (compare(price, maxPrice) > 0) return { field, key: 'priceAboveMax', values: { bound: maxPrice } }
    if (!isMultipleOf(price, tickSize)) return { field, key: 'priceStep', values: { bound: tickSize } }
    const bound = this.outlook.priceLimit(side)
    if (bound === null || compare(price, bound) !== (side === 'buy' ? 1 : -1)) return null
    return { field, key: side === 'buy' ? 'buyTooHigh' : 'sellTooLow', values: { bound } }
  }

  #qtyProblem(option: OptionContract): OptionTicketProblem | null {
    const { lotSize, minQty, baseCoin: coin } = option
    const qty = this.qty.value
    if (qty === null) return { field: 'qty', key: 'qtyMissing', values: {} }
    if (!isMultipleOf(qty, lotSize)) return { field: 'qty', key: 'qtyStep', values: { bound: lotSize, coin } }
    if (compare(qty, minQty) < 0) return { field: 'qty', key: 'qtyBelowMin', values: { bound: minQty, coin } }
    const max = maxOrderQty(this.#type.value, option)
    return compare(qty, max) > 0 ? { field: 'qty', key: 'qtyAboveMax', values: { bound: max, coin } } : null
  }

  #orderProblem(side: Side, { settleCoin: coin }: OptionContract): OptionTicketProblem | null {
    if (this.#type.value === 'market' && this.outlook.best(side) === null)
      return { field: 'order', key: side === 'buy' ? 'noOffers' : 'noBids', values: {} }
    if (this.#reduceOnly.value && this.outlook.most[side].value === '0')
      return { field: 'order', key: side === 'buy' ? 'noShort' : 'noLong', values: {} }
    const lack = this.outlook.lack(side)
    if (lack === null) return null
    return {
      field: 'order',
      key: 'insufficientBalance',
      values: { cost: lack.required, available: lack.available, coin },
    }
  }

  /** What of it is said by now: what concerns both sides once its field was left, and of a side that was pressed its own. */
  shownProblem(field: OptionTicketProblem['field'], sides: readonly Side[]): OptionTicketProblem | null {
    const [first, ...others] = sides.map((side) => this.problem(side))
    const pressed = this.#pressed.value
    const isOfBoth = first != null && others.every((one) => one?.key === first.key)
    // Of two sides only the one that was pressed is meant: what is wrong with the other is no answer to it.
    const problem = isOfBoth ? first : pressed === null || !sides.includes(pressed) ? null : this.problem(pressed)
    if (problem?.field !== field) return null
    return pressed !== null || this.#left.value.has(field) ? problem : null
  }

  /** What a press would send; `null` while something is wrong. */
  order(side: Side): NewOrder | null {
    const qty = this.qty.value
    return this.option.value === null || qty === null || this.problem(side) !== null ? null : this.#orderOf(side, qty)
  }

  #orderOf(side: Side, qty: Qty): NewOrder {
    const isLimit = this.#type.value === 'limit'
    const orderIv = this.volatility.value
    return {
      symbol: this.market.symbol,
      side,
      type: this.#type.value,
      price: isLimit ? this.price.value : null,
      qty,
      timeInForce: isLimit ? this.#tif() : 'immediateOrCancel',
      reduceOnly: this.#reduceOnly.value,
      closeOnTrigger: false,
      positionIdx: 0,
      ...(isLimit && this.#pricedBy.value === 'volatility' && orderIv !== null ? { orderIv } : {}),
    }
  }

  /** What the largest order is asked about with where no quantity is given that could be sent. */
  #leastOrder(side: Side): NewOrder | null {
    const option = this.option.value
    const problem = this.problem(side)
    if (option === null || (problem?.field !== 'qty' && problem?.key !== 'insufficientBalance')) return null
    return this.#orderOf(side, option.minQty)
  }

  /**
   * A press. Everything up to the frozen intent happens at once, before anything is awaited (I11, O7).
   * @returns the outcome, or `null` when nothing was sent: a repeat, a closed ticket, or a problem now shown
   */
  async press(side: Side): Promise<Outcome<OrderId> | null> {
    if (!this.#sender.isFree(side)) return null
    const seen = [this.priceText.text.peek(), this.qtyText.peek()]
    if (this.#type.peek() === 'limit' && this.#pricedBy.peek() === 'price') this.priceText.settle()
    this.leave('qty')
    // What leaving the fields made of them was not what was pressed: it is shown, and the next press sends it (decisions 45).
    if (readText(seen[0]!) !== this.priceText.typed.peek() || readText(seen[1]!) !== this.qty.peek())
      return this.#sender.pressedAnother()
    const order = this.order(side)
    if (order === null || !this.#sender.takesPress()) {
      this.#pressed.value = side
      return null
    }
    // What is left in the fields is judged anew once they are left or pressed again.
    this.#pressed.value = null
    return this.#sender.send(order, { terms: termsOfOrder(order), order, choice: this.#type.peek() })
  }

  #draft(): OptionTicketDraft {
    return {
      type: this.#type.value,
      pricedBy: this.#pricedBy.value,
      priceText: this.priceText.text.value,
      volatilityText: this.#volatilityText.value,
      qtyText: this.qtyText.value,
      postOnly: this.#postOnly.value,
      reduceOnly: this.#reduceOnly.value,
      timeInForce: this.#timeInForce.value,
    }
  }
}
