import { hash } from 'node:crypto'

/** Cookie names carry the port: cookies ignore it, and two sandboxes on one computer must not share a session. */
function names(port: number): { readonly host: string; readonly plain: string } {
  return { host: `__Host-halyard-${port}`, plain: `halyard-${port}` }
}

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'
const LIFE_SECONDS = 100 * 86_400

/**
 * Both names on plain loopback (decisions 7): a browser that takes `Secure` there keeps the first, another one the plain
 * one. Anywhere else the token goes out over TLS alone.
 */
export function writeSessionCookies(port: number, token: string, isPlainLoopback: boolean): readonly string[] {
  const { host, plain } = names(port)
  const secure = `${host}=${token}; ${ATTRIBUTES}; Secure; Max-Age=${LIFE_SECONDS}`
  return isPlainLoopback ? [secure, `${plain}=${token}; ${ATTRIBUTES}; Max-Age=${LIFE_SECONDS}`] : [secure]
}

export function clearSessionCookies(port: number): readonly string[] {
  const { host, plain } = names(port)
  return [`${host}=; ${ATTRIBUTES}; Secure; Max-Age=0`, `${plain}=; ${ATTRIBUTES}; Max-Age=0`]
}

/**
 * @param isPlainLoopback elsewhere the plain name is ignored: any page of the site, or whoever can change its traffic, can set it
 * @returns the session token of a `Cookie` header, the `__Host-` one first
 */
export function readSessionCookie(
  header: string | null | undefined,
  port: number,
  isPlainLoopback: boolean,
): string | null {
  if (header === null || header === undefined) return null
  const { host, plain } = names(port)
  let found: string | null = null
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (name === host) return part.slice(equals + 1).trim()
    if (name === plain && isPlainLoopback) found = part.slice(equals + 1).trim()
  }
  return found
}

/** @returns what is kept of a token: its SHA-256, hex */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

const COOKIES_KEPT_MAX = 1_000
const KEPT_LENGTH_MAX = 1_000

/** Reads the sessions of `Cookie` headers. Programs and browsers send the same one with each request. */
export class CookieReader {
  /** What cookies say, whether or not there is such a session. */
  readonly #known = new Map<string, string | null>()

  constructor(private readonly port: number) {}

  /** @returns SHA-256 of the token, `null` without one */
  session(cookie: string | undefined, isPlainLoopback: boolean): string | null {
    if (cookie === undefined) return null
    const known = isPlainLoopback ? this.#known.get(cookie) : undefined
    if (known !== undefined) return known
    const token = readSessionCookie(cookie, this.port, isPlainLoopback)
    const session = token === null || token === '' ? null : hashToken(token)
    if (!isPlainLoopback || cookie.length > KEPT_LENGTH_MAX) return session
    if (this.#known.size === COOKIES_KEPT_MAX) this.#known.clear()
    this.#known.set(cookie, session)
    return session
  }
}
