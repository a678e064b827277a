import { reckonsOrders } from '../reckons-orders'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { MarginRates } from '../../../domain/account/margin-rates'
import { compare, Exact, fromSteps, toText, zero, type Money, type Price, type Qty } from '../../../domain/decimal'
import type { OptionContract } from '../../../domain/instrument/option'
import {
  optionOutcome,
  optionPriceLimit,
  type OptionBacking,
  type OptionHolding,
  type OptionOutcome,
  type OptionView,
} from '../../../domain/options/option-outlay'
import type { OrderType, Side, TimeInForce } from '../../../domain/order/order'
import { maxOrderQty } from '../../../domain/order/quantity-rules'
import { direction } from '../../../domain/risk/payoff'
import type { Fill } from '../../../domain/risk/pnl'
import type { AccountModel } from '../../state/account-model'
import type { MarketModel } from '../../state/market-model'
import type { BookNotes } from './figure-values'
import { backingOf, ratesAfter } from './margin-rates'
import { meetBook, notesOf, ownOrdersFor, type Meeting, type OwnOrders } from './meet-book'

export interface OptionTerms {
  readonly type: OrderType
  /** Of a limit order, by whichever way it is given. */
  readonly price: Price | null
  readonly qty: Qty | null
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
}

interface Inputs {
  readonly market: MarketModel
  readonly account: Pick<AccountModel, 'wallet' | 'openOrders' | 'position' | 'view'>
  readonly option: ReadonlySignal<OptionContract | null>
  readonly terms: ReadonlySignal<OptionTerms>
}

/** What becomes of the ticket on one side. */
export interface SideOutlook {
  readonly outcome: OptionOutcome
  /** Where it fills and waits, on average. */
  readonly average: Price | null
  /** `null` where the exchange says them. */
  readonly rates: MarginRates | null
  readonly met: BookNotes
}

/** What the account and the book say of an option's order. The book and the balance are those that are shown. */
export class OptionOutlook {
  readonly sides: Readonly<Record<Side, ReadonlySignal<SideOutlook | null>>>
  readonly most: Readonly<Record<Side, ReadonlySignal<Qty | null>>>

  constructor(private readonly inputs: Inputs) {
    this.sides = { buy: computed(() => this.#side('buy')), sell: computed(() => this.#side('sell')) }
    this.most = { buy: computed(() => this.#most('buy')), sell: computed(() => this.#most('sell')) }
  }

  readonly coin = computed(() => this.inputs.option.value?.settleCoin ?? null)

  /** Free of the settle coin; one that the account never had is none. `null` while the wallet is not known. */
  readonly available = computed<Money | null>(() => {
    const wallet = this.inputs.account.wallet.value
    const balance = wallet?.coins.find(({ coin }) => coin === this.coin.value)
    return wallet === null ? null : (balance?.available ?? zero<Money>())
  })

  /** Above zero for a long. */
  readonly held = computed<Qty>(() => {
    const position = this.inputs.account.position(this.inputs.market.symbol)
    if (position === null || position.side === null) return '0' as Qty
    return toText<Qty>(new Exact(position.size).times(direction(position.side)))
  })

  /** The worst price that a limit order may have now; `null` while the option is not known. */
  priceLimit(side: Side): Price | null {
    const option = this.inputs.option.value
    const ticker = this.inputs.market.ticker.value
    const prices = { mark: ticker?.markPrice ?? null, index: ticker?.indexPrice ?? null }
    return option === null ? null : optionPriceLimit(side, option, prices)
  }

  /** What the account lacks on a side; `null` where it has enough, or that is not known. */
  lack(side: Side): { readonly required: Money; readonly available: Money } | null {
    const [required, available] = [this.sides[side].value?.outcome.required, this.available.value]
    if (required === undefined || available === null || !this.inputs.account.view.value.hasOwnMargin) return null
    // What needs nothing more passes, whatever is free.
    return required === '0' || compare(required, available) <= 0 ? null : { required, available }
  }

  /** The best price of the other side, where a market order begins to fill. */
  best(side: Side): Price | null {
    const ticker = this.inputs.market.ticker.value
    return (side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? null
  }

  #view(): OptionView | null {
    const option = this.inputs.option.value
    const ticker = this.inputs.market.ticker.value
    if (option === null || ticker?.markPrice == null || ticker.indexPrice === null) return null
    return { contract: option, index: ticker.indexPrice, mark: ticker.markPrice, takerFeeRate: option.takerFeeRate }
  }

  /** With portfolio margin what options are worth pays, too, and the exchange is asked. */
  #backing(): OptionBacking | null {
    const { account, option } = this.inputs
    const [wallet, listed] = [account.wallet.value, option.value]
    if (wallet === null || listed === null || !account.view.value.hasOwnMargin) return null
    const equity = backingOf(wallet, listed.settleCoin)
    return equity === null ? null : { equity, lotSize: listed.lotSize, makerFeeRate: listed.makerFeeRate }
  }

  #holding(orders: OwnOrders['orders']): OptionHolding {
    const { account, market } = this.inputs
    const position = account.position(market.symbol)
    const paid = position === null || position.side === null ? '0' : position.value
    return { qty: new Exact(this.held.value), paid: new Exact(paid), orders }
  }

  #side(side: Side): SideOutlook | null {
    const { qty } = this.inputs.terms.value
    const of = qty === null || qty === '0' ? null : this.#outcome(side, qty)
    if (of === null) return null
    const { outcome, found } = of
    const total = new Exact(outcome.premium)
    return {
      outcome,
      average: total.isZero() ? null : toText<Price>(total.div(outcome.qty)),
      rates: this.#rates(outcome),
      met: { ...this.#notes(found), unpaid: outcome.unpaid },
    }
  }

  #outcome(side: Side, qty: Qty): { readonly outcome: OptionOutcome; readonly found: Meeting } | null {
    const view = this.#view()
    const { type, price, timeInForce, reduceOnly } = this.inputs.terms.value
    const bound = this.priceLimit(side)
    const limit = type === 'market' ? bound : price
    if (view === null || limit === null || bound === null) return null
    const takes = type === 'market' || timeInForce !== 'postOnly'
    const { symbol } = this.inputs.market
    const { own, orders } = ownOrdersFor(this.inputs.account.openOrders.value, { symbol, side, positionIdx: 0 })
    const found = meetBook(takes ? this.#levels(side, qty) : [], { side, qty, limit, own })
    const isWhole = found.leavesQty === '0'
    const isKilled = timeInForce === 'fillOrKill' && type === 'limit' && !isWhole
    const fills = isKilled ? [] : found.fills
    const mayRest = type === 'limit' && (timeInForce === 'goodTillCancel' || timeInForce === 'postOnly')
    const worst = found.fills.at(-1)?.price
    const order = {
      side,
      qty,
      reduceOnly,
      fills,
      rest: mayRest && !isWhole ? { qty: found.leavesQty, price: limit } : null,
      // A market order is charged at the worst price that it reaches; where the book has not enough, at the bound.
      price: type === 'market' && isWhole && worst !== undefined ? worst : limit,
      // What never meets the book, or not as a whole, cancels nothing.
      canceled: takes && !isKilled ? found.canceled : [],
    }
    const outcome = optionOutcome(view, this.#holding(orders), order, this.#backing())
    return outcome === null ? null : { outcome, found }
  }

  /** The other side of the book as it is shown; the ticker's best price stands in while there is none. */
  #levels(side: Side, qty: Qty): readonly Fill[] {
    const option = this.inputs.option.value
    const { book, bookStale } = this.inputs.market
    const view = bookStale.value ? null : book.value
    if (option === null) return []
    if (view === null || view.group !== 1) {
      const best = this.best(side)
      return best === null ? [] : [{ price: best, qty }]
    }
    const levels = side === 'buy' ? view.asks : view.bids
    const fills: Fill[] = []
    for (let i = 0; i + 1 < levels.length; i += 2)
      fills.push({
        price: fromSteps<Price>(levels[i]!, option.tickSize),
        qty: fromSteps<Qty>(levels[i + 1]!, option.lotSize),
      })
    return fills
  }

  /** A market order ends where the book does. */
  #notes(found: Meeting): BookNotes {
    const isPartKnown = this.inputs.terms.value.type === 'market' && found.fills.length > 0
    return { ...notesOf(found), beyond: isPartKnown ? found.leavesQty : ('0' as Qty) }
  }

  #rates(outcome: OptionOutcome): MarginRates | null {
    const wallet = this.inputs.account.wallet.value
    const coin = this.coin.value
    if (wallet === null || coin === null || !reckonsOrders(this.inputs.account)) return null
    return ratesAfter(wallet, coin, outcome)
  }

  /** The most that the account pays for and one order takes: more never needs less, so it is looked for by halves. */
  #most(side: Side): Qty | null {
    const option = this.inputs.option.value
    const available = this.available.value
    const { type, price, reduceOnly } = this.inputs.terms.value
    if (option === null || available === null || (type === 'limit' && price === null)) return null
    const max = new Exact(maxOrderQty(type, option))
    const held = new Exact(this.held.value).times(-direction(side))
    const cap = reduceOnly ? Exact.max(0, Exact.min(max, held)) : max
    const lots = (value: Exact): number => value.div(option.lotSize).floor().toNumber()
    if (reduceOnly) return fromSteps<Qty>(lots(cap), option.lotSize)
    // What the account as a whole could carry, only the exchange says: the contract's own bound is no answer.
    if (!reckonsOrders(this.inputs.account)) return null
    const fits = (count: number): boolean => {
      const { outcome } = this.#outcome(side, fromSteps<Qty>(count, option.lotSize)) ?? { outcome: null }
      return outcome !== null && (outcome.required === '0' || compare(outcome.required, available) <= 0)
    }
    let [low, high] = [0, lots(cap)]
    if (fits(high)) return fromSteps<Qty>(high, option.lotSize)
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (fits(middle)) low = middle
      else high = middle
    }
    return fromSteps<Qty>(low, option.lotSize)
  }
}
