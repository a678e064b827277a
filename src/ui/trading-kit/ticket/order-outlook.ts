import { reckonsOrders } from '../reckons-orders'
import { computed, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { CoinBalance } from '../../../domain/account/wallet'
import { Exact, type Leverage, type Price, type Qty } from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import type { PriceBand } from '../../../domain/market/price-band'
import type { OrderType, Side } from '../../../domain/order/order'
import { orderEffect, type OrderEffect } from '../../../domain/order/order-effect'
import type { Position } from '../../../domain/position/position'
import type { AccountModel } from '../../state/account-model'
import type { MarketModel } from '../../state/market-model'
import { NO_FIGURES, NO_MARGIN, type TicketFigures } from './figure-values'
import { figuresPart, type FiguresPart } from './figures-part'
import type { ToldOrder } from './told-order'
import type { BookMeeting, SliderInput } from './ticket-figures'

/** The order that is looked at. */
export interface OutlookOrder {
  readonly qty: ReadonlySignal<Qty | null>
  /** Where an order of a side would fill; `null` while the market is unknown. */
  price(side: Side): Price | null
  /** Whether it can only rest, and so pays the maker's fee. */
  isMaker(): boolean
  /** How it meets the book; left out where it is sent later, or in parts. */
  meets?(): { readonly limit: Price | null; readonly leftover: 'rests' | 'ends'; readonly takes: boolean } | null
  readonly isReducing: ReadonlySignal<boolean>
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

  readonly balance = computed<CoinBalance | null>(() => {
    const coin = this.market.instrument.value?.settleCoin
    return this.account.wallet.value?.coins.find((one) => one.coin === coin) ?? null
  })

  readonly figures: Readonly<Record<Side, ReadonlySignal<TicketFigures>>> = {
    buy: computed(() => this.#figures('buy')),
    sell: computed(() => this.#figures('sell')),
  }

  /** The quantity that it is about. */
  get qty(): ReadonlySignal<Qty | null> {
    return this.order.qty
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
    return figuresPart.value?.takenAt(price, side, this.#band()) ?? price
  }

  #band(): PriceBand | null {
    return figuresPart.value?.bandFor(this.order.meets?.()?.limit, this.market) ?? null
  }

  /** The quantity at the end of a slider: what the balance pays for, or the position while reducing. */
  sizeAt100(terms: SizeTerms): Qty | null {
    const input = this.#sliderInput(terms)
    return input === null ? (this.told.peek()?.at100 ?? null) : (figuresPart.value?.sizeAt100(input) ?? null)
  }

  /** The most that each button could send. Reads what it stands on anew, without following it. */
  sizesAt100(terms: SizeTerms): Readonly<Record<Side, Qty | null>> | null {
    const input = this.#sliderInput(terms)
    return input === null ? (this.told.peek()?.most ?? null) : (figuresPart.value?.sizesAt100(input) ?? null)
  }

  #sliderInput(terms: SizeTerms): SliderInput | null {
    const balance = this.balance.peek()
    if (balance === null || untracked(() => this.isTold) || !new Exact(terms.price).gt(0)) return null
    return {
      ...terms,
      leverage: { buy: this.leverage('buy'), sell: this.leverage('sell') },
      available: balance.available,
      reducible: this.order.isReducing.peek() ? { buy: this.#reducible('buy'), sell: this.#reducible('sell') } : null,
      markPrice: this.account.marginMode.peek() === 'cross' ? (this.market.ticker.peek()?.markPrice ?? null) : null,
      band: untracked(() => this.#band()),
    }
  }

  #figures(side: Side): TicketFigures {
    const instrument = this.market.instrument.value
    const price = this.order.price(side)
    const qty = this.order.qty.value
    if (instrument === null || price === null || qty === null || !new Exact(price).gt(0) || !new Exact(qty).gt(0))
      return NO_FIGURES
    const part = figuresPart.value
    if (part === null) return NO_FIGURES
    const figures = part.ticketFigures({
      side,
      price,
      qty,
      feeRate: this.order.isMaker() ? instrument.makerFeeRate : instrument.takerFeeRate,
      leverage: this.leverage(side),
      instrument,
      position: this.position(side),
      opposite: this.#opposite(side),
      balance: this.balance.value,
      wallet: this.account.wallet.value,
      marginMode: this.account.marginMode.value,
      reduceOnly: this.order.isReducing.value,
      ...part.ownOrdersFor(this.account.openOrders.value, {
        symbol: this.market.symbol,
        side,
        positionIdx: this.positionIdx(side),
      }),
      meeting: this.#meeting(side, qty, instrument, part),
    })
    if (!this.isTold) return figures
    const told = this.told.value?.sides[side]
    const cost = told?.required ?? told?.cost ?? null
    // Where the margin is that of the account as a whole, no order has a part of it that could be named.
    return this.hasOwnMargin ? { ...figures, cost } : { ...figures, ...NO_MARGIN, cost }
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

  #meeting(side: Side, qty: Qty, instrument: Contract, { levelsFor }: FiguresPart): BookMeeting | null {
    const meets = this.order.meets?.() ?? null
    if (meets === null) return null
    const { book, bookStale, ticker } = this.market
    const now = ticker.value
    const [best = null, bestQty = null] =
      side === 'buy' ? [now?.ask1Price, now?.ask1Qty] : [now?.bid1Price, now?.bid1Qty]
    const view = bookStale.value ? null : book.value
    const { limit, leftover, takes } = meets
    const levels = this.market.isInAuction.value ? [] : levelsFor(side, qty, instrument, { view, best, bestQty })
    return { limit, leftover, levels, markPrice: now?.markPrice ?? null, band: this.#band(), isPostOnly: !takes }
  }

  /** What an order of a side could close: nothing where its own side is held, or none. */
  #reducible(side: Side): Qty {
    const held = this.position(side)
    return held === null || held.side === side ? ('0' as Qty) : held.size
  }
}
