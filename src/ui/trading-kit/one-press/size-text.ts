import { signal, type ReadonlySignal } from '@preact/signals-react'
import { decimalsOf, Exact, toText, type DecimalText } from '../../../domain/decimal'
import { isPresetAmount, type SizePreset, type SizePresetUnit } from '../../../domain/order/size-preset'
import { acceptText, readText, valueText } from '../../kit/number-text'
import type { SizePresetsModel } from '../../state/size-presets'

/** The field of a size preset: text in; what it means is kept once the field is left. */
export class SizeText {
  readonly #text = signal('')
  readonly #unit = signal<SizePresetUnit>('quote')
  readonly text: ReadonlySignal<string> = this.#text
  readonly unit: ReadonlySignal<SizePresetUnit> = this.#unit

  /** @param index of the preset, 0 to 3 */
  constructor(
    private readonly model: Pick<SizePresetsModel, 'set'>,
    private readonly index: number,
    { unit, amount }: SizePreset,
  ) {
    this.#text.value = valueText(amount)
    this.#unit.value = unit
  }

  setText(typed: string): void {
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  setUnit(unit: SizePresetUnit): void {
    this.#unit.value = unit
    this.settle()
  }

  /** By one in the last place that stands there. */
  step(direction: 1 | -1): void {
    const amount = this.amount()
    if (amount === null) return
    const next = new Exact(amount).plus(new Exact(10).pow(-decimalsOf(amount)).times(direction))
    if (next.gt(0)) this.#text.value = valueText(toText(next))
    this.settle()
  }

  /** What is kept; `null` for text that is no amount of this unit. */
  amount(): DecimalText | null {
    const amount = readText<DecimalText>(this.#text.value)
    return amount !== null && isPresetAmount(this.#unit.value, amount) ? amount : null
  }

  settle(): void {
    const amount = this.amount()
    if (amount !== null) this.model.set(this.index, { unit: this.#unit.peek(), amount })
  }
}
