import { CLIENT_TAG_HEADER, VALID_UNTIL_HEADER } from '../../../wire/rest/create-order'
import type { VenueCapabilities, VenuePort } from '../venue-port'
import { accountCalls } from './account-calls'
import { sandboxAccount } from './account-frames'
import { SANDBOX_HTTP } from './http'
import { LENDING_CALLS } from './lending-calls'
import { MARKET_CALLS } from './market-calls'
import { sandboxMarket } from './market-frames'
import { meaningOf } from './meanings'
import { SANDBOX_MESSAGES } from './messages'
import { rowReaders } from './rows'
import { SESSION_CALLS } from './session-calls'
import { TRADING_CALLS } from './trading-calls'

/** What the sandbox exchange gives: the strongest of each. */
export const SANDBOX_CAPABILITIES: VenueCapabilities = {
  forward: 'sequence',
  absence: 'asOfSequence',
  bookCheck: 'checksum',
  deadline: 'validUntil',
  repeats: 'firstAnswer',
}

/** Names of the published v5 interface for a call's own time and how long after it the call may be taken, ms. */
export const TIMESTAMP_HEADER = 'x-bapi-timestamp'
export const RECEIVE_WINDOW_HEADER = 'x-bapi-recv-window'
/** A call is sent so long before its deadline, as a receive window says it, ms. */
const RECEIVE_WINDOW_MS = 2_500

/**
 * The sandbox exchange behind the port; no other file of the worker reads or writes its messages.
 *
 * @param wsBase origin of the push sockets, without a trailing slash
 */
export function sandboxVenue(wsBase: string, capabilities = SANDBOX_CAPABILITIES): VenuePort {
  const { forward, bookCheck, deadline } = capabilities
  const rows = rowReaders(forward)
  return {
    capabilities,
    http: SANDBOX_HTTP,
    messages: SANDBOX_MESSAGES,
    market: sandboxMarket(wsBase, bookCheck),
    account: sandboxAccount(wsBase, rows),
    calls: {
      ...SESSION_CALLS,
      ...MARKET_CALLS,
      ...LENDING_CALLS,
      ...TRADING_CALLS,
      ...accountCalls(rows, forward),
      meaning: meaningOf,
      pressHeaders: (id, validUntilMs) => ({
        [CLIENT_TAG_HEADER]: id,
        ...(validUntilMs === null
          ? {}
          : deadline === 'validUntil'
            ? { [VALID_UNTIL_HEADER]: String(validUntilMs) }
            : {
                [TIMESTAMP_HEADER]: String(validUntilMs - RECEIVE_WINDOW_MS),
                [RECEIVE_WINDOW_HEADER]: String(RECEIVE_WINDOW_MS),
              }),
      }),
    },
  }
}
