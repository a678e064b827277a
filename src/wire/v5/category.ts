import { kindOfName, type ProductKind } from '../../domain/instrument/product-kind'
import { spotName } from '../../domain/instrument/spot-pair'

/** v5's words for kinds of product. */
export const V5_CATEGORIES = ['linear', 'inverse', 'spot', 'option'] as const
export type V5Category = (typeof V5_CATEGORIES)[number]

/** A USDC contract is linear with another settle coin. Spreads have calls and topics of their own, and no category of these. */
const CATEGORY: Readonly<Record<ProductKind, V5Category | 'spread'>> = {
  linearPerpetual: 'linear',
  usdcPerpetual: 'linear',
  inversePerpetual: 'inverse',
  linearFutures: 'linear',
  usdcFutures: 'linear',
  inverseFutures: 'inverse',
  usdcOption: 'option',
  usdtOption: 'option',
  spot: 'spot',
  spread: 'spread',
}

export function v5CategoryOf({ kind }: { readonly kind: ProductKind }): V5Category | 'spread' {
  return CATEGORY[kind]
}

/** As v5 spells it: a pair without the stroke that it has inside. */
export function v5NameOf({ kind, symbol }: { readonly kind: ProductKind; readonly symbol: string }): string {
  return kind === 'spot' ? spotName(symbol) : symbol
}

/** The same where only the name is at hand. */
export function v5CategoryOfSymbol(symbol: string): V5Category | 'spread' {
  const kind = kindOfName(symbol)
  return kind === 'unknown' || kind === 'uniform' ? 'linear' : CATEGORY[kind]
}
