import { reckonsOrders } from '../trading-kit/reckons-orders'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import {
  compare,
  Exact,
  fromSteps,
  toText,
  zero,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../domain/decimal'
import type { Spread } from '../../domain/instrument/spread'
import type { InstrumentSymbol, OrderType, Side, TimeInForce } from '../../domain/order/order'
import { percentOfQty } from '../../domain/order/sizing'
import { direction } from '../../domain/risk/payoff'
import type { Fill } from '../../domain/risk/pnl'
import {
  legChange,
  legFeeRate,
  legPrices,
  legSide,
  spreadFees,
  spreadRise,
  type SpreadHold,
  type SpreadLegView,
  type SpreadOrders,
  type SpreadView,
} from '../../domain/risk/spread-outlay'
import { ownCoins } from '../../domain/account/own-coins'
import type { AccountModel } from '../state/account-model'
import type { MarketModel } from '../state/market-model'
import { legMark, type LegMarkets } from '../trading-kit/leg-markets'
import { boundLevels, levelsFor, type KnownBook } from '../trading-kit/ticket/book-levels'
import type { BookNotes } from '../trading-kit/ticket/figure-values'
import { meetBook, notesOf, ownOrdersFor, type Meeting } from '../trading-kit/ticket/meet-book'

export interface SpreadTerms {
  readonly side: Side
  readonly type: OrderType
  readonly price: Price | null
  readonly qty: Qty | null
  readonly timeInForce: TimeInForce
}

interface Inputs {
  readonly market: MarketModel
  readonly legs: LegMarkets
  readonly account: Pick<AccountModel, 'wallet' | 'openOrders' | 'position' | 'leverage' | 'view'>
  readonly spread: ReadonlySignal<Spread | null>
  readonly terms: ReadonlySignal<SpreadTerms>
  /** The most of a side by the exchange; `null` until it has said it. Reads signals. */
  readonly told: (side: Side) => Qty | null
}

/** What the order does with one of the legs. */
export interface LegOutlook {
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly tickSize: Price | null
  readonly lotSize: Qty | null
  /** What the leg alone costs now: its best price of the other side. */
  readonly now: Price | null
  /** At which it is bought or sold where the spread trades at the order's price; `null` without one. */
  readonly at: Price | null
  /** How much better that is than now; below zero where it is worse. */
  readonly better: Price | null
  /** What is held of it, above zero for a long or for coins, and what is after. `null` while it is not known. */
  readonly before: Qty | null
  readonly change: Qty | null
  readonly after: Qty | null
  /** Whether a position goes to its other side. */
  readonly turns: boolean
}

/** What becomes of the whole order. */
export interface SpreadOutcome {
  /** What fills at once and what waits; `null` where it takes more of the book than is seen. */
  readonly qty: Qty | null
  /** Where it fills and waits, on average; `null` where that is not known, or nothing does. */
  readonly average: Price | null
  /** Of both legs, settle coin; as it takes and as it waits. `null` as above. */
  readonly fee: Money | null
  /** The same of what is taken of a pair's coins. */
  readonly baseFee: Money
  /** What is held back for it when the exchange takes it; `null` where nobody sees at which price it ends. */
  readonly rise: SpreadHold | null
  readonly met: BookNotes
}

/** What an order finds in the book. */
interface Found {
  /** Its own price; at market the one that bounds it. */
  readonly limit: Price
  readonly isMarket: boolean
  /** What does not fill at once is cancelled. */
  readonly ends: boolean
  readonly met: Meeting
}

/** What the account and the books say of a spread's order. */
export class SpreadOutlook {
  constructor(private readonly inputs: Inputs) {}

  readonly coin = computed(() => this.inputs.spread.value?.settleCoin ?? null)

  /** Free of the settle coin; one that the account never had is none. `null` while the wallet is not known. */
  readonly available = computed<Money | null>(() => this.#free(this.coin.value, 'available'))

  /** The best price of the other side, where a market order begins to fill. Reads signals. */
  best(side: Side): Price | null {
    const ticker = this.inputs.market.ticker.value
    return (side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? null
  }

  /** The most of one order: at market no more than both legs take. */
  readonly maxQty = computed<Qty | null>(() => {
    const spread = this.inputs.spread.value
    if (spread === null) return null
    if (this.inputs.terms.value.type === 'limit') return spread.maxLimitQty
    const most = this.inputs.legs
      .map(({ listed }) => listed.value?.maxMarketQty ?? spread.maxMarketQty)
      .reduce((a, b) => (compare(a, b) < 0 ? a : b), spread.maxMarketQty)
    return toText<Qty>(new Exact(most).div(spread.lotSize).floor().times(spread.lotSize))
  })

  readonly outcome = computed<SpreadOutcome | null>(() => {
    const { qty } = this.inputs.terms.value
    return qty === null || qty === '0' ? null : this.#outcome(qty)
  })

  /** What the order does with each leg; both are there whatever is typed. */
  readonly legs = computed<readonly [LegOutlook, LegOutlook]>(() => {
    const { side, price, type, qty } = this.inputs.terms.value
    const view = this.#view.value
    const spread = this.inputs.spread.value
    const outcome = this.outcome.value
    const at = type === 'limit' ? price : outcome === null ? this.best(side) : outcome.average
    const prices = view === null || at === null ? [null, null] : legPrices(at, view)
    const done = outcome === null ? qty : outcome.qty
    const of = (place: 0 | 1): LegOutlook => {
      const { symbol, ticker, tickerStale, listed } = this.inputs.legs[place]
      const own = legSide(side, place)
      const best = tickerStale.value ? null : ticker.value
      const now = (own === 'buy' ? best?.ask1Price : best?.bid1Price) ?? null
      const legAt = prices[place] ?? null
      const before = this.#held(place)
      const change = done === null ? null : legChange(side, place, done)
      const isPair = listed.value?.kind === 'spot'
      // The coins that are bought pay their fee themselves.
      const feeInCoins = isPair ? (outcome?.baseFee ?? '0') : '0'
      const after = before === null || change === null ? null : before.plus(change).minus(feeInCoins)
      return {
        symbol,
        side: own,
        tickSize: listed.value?.tickSize ?? null,
        // Of coins the account may have more digits than anything that is traded here.
        lotSize: (isPair ? spread : listed.value)?.lotSize ?? null,
        now,
        at: legAt,
        better:
          now === null || legAt === null ? null : toText<Price>(new Exact(now).minus(legAt).times(direction(own))),
        before: before === null ? null : toText<Qty>(before),
        change: change === null ? null : toText<Qty>(change),
        after: after === null ? null : toText<Qty>(after),
        turns: !isPair && before !== null && after !== null && before.times(after).lt(0),
      }
    }
    return [of(0), of(1)]
  })

  /** What the account lacks for it, and of which coin; `null` where it has enough, or that is not known. */
  readonly lack = computed<{ readonly required: Money; readonly available: Money; readonly coin: string } | null>(() =>
    this.inputs.account.view.value.hasOwnMargin ? this.#lackOf(this.#leastRise.value) : null,
  )

  /** What is held back for it at least: of what is beyond the book that is seen, at the last price there. */
  readonly #leastRise = computed<SpreadHold | null>(() => {
    const { qty } = this.inputs.terms.value
    if (qty === null || qty === '0') return null
    const found = this.#found(qty)
    if (found === null) return null
    const worst = found.met.fills.at(-1)?.price
    return this.#rise(qty, found.isMarket && found.met.leavesQty === '0' && worst !== undefined ? worst : found.limit)
  })

  /**
   * The most that the account carries and one order takes: more never needs less, so it is looked for by halves. At market
   * the exchange says it; until it has, what the book that is seen lets it be.
   */
  readonly most = computed<Qty | null>(() => {
    const spread = this.inputs.spread.value
    const max = this.maxQty.value
    const { side, type, price } = this.inputs.terms.value
    if (spread === null || max === null || this.available.value === null) return null
    if ((type === 'limit' && price === null) || this.#view.value === null) return null
    const reckons = reckonsOrders(this.inputs.account)
    const told = reckons && type === 'limit' ? null : this.inputs.told(side)
    if (told !== null || !reckons) return told
    const qtyOf = (lots: number): Qty => fromSteps<Qty>(lots, spread.lotSize)
    const fits = (lots: number): boolean => {
      const rise = lots === 0 ? null : this.#rise(qtyOf(lots), this.#chargedAt(qtyOf(lots)))
      return lots === 0 || (rise !== null && this.#lackOf(rise) === null)
    }
    let [low, high] = [0, new Exact(max).div(spread.lotSize).floor().toNumber()]
    if (fits(high)) return qtyOf(high)
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (fits(middle)) low = middle
      else high = middle
    }
    return qtyOf(low)
  })

  /** The slider's place. */
  readonly percent = computed(() => percentOfQty(this.inputs.terms.value.qty, this.most.value ?? ('0' as Qty)))

  readonly #view = computed<SpreadView | null>(() => {
    const spread = this.inputs.spread.value
    const [first, second] = [this.#leg(0), this.#leg(1)]
    return spread === null || first === null || second === null
      ? null
      : { tickSize: spread.tickSize, legs: [first, second] }
  })

  #leg(place: 0 | 1): SpreadLegView | null {
    const leg = this.inputs.legs[place]
    const listed = leg.listed.value
    const mark = legMark(leg)
    if (listed === null || mark === null) return null
    const { account } = this.inputs
    return {
      mark,
      isPair: listed.kind === 'spot',
      held: listed.kind === 'spot' ? new Exact(0) : (this.#held(place) ?? new Exact(0)),
      leverage: account.leverage(leg.symbol),
      takerFeeRate: listed.takerFeeRate,
    }
  }

  /** What the account has of a leg: its position, or of a pair its coins. */
  #held(place: 0 | 1): Exact | null {
    const { symbol, listed } = this.inputs.legs[place]
    const { account } = this.inputs
    const wallet = account.wallet.value
    if (listed.value === null || wallet === null) return null
    if (listed.value.kind === 'spot') {
      const { baseCoin } = listed.value
      return new Exact(wallet.coins.find(({ coin }) => coin === baseCoin)?.walletBalance ?? '0')
    }
    const position = account.position(symbol)
    if (position === null || position.side === null) return new Exact(0)
    return new Exact(position.size).times(direction(position.side))
  }

  #orders(): SpreadOrders {
    const orders: Record<Side, Fill[]> = { buy: [], sell: [] }
    for (const order of this.inputs.account.openOrders.value) {
      if (order.symbol !== this.inputs.market.symbol || order.type !== 'limit') continue
      orders[order.side].push({ qty: order.leavesQty, price: order.price })
    }
    return orders
  }

  /** What it meets; `null` while the market is not known, or its price. */
  #found(qty: Qty): Found | null {
    const spread = this.inputs.spread.value
    const { side, type, price, timeInForce } = this.inputs.terms.value
    const isMarket = type === 'market'
    const limit = spread !== null && isMarket ? (side === 'buy' ? spread.maxPrice : spread.minPrice) : price
    if (spread === null || limit === null) return null
    const ends = isMarket || timeInForce === 'immediateOrCancel' || timeInForce === 'fillOrKill'
    const takes = isMarket || timeInForce !== 'postOnly'
    const levels = takes ? levelsFor(side, qty, spread, this.#known(side)) : []
    return { limit, isMarket, ends, met: meetBook(levels, { side, qty, limit, own: this.#own(side), isMarket: ends }) }
  }

  #outcome(qty: Qty): SpreadOutcome | null {
    const found = this.#found(qty)
    const view = this.#view.value
    const { side, timeInForce } = this.inputs.terms.value
    if (view === null || found === null) return null
    const { limit, isMarket, ends, met } = found
    const isKilled = !isMarket && timeInForce === 'fillOrKill' && met.leavesQty !== '0'
    const taken = isKilled ? [] : met.fills
    const rests = ends || met.leavesQty === '0' ? [] : [{ qty: met.leavesQty, price: limit }]
    const parts = [...taken, ...rests]
    const total = parts.reduce((sum, one) => sum.plus(one.qty), new Exact(0))
    const value = parts.reduce((sum, one) => sum.plus(new Exact(one.price).times(one.qty)), new Exact(0))
    const fees = [
      spreadFees(side, taken, view, this.#rates('taker')),
      spreadFees(side, rests, view, this.#rates('maker')),
    ] as const
    const charged = this.#chargedAt(qty)
    // What ends unfilled is known as far as the book is seen (ADR-1056).
    const isKnown = met.beyond === '0' && (isMarket || !ends || !met.isUnseen)
    const isSaid = isKnown && !total.isZero()
    return {
      qty: isKnown ? toText<Qty>(total) : null,
      average: isSaid ? toText<Price>(value.div(total)) : null,
      fee: isSaid ? toText<Money>(new Exact(fees[0].settle).plus(fees[1].settle)) : null,
      baseFee: isSaid ? toText<Money>(new Exact(fees[0].base).plus(fees[1].base)) : zero<Money>(),
      met: notesOf(isKilled ? { ...met, canceled: [], maybeCanceled: [] } : met),
      rise: met.beyond === '0' ? this.#rise(qty, charged) : null,
    }
  }

  /**
   * At which price an order is charged: its own, at market the worst that it reaches. Where the book that is seen has not
   * enough, the bound, as at the exchange where the book itself has not.
   */
  #chargedAt(qty: Qty): Price | null {
    const spread = this.inputs.spread.value
    const { side, type, price } = this.inputs.terms.value
    if (type === 'limit' || spread === null) return price
    const bound = side === 'buy' ? spread.maxPrice : spread.minPrice
    let left = new Exact(qty)
    const levels = boundLevels(side, spread, this.#known(side), { bound, isMarket: true, own: this.#own(side) })
    for (const level of levels) {
      left = left.minus(level.qty)
      if (!left.gt(0)) return level.price
    }
    return bound
  }

  #rise(qty: Qty, price: Price | null): SpreadHold | null {
    const view = this.#view.value
    return view === null || price === null
      ? null
      : spreadRise(view, this.#orders(), this.inputs.terms.value.side, { qty, price })
  }

  /** Own orders of the other side. */
  #own(side: Side): readonly Fill[] {
    const { symbol } = this.inputs.market
    return ownOrdersFor(this.inputs.account.openOrders.value, { symbol, side, positionIdx: 0 }).own
  }

  #known(side: Side): KnownBook {
    const { book, bookStale, ticker } = this.inputs.market
    const bestQty = (side === 'buy' ? ticker.value?.ask1Qty : ticker.value?.bid1Qty) ?? null
    return { view: bookStale.value ? null : book.value, best: this.best(side), bestQty }
  }

  #rates(as: 'taker' | 'maker'): readonly [Rate, Rate] {
    const of = (place: 0 | 1): Rate => {
      const listed = this.inputs.legs[place].listed.value
      return legFeeRate((as === 'taker' ? listed?.takerFeeRate : listed?.makerFeeRate) ?? ('0' as Rate))
    }
    return [of(0), of(1)]
  }

  /** The margin is of what is available, and a pair is paid with coins that are there. */
  #lackOf(
    rise: SpreadHold | null,
  ): { readonly required: Money; readonly available: Money; readonly coin: string } | null {
    const spread = this.inputs.spread.value
    if (rise === null || spread === null) return null
    const { settleCoin, baseCoin } = spread
    const needs = [
      { coin: settleCoin, required: rise.margin.plus(rise.coins), free: this.#free(settleCoin, 'available') },
      { coin: settleCoin, required: rise.coins, free: this.#free(settleCoin, 'own') },
      { coin: baseCoin, required: rise.base, free: this.#free(baseCoin, 'own') },
    ]
    for (const { coin, required, free } of needs)
      if (free !== null && required.gt(0) && required.gt(free))
        return { coin, required: toText<Money>(required), available: free }
    return null
  }

  #free(coin: string | null, of: 'available' | 'own'): Money | null {
    const wallet = this.inputs.account.wallet.value
    if (wallet === null || coin === null) return null
    const balance = wallet.coins.find((one) => one.coin === coin)
    if (balance === undefined) return zero<Money>()
    return of === 'available' ? balance.available : ownCoins(balance)
  }
}
