/** What the app's development server passes on. Test control is not among it: programs ask the exchange itself for that. */
const PATHS = ['/contract', '/v5', '/spot/api', '/user', '/sandbox', '/healthz', '/csp-report', '/realtime_']

/**
 * Passes calls and sockets on as they are. Host and Origin stay what the browser wrote, so the exchange distinguishes its own
 * page from a foreign one as it does without a server in between.
 *
 * @param {string} exchangeUrl
 * @returns {Record<string, { target: string, changeOrigin: false, ws: true }>}
 */
export function devProxy(exchangeUrl) {
  return Object.fromEntries(PATHS.map((path) => [path, { target: exchangeUrl, changeOrigin: false, ws: true }]))
}
