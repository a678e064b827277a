import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { Exact, parseDecimalText, toText, type DecimalText, type Price } from '../../domain/decimal'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { SpotLeg, SpotPlan } from '../../domain/order/spot-plan'
import { acceptText, readText, valueText } from '../kit/number-text'
import { PriceText } from '../trading-kit/price-text'
import { SpotLegForm } from '../trading-kit/spot-leg-form'
import type { PlanDraft, PlanKind, SpotTab } from './spot-drafts'
import type { TicketTimeInForce } from '../trading-kit/ticket/time-in-force'

/** How the distance of what trails is given. */
export type TrailUnit = 'value' | 'rate'

/** What a waiting order of a pair waits for, as it is typed. */
export class SpotPlanForm {
  readonly #kind: Signal<PlanKind>
  readonly #unit: Signal<TrailUnit>
  readonly #distance: Signal<string>
  readonly kind: ReadonlySignal<PlanKind>
  readonly unit: ReadonlySignal<TrailUnit>
  readonly distance: ReadonlySignal<string>
  /** Of a conditional order. */
  readonly conditional: SpotLegForm
  /** Of a TP/SL order; of an OCO order the stop-loss. */
  readonly takeProfit: SpotLegForm
  readonly stopLoss: SpotLegForm
  /** The limit of an OCO order: it waits for its own price. */
  readonly ocoLimit: PriceText
  readonly activation: PriceText

  constructor(
    pair: ReadonlySignal<SpotPair | null>,
    private readonly timeInForce: ReadonlySignal<TicketTimeInForce>,
    draft: PlanDraft | null,
  ) {
    this.kind = this.#kind = signal<PlanKind>(draft?.kind ?? 'conditional')
    this.unit = this.#unit = signal<TrailUnit>(draft?.unit ?? 'rate')
    this.distance = this.#distance = signal(draft?.distance ?? '')
    this.conditional = new SpotLegForm(pair, draft?.conditional ?? null, 'limit')
    this.takeProfit = new SpotLegForm(pair, draft?.takeProfit ?? null)
    this.stopLoss = new SpotLegForm(pair, draft?.stopLoss ?? null)
    this.ocoLimit = new PriceText(pair)
    this.activation = new PriceText(pair)
    if (draft === null) return
    this.ocoLimit.setText(draft.ocoLimit)
    this.activation.setText(draft.activation)
  }

  setKind(kind: PlanKind): void {
    this.#kind.value = kind
  }

  /** What stood there counted the other unit. */
  setUnit(unit: TrailUnit): void {
    if (unit === this.#unit.peek()) return
    batch(() => {
      this.#unit.value = unit
      this.#distance.value = ''
    })
  }

  setDistance(typed: string): void {
    this.#distance.value = acceptText(this.#distance.peek(), typed)
  }

  /** Arrow keys: one tick, or a tenth of a per cent. */
  stepDistance(direction: 1 | -1, tickSize: Price): void {
    const step = this.#unit.peek() === 'rate' ? '0.1' : tickSize
    const next = new Exact(readText<DecimalText>(this.#distance.peek()) ?? '0').plus(new Exact(step).times(direction))
    this.#distance.value = next.gt(0) ? valueText(toText<DecimalText>(next)) : ''
  }

  /** What is typed waits for, by the tab it stands under; `null` for an order that goes to the book at once. */
  plan(tab: SpotTab): SpotPlan | null {
    if (tab === 'oco') {
      const limit = this.ocoLimit.typed.value
      const takeProfit: SpotLeg | null = limit === null ? null : { trigger: limit, type: 'limit', limit }
      return { kind: 'oco', takeProfit, stopLoss: this.stopLoss.leg.value }
    }
    if (tab !== 'plan') return null
    const kind = this.#kind.value
    switch (kind) {
      case 'conditional': {
        const leg = this.conditional.leg.value ?? { trigger: null, type: this.conditional.type.value, limit: null }
        return { kind, leg, timeInForce: this.timeInForce.value }
      }
      case 'takeProfitStopLoss':
        return { kind, takeProfit: this.takeProfit.leg.value, stopLoss: this.stopLoss.leg.value }
      case 'trailingStop':
      case 'trailingProfit':
        return {
          kind: 'trailing',
          by: this.#unit.value,
          distance: this.#readDistance(),
          activation: kind === 'trailingStop' ? undefined : this.activation.typed.value,
        }
    }
  }

  /** The fields of a tab are left: what is wrong with their prices may be said. */
  settle(tab: SpotTab): void {
    const kind = tab === 'oco' ? 'oco' : tab === 'plan' ? this.#kind.peek() : null
    batch(() => {
      if (kind === 'conditional') this.conditional.settle()
      if (kind === 'takeProfitStopLoss') this.takeProfit.settle()
      if (kind === 'takeProfitStopLoss' || kind === 'oco') this.stopLoss.settle()
      if (kind === 'oco') this.ocoLimit.settle()
      if (kind === 'trailingProfit') this.activation.settle()
    })
  }

  /** A fraction of the price, or a distance from it. */
  #readDistance(): DecimalText | null {
    const typed = readText<DecimalText>(this.#distance.value)
    if (typed === null || typed.startsWith('-')) return null
    return this.#unit.value === 'value' ? typed : parseDecimalText(toText(new Exact(typed).div(100)))
  }

  draft(): PlanDraft {
    return {
      kind: this.#kind.value,
      unit: this.#unit.value,
      distance: this.#distance.value,
      conditional: this.conditional.draft(),
      takeProfit: this.takeProfit.draft(),
      stopLoss: this.stopLoss.draft(),
      ocoLimit: this.ocoLimit.text.value,
      activation: this.activation.text.value,
    }
  }
}
