import { WireError } from '../../../wire/json'
import { CODE } from '../../../wire/rest/codes'
import type { Envelope } from '../../../wire/rest/envelope'
import type { Outcome, Rejection } from '../../presses'
import type { CallResult } from '../rest-client'

/** A call without an answer by then is shown as unknown, while its one request goes on waiting (O1, O10). */
export const ANSWER_MS = 1_500
/**
 * The one request of a call that changes money is given up after this long: the look-up has been on its way for longer
 * than it, and a browser has six connections, of which a request without an answer keeps one.
 */
export const ORDER_DEADLINE_MS = 5_000

/**
 * What the answer to a call that changes money means (decisions 9). No answer, 5xx, 9000001 and a success that cannot
 * be read are unknown; any other code is a refusal.
 */
export function readOutcome<T>(
  answer: CallResult<Envelope>,
  trace: (what: string, error: unknown) => void,
  read: (result: unknown) => T,
): Outcome<T> {
  if (answer.hasError && answer.code === CODE.splitPartlyFailed && answer.response !== null)
    // Neither success nor refusal: the orders that were taken stand, and the answer is theirs (decisions 22, O15).
    return readAccepted(answer.response.result, trace, read)
  if (answer.hasError) {
    const { response, code, httpStatus } = answer
    const isUnknown =
      response === null ||
      response.timeMs === null ||
      code === CODE.requestTimeout ||
      code === CODE.serverError ||
      (httpStatus !== null && httpStatus >= 500)
    if (isUnknown) return { kind: 'unknown' }
    return {
      kind: 'refused',
      rejection: { code, reason: 'refusedByExchange', message: answer.message, ext: response.extMap },
    }
  }
  return readAccepted(answer.value.result, trace, read)
}

function readAccepted<T>(
  result: unknown,
  trace: (what: string, error: unknown) => void,
  read: (result: unknown) => T,
): Outcome<T> {
  try {
    return { kind: 'accepted', value: read(result) }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    trace('answer', error)
    return { kind: 'unknown' }
  }
}

export interface Refusal {
  readonly kind: 'refused'
  readonly rejection: Rejection
}

/** A refusal by the hub itself: nothing was sent. */
export function refusal(reason: Rejection['reason'], message: string): Refusal {
  return { kind: 'refused', rejection: { code: null, reason, message, ext: {} } }
}
