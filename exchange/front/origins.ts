const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_ADDRESSES = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname)
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK_ADDRESSES.test(address)
}

/**
 * Who may speak to a gateway bound to `boundHost`. On loopback the Host header has to be a loopback name, so that a
 * foreign name that resolves to this computer (DNS rebinding) finds nobody.
 */
export class OriginRules {
  readonly #extra: ReadonlySet<string>
  /** Bound beyond this computer: a deployment, behind somebody's TLS. */
  readonly isOpen: boolean

  constructor(boundHost: string, extraOrigins: readonly string[]) {
    this.#extra = new Set(extraOrigins)
    this.isOpen = !isLoopbackName(boundHost) && boundHost !== '::1' && !isLoopbackAddress(boundHost)
  }

  /** @returns whether a request with this Host header is for us */
  allowsHost(host: string | undefined): boolean {
    if (host === undefined || !/^(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d{1,5})?$/.test(host)) return false
    return this.isOpen || isLoopbackName(host.replace(/:\d+$/, ''))
  }

  /** Same origin as the Host header, or one the operator named. Missing and `null` are refused. */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || origin === 'null' || host === undefined) return false
    if (this.#extra.has(origin)) return true
    return origin === `http://${host}` || origin === `https://${host}`
  }
}
