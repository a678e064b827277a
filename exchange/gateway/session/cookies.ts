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
