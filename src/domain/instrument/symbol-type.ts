/** What a name trades as (spec §3 "Trade types", §4 "Symbol type detection"). */
export type SymbolType =
  | 'linearPerpetual'
  | 'linearFutures'
  | 'usdcPerpetual'
  | 'usdcFutures'
  | 'inversePerpetual'
  | 'inverseFutures'
  | 'usdcOption'
  | 'usdtOption'
  | 'spot'
  | 'spread'
  | 'uniform'
  | 'unknown'

/** What is known of a symbol beside its name. 330 names are both spot and perpetual: only the category tells. */
export interface SymbolHint {
  readonly category?: 'spot' | 'derivatives' | 'spread'
  /** The catalogue's uniform flag (rule 5). */
  readonly isUniform?: boolean
  /** The coins of a spot pair, from the spot list: its name does not say where the first one ends. */
  readonly coins?: { readonly base: string; readonly quote: string }
}

/** The rules of spec §4 that read the name, in their order, before and after the uniform flag (rule 5). */
const BEFORE_UNIFORM: readonly (readonly [RegExp, SymbolType])[] = [
  [/^[A-Z0-9_]+USDT-\d{1,2}[A-Z]{3}\d{2}$/, 'linearFutures'],
  [/^[A-Z0-9]+-\d{1,2}[A-Z]{3}\d{2}$|^PERP_/, 'usdcFutures'],
  // A month letter and the year, or the older month and day.
  [/^[A-Z0-9]+USD(?:[FGHJKMNQUVXZ]\d{2}|\d{4})$/, 'inverseFutures'],
  // The specification's ".USD": any character, then USD.
  [/.USD$/, 'inversePerpetual'],
]
const AFTER_UNIFORM: readonly (readonly [RegExp, SymbolType])[] = [
  [/-[CP]-USDT$/, 'usdtOption'],
  [/USDT$/, 'linearPerpetual'],
  [/PERP$/, 'usdcPerpetual'],
  [/^[A-Za-z]+-/, 'usdcOption'],
]

/**
 * Tells a symbol's type from its name (decisions 15). Spreads come first, because their names end like their legs;
 * then the category where it is known; then the nine rules in order.
 */
export function symbolType(symbol: string, hint: SymbolHint = {}): SymbolType {
  if (hint.category === 'spread' || spreadLegs(symbol) !== null) return 'spread'
  if (hint.category === 'spot') return 'spot'
  return matchName(symbol, hint.isUniform ?? false)
}

function matchName(symbol: string, isUniform: boolean): SymbolType {
  const early = BEFORE_UNIFORM.find(([pattern]) => pattern.test(symbol))
  if (early !== undefined) return early[1]
  if (isUniform) return 'uniform'
  return AFTER_UNIFORM.find(([pattern]) => pattern.test(symbol))?.[1] ?? 'unknown'
}

const PAIR = /^[A-Z0-9]+\/[A-Z0-9]+$/
/** A coin alone, such as the `PERP` of `PERP_…`, is no leg. */
const BARE_COIN = /^(?:USDT|PERP|USD)$/
const LEG_TYPES: ReadonlySet<SymbolType> = new Set([
  'linearPerpetual',
  'linearFutures',
  'usdcPerpetual',
  'usdcFutures',
  'inversePerpetual',
  'inverseFutures',
])

function isLeg(name: string): boolean {
  return PAIR.test(name) || (!BARE_COIN.test(name) && LEG_TYPES.has(matchName(name, false)))
}

/**
 * The two sides of a spread's name: `SOLUSDT_SOL/USDT` is `SOLUSDT` against the spot pair `SOL/USDT`.
 * @returns `null` for any other name; an underscore alone does not make a spread (`WC_BEL_IRN_USDT-21JUN26`)
 */
export function spreadLegs(symbol: string): readonly [string, string] | null {
  for (let at = symbol.indexOf('_'); at >= 0; at = symbol.indexOf('_', at + 1)) {
    const left = symbol.slice(0, at)
    const right = symbol.slice(at + 1)
    if (isLeg(left) && isLeg(right)) return [left, right]
  }
  return null
}
