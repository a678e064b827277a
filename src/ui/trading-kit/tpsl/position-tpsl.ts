import type { TpSlLeg } from '../../../domain/order/tp-sl'
import type { TradingStop } from '../../../domain/position/position-settings'
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Price, type Qty } from '../../../domain/decimal'
import { settleQty, stepQty } from '../../../domain/order/quantity-rules'
import { QTY_SLIDER } from '../../../domain/limits'
import { percentOfQty, qtyAtPercent } from '../../../domain/order/sizing'
import type { Slippage, TriggerBy } from '../../../domain/order/order'
import type { Position } from '../../../domain/position/position'
import { qtyCoin } from '../../contract-units'
import { acceptText, fieldText, readText } from '../../kit/number-text'
import { priceBy } from '../trigger-form'
import { entryOf } from '../position-figures'
import type { PartialSet } from '../position-guards'
import type { MarketModel } from '../../state/market-model'
import { isSameLeg } from './same-leg'
import { TpSlForm } from './tpsl-form'
import type { TpSlLegForm } from './tpsl-leg-form'
import type { PrefsStore } from './tpsl-prefs'

interface Ports {
  readonly prefs: PrefsStore
  readonly hasRoi: boolean
  /** Of the order that guards the whole position; its own row does not say. */
  readonly slippageOf: (leg: 'takeProfit' | 'stopLoss') => Slippage | null
}

type Current = Omit<TpSlLeg, 'orderType'>

/** Take-profit and stop-loss of a position: over all of it, a new partial set, or an existing one that is changed. */
export class PositionTpSl {
  readonly form: TpSlForm
  readonly #qtyText = signal('')
  readonly qtyText: ReadonlySignal<string> = this.#qtyText
  readonly qty = computed<Qty | null>(() => readText<Qty>(this.#qtyText.value))

  /** Spec §5: a partial set needs a quantity, on the lot, and not above the position. Keys of `tpsl:problem`. */
  readonly qtyProblem = computed<'slTips1' | 'qtyErrorTickTip' | 'tpSlQtyOver' | null>(() => {
    const instrument = this.market.instrument.value
    const qty = this.qty.value
    if (this.mode === 'full') return null
    if (qty === null || qty === '0' || instrument === null) return 'slTips1'
    const settled = settleQty(qty, instrument, { type: 'limit', coin: qtyCoin(instrument), splits: false })
    if (!settled.ok || settled.value.qty !== qty) return 'qtyErrorTickTip'
    return compare(qty, this.position.size) > 0 ? 'tpSlQtyOver' : null
  })

  /** Where the slider of the quantity stands, per cent of the position. */
  readonly percent = computed(() => percentOfQty(this.qty.value, this.position.size))

  /** What to send; `null` while something is wrong or nothing differs. */
  readonly terms = computed<TradingStop | null>(() => {
    if (this.form.hasProblem.value || this.qtyProblem.value !== null) return null
    const takeProfit = this.#leg(this.form.takeProfit, this.#current('takeProfit'))
    const stopLoss = this.#leg(this.form.stopLoss, this.#current('stopLoss'))
    if (takeProfit === null && stopLoss === null) return null
    const size = this.mode === 'full' ? null : this.qty.value
    return {
      symbol: this.position.symbol,
      positionIdx: this.position.positionIdx,
      mode: this.mode,
      takeProfit,
      stopLoss,
      tpSize: size,
      slSize: size,
      tpOrderId: this.editing?.takeProfit?.id ?? null,
      slOrderId: this.editing?.stopLoss?.id ?? null,
      trailing: null,
    }
  })

  /** @param editing the partial set to change; `null` adds one, or sets the whole position's */
  constructor(
    readonly position: Position,
    readonly market: MarketModel,
    readonly mode: 'full' | 'partial',
    readonly editing: PartialSet | null,
    private readonly ports: Ports,
  ) {
    this.form = new TpSlForm(
      computed(() => {
        const instrument = market.instrument.value
        const { side } = position
        const entryPrice = instrument === null ? null : entryOf(position, instrument)
        if (instrument === null || side === null || entryPrice === null) return null
        return {
          instrument,
          side,
          entryPrice,
          leverage: position.leverage,
          qty: mode === 'full' ? position.size : (this.qty.value ?? ('0' as Qty)),
          reference: (by: TriggerBy) => priceBy(market, by),
          scene: 'position' as const,
          hasRoi: ports.hasRoi,
        }
      }),
      ports.prefs,
    )
    this.form.setMode(mode)
    for (const leg of ['takeProfit', 'stopLoss'] as const) {
      const current = this.#current(leg)
      if (current !== null) this.form[leg].fill(current)
    }
    const size = editing?.takeProfit?.qty ?? editing?.stopLoss?.qty ?? (mode === 'partial' ? position.size : null)
    if (size !== null) this.#qtyText.value = this.#text(size)
  }

  setQtyText(typed: string): void {
    this.#qtyText.value = acceptText(this.#qtyText.peek(), typed)
  }

  stepQty(direction: 1 | -1): void {
    const instrument = this.market.instrument.peek()
    if (instrument !== null) this.#qtyText.value = this.#text(stepQty(this.qty.peek(), direction, instrument, 'limit'))
  }

  setPercent(percent: number): void {
    const lot = this.market.instrument.peek()?.lotSize
    const { step } = QTY_SLIDER
    if (lot !== undefined) {
      this.#qtyText.value = this.#text(qtyAtPercent(Math.round(percent / step) * step, this.position.size, lot))
    }
  }

  /** What is in force now. */
  #current(leg: 'takeProfit' | 'stopLoss'): Current | null {
    if (this.mode === 'full') {
      const price = this.position[leg] ?? null
      const by = (leg === 'takeProfit' ? this.position.tpTriggerBy : this.position.slTriggerBy) ?? 'last'
      return price === null ? null : { price, by, limitPrice: null, slippage: this.ports.slippageOf(leg) }
    }
    const order = this.editing?.[leg] ?? null
    if (order?.triggerPrice == null) return null
    return {
      price: order.triggerPrice,
      by: order.triggerBy ?? 'last',
      limitPrice: order.type === 'limit' ? order.price : null,
      slippage: order.slippage ?? null,
    }
  }

  /** A leg as it is typed; an emptied one that is in force is taken away, which the wire says with a price of zero. */
  #leg(form: TpSlLegForm, current: Current | null): TpSlLeg | null {
    if (form.isEmpty.value) {
      if (current === null) return null
      const orderType = current.limitPrice === null ? 'market' : 'limit'
      return { price: '0' as Price, by: current.by, orderType, limitPrice: null, slippage: null }
    }
    const leg = form.termsFor(this.form.context.value)
    // One leg of a set changed alone would break the set: in a set both are named, whether they differ or not.
    return this.mode === 'full' && isSameLeg(current, leg) ? null : leg
  }

  #text(qty: Qty): string {
    return fieldText(qty, this.market.instrument.peek()?.lotSize ?? qty)
  }
}
