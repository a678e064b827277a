const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_ADDRESSES = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname)
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK_ADDRESSES.test(address)
}

/**
 * Who may call a gateway bound to `boundHost`. On loopback the Host header has to be a loopback name, so that a
 * foreign name that resolves to this computer (DNS rebinding) finds nobody; or a host that the operator named, which is
 * that of a proxy in front.
 */
export class OriginRules {
  readonly #extra: ReadonlySet<string>
  readonly #extraHosts: ReadonlySet<string>
  /** Bound beyond this computer: a deployment, behind somebody's TLS. */
  readonly isOpen: boolean

  /** @param extraOrigins scheme, host and port, as browsers write them */
  constructor(boundHost: string, extraOrigins: readonly string[]) {
    this.#extra = new Set(extraOrigins)
    this.#extraHosts = new Set(extraOrigins.map((one) => new URL(one).host))
    this.isOpen = !isLoopbackName(boundHost) && boundHost !== '::1' && !isLoopbackAddress(boundHost)
  }

  /** @returns whether a request with this Host header is for us */
  allowsHost(host: string | undefined): boolean {
    if (host === undefined || !/^(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d{1,5})?$/.test(host)) return false
    return this.isOpen || isLoopbackHost(host) || this.#extraHosts.has(host)
  }

  /** Same origin as the Host header, or one the operator named. Missing and `null` are refused. */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || origin === 'null' || host === undefined) return false
    if (this.#extra.has(origin)) return true
    // A host that the operator named is ours under the scheme that he named, and no other.
    if (this.#extraHosts.has(host) && !isLoopbackHost(host)) return false
    return origin === `http://${host}` || origin === `https://${host}`
  }
}

/** @param host a Host header: name and port */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackName(host.replace(/:\d+$/, ''))
}

/**
 * Whether a call came to a loopback name and not through TLS, as far as it says itself: a proxy may write `localhost` for
 * the host, but the page's Origin is left as it is.
 */
export function isPlainLoopback(host: string | undefined, origin: string | undefined): boolean {
  return host !== undefined && isLoopbackHost(host) && !isTls(origin)
}

export function isTls(origin: string | undefined): boolean {
  return origin?.startsWith('https:') === true
}
