/** What the service worker does with a request; everything that is not named here goes to the network untouched (S6). */
export type CacheRule = 'shell' | 'part' | 'spotList' | 'briefSymbolList' | 'none'

/** Key version of the stored symbol lists (spec §9); older ones are purged. */
export const SYMBOL_CACHE_VERSION = 6
/** Deadline of the spot lists before the stored copy answers (decisions 11). */
export const SPOT_LIST_TIMEOUT_MS = 8000
/** Deadline of the contract list when the network is asked first (decisions 11). */
export const BRIEF_LIST_TIMEOUT_MS = 10_000

export const BRIEF_LIST_PATH = '/contract/v5/product/brief-symbol-list'
export const SPOT_LIST_PATHS: ReadonlySet<string> = new Set([
  '/spot/api/basic/symbol_list_all',
  '/spot/api/basic/symbol_list_v3',
  '/spot/api/basic/symbol_list_v2',
])

/** How the paths of calls begin; neither a page's nor a file's does. */
export const CALL_PATHS = [
  '/v3/',
  '/v5/',
  '/contract/',
  '/spot/api/',
  '/fapi/',
  '/user/private/',
  '/sandbox/',
  '/realtime',
  '/healthz',
] as const
/** Calls and files that share the origin with the pages; a page never starts like these. */
const NOT_A_PAGE = ['/assets/', '/icons/', ...CALL_PATHS]
const LOCALE_PREFIX = /^\/[a-z]{2}(-[A-Z]{2})?(?=\/|$)/
const PAGES = /^\/?$|^\/(trade|markets|assets|margin|settings|diagnostics|replay|snapshot|invite|user\/assets)(\/|$)/

export interface AskedFor {
  readonly method: string
  readonly mode: string
  readonly url: URL
}

/** The allow-list: a request is kept only when it is named here. @param origin the worker's own */
export function cacheRule({ method, mode, url }: AskedFor, origin: string): CacheRule {
  if (method !== 'GET') return 'none'
  if (mode === 'navigate') return url.origin === origin && isAppPage(url.pathname) ? 'shell' : 'none'
  if (url.origin === origin && url.pathname.startsWith('/assets/')) return 'part'
  if (url.pathname === BRIEF_LIST_PATH) return 'briefSymbolList'
  if (SPOT_LIST_PATHS.has(url.pathname)) return 'spotList'
  return 'none'
}

/** Whether the shell answers for an address: a page of the app, with or without a locale in front (decisions 28). */
export function isAppPage(pathname: string): boolean {
  if (NOT_A_PAGE.some((start) => pathname.startsWith(start))) return false
  const path = pathname.replace(LOCALE_PREFIX, '')
  // A last part with a dot is a file that does not exist, not a page (S4). Symbols have no dot after a slash's end.
  return PAGES.test(path) && !/\.(js|css|json|map|png|svg|woff2|html|txt|webmanifest)$/.test(path)
}

/** What a part of the build has to come as, by the end of its name. */
const PART_TYPES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.m?js$/, /^(text|application)\/javascript\b/i],
  [/\.css$/, /^text\/css\b/i],
  [/\.html$/, /^text\/html\b/i],
  [/\.json$|\.webmanifest$/, /^application\/(manifest\+)?json\b/i],
]

/**
 * Whether an answer is the part of the build that was asked for. A server that answers a missing file with its start
 * page says 200, too: kept, that page would be run as a script by every tab (S4).
 */
export function isPartOfBuild(pathname: string, response: Pick<Response, 'status' | 'headers'>): boolean {
  if (response.status !== 200) return false
  const type = response.headers.get('content-type') ?? ''
  const wanted = PART_TYPES.find(([name]) => name.test(pathname))?.[1]
  return wanted === undefined ? !/^text\/html\b/i.test(type) : wanted.test(type)
}

/** Marks of one call, not of what it asks for: with them every call would be stored apart. */
const PASSING_PARAMETERS = ['timestamp', '_t', 'version', 'last_modified_at']

/** The address under which a list is stored. */
export function listKey(url: URL): string {
  const key = new URL(url.pathname, url.origin)
  const kept = [...url.searchParams].filter(([name]) => !PASSING_PARAMETERS.includes(name))
  for (const [name, value] of kept.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
    key.searchParams.append(name, value)
  return key.href
}

/** Name of the cache that holds the contract list. */
export function symbolCacheName(version: number): string {
  return `halyard-symbols-v${version}`
}

export const SPOT_CACHE_NAME = 'halyard-spot-lists'

/** The caches of this app whose key version has passed (spec §9: versions 1–5 are purged). */
export function outdatedCaches(names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const version = /^halyard-symbols-v(\d+)$/.exec(name)?.[1]
    return version !== undefined && Number(version) < SYMBOL_CACHE_VERSION
  })
}

/**
 * Whether an answer may be stored: complete, readable (never opaque), not marked as private, JSON, and a success in
 * its envelope too, since refusals come with status 200.
 */
export async function isStorable(response: Response): Promise<boolean> {
  if (response.status !== 200 || response.type === 'opaque' || response.type === 'error') return false
  // `no-store` keeps a list out of the HTTP cache, which would hide new versions from us; it does not mean this one.
  if (/private/i.test(response.headers.get('cache-control') ?? '')) return false
  if (!/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) return false
  try {
    const body: unknown = await response.clone().json()
    if (typeof body !== 'object' || body === null) return false
    const { retCode, ret_code, result } = body as Record<string, unknown>
    const code = retCode ?? ret_code
    return (code === 0 || code === '0') && typeof result === 'object' && result !== null
  } catch {
    // A body that ends early or is no JSON is not an answer worth keeping.
    return false
  }
}
