import { Unreadable } from '../../../base/unreadable'
import type { Outcome, Rejection } from '../../presses'
import type { RefusalMeaning, VenueCalls } from '../../venue/venue-calls'
import type { Answer } from '../../venue/venue-http'
import type { CallResult } from '../rest-client'

/** A call without an answer by then is shown as unknown, while its one request goes on waiting (O1, O10). */
export const ANSWER_MS = 1_500
/**
 * The one request of a call that changes money is given up after this long: the look-up has been on its way for longer
 * than it, and a browser has six connections, of which a request without an answer keeps one.
 */
export const ORDER_DEADLINE_MS = 5_000

/**
 * What the answer to a call that changes money means (decisions 9). No answer, 5xx, a code that says nothing and a
 * success that cannot be read are unknown; any other code is a refusal.
 */
export function readOutcome<T>(
  answer: CallResult,
  ports: {
    readonly calls: VenueCalls
    readonly trace: (what: string, error: unknown) => void
    /** Whether the call makes orders, of which some may be taken and others not. */
    readonly maySplit?: boolean
  },
  read: (answer: Answer) => T,
): Outcome<T> {
  const accepted = (one: Answer): Outcome<T> => {
    try {
      return { kind: 'accepted', value: read(one) }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      ports.trace('answer', error)
      return { kind: 'unknown' }
    }
  }
  if (!answer.hasError) return accepted(answer.value)
  const { response, code, message, ext, httpStatus } = answer
  const meaning = ports.calls.meaning(answer)
  // Neither success nor refusal: the orders that were taken stand, and the answer is theirs (decisions 22, O15).
  if (ports.maySplit === true && meaning === 'splitPartly' && response !== null) return accepted(response)
  const isUnknown =
    response === null ||
    response.timeMs === null ||
    meaning === 'unanswered' ||
    meaning === 'timedOut' ||
    (httpStatus !== null && httpStatus >= 500)
  if (isUnknown) return { kind: 'unknown' }
  return { kind: 'refused', rejection: { code, reason: reasonOf(meaning), message, ext } }
}

/** Whose fault a refusal of the exchange is, as the screen says it. */
export function reasonOf(meaning: RefusalMeaning | null): 'badRequest' | 'refusedByExchange' {
  return meaning === 'badRequest' || meaning === 'unknownSymbol' ? 'badRequest' : 'refusedByExchange'
}

export interface Refusal {
  readonly kind: 'refused'
  readonly rejection: Rejection
}

/** A refusal by the hub itself: nothing was sent. */
export function refusal(reason: Rejection['reason'], message: string): Refusal {
  return { kind: 'refused', rejection: { code: null, reason, message, ext: {} } }
}
