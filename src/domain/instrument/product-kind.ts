export type PerpetualKind = 'linearPerpetual' | 'usdcPerpetual' | 'inversePerpetual'
export type FutureKind = 'linearFutures' | 'usdcFutures' | 'inverseFutures'
/** What is held as a position on margin, at a price of its own, without a strike. */
export type ContractKind = PerpetualKind | FutureKind
export type OptionKind = 'usdcOption' | 'usdtOption'

/** What can be traded (spec §3 "Trade types"): the one word for it, in names, addresses and instruments. */
export type ProductKind = ContractKind | OptionKind | 'spot' | 'spread'

/** What a name alone says (spec §4 "Symbol type detection"): a kind, what rule 5 calls uniform, or nothing. */
export type NamedKind = ProductKind | 'uniform' | 'unknown'

/** What is known of a symbol beside its name. 330 names are both spot and perpetual: only the category tells. */
export interface SymbolHint {
  readonly category?: 'spot' | 'derivatives' | 'spread'
  /** The catalogue's uniform flag (rule 5). */
  readonly isUniform?: boolean
  /** The coins of a spot pair, from the spot list: its name does not say where the first one ends. */
  readonly coins?: { readonly base: string; readonly quote: string }
}

/** The rules of spec §4 that read the name, in their order, before and after the uniform flag (rule 5). */
const BEFORE_UNIFORM: readonly (readonly [RegExp, NamedKind])[] = [
  [/^[A-Z0-9_]+USDT-\d{1,2}[A-Z]{3}\d{2}$/, 'linearFutures'],
  [/^[A-Z0-9]+-\d{1,2}[A-Z]{3}\d{2}$|^PERP_/, 'usdcFutures'],
  // A month letter and the year, or the older month and day.
  [/^[A-Z0-9]+USD(?:[FGHJKMNQUVXZ]\d{2}|\d{4})$/, 'inverseFutures'],
  // The specification's ".USD": any character, then USD.
  [/.USD$/, 'inversePerpetual'],
]
const AFTER_UNIFORM: readonly (readonly [RegExp, NamedKind])[] = [
  [/-[CP]-USDT$/, 'usdtOption'],
  [/USDT$/, 'linearPerpetual'],
  [/PERP$/, 'usdcPerpetual'],
  [/^[A-Za-z]+-/, 'usdcOption'],
]

/**
 * Tells what is traded under a name (decisions 15). Spreads come first, because their names end like their legs;
 * then the category where it is known; then the nine rules in order.
 */
export function kindOfName(symbol: string, hint: SymbolHint = {}): NamedKind {
  if (hint.category === 'spread' || spreadLegs(symbol) !== null) return 'spread'
  if (hint.category === 'spot' || PAIR.test(symbol)) return 'spot'
  return matchName(symbol, hint.isUniform ?? false)
}

function matchName(symbol: string, isUniform: boolean): NamedKind {
  const early = BEFORE_UNIFORM.find(([pattern]) => pattern.test(symbol))
  if (early !== undefined) return early[1]
  if (isUniform) return 'uniform'
  return AFTER_UNIFORM.find(([pattern]) => pattern.test(symbol))?.[1] ?? 'unknown'
}

const PAIR = /^[A-Z0-9]+\/[A-Z0-9]+$/
/** A coin alone, such as the `PERP` of `PERP_…`, is no leg. */
const BARE_COIN = /^(?:USDT|PERP|USD)$/
const CONTRACT_KINDS: ReadonlySet<NamedKind> = new Set<ContractKind>([
  'linearPerpetual',
  'linearFutures',
  'usdcPerpetual',
  'usdcFutures',
  'inversePerpetual',
  'inverseFutures',
])

export function isContractKind(kind: NamedKind): kind is ContractKind {
  return CONTRACT_KINDS.has(kind)
}

export function isOptionKind(kind: NamedKind): kind is OptionKind {
  return kind === 'usdcOption' || kind === 'usdtOption'
}

function isLeg(name: string): boolean {
  return PAIR.test(name) || (!BARE_COIN.test(name) && isContractKind(matchName(name, false)))
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
