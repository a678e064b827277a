import type { TpSlLeg } from '../../../domain/order/tp-sl'
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import {
  compare,
  Exact,
  negate,
  roundToStep,
  toFixedText,
  type DecimalText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
} from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import { TPSL_SLIDER, TPSL_TARGET_MAX } from '../../../domain/limits'
import type { OrderType, Side, TriggerBy } from '../../../domain/order/order'
import { payoffOf } from '../../../domain/instrument/payoff'
import { pnlAt, priceForTarget, targetOfPrice, type TpSlInput, type TpSlTerms } from '../../../domain/risk/tpsl-target'
import { coinDecimals } from '../../format'
import { acceptText, cutText, readText, valueText } from '../../kit/number-text'
import { PriceText } from '../price-text'
import { KEPT_NOWHERE, SlippageForm } from '../slippage-form'
import type { Leg, PrefsStore } from './tpsl-prefs'

/** What take-profit and stop-loss are reckoned from. */
export interface TpSlContext {
  readonly instrument: Contract
  /** Of the position that they close. */
  readonly side: Side
  readonly entryPrice: Price
  readonly leverage: Leverage
  readonly qty: Qty
  /** What the price has to lie beyond, by trigger basis; `null` while unknown. Spec §5: last price, or the order's own. */
  readonly reference: (by: TriggerBy) => Price | null
  readonly scene: 'order' | 'position'
  /** Portfolio-margin accounts have no ROI (spec §6): the per cent of the price stands in. */
  readonly hasRoi: boolean
}

/** Keys of `trade:problem`; those with a capital in the middle are the specification's own. */
export type LegProblem =
  | 'takeProfitOver'
  | 'tpPriceTooLow'
  | 'tpPriceTooHigh'
  | 'slPriceTooLow'
  | 'slPriceTooHigh'
  | 'tpPosPriceTooLow'
  | 'tpPosPriceTooHigh'
  | 'slPosPriceTooLow'
  | 'slPosPriceTooHigh'
  | 'tpLimitPriceEmpty'
  | 'slLimitPriceEmpty'
  | 'tpPriceInvalid'
  | 'slPriceInvalid'
  | 'tpTargetInvalid'
  | 'slTargetInvalid'

/** One take-profit or stop-loss as it is typed: a price, or what it should gain or lose, which is the same thing. */
export class TpSlLegForm {
  readonly price: PriceText
  readonly limit: PriceText
  readonly #by = signal<TriggerBy>('last')
  readonly #input = signal<TpSlInput>('roi')
  readonly #orderType = signal<OrderType>('market')
  /** The target as typed, and the price text that came of it: another price text makes it stale. */
  readonly #typed = signal<{ readonly text: string; readonly priceText: string } | null>(null)
  readonly by: ReadonlySignal<TriggerBy> = this.#by
  readonly #isBounded = signal(false)
  /** How far from the best price it may close at market, where it is bounded. */
  readonly slippage: SlippageForm
  readonly isBounded: ReadonlySignal<boolean> = this.#isBounded
  readonly input: ReadonlySignal<TpSlInput>
  readonly orderType: ReadonlySignal<OrderType> = this.#orderType

  /** What the price means in the chosen unit: never negative, a stop-loss counts its loss. */
  readonly target = computed<DecimalText | null>(() => {
    const terms = this.#terms.value
    const price = this.price.price.value
    if (terms === null || price === null) return null
    const target = targetOfPrice(this.input.value, price, terms)
    return target === null ? null : this.leg === 'takeProfit' ? target : negate(target)
  })
  readonly targetText = computed(() => {
    const typed = this.#typed.value
    if (typed !== null && typed.priceText === this.price.text.value) return typed.text
    const target = this.target.value
    return target === null || new Exact(target).isNegative()
      ? ''
      : valueText(toFixedText(target, this.#targetDecimals()))
  })

  /** Result of the quantity at the price that closes it; `null` while something is missing or wrong. */
  readonly pnl = computed<Money | null>(() => {
    const terms = this.#terms.value
    const price = this.#orderType.value === 'limit' ? this.limit.price.value : this.price.price.value
    const isKnown = terms !== null && price !== null && terms.qty !== '0' && this.problem.value === null
    return isKnown ? pnlAt(price, terms) : null
  })

  /** Per cent at the end of the slider, and its step; `null` where the unit has none. */
  readonly slider = computed(() => {
    const input = this.input.value
    return input === 'pnl' || this.context.value?.hasRoi !== true
      ? null
      : { max: TPSL_SLIDER[input][this.leg], step: TPSL_SLIDER[input].step }
  })

  readonly hasRoi = computed(() => this.context.value?.hasRoi !== false)

  /** A target that gives no price: it is no number, nothing, negative, or beyond what can be asked for. */
  readonly #isTargetWrong = computed(() => {
    const typed = this.#typed.value
    return typed !== null && this.price.text.value === '' && typed.priceText === '' && typed.text !== ''
  })

  readonly isEmpty = computed(() => this.price.text.value === '' && !this.#isTargetWrong.value)

  readonly problem = computed<LegProblem | null>(() => this.problemFor(this.context.value))

  constructor(
    readonly leg: Leg,
    readonly context: ReadonlySignal<TpSlContext | null>,
    private readonly prefs: PrefsStore,
  ) {
    this.slippage = new SlippageForm(
      computed(() => context.value?.instrument ?? null),
      prefs.slippage ?? KEPT_NOWHERE,
    )
    const limits = computed(() => context.value?.instrument ?? null)
    this.price = new PriceText(limits)
    this.limit = new PriceText(limits)
    const chosen = prefs.load(leg)
    this.#input.value = chosen.input
    this.#by.value = chosen.by
    this.input = computed(() => {
      const input = this.#input.value
      return input === 'roi' && context.value?.hasRoi === false ? 'percent' : input
    })
  }

  /** Starts from what is in force. */
  fill(leg: Omit<TpSlLeg, 'orderType'>): void {
    batch(() => {
      this.#isBounded.value = leg.slippage !== null
      if (leg.slippage !== null) this.slippage.choose(leg.slippage)
      this.price.set(leg.price)
      this.limit.set(leg.limitPrice)
      this.#orderType.value = leg.limitPrice === null ? 'market' : 'limit'
      this.#by.value = leg.by
    })
  }

  clear(): void {
    batch(() => {
      this.price.set(null)
      this.limit.set(null)
      this.#typed.value = null
    })
  }

  setBy(by: TriggerBy): void {
    this.#by.value = by
    this.#remember()
  }

  setInput(input: TpSlInput): void {
    this.#typed.value = null
    this.#input.value = input
    this.#remember()
  }

  setBounded(isBounded: boolean): void {
    this.#isBounded.value = isBounded
  }

  setOrderType(orderType: OrderType): void {
    batch(() => {
      this.#orderType.value = orderType
      if (orderType === 'market') this.limit.set(null)
      else if (this.limit.isEmpty) this.limit.set(this.price.price.peek())
    })
  }

  /** Per cents and results in a money coin have two decimals; a result in another coin has that coin's (spec §9). */
  #targetDecimals(): number {
    const coin = this.context.value?.instrument.settleCoin ?? null
    return this.input.value === 'pnl' ? coinDecimals(coin) : 2
  }

  /** The other way in: a gain or loss, from which the price follows, on the tick. */
  setTargetText(typed: string): void {
    const text = acceptText(this.targetText.peek(), typed)
    const target = this.#readTarget(text)
    const terms = this.#terms.peek()
    const max = TPSL_TARGET_MAX[this.leg][this.input.peek()] as DecimalText
    const isUsable = target !== null && target !== '0' && !new Exact(target).isNegative() && compare(target, max) <= 0
    const price =
      !isUsable || terms === null
        ? null
        : priceForTarget(this.input.peek(), this.leg === 'takeProfit' ? target : negate(target), terms)
    batch(() => {
      this.price.set(price === null ? null : this.#onTick(price))
      this.#typed.value = { text, priceText: this.price.text.peek() }
    })
  }

  #readTarget(text: string): DecimalText | null {
    return readText<DecimalText>(cutText(text, this.#targetDecimals()))
  }

  /** What is wrong where the position is another than the form's own: the other button of a ticket has it. */
  problemFor(context: TpSlContext | null): LegProblem | null {
    const isTakeProfit = this.leg === 'takeProfit'
    if (this.#isTargetWrong.value) return isTakeProfit ? 'tpTargetInvalid' : 'slTargetInvalid'
    const text = this.price.text.value
    if (text === '' || context === null) return null
    if (this.price.typed.value === '0') return 'takeProfitOver'
    const price = this.price.price.value
    if (price === null) return isTakeProfit ? 'tpPriceInvalid' : 'slPriceInvalid'
    const reference = context.reference(this.#by.value)
    if (reference !== null) {
      const isAbove = isTakeProfit === (context.side === 'buy')
      const distance = compare(price, reference)
      if (isAbove ? distance <= 0 : distance >= 0) return wrongSide(isTakeProfit, isAbove, context.scene)
    }
    if (this.#orderType.value === 'limit' && this.limit.price.value === null)
      return isTakeProfit ? 'tpLimitPriceEmpty' : 'slLimitPriceEmpty'
    return null
  }

  /** What the wire wants for a position; `null` for an empty or a wrong leg. */
  termsFor(context: TpSlContext | null): TpSlLeg | null {
    const price = this.price.price.value
    if (price === null || this.problemFor(context) !== null) return null
    const orderType = this.#orderType.value
    return {
      price,
      by: this.#by.value,
      orderType,
      limitPrice: orderType === 'limit' ? this.limit.price.value : null,
      // A limit order has its price for a bound.
      slippage: orderType === 'market' && this.#isBounded.value ? this.slippage.chosen.value : null,
    }
  }

  readonly #terms = computed<TpSlTerms | null>(() => {
    const context = this.context.value
    return context === null ? null : { ...context, payoff: payoffOf(context.instrument.kind) }
  })

  #onTick(price: Price): Price | null {
    const instrument = this.context.peek()?.instrument
    return instrument === undefined ? null : roundToStep(price, instrument.tickSize, 'nearest')
  }

  #remember(): void {
    this.prefs.save(this.leg, { input: this.#input.peek(), by: this.#by.peek() })
  }
}

/** Spec §5: the same four for an order and, with `Pos`, for a position. */
function wrongSide(isTakeProfit: boolean, isAbove: boolean, scene: TpSlContext['scene']): LegProblem {
  const ending = isAbove ? 'TooLow' : 'TooHigh'
  if (scene === 'order') return isTakeProfit ? `tpPrice${ending}` : `slPrice${ending}`
  return isTakeProfit ? `tpPosPrice${ending}` : `slPosPrice${ending}`
}
