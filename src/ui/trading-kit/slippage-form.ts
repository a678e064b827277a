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

/** A trader's own tolerances, one of each unit. */
export type OwnSlippages = Readonly<Partial<Record<Slippage['unit'], Slippage>>>

/** Where they are kept (spec §9). */
export interface SlippageStore {
  load(): OwnSlippages
  save(own: OwnSlippages): void
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
  readonly #own = signal<OwnSlippages>({})
  /** A trader's own numbers, kept beside the presets. */
  readonly own: ReadonlySignal<OwnSlippages> = this.#own
  readonly presets = computed(() => presetsOf(this.baseCoin.value))
  /** Spec §9: per cent, the second entry; what an empty field means too. */
  readonly preset = computed(() => this.presets.value[1]!)
  readonly chosen = computed(() => this.#chosen.value ?? this.preset.value)

  constructor(
    private readonly baseCoin: ReadonlySignal<string | null>,
    private readonly store: SlippageStore,
  ) {
    this.#own.value = store.load()
  }

  choose(slippage: Slippage): void {
    this.#chosen.value = slippage
  }

  setCustom(custom: Slippage): void {
    this.#own.value = { ...this.#own.peek(), [custom.unit]: custom }
    this.store.save(this.#own.peek())
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

export const KEPT_NOWHERE: SlippageStore = { load: () => ({}), save: () => undefined }

const KEY = 'SLIPPAGE_DATA'

/** Local storage `SLIPPAGE_DATA` with the names of spec §9; what does not fit the bounds is none. */
export const slippageIn = ({ local }: Kept): SlippageStore => ({
  load() {
    try {
      const json: unknown = JSON.parse(local.getItem(KEY) ?? 'null')
      if (typeof json !== 'object' || json === null) return {}
      const { customPercent, customValue } = json as Readonly<Record<string, unknown>>
      return { ...ownOf('percent', customPercent), ...ownOf('tick', customValue) }
    } catch {
      return {}
    }
  },
  save({ percent, tick }) {
    try {
      local.setItem(KEY, JSON.stringify({ customPercent: percent?.value, customValue: tick?.value }))
    } catch {
      // The choice holds for as long as the page.
    }
  },
})

function ownOf(unit: Slippage['unit'], stored: unknown): OwnSlippages {
  const number = typeof stored === 'string' ? parseDecimalText(stored) : null
  return number === null ? {} : { [unit]: boundSlippage(number, unit, { unit, value: SLIPPAGE_BOUNDS[unit].min }) }
}
