/** Coins with options. */
const OPTION_COINS: ReadonlySet<string> = new Set(['BTC', 'ETH', 'SOL'])

/** The coin whose options may be meant by what is typed (`BTC-25…`), else the one that is looked at; `null` of neither. */
export function chainCoin(typed: string, shown: string | null): string | null {
  const [named = ''] = typed.trim().toUpperCase().split('-')
  if (OPTION_COINS.has(named)) return named
  return shown !== null && OPTION_COINS.has(shown) ? shown : null
}
