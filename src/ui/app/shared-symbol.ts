import type { InstrumentSymbol } from '../../domain/order/order'

/** Texts longer than this are cut: whatever was shared, a market's name stands near its beginning. */
const TEXT_MAX = 2_000

/**
 * The market that a text from another app names: the first of its words that is a symbol, `BTC/USDT` and `$ETHUSDT`
 * included, or the first coin that has one perpetual in USDT.
 * @param params of the address: what was shared (`title`, `text`, `url`), or the rest of a `web+halyard:` address (`text`)
 */
export function sharedSymbol(params: URLSearchParams, known: ReadonlySet<string>): InstrumentSymbol | null {
  const words = sharedText(params)
    .toUpperCase()
    .split(/[^A-Z0-9/_-]+/)
    .filter((word) => word !== '')
  for (const word of words) {
    const names = [word, word.replace(/[/_-]/g, ''), ...word.split('/')]
    const name = names.find((one) => known.has(one))
    if (name !== undefined) return name as InstrumentSymbol
  }
  const coin = words.find((word) => known.has(`${word}USDT`))
  return coin === undefined ? null : (`${coin}USDT` as InstrumentSymbol)
}

/** Everything that was shared, as one text. */
export function sharedText(params: URLSearchParams): string {
  const parts = ['text', 'title', 'url'].map((name) => params.get(name) ?? '')
  return parts
    .join(' ')
    .replace(/^web\+halyard:\/*/i, '')
    .trim()
    .slice(0, TEXT_MAX)
}
