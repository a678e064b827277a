import type { TpSl } from '../../../domain/order/tp-sl'
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { TpSlLegForm, type TpSlContext } from './tpsl-leg-form'
import type { PrefsStore } from './tpsl-prefs'

/** A take-profit and a stop-loss typed together, over the whole position or over a part of it (spec §4 "TP/SL"). */
export class TpSlForm {
  readonly takeProfit: TpSlLegForm
  readonly stopLoss: TpSlLegForm
  readonly #mode = signal<TpSl['mode']>('full')
  readonly mode: ReadonlySignal<TpSl['mode']> = this.#mode

  readonly isEmpty = computed(() => this.takeProfit.isEmpty.value && this.stopLoss.isEmpty.value)
  readonly hasProblem = computed(() => this.takeProfit.problem.value !== null || this.stopLoss.problem.value !== null)

  readonly terms = computed(() => this.termsFor(this.context.value))

  constructor(
    /** What the legs are reckoned from. */
    readonly context: ReadonlySignal<TpSlContext | null>,
    prefs: PrefsStore,
  ) {
    this.takeProfit = new TpSlLegForm('takeProfit', context, prefs)
    this.stopLoss = new TpSlLegForm('stopLoss', context, prefs)
  }

  /** Over the whole position both are at market: limit prices go (spec §4). */
  setMode(mode: TpSl['mode']): void {
    batch(() => {
      this.#mode.value = mode
      if (mode === 'partial') return
      for (const leg of [this.takeProfit, this.stopLoss]) leg.setOrderType('market')
    })
  }

  /** What the wire wants for a position; `null` while both legs are empty or one is wrong. */
  termsFor(context: TpSlContext | null): TpSl | null {
    const legs = [this.takeProfit, this.stopLoss]
    if (legs.every((leg) => leg.isEmpty.value) || legs.some((leg) => leg.problemFor(context) !== null)) return null
    return {
      mode: this.#mode.value,
      takeProfit: this.takeProfit.termsFor(context),
      stopLoss: this.stopLoss.termsFor(context),
    }
  }

  clear(): void {
    this.takeProfit.clear()
    this.stopLoss.clear()
  }
}
