import type { CODE } from '../../../../../src/wire/rest/codes'
import type { Route, Who } from './route'

type CodeName = keyof typeof CODE

/** What any call may say, and what one of its kind of caller may say besides. */
const COMMON: readonly CodeName[] = ['badRequest', 'serverError']
const OF_CALLER: Readonly<Record<Who, readonly CodeName[]>> = {
  anyone: [],
  visitor: ['authenticationFailed', 'rateLimited'],
  reader: ['authenticationFailed', 'permissionDenied', 'rateLimited'],
  // It came after its `valid-until`.
  trader: ['authenticationFailed', 'permissionDenied', 'rateLimited', 'timestampOutsideWindow'],
}
/** The id of a press was used for another one (decisions 5). */
const TAGGED: readonly CodeName[] = ['duplicateLinkId']
/** Where a key may sign: v5's names. */
const SIGNED: readonly CodeName[] = ['timestampOutsideWindow', 'apiKeyInvalid', 'signatureInvalid', 'rateLimited']

/** Whether a key may stand for a session on this call. */
export function isSignable({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/v5/')
}

/** Every code that a call may refuse with, its own last. */
export function codesOf(route: Pick<Route, 'path' | 'who' | 'codes' | 'hasClientTag'>): readonly CodeName[] {
  return [
    ...new Set([
      ...COMMON,
      ...OF_CALLER[route.who],
      ...(isSignable(route) ? SIGNED : []),
      ...(route.hasClientTag === true ? TAGGED : []),
      ...(route.codes ?? []),
    ]),
  ]
}
