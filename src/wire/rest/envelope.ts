import { asObject, type JsonObject } from '../json'

/** Answer of every REST call, both dialects. `retCode` 0 is success (spec §7, client wrapper). */
export interface EnvelopeJson {
  readonly retCode: number
  readonly retMsg: string
  readonly result: unknown
  readonly retExtInfo: JsonObject
  /** Server time, milliseconds. */
  readonly time: number
}

/** What a client reads of an answer, whichever spelling the server used. */
export interface Envelope {
  readonly retCode: number
  readonly retMsg: string
  readonly result: unknown
  readonly extCode: string | null
  readonly extMap: JsonObject
  readonly timeMs: number | null
}

/** The same answer with the token of the session that its reader is in from now on. */
export function withToken(envelope: EnvelopeJson, token: string): EnvelopeJson & { readonly token: string } {
  return { ...envelope, token }
}

/** @param extInfo how each item of a batch went; empty elsewhere */
export function writeEnvelope(timeMs: number, result: unknown, extInfo: JsonObject = {}): EnvelopeJson {
  return { retCode: 0, retMsg: 'OK', result, retExtInfo: extInfo, time: timeMs }
}

/** A refusal, in both spellings: the native dialect reads `ext_map`, v5 `retExtInfo`. Bounds in it are text. */
export function writeRefusal(
  timeMs: number,
  retCode: number,
  retMsg: string,
  extMap: JsonObject = {},
  result: JsonObject = {},
): EnvelopeJson & { readonly ext_code: string; readonly ext_map: JsonObject } {
  return { retCode, retMsg, result, retExtInfo: extMap, time: timeMs, ext_code: '', ext_map: extMap }
}

/** Spec §8: success is code 0 with the result's `status_code` absent, 0 or 200. @returns 0, or what the result refuses with */
export function resultCode(result: unknown): number {
  if (typeof result !== 'object' || result === null || !('status_code' in result)) return 0
  const code = Number(result.status_code)
  return Number.isInteger(code) && code !== 200 ? code : 0
}

/** @returns `null` when the body is not an object (spec §8: that is code 500 for the user) */
export function parseEnvelope(body: unknown): Envelope | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const json = asObject(body, 'body')
  const code = json['retCode'] ?? json['ret_code'] ?? json['code']
  const retCode = typeof code === 'string' ? Number(code) : code
  if (typeof retCode !== 'number' || !Number.isFinite(retCode)) return null
  const message = json['retMsg'] ?? json['ret_msg'] ?? json['msg']
  const extMap = json['ext_map'] ?? json['retExtInfo']
  const time = json['time']
  return {
    retCode,
    retMsg: typeof message === 'string' ? message : '',
    result: json['result'] ?? null,
    extCode: typeof json['ext_code'] === 'string' ? json['ext_code'] : null,
    extMap: typeof extMap === 'object' && extMap !== null && !Array.isArray(extMap) ? (extMap as JsonObject) : {},
    timeMs: typeof time === 'number' ? time : null,
  }
}
