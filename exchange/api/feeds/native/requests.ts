import type { PushRequestJson } from '../../../../src/wire/push/message'
import { HUB_PROFILE } from '../../../../src/base/hub-profile'
import { parseStrictJson } from '../../calls/shared/http/strict-json'
import type { SocketRequest } from '../dispatcher/dispatcher'

/** One of the requests of decisions 3. */
export interface NativeRequest extends SocketRequest {
  readonly op: PushRequestJson['op']
  readonly topics: readonly string[]
  /** Given back in the answer. */
  readonly requestId: string
  /** Of a login: the one-time token, the session's in the app's own browser, the browser profile and the term of the hub. */
  readonly token: string
  readonly userToken: string | null
  readonly profile: string | null
  readonly term: number
  /** Of a subscription: what the client has of each topic. */
  readonly from: NonNullable<PushRequestJson['from']> | null
}

const OPS: ReadonlySet<unknown> = new Set(['subscribe', 'unsubscribe', 'login', 'ping'])

/** @returns `null` for what is not one of the requests of decisions 3 */
export function parseNativeRequest(text: string): NativeRequest | null {
  const parsed = parseStrictJson(text)
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return null
  const { op, args, req_id: requestId, from, profile, term } = parsed.value as Record<string, unknown>
  if (!OPS.has(op)) return null
  if (args !== undefined && !(Array.isArray(args) && args.every((one) => typeof one === 'string'))) return null
  if (requestId !== undefined && (typeof requestId !== 'string' || requestId.length > 64)) return null
  if (from !== undefined && !isSequence(from) && !isSequenceMap(from)) return null
  if (profile !== undefined && !(typeof profile === 'string' && HUB_PROFILE.test(profile))) return null
  if (term !== undefined && !(Number.isSafeInteger(term) && (term as number) >= 0)) return null
  const said = parsed.value as unknown as PushRequestJson
  const topics = said.args ?? []
  return {
    op: said.op,
    topics,
    topicCount: op === 'login' ? 0 : topics.length,
    requestId: said.req_id ?? '',
    token: topics[0] ?? '',
    userToken: topics[1] ?? null,
    profile: said.profile ?? null,
    term: said.term ?? 0,
    from: said.from ?? null,
  }
}

function isSequence(value: unknown): boolean {
  return Number.isSafeInteger(value)
}

function isSequenceMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isSequence)
}
