import { asArray, asObject, readInteger, type JsonObject } from '../../../wire/json'
import {
  parseExecutionRows,
  parseOrderRows,
  parsePositionRows,
  parseStrategyRows,
  parseWalletRows,
} from '../../../wire/push/account'
import { parseBook } from '../../../wire/push/book'
import { CLIENT_TAG_HEADER, VALID_UNTIL_HEADER } from '../../../wire/rest/create-order'
import { parseExecution } from '../../../wire/shape/execution'
import { parseOrder } from '../../../wire/shape/order'
import type { VenueCapabilities, VenuePort } from '../venue-port'

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

/** @param wsBase origin of the push sockets, without a trailing slash */
export function sandboxVenue(wsBase: string, capabilities = SANDBOX_CAPABILITIES): VenuePort {
  const { forward, bookCheck, deadline } = capabilities
  /** Rows without a sequence stand in the order of their last changes. */
  const placed = (row: JsonObject): JsonObject => (forward === 'sequence' ? row : { ...row, seq: changedAt(row) })
  const placedRows = (data: unknown): readonly JsonObject[] =>
    asArray(data, 'data').map((row) => placed(asObject(row, 'data')))
  return {
    capabilities,
    calls: {
      headers: (id, validUntilMs) => ({
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
    market: {
      url: `${wsBase}/realtime_public?v=2`,
      // A venue without checksums has none that could be compared.
      book: (data) => parseBook(bookCheck === 'checksum' ? data : { ...asObject(data, 'data'), crc: 0 }),
    },
    account: {
      url: `${wsBase}/realtime_private?v=2`,
      order: (row) => parseOrder(placed(asObject(row, 'list'))),
      orders: (data) => parseOrderRows(placedRows(data)),
      execution: (row) => parseExecution(placed(asObject(row, 'list'))),
      executions: (data) => parseExecutionRows(placedRows(data)),
      positions: (data) => parsePositionRows(placedRows(data)),
      wallets: (data) => parseWalletRows(placedRows(data)),
      strategies: parseStrategyRows,
    },
  }
}

/** The time of a row's last change, ms: an order's or position's `updatedTime`, a fill's `execTime`; 0 of a wallet. */
function changedAt(row: JsonObject): number {
  for (const field of ['updatedTime', 'execTime']) {
    const value = row[field]
    if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return Number(value)
    if (typeof value === 'number') return readInteger(row, field)
  }
  return 0
}
