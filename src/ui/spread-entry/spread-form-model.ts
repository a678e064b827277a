import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { compare, Exact, toText, type Price, type Qty } from '../../domain/decimal'
import { isSpread, type Spread } from '../../domain/instrument/spread'
import type { NewOrder } from '../../domain/order/new-order'
import type { OrderId, OrderType, Side, TimeInForce } from '../../domain/order/order'
import { qtyAtPercent } from '../../domain/order/sizing'
import { isMultipleOf } from '../../domain/order/typed-number'
import type { HubApi } from '../../workers/hub-api'
import type { Outcome } from '../../workers/presses'
import type { MarketModel } from '../state/market-model'
import { legMark, type LegMarkets } from '../trading-kit/leg-markets'
import { PriceText } from '../trading-kit/price-text'
import { QtyText } from '../trading-kit/qty-text'
import { termsOfOrder } from '../trading-kit/send-terms'
import type { TicketPorts } from '../trading-kit/ticket/forms-of'
import { PriceSource } from '../trading-kit/ticket/price-source'
import { OrderCheck } from '../trading-kit/ticket/order-check'
import { TicketSender } from '../trading-kit/ticket/ticket-sender'
import type { TicketTimeInForce } from '../trading-kit/ticket/time-in-force'
import type { SpreadTicketDraft } from './spread-drafts'
import { SpreadOutlook } from './spread-outlook'
import type { SpreadTicketProblem } from './spread-problem-text'

type Ports = TicketPorts<SpreadTicketDraft> & { readonly legs: LegMarkets; readonly api: Pick<HubApi, 'foretell'> }

/** The ticket of a spread: text in, problems, both legs' part and a complete intent out. It has one side at a time. */
export class SpreadFormModel {
  readonly #side: Signal<Side>
  readonly #type: Signal<OrderType>
  readonly #postOnly: Signal<boolean>
  readonly #timeInForce: Signal<TicketTimeInForce>
  readonly #isPriceTyped: Signal<boolean>
  readonly #isHeld = signal(false)
  readonly #isOpen = signal(false)
  readonly #isPressed = signal(false)
  readonly #isQtyLeft = signal(false)
  readonly #sender: TicketSender

  readonly legs: LegMarkets
  readonly side: ReadonlySignal<Side>
  readonly type: ReadonlySignal<OrderType>
  readonly postOnly: ReadonlySignal<boolean>
  readonly timeInForce: ReadonlySignal<TicketTimeInForce>
  readonly spread: ReadonlySignal<Spread | null>
  /** Whether it is on the screen: a phone shows it in a sheet. */
  readonly isOpen: ReadonlySignal<boolean> = this.#isOpen
  readonly price: PriceText
  /** The place in the book that the limit price follows. */
  readonly priceSource: PriceSource
  readonly size: QtyText
  readonly outlook: SpreadOutlook
  /** What the exchange says of it: what it takes of the legs' margin, and how large it may be. */
  readonly check: OrderCheck
  readonly question: TicketSender['question']
  readonly lastPress: TicketSender['lastPress']
  readonly block: TicketSender['block']
  readonly result: TicketSender['result']

  constructor(
    readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    const draft = ports.drafts.load(market.symbol)
    this.legs = ports.legs
    this.side = this.#side = signal(draft?.side ?? 'buy')
    this.type = this.#type = signal(draft?.type ?? 'limit')
    this.postOnly = this.#postOnly = signal(draft?.postOnly ?? false)
    this.timeInForce = this.#timeInForce = signal(draft?.timeInForce ?? 'goodTillCancel')
    this.spread = computed(() => {
      const listed = market.listed.value
      return listed !== null && isSpread(listed) ? listed : null
    })
    this.price = new PriceText(this.spread)
    if (draft !== null) this.price.setText(draft.priceText)
    this.#isPriceTyped = signal((draft?.priceText ?? '') !== '')
    this.priceSource = new PriceSource(market)
    this.size = new QtyText(this.spread, this.type, draft?.qtyText)
    this.check = new OrderCheck({
      api: ports.api,
      order: (side) => (side === this.#side.value ? this.order.value : null),
      least: (side) => (side === this.#side.value ? this.#leastOrder() : null),
      isAsked: computed(() => ports.app.account.session.value !== null && this.block.value === null),
      isHidden: () => document.hidden,
    })
    this.outlook = new SpreadOutlook({
      market,
      legs: ports.legs,
      account: ports.app.account,
      spread: this.spread,
      told: (side) => this.check.most.value[side],
      terms: computed(() => ({
        side: this.#side.value,
        type: this.#type.value,
        price: this.price.typed.value,
        qty: this.size.qty.value,
        timeInForce: this.#tif(),
      })),
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
        // Few spreads have traded of late: an order begins at the last price, or at the difference of the marks.
        const { lastPrice, markPrice, tickerStale } = this.market
        const first = lastPrice.value ?? markPrice.value
        if (this.#isPriceTyped.value || this.spread.value === null || first === null || tickerStale.value) return
        this.price.set(first)
        this.price.settle()
        this.#isPriceTyped.value = true
      }),
      effect(() => {
        const price = this.priceSource.price.value
        if (price === null || this.#isHeld.value || this.#type.value !== 'limit') return
        this.price.set(price)
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

  setSide(side: Side): void {
    this.#changed(() => (this.#side.value = side))
  }

  setType(type: OrderType): void {
    this.#changed(() => (this.#type.value = type))
  }

  setPostOnly(postOnly: boolean): void {
    this.#changed(() => (this.#postOnly.value = postOnly))
  }

  setTimeInForce(timeInForce: TicketTimeInForce): void {
    this.#changed(() => (this.#timeInForce.value = timeInForce))
  }

  setPriceText(typed: string): void {
    this.#changed(() => {
      this.priceSource.release()
      this.#isPriceTyped.value = true
      this.price.setText(typed)
    })
  }

  setPrice(price: Price): void {
    this.#changed(() => {
      this.priceSource.release()
      this.#isPriceTyped.value = true
      this.price.set(price)
    })
  }

  /** The other sign: the keys of a phone have no minus. */
  flipSign(): void {
    const price = this.price.typed.peek()
    if (price !== null && price !== '0') this.setPrice(toText<Price>(new Exact(price).negated()))
  }

  /** A pointer is down on the ticket, or up again: a price that follows the book stays meanwhile (I11). */
  holdPrice(isHeld: boolean): void {
    this.#isHeld.value = isHeld
  }

  setQtyText(typed: string): void {
    this.#changed(() => this.size.setText(typed))
  }

  stepQty(sign: 1 | -1): void {
    this.#changed(() => this.size.step(sign))
  }

  leaveQty(): void {
    this.#isQtyLeft.value = true
    this.size.settle()
  }

  /** The slider: a share of what the account carries. */
  setPercent(percent: number): void {
    const most = this.outlook.most.peek()
    const spread = this.spread.peek()
    if (most !== null && spread !== null)
      this.#changed(() => this.size.set(qtyAtPercent(percent, most, spread.lotSize)))
  }

  #changed(change: () => void): void {
    this.#sender.changed(change)
  }

  // What it means

  #tif(): TimeInForce {
    return this.#postOnly.value ? 'postOnly' : this.#timeInForce.value
  }

  /** What is wrong with it, said or not. */
  readonly problem = computed<SpreadTicketProblem | null>(() => {
    const spread = this.spread.value
    if (spread === null) return null
    if (spread.status !== 'trading') return { field: 'order', key: 'notTrading', values: {} }
    return (
      (this.#type.value === 'limit' ? this.#priceProblem(spread) : null) ??
      this.#qtyProblem(spread) ??
      this.#orderProblem()
    )
  })

  #priceProblem({ minPrice, maxPrice, tickSize }: Spread): SpreadTicketProblem | null {
    const price = this.price.typed.value
    const field = 'price'
    if (price === null) return { field, key: 'priceMissing', values: {} }
    if (compare(price, minPrice) < 0) return { field, key: 'priceBelowMin', values: { bound: minPrice } }
    if (compare(price, maxPrice) > 0) return { field, key: 'priceAboveMax', values: { bound: maxPrice } }
    return isMultipleOf(price, tickSize) ? null : { field, key: 'priceStep', values: { bound: tickSize } }
  }

  #qtyProblem({ lotSize, minQty, baseCoin: coin }: Spread): SpreadTicketProblem | null {
    const qty = this.size.qty.value
    const max = this.outlook.maxQty.value
    const field = 'qty'
    if (qty === null) return { field, key: 'qtyMissing', values: {} }
    if (!isMultipleOf(qty, lotSize)) return { field, key: 'qtyStep', values: { bound: lotSize, coin } }
    if (compare(qty, minQty) < 0) return { field, key: 'qtyBelowMin', values: { bound: minQty, coin } }
    if (max === null || compare(qty, max) <= 0) return null
    return { field, key: 'qtyAboveMax', values: { bound: max, coin } }
  }

  #orderProblem(): SpreadTicketProblem | null {
    const side = this.#side.value
    const { account } = this.ports.app
    if (account.session.value?.kind === 'uta') return ofOrder('oldAccount')
    if (account.marginMode.value === 'isolated' && !account.isPortfolio.value) return ofOrder('isolated')
    if (this.legs.some(({ symbol }) => account.positionMode(symbol) === 'hedge')) return ofOrder('hedge')
    if (this.#type.value === 'market' && this.outlook.best(side) === null)
      return ofOrder(side === 'buy' ? 'noOffers' : 'noBids')
    const lack = this.outlook.lack.value
    if (lack === null) return null
    const { required, available, coin } = lack
    return { field: 'order', key: 'insufficientBalance', values: { cost: required, available, coin } }
  }

  /** What of it is said by now: of a field that was left, and after a press of all. */
  shownProblem(field: SpreadTicketProblem['field']): SpreadTicketProblem | null {
    const problem = this.problem.value
    if (problem?.field !== field) return null
    const isLeft = field === 'price' ? this.price.isLeft.value : field === 'qty' && this.#isQtyLeft.value
    return isLeft || this.#isPressed.value ? problem : null
  }

  /** What a press would send; `null` while something is wrong. */
  readonly order = computed<NewOrder | null>(() => {
    const qty = this.size.qty.value
    return this.spread.value === null || qty === null || this.problem.value !== null ? null : this.#orderOf(qty)
  })

  /** What the largest order is asked about with where no quantity is given that could be sent. */
  #leastOrder(): NewOrder | null {
    const spread = this.spread.value
    const problem = this.problem.value
    if (spread === null || (problem?.field !== 'qty' && problem?.key !== 'insufficientBalance')) return null
    return this.#orderOf(spread.minQty)
  }

  #orderOf(qty: Qty): NewOrder {
    const isLimit = this.#type.value === 'limit'
    return {
      symbol: this.market.symbol,
      side: this.#side.value,
      type: this.#type.value,
      price: isLimit ? this.price.typed.value : null,
      qty,
      timeInForce: isLimit ? this.#tif() : 'immediateOrCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    }
  }

  /**
   * A press. Everything up to the frozen intent happens at once, before anything is awaited (I11, O7).
   * @returns the outcome, or `null` when nothing was sent: a repeat, a closed ticket, or a problem now shown
   */
  async press(side: Side): Promise<Outcome<OrderId> | null> {
    if (!this.#sender.isFree(side)) return null
    if (side !== this.#side.peek()) return this.#sender.pressedAnother()
    const seen = this.#typed()
    if (this.#type.peek() === 'limit') this.price.settle()
    this.leaveQty()
    // What leaving the fields made of them was not what was pressed: it is shown, and the next press sends it (decisions 45).
    if (isOther(seen, this.#typed())) return this.#sender.pressedAnother()
    const order = this.order.peek()
    if (order === null || !this.#sender.takesPress()) {
      this.#isPressed.value = true
      return null
    }
    // What is left in the fields is judged anew once they are left or pressed again.
    this.#isPressed.value = false
    // A spread's own price is about zero: what is far or large is measured by what its first leg costs.
    const scale = legMark(this.legs[0])
    return this.#sender.send(order, {
      terms: termsOfOrder(order),
      order,
      choice: order.type,
      ...(scale === null ? {} : { scale }),
    })
  }

  #typed(): readonly [Price | null, Qty | null] {
    return [this.price.typed.peek(), this.size.qty.peek()]
  }

  #draft(): SpreadTicketDraft {
    return {
      side: this.#side.value,
      type: this.#type.value,
      // A place in the book is not a price of the trader's: whoever comes back finds the market's.
      priceText: this.priceSource.source.value === null ? this.price.text.value : '',
      qtyText: this.size.text.value,
      postOnly: this.#postOnly.value,
      timeInForce: this.#timeInForce.value,
    }
  }
}

function isOther(a: readonly (string | null)[], b: readonly (string | null)[]): boolean {
  return a.some((one, at) => one !== b[at])
}

function ofOrder(key: SpreadTicketProblem['key']): SpreadTicketProblem {
  return { field: 'order', key, values: {} }
}
