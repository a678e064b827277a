import type { QuotedProduct } from '../../../domain/market/quoted-market'
import {
  parseQuotedRules,
  parseQuotes,
  QUOTED_SOURCES,
  type Quote,
  type QuotedRules,
} from '../../../wire/rest/quoted-markets'
import { plainGet, type PageGet } from './page-reads'

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
