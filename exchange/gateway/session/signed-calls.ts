import { CODE } from '../../../src/wire/rest/codes'
import { Refused } from '../refused'
import type { ApiKey, ApiKeys } from './api-keys'

/** v5's headers of a signed call. */
export const API_KEY_HEADER = 'x-bapi-api-key'
const TIMESTAMP_HEADER = 'x-bapi-timestamp'
const WINDOW_HEADER = 'x-bapi-recv-window'
const SIGN_HEADER = 'x-bapi-sign'
const WINDOW_MS = 5_000
/** Ours: the longest receive window that is taken. What is signed may be sent again that long. */
export const WINDOW_MAX_MS = 60_000
/** v5: how far ahead of the exchange's clock a timestamp may be. */
const AHEAD_MAX_MS = 1_000

/** Whose a signed call is. Calls are looked up by their request, which nobody but the server can make. */
const callers = new WeakMap<Request, ApiKey>()

/** @returns the key that signed the request, once `checkSigned` has seen it */
export function signerOf(request: Request): ApiKey | null {
  return callers.get(request) ?? null
}

/**
 * Checks a call as v5 documents it: HMAC-SHA-256 of timestamp + key + window + (query string or body), a timestamp
 * within `[now − window, now + 1 s)`.
 * @param payload the query string as it came, or the body
 * @throws Refused 10001, 10002, 10003 or 10004
 */
export function checkSigned(keys: ApiKeys, request: Request, payload: string, nowMs: number): ApiKey {
  const { headers } = request
  const apiKey = headers.get(API_KEY_HEADER) ?? ''
  const timestamp = headers.get(TIMESTAMP_HEADER) ?? ''
  const window = headers.get(WINDOW_HEADER) ?? ''
  const signature = headers.get(SIGN_HEADER) ?? ''
  checkTime(timestamp, window, nowMs)
  const key = keys.find(apiKey)
  if (key === null) throw new Refused(CODE.apiKeyInvalid, 'API key is invalid', { field: 'X-BAPI-API-KEY' })
  if (!keys.isSigned(key, timestamp + apiKey + window + payload, signature))
    throw new Refused(CODE.signatureInvalid, 'error sign, please check the signature', { field: 'X-BAPI-SIGN' })
  callers.set(request, key)
  return key
}

/** @throws Refused 10001 for what is no number, 10002 outside of the window */
export function checkTime(timestamp: string, window: string, nowMs: number): void {
  const sentMs = /^\d{13}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (Number.isNaN(sentMs))
    throw new Refused(CODE.badRequest, 'the timestamp has to be milliseconds', { field: 'X-BAPI-TIMESTAMP' })
  const windowMs = window === '' ? WINDOW_MS : /^\d{1,9}$/.test(window) ? Number(window) : Number.NaN
  if (!(windowMs >= 1 && windowMs <= WINDOW_MAX_MS))
    throw new Refused(CODE.badRequest, 'receive window out of bounds', {
      field: 'X-BAPI-RECV-WINDOW',
      min: '1',
      max: String(WINDOW_MAX_MS),
    })
  if (sentMs >= nowMs + AHEAD_MAX_MS || sentMs < nowMs - windowMs)
    throw new Refused(
      CODE.timestampOutsideWindow,
      'invalid request, please check your server timestamp or recv_window',
      {
        field: 'X-BAPI-TIMESTAMP',
        min: String(nowMs - windowMs),
        max: String(nowMs + AHEAD_MAX_MS - 1),
      },
    )
}
