import { reckonsOrders } from '../reckons-orders'
import { computed, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { CoinBalance } from '../../../domain/account/wallet'
import { Exact, zero, type Leverage, type Money, type Price, type Qty } from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import type { OrderType, Side } from '../../../domain/order/order'
import { orderEffect, type OrderEffect } from '../../../domain/order/order-effect'
import type { Position } from '../../../domain/position/position'
import type { AccountModel } from '../../state/account-model'
import type { MarketModel } from '../../state/market-model'
import { NO_FIGURES, NO_MARGIN, type TicketFigures } from './figure-values'
import { figuresPart, type FiguresPart } from './figures-part'
import type { ToldOrder } from './told-order'
import type { KnownBook } from './book-levels'
import { sliderEnd, type MostOfSides, type SliderEnd } from './slider-end'
import type { BookMeeting, TicketInput } from './ticket-terms'

const NONE = zero<Qty>()

/** `null` for what is sent later, or in parts. */
type Meets = Pick<BookMeeting, 'limit' | 'timeInForce' | 'isAtLimit'> | null

/** The order that is looked at. */
export interface OutlookOrder {
  readonly qty: ReadonlySignal<Qty | null>
  /** Where an order of a side would fill; `null` while the market is unknown. */
  price(side: Side): Price | null
  /** Whether it can only rest, and so pays the maker's fee. */
  isMaker(): boolean
  /** How it meets the book; left out where it is sent later, or in parts. */
  meets?(): Meets
  readonly isReducing: ReadonlySignal<boolean>
  /** Whether it goes as several where it is above the largest order. */
  splits?(): boolean
}

/** What an order's largest size stands on, beside the account. */
export interface SizeTerms {
  readonly instrument: Contract
  readonly price: Price
  readonly type: OrderType
}

/** What the account says of an order, for each side: the position that it meets, its cost, and how much can be had. */
export class OrderOutlook {
  constructor(
    readonly market: MarketModel,
    private readonly account: AccountModel,
    private readonly order: OutlookOrder,
  ) {}

  /** What the exchange says of it, where it does; `null` while nobody asks. */
  readonly told = signal<ToldOrder | null>(null)

  /** The one side that can be pressed, of a phone's sheet; `null` where both can. */
  readonly #only = signal<Side | null>(null)

  readonly balance = computed<CoinBalance | null>(() => {
    const coin = this.market.instrument.value?.settleCoin
    return this.account.wallet.value?.coins.find((one) => one.coin === coin) ?? null
  })

  /** What is free of the coin that it settles in. */
  readonly available = computed(() => this.balance.value?.available ?? null)

  readonly figures: Readonly<Record<Side, ReadonlySignal<TicketFigures>>> = {
    buy: computed(() => this.#figures('buy')),
    sell: computed(() => this.#figures('sell')),
  }

  /** The quantity that it is about. */
  get qty(): ReadonlySignal<Qty | null> {
    return this.order.qty
  }

  /** Whether nothing of it can fill at once. Reads signals. */
  get onlyRests(): boolean {
    return this.order.isMaker()
  }

  /** Where an order of a side would fill. Reads signals. */
  price(side: Side): Price | null {
    return this.order.price(side)
  }

  /** What an order of a side is for. */
  effect(side: Side): OrderEffect {
    return orderEffect({ side, isReducing: this.order.isReducing.value })
  }

  /** Of the position that an order of a side opens. */
  leverage(side: Side): Leverage {
    return this.account.leverage(this.market.symbol, side)
  }

  positionIdx(side: Side): 0 | 1 | 2 {
    return this.account.positionIdx(this.market.symbol, side, this.order.isReducing.value)
  }

  /** The position that an order of a side would change. */
  position(side: Side): Position | null {
    return this.account.position(this.market.symbol, this.positionIdx(side))
  }

  #opposite(side: Side): Position | null {
    const at = this.positionIdx(side)
    return at === 0 ? null : this.account.position(this.market.symbol, at === 1 ? 2 : 1)
  }

  /**
   * The price at which the exchange takes a limit order of a side: brought within its limits of now. What is at market or
   * waits stays as it is. Reads signals.
   */
  taken(side: Side, price: Price): Price {
    const part = figuresPart.value
    return part?.takenAt(price, side, part.bandFor(this.order.meets?.()?.limit, this.market)) ?? price
  }

  /** What another quantity of it would cost a side; `null` where the figures do not say it. */
  costOf(side: Side, qty: Qty): Money | null {
    return untracked(() => (this.isTold ? null : this.#figures(side, qty).cost))
  }

  setOnly(side: Side | null): void {
    this.#only.value = side
  }

  /** The quantity at the end of a slider. */
  sizeAt100(terms: SizeTerms): Qty | null {
    return this.endOf(this.sizesAt100(terms)).qty
  }

  /** Where a slider ends, by the largest order of each side. */
  endOf(most: MostOfSides | null): SliderEnd {
    return sliderEnd(most ?? { buy: null, sell: null }, this.#only.value)
  }

  /** The most that each button could send. Follows leverage, split and reduce-only alone; what else it stands on is read anew. */
  sizesAt100({ instrument, price, type }: SizeTerms): MostOfSides | null {
    const part = figuresPart.value
    const splits = this.order.splits?.() ?? false
    void [this.leverage('buy'), this.leverage('sell'), this.order.isReducing.value]
    return untracked(() => {
      const available = this.balance.value?.available
      if (available === undefined || this.isTold || !new Exact(price).gt(0)) return this.#toldMost()
      if (part === null) return null
      const meets = this.order.meets?.() ?? null
      const limit = type === 'limit' ? price : null
      const most = (side: Side): Qty => {
        const order = { side, instrument, price, qty: '0' as Qty }
        const input = this.#input(order, meets && { ...meets, limit }, part)
        return part.largestOf({ ...input, type, available, splits, known: this.#known(side) })
      }
      return { buy: most('buy'), sell: most('sell') }
    })
  }

  /** What the exchange says; of a side with nothing to reduce it is not asked. */
  #toldMost(): MostOfSides | null {
    const most = this.told.value?.most ?? null
    if (most === null || !this.order.isReducing.value) return most
    const canReduce = (side: Side): boolean => (this.position(side)?.side ?? side) !== side
    return { buy: canReduce('buy') ? most.buy : NONE, sell: canReduce('sell') ? most.sell : NONE }
  }

  #figures(side: Side, qty = this.order.qty.value): TicketFigures {
    const instrument = this.market.instrument.value
    const price = this.order.price(side)
    if (instrument === null || price === null || qty === null || !new Exact(price).gt(0) || !new Exact(qty).gt(0))
      return NO_FIGURES
    const part = figuresPart.value
    if (part === null) return NO_FIGURES
    const figures = part.ticketFigures(
      this.#input({ side, instrument, price, qty }, this.order.meets?.() ?? null, part),
    )
    if (!this.isTold) return figures
    const { cost = null, required: freeBefore = null } = this.told.value?.sides[side] ?? {}
    // Where the margin is that of the account as a whole, no order has a part of it that could be named.
    return { ...figures, ...(this.hasOwnMargin ? {} : NO_MARGIN), cost, freeBefore }
  }

  #input(
    order: Pick<TicketInput, 'side' | 'instrument' | 'price' | 'qty'>,
    meets: Meets,
    part: FiguresPart,
  ): TicketInput {
    const { side, instrument, qty } = order
    const { makerFeeRate, takerFeeRate } = instrument
    const { symbol, ticker } = this.market
    const positionIdx = this.positionIdx(side)
    return {
      ...order,
      feeRate: this.order.isMaker() ? makerFeeRate : takerFeeRate,
      leverage: this.leverage(side),
      position: this.position(side),
      opposite: this.#opposite(side),
      balance: this.balance.value,
      wallet: this.account.wallet.value,
      marginMode: this.account.marginMode.value,
      reduceOnly: this.order.isReducing.value,
      ...part.ownOrdersFor(this.account.openOrders.value, { symbol, side, positionIdx }),
      meeting: meets && {
        ...meets,
        levels: part.levelsFor(side, qty, instrument, this.#known(side)),
        markPrice: ticker.value?.markPrice ?? null,
        band: part.bandFor(meets.limit, this.market),
      },
    }
  }

  /** What is seen of the book that an order of a side meets: nothing in an auction. */
  #known(side: Side): KnownBook {
    const { book, bookStale, isInAuction, ticker } = this.market
    if (isInAuction.value) return { view: null, best: null }
    const now = ticker.value
    const [best = null, bestQty = null] =
      side === 'buy' ? [now?.ask1Price, now?.ask1Qty] : [now?.bid1Price, now?.bid1Qty]
    return { view: bookStale.value ? null : book.value, best, bestQty }
  }

  /** Whether an order has a cost and a liquidation price of its own. Reads signals. */
  get hasOwnMargin(): boolean {
    return this.account.view.value.hasOwnMargin
  }

  /**
   * Whether the exchange says what it takes and how large it may be. What is sent later takes nothing before, and is
   * reckoned at its own price where it has a margin of its own. Reads signals.
   */
  get isTold(): boolean {
    if (reckonsOrders(this.account)) return false
    return !this.hasOwnMargin || (this.order.meets?.() ?? null) !== null
  }
}
