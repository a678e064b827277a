import type { Catalogue } from './catalogue'

/**
 * The name under which a parameter's instrument is listed. 330 names are both a pair's and a perpetual's on v5, where the
 * category tells (decisions 15): beside `spot` a pair is meant, which inside has its stroke. Any other stays as it is.
 */
export function withListedName<T extends object>({ catalogue }: { readonly catalogue: Catalogue }, input: T): T {
  const { category, symbol } = input as { readonly category?: unknown; readonly symbol?: unknown }
  if (category !== 'spot' || typeof symbol !== 'string') return input
  const listed = catalogue.pairNamed(symbol)
  return listed === null ? input : { ...input, symbol: listed }
}
