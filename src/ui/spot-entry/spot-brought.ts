import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { SpotLegs } from '../../domain/order/spot-plan'
import type { BroughtDraft } from './spot-drafts'
import { SpotLegForm } from '../trading-kit/spot-leg-form'

/** Take-profit and stop-loss over what the order's fills receive (ADR-413). */
export class SpotBrought {
  readonly #isOn: Signal<boolean>
  readonly isOn: ReadonlySignal<boolean>
  readonly takeProfit: SpotLegForm
  readonly stopLoss: SpotLegForm

  constructor(pair: ReadonlySignal<SpotPair | null>, draft: BroughtDraft | null) {
    this.isOn = this.#isOn = signal(draft?.isOn ?? false)
    this.takeProfit = new SpotLegForm(pair, draft?.takeProfit ?? null)
    this.stopLoss = new SpotLegForm(pair, draft?.stopLoss ?? null)
  }

  /** `null` while they are switched off. */
  readonly legs = computed<SpotLegs | null>(() =>
    this.#isOn.value ? { takeProfit: this.takeProfit.leg.value, stopLoss: this.stopLoss.leg.value } : null,
  )

  setOn(isOn: boolean): void {
    this.#isOn.value = isOn
  }

  settle(): void {
    if (!this.#isOn.peek()) return
    this.takeProfit.settle()
    this.stopLoss.settle()
  }

  draft(): BroughtDraft {
    return { isOn: this.#isOn.value, takeProfit: this.takeProfit.draft(), stopLoss: this.stopLoss.draft() }
  }
}
