import type { IncomingHttpHeaders } from 'node:http'
import { isInApp } from '../../../../src/base/in-app'
import { USER_TOKEN_HEADER } from '../../../../src/wire/rest/session'
import { hashToken, type CookieReader } from './cookies'

/**
 * Whose session a request is in. The app's own browser names it by a header, any other one by the cookie, and neither is
 * ever asked for the other: so a script that gives itself the app's user agent gets nothing of the cookie's session, and
 * a token that leaked is of no use in a browser. What is passed on has no token in it any more.
 *
 * @param headers the token is taken out of them
 * @returns `session`: SHA-256 of the token, `null` without one
 */
export function takeSession(
  headers: IncomingHttpHeaders,
  cookies: CookieReader,
  isPlainLoopback: boolean,
): { readonly session: string | null; readonly isInApp: boolean } {
  const { cookie, [USER_TOKEN_HEADER]: token } = headers
  if (cookie !== undefined) headers.cookie = ''
  if (token !== undefined) headers[USER_TOKEN_HEADER] = ''
  if (!isInApp(headers['user-agent'])) return { session: cookies.session(cookie, isPlainLoopback), isInApp: false }
  const isOne = typeof token === 'string' && token !== ''
  return { session: isOne ? hashToken(token) : null, isInApp: true }
}
