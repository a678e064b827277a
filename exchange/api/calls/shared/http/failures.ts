import { WireError } from '../../../../../src/wire/json'
import { CODE } from '../../../../../src/wire/rest/codes'
import { writeRefusal } from '../../../../../src/wire/rest/envelope'
import { ReadDropped } from '../../../read-turns'
import { Refused } from '../../../refused'
import { BadRequest } from './read-request'

/** The answer to a call that ended in an error: an HTTP status and an envelope, and never a stack. */
export interface Failure {
  readonly status: 200 | 400 | 403 | 413 | 415 | 500
  readonly body: ReturnType<typeof writeRefusal>
}

/** What was sent is not quoted: it may be a secret, or the text of another. */
export function wordsOf({ field, isMissing }: WireError): string {
  return `${field} ${isMissing ? 'is needed' : 'is not valid'}`
}

/** The one place where errors become answers. @param trace called with faults that nobody foresaw, by their correlation id */
export function writeFailure(error: unknown, nowMs: number, trace: (id: string, error: unknown) => void): Failure {
  const failure = (
    status: Failure['status'],
    retCode: number,
    retMsg: string,
    extMap: Readonly<Record<string, string>> = {},
  ): Failure => ({ status, body: writeRefusal(nowMs, retCode, retMsg, extMap) })
  if (error instanceof Refused) {
    const { retCode, message, extMap, result } = error
    return { status: 200, body: writeRefusal(nowMs, retCode, message, extMap, result) }
  }
  if (error instanceof WireError) return failure(200, CODE.badRequest, wordsOf(error), { field: error.field })
  if (error instanceof BadRequest)
    return failure(error.status, CODE.badRequest, error.message, error.field === null ? {} : { field: error.field })
  // Nobody reads this; it is no fault.
  if (error instanceof ReadDropped) return failure(400, CODE.badRequest, 'the connection has closed')
  const correlationId = crypto.randomUUID()
  trace(correlationId, error)
  return failure(500, CODE.serverError, 'server error', { correlationId })
}
