import { asObject, readInteger, readText, WireError, type JsonObject } from '../json'

/** Envelope of every topic message (decisions 2). `seq` rises by one within a topic and connection-independent stream. */
export interface PushJson {
  readonly topic: string
  readonly type: 'snapshot' | 'delta'
  readonly ts: number
  readonly seq: number
  readonly data: unknown
  /** Present and true on messages sent again after `subscribe` with `from` (decisions 4): they never toast. */
  readonly replay?: boolean
}

/**
 * What a client may send (decisions 3). `from` resumes private topics: one seq, or one per topic. A hub logs in with its
 * browser profile and term: of one profile the latest hub alone is logged in (I5). `args` of a login: the one-time token,
 * and in the app's own browser the token of the session, which stands in for the cookie that this handshake has not.
 */
export interface PushRequestJson {
  readonly op: 'subscribe' | 'unsubscribe' | 'login' | 'ping'
  readonly args?: readonly string[]
  readonly req_id?: string
  readonly from?: number | Readonly<Record<string, number>> | undefined
  readonly profile?: string | undefined
  readonly term?: number | undefined
}

export interface PushReplyJson {
  readonly op: string
  readonly success: boolean
  readonly ret_msg: string
  readonly req_id: string
  readonly conn_id: string
  /** On a refused subscribe: the topics that were refused. */
  readonly failed?: readonly string[]
}

/** Sent by the server each second on every socket. A gap in `counter` is a lost frame; it is not market data. */
export interface HeartbeatJson {
  readonly op: 'heartbeat'
  readonly counter: number
  readonly ts: number
  /**
   * On a channel that is logged in: of each private topic that it follows, the sequence of the newest message. A message
   * that is lost at the end of a stream leaves no gap until the next one comes; this shows it within a second.
   */
  readonly seqs?: Readonly<Record<string, number>>
}

/**
 * Sent before the server closes a private channel for another one: the oldest of an account (decisions 20), with code
 * 4001, or, with its reason, that of a hub whose browser has a later one (I5), with code 4002. What stands between may
 * lose the code.
 */
export interface CloseByOtherJson {
  readonly op: 'close_by_other'
  readonly reason?: 'overtaken'
}
export const CLOSE_BY_OTHER_CODE = 4001
/** Close code for a hub when a later one of the same browser profile has the account's channel (I5). */
export const OVERTAKEN_CODE = 4002
/** Close code of a client that cannot read what it was sent. 1009, which says so too, is not for pages to use. */
export const UNREADABLE_CODE = 4900

export type ServerMessage =
  | { readonly kind: 'push'; readonly message: PushMessage }
  | { readonly kind: 'reply'; readonly reply: PushReplyJson }
  | {
      readonly kind: 'heartbeat'
      readonly counter: number | null
      readonly timeMs: number | null
      /** Newest sequence by topic; empty where the heartbeat names none. */
      readonly seqs: ReadonlyMap<string, number>
    }
  | { readonly kind: 'pong'; readonly id: string }
  | { readonly kind: 'closeByOther'; readonly isOvertaken: boolean }

/** What a reply may answer; `error` where the request could not be read. */
const REPLY_OPS: ReadonlySet<string> = new Set(['subscribe', 'unsubscribe', 'login', 'error'])

export interface PushMessage {
  readonly topic: string
  readonly isSnapshot: boolean
  readonly timeMs: number
  readonly seq: number
  readonly isReplay: boolean
  readonly data: unknown
}

/** @throws WireError when the text is not JSON or not one of the messages above */
export function parseServerMessage(text: string): ServerMessage {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new WireError('message', text)
  }
  const json = asObject(parsed, 'message')
  if (typeof json['topic'] === 'string') return { kind: 'push', message: parsePush(json) }
  const op = readText(json, 'op')
  if (op === 'heartbeat')
    return {
      kind: 'heartbeat',
      counter: wholeOrNull(json['counter']),
      timeMs: wholeOrNull(json['ts']),
      seqs: seqsOf(json['seqs']),
    }
  if (op === 'pong') return { kind: 'pong', id: optionalText(json, 'req_id') }
  if (op === 'close_by_other') return { kind: 'closeByOther', isOvertaken: json['reason'] === 'overtaken' }
  if (!REPLY_OPS.has(op)) throw new WireError('op', op)
  return {
    kind: 'reply',
    reply: {
      op,
      success: json['success'] === true,
      ret_msg: optionalText(json, 'ret_msg'),
      req_id: optionalText(json, 'req_id'),
      conn_id: optionalText(json, 'conn_id'),
      ...(Array.isArray(json['failed']) ? { failed: json['failed'].filter((one) => typeof one === 'string') } : {}),
    },
  }
}

/** A heartbeat proves the line, whatever else it says: what cannot be read in it is no reason to give the line up. */
function wholeOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

function seqsOf(value: unknown): ReadonlyMap<string, number> {
  if (typeof value !== 'object' || value === null) return NO_SEQS
  const seqs = Object.entries(value).map(([topic, seq]) => [topic, wholeOrNull(seq)] as const)
  return new Map(seqs.filter((one): one is readonly [string, number] => one[1] !== null))
}

const NO_SEQS: ReadonlyMap<string, number> = new Map()

function optionalText(json: JsonObject, field: string): string {
  const value = json[field]
  return typeof value === 'string' ? value : ''
}

function parsePush(json: JsonObject): PushMessage {
  const type = json['type']
  if (type !== 'snapshot' && type !== 'delta') throw new WireError('type', type)
  return {
    topic: readText(json, 'topic'),
    isSnapshot: type === 'snapshot',
    timeMs: readInteger(json, 'ts'),
    seq: readInteger(json, 'seq'),
    isReplay: json['replay'] === true,
    data: json['data'],
  }
}
