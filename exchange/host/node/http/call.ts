import type { Socket } from 'node:net'
import { CLIENT_TAG_HEADER, VALID_UNTIL_HEADER } from '../../../../src/wire/rest/create-order'
import {
  HUB_CONNECTION_HEADER,
  HUB_PROFILE_HEADER,
  HUB_TERM_HEADER,
  REQUESTED_WITH_HEADER,
} from '../../../../src/wire/rest/session'

/** v5's headers of a signed call. */
export const API_KEY_HEADER = 'x-bapi-api-key'
export const TIMESTAMP_HEADER = 'x-bapi-timestamp'
export const WINDOW_HEADER = 'x-bapi-recv-window'
export const SIGN_HEADER = 'x-bapi-sign'

/** All that calls are decided by: nothing behind the front reads another header. */
export type CallHeader =
  | 'host'
  | 'origin'
  | 'sec-fetch-site'
  | 'content-type'
  | typeof REQUESTED_WITH_HEADER
  | typeof CLIENT_TAG_HEADER
  | typeof VALID_UNTIL_HEADER
  | typeof HUB_CONNECTION_HEADER
  | typeof HUB_PROFILE_HEADER
  | typeof HUB_TERM_HEADER
  | typeof API_KEY_HEADER
  | typeof TIMESTAMP_HEADER
  | typeof WINDOW_HEADER
  | typeof SIGN_HEADER

/** Largest body that is read (reliability.md §6.1, 28). */
export const BODY_MAX_BYTES = 65_536

/** A request that came whole, as the front passes it on. */
export interface CallRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  /** As it came, up to the question mark. */
  readonly path: string
  /** As it came, without the question mark: signatures are over its letters. */
  readonly queryText: string
  readonly remoteAddress: string
  /** SHA-256 of the token in the session's cookie, `null` without one. The token itself stays in the front. */
  readonly session: string | null
  readonly headers: Readonly<Partial<Record<CallHeader, string | string[]>>>
  /** `null` when it was longer than `BODY_MAX_BYTES` and not read. */
  readonly body: string | null
  /** Who takes the answer; destroyed when the connection has closed. */
  readonly reader: { readonly destroyed: boolean }
}

/** What is answered to one, besides the headers that every answer has. */
export interface CallAnswer {
  readonly status: number
  /** `content-type`, empty when there is no body. */
  readonly type: string
  /** Further headers: names and values, one after the other. */
  readonly headers: readonly string[]
  /** In pieces where some of it was made before, for others too. */
  readonly body: string | readonly Buffer[]
}

/** A handshake that waits for its answer. */
export interface UpgradeRequest {
  readonly method: string
  readonly url: string
  /** All but the cookie. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As in `CallRequest`. */
  readonly session: string | null
}

/** What stands behind the front. */
export interface Inside {
  /** Never rejects: a fault nobody foresaw is an answer too. */
  call(request: CallRequest): Promise<CallAnswer>
  /** Takes the socket over, and answers the handshake or refuses it. @param head what came behind the request */
  upgrade(request: UpgradeRequest, socket: Socket, head: Buffer): void
}
