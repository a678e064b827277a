import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { CoinBalance } from '../../domain/account/wallet'
import { compare, decimalsOf, Exact, roundToStep, toText, type Price, type Qty, type Rate } from '../../domain/decimal'
import type { Instrument } from '../../domain/instrument/instrument'
import type { OrderId, OrderType, Side, TimeInForce } from '../../domain/order/order'
import type { CreateOrder } from '../../wire/rest/create-order'
import type { OrderIntent, Outcome } from '../../workers/hub-api'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { pickedPrice } from '../state/picked-price'
import { tradingBlock, type TradingBlock } from '../state/trading-block'
import { freezeIntent } from './intent'
import { acceptText, fieldText, readText, settle, stepFrom, type Bounds } from './number-text'
import { orderProblems, type Field, type Problem } from './order-problems'
import { affordableQty, NO_FIGURES, ticketFigures, type TicketFigures } from './ticket-figures'
import type { TicketDraft, TicketDrafts } from './ticket-drafts'

/** Two presses within this time are one press (a double click, Enter and click, touch and mouse). */
export const SAME_PRESS_MS = 500
/** A press whose answer does not come holds the buttons this long at most; the order row goes on telling. */
export const HOLD_MS = 3000

export type TicketTimeInForce = Exclude<TimeInForce, 'postOnly'>
/** The last press: on its way, or how it ended. */
export type PressResult =
  | { readonly kind: 'sending'; readonly side: Side }
  | { readonly kind: 'done'; readonly side: Side; readonly outcome: Outcome<OrderId> }

interface Ports {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection'>
  readonly place: (intent: OrderIntent) => Promise<Outcome<OrderId>>
  readonly drafts: TicketDrafts
  /** Wall clock of the intent, and a clock that only rises. */
  readonly now: () => number
  readonly monotonic: () => number
}

/** The order ticket of one contract: text in, problems, figures and a complete intent out. */
export class OrderFormModel {
  readonly type: Signal<OrderType>
  readonly reduceOnly: Signal<boolean>
  readonly postOnly: Signal<boolean>
  readonly timeInForce: Signal<TicketTimeInForce>
  readonly #priceText: Signal<string>
  readonly #qtyText: Signal<string>
  readonly #percent: Signal<number>
  /** A field that was touched is never overwritten by the market. */
  readonly #priceTouched: Signal<boolean>
  readonly #shown = signal<ReadonlySet<Field>>(new Set())
  readonly #qtyNotice = signal<Qty | null>(null)
  readonly #result = signal<PressResult | null>(null)
  #lastPressMs = Number.NEGATIVE_INFINITY
  #isHeld = false

  readonly priceText: ReadonlySignal<string>
  readonly qtyText: ReadonlySignal<string>
  /** 0–100: where the slider stands. */
  readonly percent: ReadonlySignal<number>
  /** The maximum that replaced a larger quantity (`orderMaxQtyReplace`); hidden by focus or change. */
  readonly qtyNotice: ReadonlySignal<Qty | null> = this.#qtyNotice
  readonly result: ReadonlySignal<PressResult | null> = this.#result

  constructor(
    readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    const draft = ports.drafts.load(market.symbol)
    this.type = signal(draft?.type ?? 'limit')
    this.reduceOnly = signal(draft?.reduceOnly ?? false)
    this.postOnly = signal(draft?.postOnly ?? false)
    this.timeInForce = signal(draft?.timeInForce ?? 'goodTillCancel')
    this.priceText = this.#priceText = signal(draft?.priceText ?? '')
    this.qtyText = this.#qtyText = signal(draft?.qtyText ?? '')
    this.percent = this.#percent = signal(draft?.percent ?? 0)
    this.#priceTouched = signal(draft?.priceTouched ?? false)
  }

  /** Follows the market and remembers the draft. @returns a function that stops both */
  start(): () => void {
    let seen = pickedPrice.peek()?.sequence ?? 0
    const stops = [
      effect(() => {
        const tick = this.market.instrument.value?.tickSize
        const last = this.market.lastPrice.value
        if (last === null || tick === undefined || this.#priceTouched.value || this.#priceText.peek() !== '') return
        this.#priceText.value = fieldText(last, tick)
      }),
      effect(() => {
        const picked = pickedPrice.value
        if (picked === null || picked.sequence === seen || picked.symbol !== this.market.symbol) return
        seen = picked.sequence
        this.#setPrice(picked.price)
      }),
      effect(() => this.ports.drafts.save(this.market.symbol, this.#draft())),
    ]
    return () => stops.forEach((stop) => stop())
  }

  // What is typed

  setPriceText(typed: string): void {
    const decimals = decimalsOf(this.market.instrument.peek()?.tickSize ?? ('0.00000001' as Price))
    batch(() => {
      this.#priceTouched.value = true
      this.#priceText.value = acceptText(this.#priceText.peek(), typed, decimals)
    })
  }

  stepPrice(direction: 1 | -1): void {
    const bounds = this.#priceBounds()
    if (bounds === null) return
    this.#setPrice(stepFrom(this.price.peek() ?? this.market.lastPrice.peek(), direction, bounds))
  }

  blurPrice(): void {
    const bounds = this.#priceBounds()
    const price = this.price.peek()
    if (price !== null && bounds !== null) this.#priceText.value = fieldText(settle(price, bounds), bounds.step)
    if (this.#priceTouched.peek()) this.#show('price')
  }

  /** The "Last" shortcut. */
  fillLast(): void {
    const last = this.market.lastPrice.peek()
    if (last !== null) this.#setPrice(last)
  }

  setQtyText(typed: string): void {
    const decimals = decimalsOf(this.market.instrument.peek()?.lotSize ?? ('0.00000001' as Qty))
    batch(() => {
      this.#qtyNotice.value = null
      this.#qtyText.value = acceptText(this.#qtyText.peek(), typed, decimals)
      this.#percent.value = this.#percentOf(this.qty.peek())
    })
  }

  stepQty(direction: 1 | -1): void {
    const bounds = this.#qtyBounds()
    if (bounds !== null) this.setQtyText(fieldText(stepFrom(this.qty.peek(), direction, bounds), bounds.step))
  }

  focusQty(): void {
    this.#qtyNotice.value = null
  }

  blurQty(): void {
    const bounds = this.#qtyBounds()
    const qty = this.qty.peek()
    if (qty === null || bounds === null) return
    batch(() => {
      if (compare(qty, bounds.max) > 0) this.#qtyNotice.value = bounds.max
      this.#qtyText.value = fieldText(settle(qty, bounds), bounds.step)
      this.#show('quantity')
    })
  }

  /** The slider: a share of what can be paid for, or of the position while reducing. */
  setPercent(percent: number): void {
    const max = this.#sizeAt100()
    const lot = this.market.instrument.peek()?.lotSize
    batch(() => {
      this.#percent.value = percent
      this.#qtyNotice.value = null
      if (max === null || lot === undefined) return
      const qty = roundToStep(toText<Qty>(new Exact(max).times(percent).div(100)), lot, 'down')
      this.#qtyText.value = qty === '0' ? '' : fieldText(qty, lot)
    })
  }

  // What it means

  readonly price = computed<Price | null>(() => readText<Price>(this.#priceText.value))
  readonly qty = computed<Qty | null>(() => readText<Qty>(this.#qtyText.value))

  readonly block = computed<TradingBlock | null>(() => tradingBlock(this.ports.app, this.market.symbol))

  readonly balance = computed<CoinBalance | null>(() => {
    const coin = this.market.instrument.value?.settleCoin
    return this.ports.app.account.wallet.value?.coins.find((one) => one.coin === coin) ?? null
  })

  readonly leverage = computed(() => this.ports.app.account.leverage(this.market.symbol))

  readonly figures: Readonly<Record<Side, ReadonlySignal<TicketFigures>>> = {
    buy: computed(() => this.#figures('buy')),
    sell: computed(() => this.#figures('sell')),
  }

  /** Everything that stands in the way of a press on a side, whether shown yet or not. */
  readonly problems: Readonly<Record<Side, ReadonlySignal<readonly Problem[]>>> = {
    buy: computed(() => this.#problems('buy')),
    sell: computed(() => this.#problems('sell')),
  }

  /** The problem to show at a field: only after the user left it or pressed. */
  readonly shownProblem: Readonly<Record<'price' | 'quantity', ReadonlySignal<Problem | null>>> = {
    price: computed(() => this.#shownProblem('price')),
    quantity: computed(() => this.#shownProblem('quantity')),
  }

  /** What a press on a side would send; `null` while something is wrong. */
  order(side: Side): CreateOrder | null {
    const qty = this.qty.value
    if (qty === null || this.problems[side].value.length > 0) return null
    const isLimit = this.type.value === 'limit'
    return {
      symbol: this.market.symbol,
      side,
      type: this.type.value,
      price: isLimit ? this.price.value : null,
      qty,
      timeInForce: isLimit ? (this.postOnly.value ? 'postOnly' : this.timeInForce.value) : 'immediateOrCancel',
      reduceOnly: this.reduceOnly.value,
      closeOnTrigger: false,
      positionIdx: 0,
    }
  }

  /**
   * A press. Everything up to the frozen intent happens at once, before anything is awaited (I11, O7).
   * @returns the outcome, or `null` when nothing was sent: a repeat, a closed ticket, or a problem now shown
   */
  async press(side: Side): Promise<Outcome<OrderId> | null> {
    const pressedAt = this.ports.monotonic()
    if (this.#isHeld || pressedAt - this.#lastPressMs < SAME_PRESS_MS) return null
    this.blurPrice()
    this.blurQty()
    const order = this.order(side)
    const session = this.ports.app.account.session.peek()
    if (order === null || session === null || this.block.peek() !== null) {
      this.#shown.value = new Set(['price', 'quantity', 'order'])
      return null
    }
    this.#lastPressMs = pressedAt
    this.#isHeld = true
    const intent = freezeIntent(order, session.account, this.ports.now())
    this.#result.value = { kind: 'sending', side }
    const release = setTimeout(() => (this.#isHeld = false), HOLD_MS)
    const outcome = await this.ports.place(intent)
    clearTimeout(release)
    this.#isHeld = false
    this.#result.value = { kind: 'done', side, outcome }
    return outcome
  }

  /** Whether a problem of the whole order (not of one field) may be shown. */
  showsOrderProblem(): boolean {
    return this.#shown.value.has('order')
  }

  #setPrice(price: Price): void {
    const tick = this.market.instrument.peek()?.tickSize ?? price
    batch(() => {
      this.#priceTouched.value = true
      this.#priceText.value = fieldText(price, tick)
    })
  }

  #show(field: Field): void {
    if (!this.#shown.peek().has(field)) this.#shown.value = new Set([...this.#shown.peek(), field])
  }

  #shownProblem(field: 'price' | 'quantity'): Problem | null {
    if (!this.#shown.value.has(field)) return null
    return this.problems.buy.value.find((problem) => problem.field === field) ?? null
  }

  #problems(side: Side): readonly Problem[] {
    const instrument = this.market.instrument.value
    if (instrument === null) return []
    return orderProblems({
      side,
      type: this.type.value,
      price: this.price.value,
      qty: this.qty.value,
      reduceOnly: this.reduceOnly.value,
      instrument,
      expectedPrice: this.#expectedPrice(side),
      position: this.ports.app.account.position(this.market.symbol),
      cost: this.figures[side].value.cost,
      balance: this.balance.value,
    })
  }

  #figures(side: Side): TicketFigures {
    const instrument = this.market.instrument.value
    const price = this.#expectedPrice(side)
    const qty = this.qty.value
    if (instrument === null || price === null || qty === null || !new Exact(price).gt(0) || !new Exact(qty).gt(0))
      return NO_FIGURES
    return ticketFigures({
      side,
      price,
      qty,
      feeRate: this.#feeRate(instrument),
      leverage: this.leverage.value,
      instrument,
      position: this.ports.app.account.position(this.market.symbol),
      balance: this.balance.value,
    })
  }

  /** A resting order pays as a maker; anything that may take pays as a taker. */
  #feeRate(instrument: Instrument): Rate {
    return this.type.value === 'limit' && this.postOnly.value ? instrument.makerFeeRate : instrument.takerFeeRate
  }

  /** Limit: the price typed. Market: the best price on the other side, or the last one while the book is unknown. */
  #expectedPrice(side: Side): Price | null {
    if (this.type.value === 'limit') return this.price.value
    const ticker = this.market.ticker.value
    return (side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? ticker?.lastPrice ?? null
  }

  #maxQty(instrument: Instrument): Qty {
    return this.type.peek() === 'market' ? instrument.maxMarketQty : instrument.maxLimitQty
  }

  #priceBounds(): Bounds<Price> | null {
    const instrument = this.market.instrument.peek()
    return instrument && { step: instrument.tickSize, min: instrument.minPrice, max: instrument.maxPrice }
  }

  #qtyBounds(): Bounds<Qty> | null {
    const instrument = this.market.instrument.peek()
    return instrument && { step: instrument.lotSize, min: instrument.minQty, max: this.#maxQty(instrument) }
  }

  /** The quantity at the end of the slider; `null` while it cannot be known. */
  #sizeAt100(): Qty | null {
    const instrument = this.market.instrument.peek()
    if (instrument === null) return null
    if (this.reduceOnly.peek()) return this.ports.app.account.position(this.market.symbol)?.size ?? null
    const price = this.type.peek() === 'limit' ? this.price.peek() : this.market.lastPrice.peek()
    const balance = this.balance.peek()
    if (price === null || balance === null || !new Exact(price).gt(0)) return null
    return affordableQty(balance.available, {
      price,
      feeRate: instrument.takerFeeRate,
      leverage: this.leverage.peek(),
      instrument,
      max: this.#maxQty(instrument),
    })
  }

  #percentOf(qty: Qty | null): number {
    const max = this.#sizeAt100()
    if (qty === null || max === null || max === '0') return 0
    return Math.min(100, Math.max(0, Math.round(new Exact(qty).div(max).times(100).toNumber())))
  }

  #draft(): TicketDraft {
    return {
      type: this.type.value,
      priceText: this.#priceTouched.value ? this.#priceText.value : '',
      priceTouched: this.#priceTouched.value,
      qtyText: this.#qtyText.value,
      percent: this.#percent.value,
      reduceOnly: this.reduceOnly.value,
      postOnly: this.postOnly.value,
      timeInForce: this.timeInForce.value,
    }
  }
}
