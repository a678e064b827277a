import { computed, type ReadonlySignal } from '@preact/signals-react'
import { err, ok, type Result } from '../../base/result'
import { ownCoins } from '../../domain/account/own-coins'
import { compare, Exact, toText, zero, type DecimalText, type Money, type Price, type Qty } from '../../domain/decimal'
import { feeCoinOf, type SpotPair } from '../../domain/instrument/spot-pair'
import { spotPriceLimit } from '../../domain/market/spot-price-limit'
import type { NewOrder } from '../../domain/order/new-order'
import type { OrderType, Side, TimeInForce } from '../../domain/order/order'
import { maxOrderQty } from '../../domain/order/quantity-rules'
import { percentOfQty } from '../../domain/order/sizing'
import { checkSpotOrder, qtyAtPrice } from '../../domain/order/spot-order'
import {
  checkSpotPlan,
  holdsBack,
  legOutcome,
  legsOf,
  legsProblem,
  planPrice,
  tpSlOf,
  type LegOutcome,
  type SpotLeg,
  type SpotLegs,
  type SpotPlan,
} from '../../domain/order/spot-plan'
import { fillsFrom } from '../../domain/risk/order-outlay'
import type { Fill } from '../../domain/risk/pnl'
import {
  mostAtLimit,
  mostAtMarket,
  mostOfAmount,
  qtyForAmount,
  spotOutcome,
  type SpotOutcome,
} from '../../domain/risk/spot-outcome'
import type { AccountModel } from '../state/account-model'
import type { MarketModel } from '../state/market-model'
import { spotCoverOf, type SpotCover } from '../trading-kit/spot-cover'
import { levelsFor } from '../trading-kit/ticket/book-levels'
import type { BookNotes } from '../trading-kit/ticket/figure-values'
import { meetBook, notesOf, ownOrdersFor, type Meeting } from '../trading-kit/ticket/meet-book'
import { fieldProblem, ocoProblem, planProblem, type SpotTicketProblem } from '../trading-kit/spot-problem-text'
import type { SpotMarginChoice } from './spot-margin'
import type { MostSize, SpotSize } from './spot-size'

interface Terms {
  readonly side: Side
  readonly type: OrderType
  readonly price: Price | null
  readonly timeInForce: TimeInForce
  /** What it waits for; `null` of an order that goes to the book at once. */
  readonly plan: SpotPlan | null
  /** What it brings once it fills. */
  readonly brought: SpotLegs | null
}

interface Inputs {
  readonly market: MarketModel
  readonly account: Pick<AccountModel, 'wallet' | 'openOrders'>
  readonly pair: ReadonlySignal<SpotPair | null>
  readonly size: SpotSize
  readonly margin: Pick<SpotMarginChoice, 'isOn' | 'power'>
  readonly terms: ReadonlySignal<Terms>
}

/** What the account and the book say of a pair's order. The book and the balance are those that are shown. */
export class SpotOutlook {
  constructor(private readonly inputs: Inputs) {}

  /** The coin that the order is paid with. */
  readonly payCoin = computed(() => {
    const pair = this.inputs.pair.value
    if (pair === null) return null
    return this.inputs.terms.value.side === 'buy' ? pair.quoteCoin : pair.baseCoin
  })

  /** Free of it; a coin that the account never had is none. `null` while the wallet is not known. */
  readonly own = computed<Money | null>(() => {
    const wallet = this.inputs.account.wallet.value
    const balance = wallet?.coins.find(({ coin }) => coin === this.payCoin.value)
    if (wallet === null) return null
    return balance === undefined ? zero<Money>() : ownCoins(balance)
  })

  /** The same with what an order may borrow besides, as the exchange checks it; `null` until it has said so. */
  readonly available = computed<Money | null>(() => {
    const { isOn, power } = this.inputs.margin
    if (!isOn.value) return this.own.value
    return power.value === null ? null : power.value.most
  })

  /** Base coin: what is typed, or what the typed amount gives. */
  readonly qty = computed<Qty | null>(() => {
    const pair = this.inputs.pair.value
    const { type, price, plan } = this.inputs.terms.value
    const { qty, amount } = this.inputs.size
    if (amount.value === null || pair === null) return qty.value
    if (plan !== null) {
      const at = planPrice(plan, this.#last())
      return at === null || at === '0' ? null : qtyAtPrice(amount.value, at, pair.lotSize)
    }
    if (type === 'market') return qtyForAmount(amount.value, this.#levels(pair.maxLimitQty), pair.lotSize)
    return price === null || price === '0' ? null : qtyAtPrice(amount.value, price, pair.lotSize)
  })

  /** What becomes of it; `null` while it is not whole. */
  readonly outcome = computed<SpotOutcome | null>(() => {
    const pair = this.inputs.pair.value
    const qty = this.qty.value
    const { side, type, price, timeInForce, plan } = this.inputs.terms.value
    if (pair === null || plan !== null || qty === null || qty === '0' || (type === 'limit' && price === null))
      return null
    const limit = type === 'limit' ? price : null
    const { fills, leavesQty } = this.#meet(qty, limit)
    const mayRest = limit !== null && (timeInForce === 'goodTillCancel' || timeInForce === 'postOnly')
    const rest = mayRest && leavesQty !== '0' ? { qty: leavesQty, price: limit } : null
    const isOfAmount = type === 'market' && this.inputs.size.amount.value !== null
    return spotOutcome({ ...pair, side, qty, limit, fills, rest, isOfAmount })
  })

  /** What the book says of it; `null` of what waits, and while it is not whole. */
  readonly met = computed<BookNotes | null>(() => {
    const qty = this.qty.value
    const { type, price } = this.inputs.terms.value
    if (this.outcome.value === null || qty === null) return null
    return notesOf(this.#meet(qty, type === 'limit' ? price : null))
  })

  /** What an order with a price meets whose rest ends; `null` of every other one, and while it is not whole. */
  readonly #ending = computed<Meeting | null>(() => {
    const qty = this.qty.value
    const { type, price, timeInForce } = this.inputs.terms.value
    const ends = type === 'limit' && (timeInForce === 'immediateOrCancel' || timeInForce === 'fillOrKill')
    return ends && qty !== null && this.outcome.value !== null ? this.#meet(qty, price) : null
  })

  /** What is said of it: nothing where its rest ends and nobody sees how much of it fills. */
  readonly shown = computed<SpotOutcome | null>(() => {
    const isUnseen = this.#ending.value !== null && (this.#ending.value.isUnseen || this.#best() === null)
    return isUnseen ? null : this.outcome.value
  })

  /** How much of an order fills at once whose rest ends, base coin; `null` of every other one, and where that is not seen. */
  readonly fillsAtOnce = computed<Qty | null>(() => {
    const ending = this.shown.value === null ? null : this.#ending.value
    return ending && toText<Qty>(ending.fills.reduce((sum, fill) => sum.plus(fill.qty), new Exact(0)))
  })

  /**
   * What the order would leave as a loan of the coin that it pays with; `null` while it is not whole, or may not borrow. It
   * borrows what it has to have free; what it then does not pay is given back at once where the coin repays itself, and
   * stays borrowed otherwise.
   */
  readonly borrows = computed<Money | null>(() => {
    const power = this.inputs.margin.power.value
    const outcome = this.shown.value
    if (power === null || !power.isOn || outcome === null) return null
    const lent = power.repaysItself ? outcome.pays : outcome.required
    return toText<Money>(Exact.max(0, new Exact(lent).minus(power.own)))
  })

  readonly plan = computed(() => this.inputs.terms.value.plan)

  /** What becomes of a waiting order by each of the prices that it waits for; none of what trails. */
  readonly legs = computed<readonly { readonly leg: SpotLeg; readonly outcome: LegOutcome }[]>(() => {
    const pair = this.inputs.pair.value
    const qty = this.qty.value
    const { side, plan } = this.inputs.terms.value
    if (pair === null || plan === null || qty === null || qty === '0') return []
    return legsOf(plan).flatMap((leg) => {
      const outcome = legOutcome(leg, { ...pair, side, qty })
      return outcome === null ? [] : [{ leg, outcome }]
    })
  })

  /** What a waiting order holds back from now on, of the coin that it pays with; `null` while that is not known. */
  readonly held = computed<Money | null>(() => {
    const { side, plan } = this.inputs.terms.value
    const qty = this.qty.value
    if (plan === null || qty === null) return null
    if (!holdsBack(plan)) return zero<Money>()
    if (side === 'sell') return qty as DecimalText as Money
    const at = planPrice(plan, this.#last())
    return at === null ? null : toText<Money>(new Exact(qty).times(at))
  })

  /** Of what holds nothing back while it waits, whether the account would pay for it now; else `null`. */
  readonly cover = computed<SpotCover | null>(() => {
    const { side, plan } = this.inputs.terms.value
    if (plan === null || holdsBack(plan)) return null
    const asked = { qty: this.qty.value, price: planPrice(plan, this.#last()) }
    const order = { side, status: 'untriggered', planType: plan.kind === 'trailing' ? 'trailingStop' : 'plan' } as const
    return spotCoverOf(order, asked, this.inputs.market, this.inputs.account.wallet.value)
  })

  /** The coin that its fee is taken of, and what is left of which is received. */
  readonly receivedCoin = computed(() => {
    const pair = this.inputs.pair.value
    return pair === null ? null : feeCoinOf(pair, this.inputs.terms.value.side)
  })

  /** The worst price that a limit order may have now; `null` while the pair is not known. */
  readonly priceLimit = computed<Price | null>(() => {
    const pair = this.inputs.pair.value
    return pair === null ? null : spotPriceLimit(this.inputs.terms.value.side, pair, this.#prices())
  })

  /** The most that the account pays for, and one order takes; `null` while that is not known. */
  readonly most = computed<MostSize | null>(() => {
    const pair = this.inputs.pair.value
    const available = this.available.value
    const { side, type, price: typed, plan } = this.inputs.terms.value
    if (pair === null || available === null) return null
    const maxQty = maxOrderQty(type, pair)
    if (type === 'limit' || plan !== null) {
      const price = plan === null ? typed : planPrice(plan, this.#last())
      if (price === null || price === '0') return null
      const qty = mostAtLimit(side, available, { price, lotSize: pair.lotSize, maxQty })
      return { qty, amount: toText<Money>(new Exact(qty).times(price)) }
    }
    if (side === 'buy') {
      const most = mostAtMarket(available, this.#levels(maxQty), { lotSize: pair.lotSize, maxQty })
      if (this.inputs.size.unit.value === 'base') return most
      const amount = mostOfAmount(available, this.#levels(maxQty), { maxQty, maxAmount: pair.maxAmount })
      return { qty: qtyForAmount(amount, this.#levels(maxQty), pair.lotSize), amount }
    }
    const qty = mostAtLimit('sell', available, { price: pair.tickSize, lotSize: pair.lotSize, maxQty })
    const { fills } = fillsFrom(this.#levels(qty), { side, qty, limit: null })
    const brings = fills.reduce((sum, fill) => sum.plus(new Exact(fill.qty).times(fill.price)), new Exact(0))
    return { qty, amount: toText<Money>(brings) }
  })

  /** The slider's place: 0–100. */
  readonly percent = computed(() => {
    const most = this.most.value
    return most === null ? 0 : percentOfQty(this.qty.value, most.qty)
  })

  /** The order, or the first thing wrong with it; `null` while the pair is not known. */
  readonly check = computed<Result<NewOrder, SpotTicketProblem> | null>(() => {
    const pair = this.inputs.pair.value
    if (pair === null) return null
    const terms = this.inputs.terms.value
    const { amount, unit } = this.inputs.size
    const { side, plan, brought } = terms
    if (plan !== null) {
      const checked = checkSpotPlan({ side, qty: this.qty.value, plan, lastPrice: this.#last() }, pair)
      if (checked.ok) return ok(checked.value)
      const problem = planProblem(checked.error, pair, unit.value)
      return err(plan.kind === 'oco' ? ocoProblem(problem, side) : problem)
    }
    const draft = {
      ...terms,
      qty: this.qty.value,
      amount: terms.type === 'market' ? amount.value : null,
      marketPrice: this.outcome.value?.avgPrice ?? this.#best(),
    }
    const checked = checkSpotOrder(draft, pair, this.#prices())
    if (!checked.ok) return err(fieldProblem(checked.error, pair, unit.value))
    if (brought === null) return ok(checked.value)
    const wrong = this.#problemOf(brought, checked.value, pair)
    return wrong === null ? ok({ ...checked.value, tpSl: tpSlOf(brought) }) : err(wrong)
  })

  /** What is brought lies around the price of the order, at market around the last price. */
  #problemOf(legs: SpotLegs, order: NewOrder, pair: SpotPair): SpotTicketProblem | null {
    const reference = order.price ?? this.#last()
    if (reference === null) return { field: 'order', key: 'noMarketPrice', values: {} }
    const side = order.side === 'buy' ? 'sell' : 'buy'
    const problem = legsProblem(legs, { side, reference, of: order.price === null ? 'last' : 'order' }, pair)
    return problem === null ? null : planProblem(problem, pair, this.inputs.size.unit.value)
  }

  /** Why nothing is lent to the account, whatever the order is; `null` where it may borrow, and of an order that does not. */
  readonly unlent = computed<SpotTicketProblem | null>(() => {
    const power = this.inputs.margin.power.value
    if (power?.mode === 'isolated') return { field: 'order', key: 'marginIsolated', values: {} }
    return power?.isOn === false ? { field: 'order', key: 'marginOff', values: {} } : null
  })

  /** What the account lacks for it; `null` where it has enough, or that is not known. */
  readonly lack = computed<SpotTicketProblem | null>(() => {
    const { isOn, power } = this.inputs.margin
    if (isOn.value && power.value === null) return { field: 'order', key: 'marginUnread', values: {} }
    if (this.unlent.value !== null) return this.unlent.value
    const [required, available] = [this.held.value ?? this.outcome.value?.required, this.available.value]
    if (required === undefined || available === null || compare(required, available) <= 0) return null
    return {
      field: 'order',
      key: 'insufficientBalance',
      values: { cost: required, available, coin: this.payCoin.value ?? '' },
    }
  })

  /** What fills whole or not at all, and does not find enough within its price, fills nothing and cancels nothing. */
  #meet(qty: Qty, limit: Price | null): Meeting {
    const { side, type, timeInForce } = this.inputs.terms.value
    const takes = timeInForce !== 'postOnly' || type === 'market'
    const { symbol } = this.inputs.market
    const { own } = ownOrdersFor(this.inputs.account.openOrders.value, { symbol, side, positionIdx: 0 })
    const met = meetBook(takes ? this.#levels(qty) : [], { side, qty, limit, own })
    const isKilled = limit !== null && timeInForce === 'fillOrKill' && met.leavesQty !== '0'
    return isKilled ? { ...met, fills: [], leavesQty: qty, canceled: [], maybeCanceled: [] } : met
  }

  #levels(qty: Qty): Generator<Fill> | readonly Fill[] {
    const pair = this.inputs.pair.value
    if (pair === null) return []
    const { book, bookStale } = this.inputs.market
    const view = bookStale.value ? null : book.value
    const { side } = this.inputs.terms.value
    const ticker = this.inputs.market.ticker.value
    const bestQty = (side === 'buy' ? ticker?.ask1Qty : ticker?.bid1Qty) ?? null
    return levelsFor(side, qty, pair, { view, best: this.#best(), bestQty })
  }

  #best(): Price | null {
    const ticker = this.inputs.market.ticker.value
    return (this.inputs.terms.value.side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? null
  }

  #last(): Price | null {
    return this.inputs.market.ticker.value?.lastPrice ?? null
  }

  #prices() {
    const ticker = this.inputs.market.ticker.value
    return { lastPrice: ticker?.lastPrice ?? null, indexPrice: ticker?.indexPrice ?? null }
  }
}
