import { CLIENT_TAG_HEADER, VALID_UNTIL_HEADER } from '../../src/wire/rest/create-order'
import {
  HUB_CONNECTION_HEADER,
  HUB_PROFILE_HEADER,
  HUB_TERM_HEADER,
  REQUESTED_WITH_HEADER,
} from '../../src/wire/rest/session'

/** Where calls are; what is none of the declared ones is refused as one, and never a file. */
export const CALLS = /^\/(?:contract|v3|v5|spot|fapi|user\/private|sandbox)\//
/** Where browsers report what the policy of a page kept from it. */
export const CSP_REPORT_PATH = '/csp-report'

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

/** Whom a call comes from, as far as the host knows. */
export interface CallSender {
  /** On this computer. */
  readonly isHere: boolean
  /** Whoever has the address that it comes from: rates of callers without a session are counted by it. */
  readonly holder: string
}

/** A request that came whole, as the host passes it on. */
export interface CallRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  /** As it came, up to the question mark. */
  readonly path: string
  /** As it came, without the question mark: signatures are over its letters. */
  readonly queryText: string
  readonly sender: CallSender
  /** Hash of the token of its session, `null` without one. The token itself stays in the host. */
  readonly session: string | null
  /** Whether it comes from the app's own browser: then the token came in a header, and a new one goes into the answer. */
  readonly isInApp: boolean
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
  /**
   * The session that the cookie is to name from now on: its token, or `null` for none. Absent where that stays as it was,
   * and for the app's own browser, which has no cookie.
   */
  readonly session?: { readonly token: string | null }
  /** Whether everybody is told the same: then it may be packed. */
  readonly isPublic?: true
  /** In pieces where some of it was made before, for others too. */
  readonly body: string | readonly Uint8Array[]
}
