import { REQUESTED_WITH_HEADER } from '../../../src/wire/rest/session'
import { API_KEY_HEADER } from '../session/signed-calls'
import type { OriginRules } from './origins'
import { BadRequest } from './read-request'
import { CSP_REPORT_PATH } from './security-headers'

/**
 * What changes state comes from our own pages or from a program, never from a form or a foreign page: a header that no
 * form can send, and no foreign Origin. Browsers send CSP reports by themselves, and those change nothing.
 * @throws BadRequest 403
 */
export function guardWrite(origins: OriginRules, path: string, header: (name: string) => string | undefined): void {
  if (path === CSP_REPORT_PATH) return
  const origin = header('origin')
  if (origin !== undefined && !origins.allowsOrigin(origin, header('host'))) throw new BadRequest(403, 'foreign origin')
  if (header('sec-fetch-site') === 'cross-site') throw new BadRequest(403, 'foreign origin')
  const type = header('content-type')
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type))
    throw new BadRequest(403, 'state changes by application/json only')
  // Control is for programs on this computer, and a JSON type is already more than a form can send.
  if (path.startsWith('/control/')) {
    if (type === undefined) throw new BadRequest(403, 'state changes by application/json only')
  } else if (header(REQUESTED_WITH_HEADER) === undefined && header(API_KEY_HEADER) === undefined) {
    // No form can send a key's header either, and a signed call never acts for the cookie beside it.
    throw new BadRequest(403, `the header ${REQUESTED_WITH_HEADER} is needed`)
  }
}
