import { CODE } from '../../../src/wire/rest/codes'
import { API_KEY_HEADER, SIGN_HEADER, TIMESTAMP_HEADER, WINDOW_HEADER } from '../call'
import type { HttpCall } from '../calls/shared/http/http-call'
import { Refused } from '../refused'
import type { ApiKey, ApiKeys } from './api-keys'

const WINDOW_MS = 5_000
/** Ours: the longest receive window that is taken. What is signed may be sent again that long. */
export const WINDOW_MAX_MS = 60_000
/** v5: how far ahead of the exchange's clock a timestamp may be. */
const AHEAD_MAX_MS = 1_000

/**
 * Checks a call as v5 documents it: HMAC-SHA-256 of timestamp + key + window + (query string or body), a timestamp
 * within `[now − window, now + 1 s)`.
 * @param payload the query string as it came, or the body
 * @throws Refused 10001, 10002, 10003 or 10004
 */
export function checkSigned(keys: ApiKeys, http: HttpCall, payload: string, nowMs: number): ApiKey {
  const apiKey = http.header(API_KEY_HEADER) ?? ''
  const timestamp = http.header(TIMESTAMP_HEADER) ?? ''
  const window = http.header(WINDOW_HEADER) ?? ''
  const signature = http.header(SIGN_HEADER) ?? ''
  checkTime(timestamp, window, nowMs)
  const key = keys.find(apiKey)
  if (key === null) throw new Refused(CODE.apiKeyInvalid, 'API key is invalid', { field: 'X-BAPI-API-KEY' })
  if (!keys.isSigned(key, timestamp + apiKey + window + payload, signature))
    throw new Refused(CODE.signatureInvalid, 'error sign, please check the signature', { field: 'X-BAPI-SIGN' })
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
