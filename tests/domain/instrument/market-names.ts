import type { NamedKind } from '../../../src/domain/instrument/product-kind'
import { MARKET_NAMES } from '../../data/market-names'

/** Real names with what they trade as. */
export function marketNames(): readonly { readonly symbol: string; readonly type: NamedKind }[] {
  const byType = Object.entries(MARKET_NAMES) as readonly (readonly [NamedKind, string])[]
  return byType.flatMap(([type, names]) => names.split(' ').map((symbol) => ({ symbol, type })))
}
