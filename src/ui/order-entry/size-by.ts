import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { compare, Exact, fromSteps, toText, type Money, type Price, type Qty, type Rate } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { OrderType, Side, Slippage } from '../../domain/order/order'
import { qtyFromRisk, riskOfQty, sideOfStop, targetAtR, type RiskTerms } from '../../domain/order/risk-size'
import { qtyFromCost, qtyFromValue } from '../../domain/order/sizing'
import { orderCost } from '../../domain/risk/order-cost'
import { payoffOf } from '../../domain/instrument/payoff'
import { exactValue } from '../../domain/risk/payoff'
import { coinDecimals } from '../format'
import { acceptText, fieldText, readText } from '../kit/number-text'
import type { MarketModel } from '../state/market-model'
import type { OrderOutlook } from '../trading-kit/ticket/order-outlook'
import type { OrderSize } from './order-size'
import type { SizeMethod, SizingDraft } from './ticket-drafts'

export type AmountMethod = Exclude<SizeMethod, 'qty'>
/** A risk is an amount of the settle coin, or per cent of the equity in it. */
export type RiskUnit = 'coin' | 'percent'

/** What an amount comes to. */
export interface Sized {
  /** `null` while something is missing. */
  readonly qty: Qty | null
  /** Why the quantity is not what the amount alone would give, or is missing: keys of `ticket:sizeBy.note`. */
  readonly note: 'noStop' | 'stopAtEntry' | 'belowLot' | 'capped' | null
  /** What the quantity loses at its stop, fees and slippage counted; where it is sized by risk. */
  readonly risk: Money | null
  /** The one side that the stop allows. */
  readonly side: Side | null
}

interface Ports {
  readonly market: MarketModel
  readonly size: Pick<OrderSize, 'method' | 'qty' | 'setSized'>
  readonly type: ReadonlySignal<OrderType>
  /** What the order is priced at; `null` at market. */
  readonly orderPrice: ReadonlySignal<Price | null>
  /** The stop-loss of the ticket, and how much worse than it that may close; reads signals. */
  readonly stop: () => Price | null
  readonly stopSlippage: () => Slippage | null
  readonly outlook: Pick<OrderOutlook, 'balance' | 'costOf' | 'leverage' | 'sizesAt100' | 'taken'>
  /** Changes once a second: a quantity at market follows the price no faster than it can be read. */
  readonly second: ReadonlySignal<number>
}

const NOTHING: Sized = { qty: null, note: null, risk: null, side: null }
const SIDES: readonly Side[] = ['buy', 'sell']

/** The size of an order by what it is worth, costs or risks instead of by its quantity. Loaded when used. */
export class SizeBy {
  readonly #amounts: Readonly<Record<AmountMethod, Signal<string>>>
  readonly #riskUnit: Signal<RiskUnit>
  readonly riskUnit: ReadonlySignal<RiskUnit>
  /** What the size was given as until now. */
  #method: SizeMethod
  /** The quantity that the way of now has no amount for, until one is typed: a risk without its stop. */
  #unsaid: Qty | null = null

  /** @param method what the size was given as when the ticket began */
  constructor(
    private readonly ports: Ports,
    draft: SizingDraft | null,
    method: SizeMethod,
  ) {
    this.#method = method
    this.#amounts = {
      value: signal(draft?.valueText ?? ''),
      cost: signal(draft?.costText ?? ''),
      risk: signal(draft?.riskText ?? ''),
    }
    this.riskUnit = this.#riskUnit = signal(draft?.riskUnit ?? 'percent')
    // What a plan of the chart types comes behind it.
    this.#carry(ports.size.method.peek())
  }

  /** The quantity follows what it is given as. @returns what ends that */
  follow(): () => void {
    const { size } = this.ports
    return effect(() => {
      const method = size.method.value
      this.#carry(method)
      if (method !== 'qty') size.setSized(this.sized.value.qty)
    })
  }

  /**
   * Another way to give the size: it stays as large as it is. What stood in the field of that way stays where it still
   * comes to that; any other older figure would be an order that nobody asked for.
   */
  #carry(method: SizeMethod): void {
    if (method === this.#method) return
    this.#method = method
    const { size } = this.ports
    untracked(() => {
      const qty = size.qty.peek() ?? this.#unsaid
      this.#unsaid = null
      if (method === 'qty') {
        if (qty !== null) size.setSized(qty)
        return
      }
      const had = this.sized.peek().qty
      if (qty !== null && had !== null && compare(had, qty) === 0) return
      const amount = qty === null || !new Exact(qty).gt(0) ? null : this.#amountOf(method, qty)
      this.#amounts[method].value = amount ?? ''
      if (amount === null) this.#unsaid = qty
    })
  }

  text(method: AmountMethod): ReadonlySignal<string> {
    return this.#amounts[method]
  }

  setText(method: AmountMethod, typed: string): void {
    const text = this.#amounts[method]
    this.#unsaid = null
    text.value = acceptText(text.peek(), typed)
  }

  /** Arrow keys: one unit of money, a tenth of a per cent. */
  step(method: AmountMethod, direction: 1 | -1): void {
    const isPercent = method === 'risk' && this.#riskUnit.peek() === 'percent'
    const step = isPercent ? 0.1 : 1
    this.#unsaid = null
    const next = new Exact(readText<Money>(this.#amounts[method].peek()) ?? 0).plus(direction * step)
    this.#amounts[method].value = next.gt(0) ? toText(next) : ''
  }

  /** The amount stays what it is worth: 1 % of 10,000 becomes 100. */
  setRiskUnit(unit: RiskUnit): void {
    const money = this.#riskMoney.peek()
    const equity = this.ports.outlook.balance.peek()?.equity ?? null
    batch(() => {
      const isOther = unit !== this.#riskUnit.peek()
      this.#riskUnit.value = unit
      if (!isOther || money === null || equity === null || !new Exact(equity).gt(0)) return
      const share = new Exact(money).div(equity).times(100)
      this.#amounts.risk.value = unit === 'coin' ? this.#coinText(new Exact(money)) : toText(share.toDecimalPlaces(2))
    })
  }

  /** What the amount comes to now. */
  readonly sized = computed<Sized>(() => {
    const instrument = this.ports.market.instrument.value
    const price = this.#price.value
    const method = this.ports.size.method.value
    if (instrument === null || price === null || method === 'qty') return NOTHING
    if (method === 'risk') return this.#byRisk(instrument, price)
    const amount = readText<Money>(this.#amounts[method].value)
    if (amount === null || !new Exact(amount).gt(0)) return NOTHING
    const qtys = this.#taken(price).map(([side, taken]) =>
      method === 'value'
        ? qtyFromValue(amount, { instrument, price: taken })
        : this.#byCost(amount, side, instrument, taken),
    )
    const least = qtys.reduce((least, one) => (compare(one, least) < 0 ? one : least))
    const qty = method === 'cost' ? this.#within(amount, least, instrument) : least
    return qty === '0' ? { ...NOTHING, note: 'belowLot' } : { ...NOTHING, qty }
  })

  /** The slider: the amount that a quantity comes to. Rounded up, so that it gives the same quantity back. */
  take(qty: Qty): void {
    const method = this.ports.size.method.peek()
    const amount = method === 'qty' ? null : this.#amountOf(method, qty)
    if (method !== 'qty' && amount !== null) this.#amounts[method].value = amount
  }

  /** The price that gains so many times what the stop risks; `null` without a stop. */
  targetAt(multiple: number): Price | null {
    const [entryPrice, stopPrice] = [this.#price.peek(), this.ports.stop()]
    return entryPrice === null || stopPrice === null ? null : targetAtR(multiple, { entryPrice, stopPrice })
  }

  draft(): SizingDraft {
    return {
      valueText: this.#amounts.value.value,
      costText: this.#amounts.cost.value,
      riskText: this.#amounts.risk.value,
      riskUnit: this.#riskUnit.value,
    }
  }

  readonly #price = computed<Price | null>(() => {
    const own = this.ports.orderPrice.value
    void this.ports.second.value
    const price = own ?? (this.ports.type.value === 'market' ? this.ports.market.lastPrice.peek() : null)
    return price === null || !new Exact(price).gt(0) ? null : price
  })

  /** Whichever side is pressed: each at the price that the exchange takes, and the dearer of the two bounds the quantity. */
  #taken(price: Price): [Side, Price][] {
    return untracked(() => SIDES.map((side) => [side, this.ports.outlook.taken(side, price)]))
  }

  #byCost(cost: Money, side: Side, instrument: Contract, price: Price): Qty {
    const { type, outlook } = this.ports
    const { takerFeeRate } = instrument
    return qtyFromCost(cost, {
      instrument,
      side,
      type: type.value,
      price,
      leverage: outlook.leverage(side),
      takerFeeRate,
    })
  }

  /**
   * What fills at once is margined at the mark and loses against it, so that it may cost more than at the order's own price:
   * the quantity is cut to what the ticket's own figures of both sides say. Once a second, as the market moves.
   */
  #within(cost: Money, most: Qty, { lotSize }: Contract): Qty {
    void this.ports.second.value
    const qtyOf = (lots: number): Qty => fromSteps<Qty>(lots, lotSize)
    const fits = (lots: number): boolean =>
      SIDES.every((side) => {
        const taken = this.ports.outlook.costOf(side, qtyOf(lots))
        return taken === null || compare(taken, cost) <= 0
      })
    let [low, high] = [0, new Exact(most).div(lotSize).floor().toNumber()]
    if (fits(high)) return most
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (fits(middle)) low = middle
      else high = middle
    }
    return qtyOf(low)
  }

  readonly #riskMoney = computed<Money | null>(() => {
    const typed = readText<Money>(this.#amounts.risk.value)
    if (typed === null || !new Exact(typed).gt(0)) return null
    if (this.#riskUnit.value === 'coin') return typed
    const equity = this.ports.outlook.balance.value?.equity ?? null
    return equity === null ? null : toText<Money>(new Exact(equity).times(typed).div(100))
  })

  #byRisk(instrument: Contract, price: Price): Sized {
    const money = this.#riskMoney.value
    const stopPrice = this.ports.stop()
    if (stopPrice === null) return { ...NOTHING, note: 'noStop' }
    const side = sideOfStop(price, stopPrice)
    if (side === null) return { ...NOTHING, note: 'stopAtEntry' }
    if (money === null) return { ...NOTHING, side }
    const entry = untracked(() => this.ports.outlook.taken(side, price))
    const terms = this.#riskTerms(instrument, entry, stopPrice)
    const wanted = qtyFromRisk(money, terms)
    if (wanted === '0') return { ...NOTHING, note: 'belowLot', side }
    // The stop says which side it is.
    const most = this.ports.outlook.sizesAt100({ instrument, price, type: this.ports.type.value })?.[side] ?? null
    const isCapped = most !== null && compare(wanted, most) > 0
    const qty = isCapped ? most : wanted
    return { qty: qty === '0' ? null : qty, note: isCapped ? 'capped' : null, risk: riskOfQty(qty, terms), side }
  }

  #riskTerms(instrument: Contract, entryPrice: Price, stopPrice: Price): RiskTerms {
    const { takerFeeRate } = instrument
    return {
      instrument,
      entryPrice,
      stopPrice,
      entryFeeRate: takerFeeRate,
      exitFeeRate: takerFeeRate,
      slippage: slippageRate(this.ports.stopSlippage(), stopPrice, instrument),
    }
  }

  /** The least amount that gives a quantity; `null` where it cannot be said. */
  #amountOf(method: AmountMethod, qty: Qty): string | null {
    const instrument = this.ports.market.instrument.peek()
    const price = this.#price.peek()
    if (instrument === null || price === null) return null
    const payoff = payoffOf(instrument.kind)
    if (method === 'value')
      return this.#coinText(Exact.max(...this.#taken(price).map(([, taken]) => exactValue(payoff, qty, taken))))
    if (method === 'cost') {
      const costs = this.#taken(price).map(([side, taken]) => {
        const leverage = this.ports.outlook.leverage(side)
        const own = orderCost({ payoff, side, price: taken, leverage, takerFeeRate: instrument.takerFeeRate, qty }).cost
        return Exact.max(own, this.ports.outlook.costOf(side, qty) ?? 0)
      })
      return this.#coinText(Exact.max(...costs))
    }
    const stopPrice = this.ports.stop()
    if (stopPrice === null || sideOfStop(price, stopPrice) === null) return null
    const risk = new Exact(riskOfQty(qty, this.#riskTerms(instrument, price, stopPrice)))
    if (this.#riskUnit.peek() === 'coin') return this.#coinText(risk)
    const equity = this.ports.outlook.balance.peek()?.equity ?? null
    if (equity === null || !new Exact(equity).gt(0)) return null
    // Digits, not decimals: of a large account the fourth decimal of a per cent is many lots.
    return toText(risk.div(equity).times(100).toSignificantDigits(6, Exact.ROUND_UP))
  }

  #coinText(amount: Exact): string {
    const decimals = coinDecimals(this.ports.market.instrument.peek()?.settleCoin ?? null)
    const step = toText<Money>(new Exact(10).pow(-decimals))
    return fieldText(toText<Money>(amount.toDecimalPlaces(decimals, Exact.ROUND_UP)), step)
  }
}

/** A bound on slippage as a share of the stop price. */
function slippageRate(slippage: Slippage | null, stopPrice: Price, { tickSize }: Contract): Rate {
  if (slippage === null) return '0' as Rate
  const { unit, value } = slippage
  if (unit === 'percent') return toText<Rate>(new Exact(value).div(100))
  return toText<Rate>(new Exact(value).times(tickSize).div(stopPrice))
}
