import type { InstrumentSymbol } from '../../domain/order/order'

/** One call over HTTP, before a venue has added what all of its calls bear. */
export interface RestCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Only truthy values are sent (spec §7). */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly body?: unknown
  /** The contract that the call is about. */
  readonly symbol?: InstrumentSymbol | null
  readonly headers?: Readonly<Record<string, string>>
  readonly deadlineMs?: number
  /** Whoever pressed for it is told its answer; of other calls the hub tells what concerns the whole account. */
  readonly isPressed?: boolean
  /** Sent even if the hub dies with it: a small body that may be the last thing a closing page leaves. */
  readonly isFarewell?: boolean
}

/** What a venue answers, whichever spelling it uses. */
export interface Answer {
  /** 0 is success. */
  readonly code: number
  readonly message: string
  readonly result: unknown
  /** Bounds and the like, beside a refusal. */
  readonly ext: Readonly<Record<string, unknown>>
  /** Time of the venue, ms; `null` where it did not say. */
  readonly timeMs: number | null
  /** Token of the session that the hub is in from now on, where no cookie bears it. It goes no further than the client wrapper. */
  readonly userToken?: unknown
}

/** A call, and how what it brings is read. */
export interface VenueCall<T> extends RestCall {
  /** @throws Unreadable */
  readonly read: (answer: Answer) => T
}

/** Who calls: the venue refuses writers of an older term (I5). */
export interface Sender {
  readonly epoch: string
  readonly profile: string | null
  readonly term: number
  readonly language: string
  /** Token of the session, where no cookie bears it. */
  readonly userToken: string | null
}

/** What all calls of a venue have in common. */
export interface VenueHttp {
  headers(call: RestCall, sender: Sender): Readonly<Record<string, string>>
  /** What stands in the query beside the call's own. @param nowMs time of the venue */
  query(call: RestCall, nowMs: number): readonly (readonly [string, string])[]
  /** Whether the call is left out for a contract that is only announced (spec §7, last point of the wrapper). */
  isOfListedOnly(call: RestCall): boolean
  /** @returns `null` for a body that is no answer at all */
  answer(body: unknown): Answer | null
}
