import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Contract } from '../../domain/instrument/contract'
import { parseDecimalText, type DecimalText } from '../../domain/decimal'
import { boundSlippage, builtInSlippage, type SlippageTerms } from '../../domain/order/slippage-terms'
import type { Slippage } from '../../domain/order/order'
import { readText } from '../kit/number-text'
import type { Kept } from '../state/kept'
import { slippageTermsOf } from './slippage-source'

/** A trader's own tolerances, one of each unit. */
export type OwnSlippages = Readonly<Partial<Record<Slippage['unit'], Slippage>>>

/** Where they are kept (spec §9). */
export interface SlippageStore {
  load(): OwnSlippages
  save(own: OwnSlippages): void
}

/** What was typed as a tolerance, within its terms; empty falls to the default (spec §5). */
export function settleSlippage(text: string, preset: Slippage, terms: SlippageTerms): Slippage {
  const typed = readText<DecimalText>(text)
  return typed === null ? preset : boundSlippage({ unit: preset.unit, value: typed }, terms)
}

/** How far a market order may trade from the best price: one of the presets of spec §9, or a number of one's own. */
export class SlippageForm {
  readonly #chosen = signal<Slippage | null>(null)
  readonly #own = signal<OwnSlippages>({})
  /** A trader's own numbers, kept beside the presets. */
  readonly own: ReadonlySignal<OwnSlippages> = this.#own
  /** What the exchange allows; the terms of spec §9 until it has said so. */
  readonly terms: ReadonlySignal<SlippageTerms>
  readonly presets = computed(() =>
    (['percent', 'tick'] as const).flatMap((unit) =>
      this.terms.value[unit].presets.map((value): Slippage => ({ unit, value })),
    ),
  )
  /** Spec §9: per cent; what an empty field means too. */
  readonly preset = computed(() => this.presetOf('percent'))
  /** Within the terms, also where those came after it. */
  readonly chosen = computed(() => boundSlippage(this.#chosen.value ?? this.preset.value, this.terms.value))

  constructor(
    readonly instrument: ReadonlySignal<Pick<Contract, 'symbol' | 'baseCoin'> | null>,
    private readonly store: SlippageStore,
  ) {
    this.terms = computed(() => slippageTermsOf(this.instrument.value))
    this.#own.value = store.load()
  }

  presetOf(unit: Slippage['unit']): Slippage {
    return { unit, value: this.terms.value[unit].preset }
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

/** Kept numbers are bounded by spec §9 as they are read: they serve every contract. */
function ownOf(unit: Slippage['unit'], stored: unknown): OwnSlippages {
  const value = typeof stored === 'string' ? parseDecimalText(stored) : null
  return value === null ? {} : { [unit]: boundSlippage({ unit, value }, builtInSlippage(null)) }
}
