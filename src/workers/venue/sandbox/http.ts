import type { InstrumentSymbol } from '../../../domain/order/order'
import { asObject } from '../../../wire/json'
import { parseEnvelope, resultCode } from '../../../wire/rest/envelope'
import {
  HUB_CONNECTION_HEADER,
  HUB_PROFILE_HEADER,
  HUB_TERM_HEADER,
  REQUESTED_WITH_HEADER,
  USER_TOKEN_HEADER,
} from '../../../wire/rest/session'
import type { VenueHttp } from '../venue-http'

/** Private endpoints that are not called for a symbol that is only announced (spec §7, last point of the wrapper). */
const OF_LISTED_ONLY =
  /\/(trade-list|history-list|pnl|closed-pnl|tpsl-all|risk-list|risk-limit-list|risk-limit|transaction-history|apply-detail)(\/|$)|\/twap\/(list|order-list)(\/|$)/

/** The client wrapper of spec §7, as far as it is of this venue. */
export const SANDBOX_HTTP: VenueHttp = {
  headers: ({ method }, { epoch, profile, term, language, userToken }) => ({
    platform: 'pc',
    language,
    [REQUESTED_WITH_HEADER]: 'halyard',
    ...(userToken && { [USER_TOKEN_HEADER]: userToken }),
    ...(method !== 'GET' && {
      'content-type': 'application/json',
      [HUB_CONNECTION_HEADER]: epoch,
      [HUB_TERM_HEADER]: String(term),
      ...(profile !== null && { [HUB_PROFILE_HEADER]: profile }),
    }),
  }),
  query({ method, path, symbol }, nowMs) {
    const query: [string, string][] = []
    if (path.includes('/v5/') && !path.endsWith('/wallet/list')) {
      query.push(['_sp_category', 'fbu'])
      if (symbol != null) query.push(['_sp_business', businessOf(symbol)])
      query.push(['_sp_response_format', 'portugal'])
    }
    if (method === 'GET') query.push(['timestamp', String(nowMs)])
    return query
  },
  isOfListedOnly: ({ path }) => OF_LISTED_ONLY.test(path),
  answer(body) {
    const envelope = parseEnvelope(body)
    if (envelope === null) return null
    const { retCode, retMsg, result, extMap, timeMs } = envelope
    const code = retCode === 0 ? resultCode(result) : retCode
    // What a result refuses with, it also explains itself.
    const ext = code === retCode ? extMap : { ...asObject(result, 'result'), ...extMap }
    const { token } = body as { readonly token?: unknown }
    return { code, message: retMsg, result, ext, timeMs, userToken: token }
  },
}

/** The product line of a symbol, as `_sp_business` names it. */
export function businessOf(symbol: InstrumentSymbol): 'usdt' | 'usdc' | 'inverse' {
  if (/USDT(-|$)/.test(symbol)) return 'usdt'
  if (symbol.endsWith('PERP') || /^[A-Z0-9]+-\d/.test(symbol)) return 'usdc'
  return 'inverse'
}
