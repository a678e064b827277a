/** One pair of the spot symbol lists (spec §3, spot symbol). */
export interface SpotSymbolJson {
  readonly symbolId: string
  readonly symbolName: string
  readonly baseTokenId: string
  readonly baseTokenName: string
  readonly quoteTokenId: string
  readonly quoteTokenName: string
  readonly basePrecision: string
  readonly quotePrecision: string
  readonly minTradeQuantity: string
  readonly minTradeAmount: string
  readonly minPricePrecision: string
  readonly digitMerge: string
  readonly showStatus: boolean
}

/** Pairs of one quote coin (spec §3, quote-token group). */
export interface QuoteTokenGroupJson {
  readonly tokenId: string
  readonly tokenName: string
  readonly tokenFullName: string
  /** `CHAIN_TOKEN`, `REAL_MONEY` … */
  readonly tokenType: string
  readonly quoteTokenSymbols: readonly SpotSymbolJson[]
}

/** Groups in the order in which their quote coins come first. */
export function writeQuoteTokenGroups(symbols: readonly SpotSymbolJson[]): readonly QuoteTokenGroupJson[] {
  const groups = new Map<string, SpotSymbolJson[]>()
  for (const symbol of symbols) {
    const group = groups.get(symbol.quoteTokenId) ?? []
    groups.set(symbol.quoteTokenId, group)
    group.push(symbol)
  }
  return [...groups].map(([tokenId, quoteTokenSymbols]) => ({
    tokenId,
    tokenName: quoteTokenSymbols[0]!.quoteTokenName,
    tokenFullName: quoteTokenSymbols[0]!.quoteTokenName,
    tokenType: 'CHAIN_TOKEN',
    quoteTokenSymbols,
  }))
}
