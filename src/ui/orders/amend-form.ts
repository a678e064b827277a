import type { OrderChange } from '../../domain/order/order-change'
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Qty } from '../../domain/decimal'
import { isSpotPair } from '../../domain/instrument/spot-pair'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { limitPrice, type Order, type TriggerBy } from '../../domain/order/order'
import { isTrailing } from '../../domain/order/plan-type'
import { settleQty, stepQty } from '../../domain/order/quantity-rules'
import { qtyCoin } from '../contract-units'
import type { QuoteMoment } from '../../domain/options/option-quote'
import { isOption } from '../../domain/instrument/option'
import { acceptText, fieldText, plainText, readText } from '../kit/number-text'
import { PriceText } from '../trading-kit/price-text'
import { AmendVolatility } from './amend-volatility'

export type AmendChange = Pick<OrderChange, 'price' | 'qty' | 'triggerPrice' | 'triggerBy' | 'orderIv'>

/** The fields of an order that may be changed, and what differs from what it is now. */
export class AmendForm {
  /** `null` for what the order does not have, or not of its own. */
  readonly price: PriceText | null
  readonly trigger: PriceText | null
  /** Of an option's order alone, in place of the price where it is chosen. */
  readonly volatility: AmendVolatility | null
  readonly hasQty: boolean
  readonly hasBasis: boolean
  readonly #triggerBy = signal<TriggerBy>('last')
  readonly #qtyText = signal('')
  readonly triggerBy: ReadonlySignal<TriggerBy> = this.#triggerBy
  readonly qtyText: ReadonlySignal<string> = this.#qtyText

  readonly qty = computed<Qty | null>(() => {
    const { instrument } = this
    const settled = settleQty(plainText(this.#qtyText.value), instrument, {
      type: this.order.type,
      coin: qtyCoin(instrument),
      splits: false,
    })
    return settled.ok && settled.value.qty !== '0' ? settled.value.qty : null
  })
  /** Semantics §2.7: the new quantity must exceed the filled part. */
  readonly isBelowFilled = computed(() => this.qty.value !== null && compare(this.qty.value, this.order.filledQty) <= 0)

  /** `null` while something is wrong or nothing differs. */
  readonly change = computed<AmendChange | null>(() => {
    const { order, price, trigger } = this
    const newPrice = price?.price.value ?? null
    const newTrigger = trigger?.price.value ?? null
    const qty = this.qty.value
    const byVolatility = this.#isByVolatility()
    if ((price !== null && !byVolatility && newPrice === null) || (trigger !== null && newTrigger === null)) return null
    if (this.hasQty && (qty === null || this.isBelowFilled.value)) return null
    const by = this.#triggerBy.value
    const change: AmendChange = {
      price: byVolatility || newPrice === limitPrice(order) ? null : newPrice,
      qty: !this.hasQty || qty === order.qty ? null : qty,
      ...(byVolatility ? this.#newVolatility() : {}),
      ...(newTrigger === null || newTrigger === order.triggerPrice ? {} : { triggerPrice: newTrigger }),
      ...(trigger === null || by === order.triggerBy ? {} : { triggerBy: by }),
    }
    if (byVolatility && this.volatility?.volatility.value === null) return null
    const isSame = change.price === null && change.qty === null && Object.keys(change).length === 2
    return isSame ? null : change
  })

  constructor(
    readonly order: Order,
    readonly instrument: TradedMarket,
    /** What the model needs besides an option, while it is known. */
    moment: ReadonlySignal<QuoteMoment | null> = signal(null),
  ) {
    const limits = signal(instrument)
    const isWaiting = order.status === 'untriggered'
    this.price = order.type === 'limit' ? new PriceText(limits, order.price) : null
    this.trigger = isWaiting && !isTrailing(order) ? new PriceText(limits, order.triggerPrice ?? null) : null
    this.volatility =
      order.type === 'limit' && isOption(instrument) ? new AmendVolatility(instrument, moment, order.orderIv) : null
    // A pair's triggers watch its last price.
    this.hasBasis = !isSpotPair(instrument)
    // A guard over the whole position has the position's quantity, and the position alone changes it.
    this.hasQty = order.stopOrderType !== 'takeProfit' && order.stopOrderType !== 'stopLoss'
    this.#triggerBy.value = order.triggerBy ?? 'last'
    this.#qtyText.value = fieldText(order.qty, instrument.lotSize)
  }

  #isByVolatility(): boolean {
    return this.volatility?.pricedBy.value === 'volatility'
  }

  /** The exchange makes the price when the change arrives: none is sent beside it. */
  #newVolatility(): Pick<OrderChange, 'orderIv'> {
    const { volatility = null } = this
    const asked = volatility?.volatility.value ?? null
    const isNew = asked !== null && (volatility?.isTouched.value === true || asked !== this.order.orderIv)
    return isNew ? { orderIv: asked } : {}
  }

  setTriggerBy(by: TriggerBy): void {
    this.#triggerBy.value = by
  }

  setQtyText(typed: string): void {
    this.#qtyText.value = acceptText(this.#qtyText.peek(), typed)
  }

  stepQty(direction: 1 | -1): void {
    const { lotSize } = this.instrument
    const typed = readText<Qty>(this.#qtyText.peek())
    this.#qtyText.value = fieldText(stepQty(typed, direction, this.instrument, this.order.type), lotSize)
  }

  settleQty(): void {
    const qty = this.qty.peek()
    if (qty !== null) this.#qtyText.value = fieldText(qty, this.instrument.lotSize)
  }
}
