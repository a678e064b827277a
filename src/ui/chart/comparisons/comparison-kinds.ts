import type { PriceSource } from '../port/chart-port'

/**
 * What a chart is compared with: its own mark price or index, in the price's own units; another symbol in per cent, both
 * from the first bar in view; or another symbol's price taken from its own, or dividing it, in a pane below. That of a
 * spread has its legs in a pane below, or what it yields a year.
 */
export type Comparison = { readonly kind: 'mark' | 'index' } | { readonly kind: SpreadComparison } | SymbolComparison

export const SPREAD_COMPARISONS = ['legs', 'yield'] as const
export type SpreadComparison = (typeof SPREAD_COMPARISONS)[number]
export const isOfSpread = (kind: unknown): kind is SpreadComparison => kind === 'legs' || kind === 'yield'

/** With another symbol, by one of its prices. */
export interface SymbolComparison {
  readonly kind: SymbolComparisonKind
  readonly symbol: string
  /** Left out: of its trades. A spot pair has no other. */
  readonly price?: Exclude<PriceSource, 'last'>
}

export const SYMBOL_COMPARISONS = ['symbol', 'difference', 'ratio'] as const
export type SymbolComparisonKind = (typeof SYMBOL_COMPARISONS)[number]

/** Comparisons as they were stored; what is odd is left out. */
export function parseComparisons(stored: unknown): readonly Comparison[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown): Comparison[] => {
    if (typeof one !== 'object' || one === null) return []
    const { kind, symbol, price } = one as Readonly<Partial<Record<'kind' | 'symbol' | 'price', unknown>>>
    if (kind === 'mark' || kind === 'index' || isOfSpread(kind)) return [{ kind }]
    const known = SYMBOL_COMPARISONS.find((name) => name === kind)
    if (known === undefined || typeof symbol !== 'string' || symbol === '') return []
    return [{ kind: known, symbol, ...(price === 'mark' || price === 'index' ? { price } : {}) }]
  })
}
