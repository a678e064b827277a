import type { InstrumentSymbol } from '../../../domain/order/order'
import type { SlippageTerms } from '../../../domain/order/slippage-terms'
import type { QuotedProduct } from '../../../domain/market/quoted-market'
import {
  parseQuotedRules,
  parseQuotes,
  QUOTED_SOURCES,
  type Quote,
  type QuotedRules,
} from '../../../wire/rest/quoted-markets'
import { parseVisitorProfile, VISITOR_PROFILE_PATH } from '../../../wire/rest/visitor-profile'
import { parseSlippageAnswer, SLIPPAGE_PATH } from '../../../wire/rest/slippage-terms'

/** How a page asks: as `fetch`, without what signs it in. */
export type PageGet = (url: string) => Promise<Pick<Response, 'json'>>

const plainGet: PageGet = (url) => fetch(url, { credentials: 'omit' })

/**
 * What bounds market orders of a contract. A page reads it by itself, and the hub has no such command: it is public,
 * asked by few, and no part of what the hub is loaded for.
 *
 * @param origin of the exchange; `null` is the page's own
 * @throws WireError where the answer is not about these terms; whatever the network throws
 */
export async function readSlippageTerms(
  symbol: InstrumentSymbol,
  origin: string | null,
  get: PageGet = plainGet,
): Promise<SlippageTerms> {
  const answer = await get(`${origin ?? ''}${SLIPPAGE_PATH}?symbol=${encodeURIComponent(symbol)}`)
  return parseSlippageAnswer(await answer.json(), symbol)
}

/**
 * Whether the exchange shuts the visitor out.
 *
 * @param origin of the exchange; `null` is the page's own
 * @throws WireError where the answer does not say it; whatever the network throws
 */
export async function readIsBanned(language: string, origin: string | null, get: PageGet = plainGet): Promise<boolean> {
  const answer = await get(`${origin ?? ''}${VISITOR_PROFILE_PATH}?lang=${encodeURIComponent(language)}`)
  return parseVisitorProfile(await answer.json())
}

/** Pages of a list that are read at most: 5,000 options of a coin. */
const PAGES_MAX = 5

/**
 * The options or the spreads that the exchange lists. The hub streams neither.
 *
 * @param origin of the exchange; `null` is the page's own
 * @throws WireError where an answer is no list; whatever the network throws
 */
export async function readQuotedRules(
  product: QuotedProduct,
  origin: string | null,
  get: PageGet = plainGet,
): Promise<readonly QuotedRules[]> {
  const list = async (path: string): Promise<readonly QuotedRules[]> => {
    const rows: QuotedRules[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null && page < PAGES_MAX; page++) {
      const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const answer = parseQuotedRules(product, await (await get(`${origin ?? ''}${path}${from}`)).json())
      rows.push(...answer.rows)
      cursor = answer.cursor
    }
    return rows
  }
  return (await Promise.all(QUOTED_SOURCES[product].rules.map(list))).flat()
}

/** Their prices of now; what it throws is as of the rules. */
export async function readQuotes(
  product: QuotedProduct,
  origin: string | null,
  get: PageGet = plainGet,
): Promise<readonly Quote[]> {
  const list = async (path: string): Promise<readonly Quote[]> =>
    parseQuotes(product, await (await get(`${origin ?? ''}${path}`)).json())
  return (await Promise.all(QUOTED_SOURCES[product].tickers.map(list))).flat()
}
