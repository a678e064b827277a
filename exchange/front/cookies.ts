import { hash } from 'node:crypto'

/** Cookie names carry the port: cookies ignore it, and two sandboxes on one computer must not share a session. */
function names(port: number): { readonly host: string; readonly plain: string } {
  return { host: `__Host-halyard-${port}`, plain: `halyard-${port}` }
}

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'
const LIFE_SECONDS = 100 * 86_400

/** Both names (decisions 7): a browser that takes `Secure` on loopback keeps the first, another one the plain one. */
export function writeSessionCookies(port: number, token: string): readonly string[] {
  const { host, plain } = names(port)
  return [
    `${host}=${token}; ${ATTRIBUTES}; Secure; Max-Age=${LIFE_SECONDS}`,
    `${plain}=${token}; ${ATTRIBUTES}; Max-Age=${LIFE_SECONDS}`,
  ]
}

export function clearSessionCookies(port: number): readonly string[] {
  const { host, plain } = names(port)
  return [`${host}=; ${ATTRIBUTES}; Secure; Max-Age=0`, `${plain}=; ${ATTRIBUTES}; Max-Age=0`]
}

/** @returns the session token of a `Cookie` header, the `__Host-` one first */
export function readSessionCookie(header: string | null | undefined, port: number): string | null {
  if (header === null || header === undefined) return null
  const { host, plain } = names(port)
  let found: string | null = null
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (name === host) return part.slice(equals + 1).trim()
    if (name === plain) found = part.slice(equals + 1).trim()
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
  session(cookie: string | undefined): string | null {
    if (cookie === undefined) return null
    const known = this.#known.get(cookie)
    if (known !== undefined) return known
    const token = readSessionCookie(cookie, this.port)
    const session = token === null || token === '' ? null : hashToken(token)
    if (cookie.length > KEPT_LENGTH_MAX) return session
    if (this.#known.size === COOKIES_KEPT_MAX) this.#known.clear()
    this.#known.set(cookie, session)
    return session
  }
}
