import type { InstrumentSymbol } from '../../../domain/order/order'
import type { SlippageTerms } from '../../../domain/order/slippage-terms'
import { parseSlippageAnswer, SLIPPAGE_PATH } from '../../../wire/rest/slippage-terms'
import { plainGet, type PageGet } from './page-reads'

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
