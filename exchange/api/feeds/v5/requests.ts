import { isObject, NumberText, textOf, type JsonObject } from '../../../../src/wire/json'
import { parseExactJson } from '../../calls/shared/http/exact-json'
import type { SocketRequest } from '../dispatcher/dispatcher'

/** What a program may say on a v5 socket, before its arguments were looked at. */
export interface V5Request extends SocketRequest {
  readonly args: readonly unknown[]
  /** Given back in the answer; `null` when there was none. `req_id` on sockets that stream, `reqId` on the one that trades. */
  readonly requestId: string | null
  readonly header: JsonObject
}

/** Libraries put the topics themselves here. */
const REQUEST_ID_MAX = 24_000

/** @returns `null` for what is no request: no JSON object, no `op`, arguments that are no list */
export function parseV5Request(text: string): V5Request | null {
  const parsed = parseExactJson(text)
  if (!parsed.ok || !isObject(parsed.value)) return null
  const json = parsed.value
  const { op } = json
  // An order call is answered under its own id, whatever is wrong with the rest of it: somebody waits for that.
  const isOrder = typeof op === 'string' && op.startsWith('order.')
  const args = isOrder && !Array.isArray(json['args']) ? [] : (json['args'] ?? [])
  const header = isOrder && !isObject(json['header']) ? {} : (json['header'] ?? {})
  const requestId = json['req_id'] ?? json['reqId'] ?? null
  if (typeof op !== 'string' || op.length > 40 || !Array.isArray(args)) return null
  if (!isObject(header)) return null
  if (requestId !== null && typeof requestId !== 'string' && !isWhole(requestId)) return null
  const id = requestId === null ? null : textOf(requestId)
  if (id !== null && id.length > REQUEST_ID_MAX) return null
  const texts = args.filter((one): one is string => typeof one === 'string')
  // A subscription with anything else among its arguments is none; an end of one ends what it names.
  const isSound = op !== 'subscribe' || (texts.length > 0 && texts.length === args.length)
  const topicCount = op === 'subscribe' || op === 'unsubscribe' ? args.length : 0
  return { op, args, topics: isSound ? texts : null, topicCount, requestId: id, header }
}

const isWhole = (value: unknown): boolean => value instanceof NumberText && /^-?\d{1,16}$/.test(value.digits)

/** v5's `auth`: the key, until when the signature is good, and the signature. */
export interface V5Auth {
  readonly apiKey: string
  /** Text, as it was signed. */
  readonly expires: string
  readonly signature: string
}

/** @returns `null` when the arguments are not these */
export function parseV5Auth(args: readonly unknown[]): V5Auth | null {
  const [apiKey, expires, signature] = args
  const time = textOf(expires)
  if (args.length !== 3 || typeof apiKey !== 'string' || typeof signature !== 'string') return null
  return /^\d{13}$/.test(time) ? { apiKey, expires: time, signature } : null
}
