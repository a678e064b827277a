import { CSP_REPORT_PATH } from '../../../api/call'

/**
 * @param connect further origins the app may call (`HALYARD_API`, `HALYARD_WS`)
 * @param scripts hashes of the scripts within a page (`sha256-…`): these run there, and no other text does
 */
export function contentSecurityPolicy(host: string, connect: readonly string[], scripts: readonly string[]): string {
  return [
    `default-src 'none'`,
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src ${["'self'", `ws://${host}`, `wss://${host}`, ...connect].join(' ')}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types default`,
    `report-uri ${CSP_REPORT_PATH}`,
    `report-to csp`,
  ].join('; ')
}

/** Two years, as the preload lists ask for. Browsers heed it over TLS only. */
const HSTS = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const

/**
 * Headers every response carries, worker and service-worker scripts included (reliability.md §6.1, 2–4, 28–31, B8).
 *
 * @param isDeployed whether this is more than a sandbox on one's own computer
 * @param scripts of a page: the hashes of what it runs from its own text
 */
export function securityHeaders(
  host: string,
  connect: readonly string[],
  isDeployed: boolean,
  scripts: readonly string[] = [],
): readonly (readonly [string, string])[] {
  return [
    ...(isDeployed ? [HSTS] : []),
    ['content-security-policy', contentSecurityPolicy(host, connect, scripts)],
    ['reporting-endpoints', `csp="${CSP_REPORT_PATH}"`],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    [
      'permissions-policy',
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ],
  ]
}
