import type { Leverage, Money, Rate } from '../decimal'
import type { InstrumentSymbol, Side } from '../order/order'
import type { Listed } from './listed'
import type { ProductKind } from './product-kind'

/** A token that follows another coin with a leverage (spec §3 `ltUnderlying`, `ltDirection`). */
export interface LeveragedToken {
  readonly underlying: string
  readonly direction: 'long' | 'short'
}

/** What of a pair may be borrowed, and up to which leverage its coins count (spec §3 `loanEnabled`, `…LeverageRatio`). */
export interface SpotMarginTerms {
  readonly isLoanEnabled: boolean
  readonly baseLeverage: Leverage
  readonly quoteLeverage: Leverage
}

/**
 * Two coins that are exchanged for each other. No position comes of it.
 *
 * `symbol` is `BTC/USDT`, as in the names of spreads: 330 published names without the stroke are a perpetual's, too. v5
 * writes it without (`spotName`), beside the category. Of `Listed`, `lotSize` is the base precision, `minQty` and
 * `maxLimitQty` bound the quantity, `minNotional` is the least amount.
 */
export interface SpotPair extends Listed {
  readonly kind: 'spot'
  /** In full, such as `Bitcoin`. */
  readonly baseName: string
  /** The smallest step of an amount of the quote coin. */
  readonly quoteStep: Money
  readonly maxAmount: Money
  /** How far a limit order may lie beyond the last price, and a market order fill: 0.03 is 3 %. */
  readonly limitOrderPriceLimit: Rate
  readonly marketOrderPriceLimit: Rate
  readonly isBuyBanned: boolean
  readonly isSellBanned: boolean
  /** Whether plan orders are taken (spec §3 `allowPlan`). */
  readonly takesPlanOrders: boolean
  readonly label: string
  readonly tags: readonly string[]
  /** Whose fee is waived. */
  readonly zeroFee: 'none' | 'maker' | 'both'
  readonly leveragedToken: LeveragedToken | null
  readonly margin: SpotMarginTerms
}

export function spotSymbol(baseCoin: string, quoteCoin: string): InstrumentSymbol {
  return `${baseCoin}/${quoteCoin}` as InstrumentSymbol
}

const PAIR = /^([A-Z0-9]+)\/([A-Z0-9]+)$/

/** The coins that a pair's symbol names; `null` for the symbol of anything else. */
export function coinsOfPair(symbol: string): { readonly base: string; readonly quote: string } | null {
  const [, base, quote] = PAIR.exec(symbol) ?? []
  return base === undefined || quote === undefined ? null : { base, quote }
}

/** The coin that the fee of a fill is taken in: of a pair the coin received, of everything else the settle coin. */
export function feeCoinOf(
  {
    kind,
    baseCoin,
    settleCoin,
  }: { readonly kind: ProductKind; readonly baseCoin: string; readonly settleCoin: string },
  side: Side,
): string {
  return kind === 'spot' && side === 'buy' ? baseCoin : settleCoin
}

export interface MergedPairs {
  readonly pairs: readonly SpotPair[]
  /** Symbols whose name without the stroke another pair has: an address or an order would mean either. */
  readonly refused: readonly string[]
}

/**
 * Two lists of pairs as one, in the order of the first: where both have a pair, the rules of the second count, and what
 * the first does not have comes behind.
 */
export function mergeSpotPairs(first: readonly SpotPair[], second: readonly SpotPair[]): MergedPairs {
  const merged = new Map([...first, ...second].map((pair) => [pair.symbol, pair]))
  const names = new Set<string>()
  const refused: string[] = []
  const pairs = [...merged.values()].filter(({ symbol }) => {
    const name = spotName(symbol)
    if (names.has(name)) refused.push(symbol)
    return names.size < names.add(name).size
  })
  return { pairs, refused }
}

/** A pair's name on v5 and in addresses: its symbol without the stroke. */
export function spotName(symbol: string): string {
  return symbol.replace('/', '')
}

export function isSpotPair(listed: { readonly kind: ProductKind }): listed is SpotPair {
  return listed.kind === 'spot'
}
