import { BRIEF_LIST_PATH, CALL_PATHS, SPOT_LIST_PATHS } from './cache-rules'

/** The part of `URLPatternInit` that is used here: all addresses of any origin with such a path. */
interface PathPattern {
  readonly protocol: '*'
  readonly hostname: '*'
  readonly port: '*'
  readonly pathname: string
  readonly search?: ''
}

interface RouteCondition {
  readonly urlPattern?: PathPattern
  readonly requestMethod?: string
  readonly requestMode?: 'navigate'
}

/** A rule of the static routing of service workers, as `InstallEvent.addRoutes` takes it. The first that fits decides. */
export interface StaticRoute {
  readonly condition: RouteCondition | { readonly or: readonly RouteCondition[] }
  readonly source: 'network' | 'fetch-event' | 'race-network-and-fetch-handler' | { readonly cacheName: string }
}

function anyOrigin(pathname: string): PathPattern {
  return { protocol: '*', hostname: '*', port: '*', pathname }
}

/** Without parameters. */
function exactly(pathname: string): PathPattern {
  return { ...anyOrigin(pathname), search: '' }
}

/**
 * What the browser answers without this worker. A worker lives in the process of some page; where that is frozen, as a
 * phone freezes what is not seen, a request that waits for the worker waits until the page is thawed. So calls go to the
 * network, parts of the build come from the cache where they were put at the install (or else from the network), and the
 * list of contracts is asked of both, the faster one answering: offline only the worker can, frozen only the network. No
 * order waits for the spot lists: the worker alone answers for them, so that they are asked for once.
 * Navigations are never asked of the network: a page of one build must not meet the shell of another (`staticPages`).
 *
 * @param cacheName of the files of the build
 */
export function staticRoutes(cacheName: string): readonly StaticRoute[] {
  return [
    { condition: { requestMethod: 'POST' }, source: 'network' },
    route(BRIEF_LIST_PATH, 'race-network-and-fetch-handler'),
    ...[...SPOT_LIST_PATHS].map((path) => route(path, 'fetch-event')),
    ...CALL_PATHS.map((path) => route(`${path}*`, 'network')),
    route('/assets/*.*', { cacheName }),
  ]
}

/**
 * Pages and files that stand in a cache of this build under their own addresses. Any other page (one with parameters, a
 * contract that was listed since) is the worker's.
 */
export function staticPages(kept: {
  readonly pages: readonly string[]
  readonly files: readonly string[]
  readonly cacheName: string
}): readonly StaticRoute[] {
  const source = { cacheName: kept.cacheName }
  return [
    {
      condition: { or: kept.pages.map((page) => ({ urlPattern: exactly(page), requestMode: 'navigate' as const })) },
      source,
    },
    { condition: { or: kept.files.map((file) => ({ urlPattern: exactly(file) })) }, source },
  ]
}

function route(pathname: string, source: StaticRoute['source']): StaticRoute {
  return { condition: { urlPattern: anyOrigin(pathname) }, source }
}
