import { REQUESTED_WITH_HEADER } from '../../../../../src/wire/rest/session'
import { API_KEY_HEADER, CSP_REPORT_PATH } from '../../../call'
import type { HttpCall } from './http-call'
import { BadRequest } from './read-request'

/** Whose pages may call. */
export interface OriginCheck {
  /** @param host that the request named. @returns whether pages of this origin are ours, or the operator's */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean
}

/**
 * What changes state comes from our own pages or from a program, never from a form or a foreign page: a header that no
 * form can send, and no foreign Origin. Browsers send CSP reports by themselves, and those change nothing.
 * @throws BadRequest 403
 */
export function guardWrite(origins: OriginCheck, call: HttpCall): void {
  const { path } = call
  if (path === CSP_REPORT_PATH) return
  refuseForeign(origins, call)
  const type = call.header('content-type')
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type))
    throw new BadRequest(403, 'state changes by application/json only')
  // Control is for programs on this computer, and a JSON type is already more than a form can send.
  if (path.startsWith('/control/')) {
    if (type === undefined) throw new BadRequest(403, 'state changes by application/json only')
  } else if (
    call.header(REQUESTED_WITH_HEADER) === undefined &&
    call.header(API_KEY_HEADER) === undefined &&
    !call.hasTokenHeader
  ) {
    // No form can send a key's or a token's header either, and neither call acts for the cookie beside it.
    throw new BadRequest(403, `the header ${REQUESTED_WITH_HEADER} is needed`)
  }
}

/** @throws BadRequest 403 to a page that is not ours */
export function refuseForeign(origins: OriginCheck, call: HttpCall): void {
  const origin = call.header('origin')
  if (origin !== undefined && !origins.allowsOrigin(origin, call.header('host')))
    throw new BadRequest(403, 'foreign origin')
  if (call.header('sec-fetch-site') === 'cross-site') throw new BadRequest(403, 'foreign origin')
}
