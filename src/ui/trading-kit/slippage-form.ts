import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { parseDecimalText, toFixedText, type DecimalText } from '../../domain/decimal'
import {
  SLIPPAGE_BOUNDS,
  SLIPPAGE_PERCENT_PRESETS,
  SLIPPAGE_PERCENT_PRESETS_TIGHT,
  SLIPPAGE_TICK_PRESETS,
  SLIPPAGE_TICK_PRESETS_ETH,
  SLIPPAGE_TIGHT_COINS,
} from '../../domain/limits'
import { clamp } from '../../domain/order/typed-number'
import type { Slippage } from '../../domain/order/order'
import { readText } from '../kit/number-text'
import type { Kept } from '../state/kept'

/** Where a trader's own tolerance is kept (spec §9). */
export interface SlippageStore {
  load(): Slippage | null
  save(custom: Slippage): void
}

/** A tolerance inside its bounds: per cent 0.01–10 with two decimals, whole ticks 1–10000; empty falls to the default. */
export function settleSlippage(text: string, unit: Slippage['unit'], preset: Slippage): Slippage {
  return boundSlippage(readText<DecimalText>(text), unit, preset)
}

function boundSlippage(typed: DecimalText | null, unit: Slippage['unit'], preset: Slippage): Slippage {
  const { min, max, decimals } = SLIPPAGE_BOUNDS[unit]
  if (typed === null) return preset
  const rounded = parseDecimalText(toFixedText(typed, decimals)) ?? typed
  return { unit, value: clamp(rounded, { min, max }) }
}

/** How far a market order may trade from the best price: one of the presets of spec §9, or a number of one's own. */
export class SlippageForm {
  readonly #chosen = signal<Slippage | null>(null)
  readonly #custom = signal<Slippage | null>(null)
  /** A trader's own number, kept beside the presets. */
  readonly custom: ReadonlySignal<Slippage | null> = this.#custom
  readonly presets = computed(() => presetsOf(this.baseCoin.value))
  /** Spec §9: per cent, the second entry; what an empty field means too. */
  readonly preset = computed(() => this.presets.value[1]!)
  readonly chosen = computed(() => this.#chosen.value ?? this.preset.value)

  constructor(
    private readonly baseCoin: ReadonlySignal<string | null>,
    private readonly store: SlippageStore,
  ) {
    this.#custom.value = store.load()
  }

  choose(slippage: Slippage): void {
    this.#chosen.value = slippage
  }

  setCustom(custom: Slippage): void {
    this.#custom.value = custom
    this.store.save(custom)
    this.choose(custom)
  }
}

function presetsOf(baseCoin: string | null): readonly Slippage[] {
  const isTight = baseCoin !== null && SLIPPAGE_TIGHT_COINS.includes(baseCoin)
  const percents = isTight ? SLIPPAGE_PERCENT_PRESETS_TIGHT : SLIPPAGE_PERCENT_PRESETS
  const ticks = baseCoin === 'ETH' ? SLIPPAGE_TICK_PRESETS_ETH : SLIPPAGE_TICK_PRESETS
  return [
    ...percents.map((value): Slippage => ({ unit: 'percent', value: value as DecimalText })),
    ...ticks.map((value): Slippage => ({ unit: 'tick', value: value as DecimalText })),
  ]
}

export const KEPT_NOWHERE: SlippageStore = { load: () => null, save: () => undefined }

const KEY = 'SLIPPAGE_DATA'

/** Local storage `SLIPPAGE_DATA` with the names of spec §9; what does not fit the bounds is none. */
export const slippageIn = ({ local }: Kept): SlippageStore => ({
  load() {
    try {
      const json: unknown = JSON.parse(local.getItem(KEY) ?? 'null')
      if (typeof json !== 'object' || json === null) return null
      const { customPercent, customValue } = json as Readonly<Record<string, unknown>>
      const unit = typeof customPercent === 'string' ? 'percent' : 'tick'
      const value = unit === 'percent' ? customPercent : customValue
      const number = typeof value === 'string' ? parseDecimalText(value) : null
      return number === null ? null : boundSlippage(number, unit, { unit, value: SLIPPAGE_BOUNDS[unit].min })
    } catch {
      return null
    }
  },
  save({ unit, value }) {
    try {
      local.setItem(KEY, JSON.stringify(unit === 'percent' ? { customPercent: value } : { customValue: value }))
    } catch {
      // The choice holds for as long as the page.
    }
  },
})
