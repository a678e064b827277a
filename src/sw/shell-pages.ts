import { staticPages, type StaticRoute } from './static-routes'

/** Pages that every account has; of contracts the one that a first visit opens. */
const PAGES = ['/', '/trade/usdt/BTCUSDT', '/markets', '/assets', '/settings', '/diagnostics', '/replay'] as const
/** Files that a page asks for by a name without a hash. */
const NAMED_FILES = ['/manifest.webmanifest', '/icons/favicon.svg'] as const
/** Where the contracts of a group of the list have their pages, as the app links them. */
const GROUPS: Readonly<Record<string, string>> = {
  LinearPerpetual: '/trade/usdt/',
  LinearFutures: '/trade/usdt/',
  UsdcPerpetual: '/trade/futures/usdc/',
  UsdcFutures: '/trade/futures/usdc/',
  InversePerpetual: '/trade/inverse/',
}
/** A browser reads the rules one after the other for each navigation, and bounds their number. */
export const PAGES_MAX = 500
/** No pattern's sign is among them: a name stands for itself. */
const PLAIN_NAME = /^[A-Z0-9-]{1,40}$/

const PREFIX = 'halyard-pages-'

export interface ShellPorts {
  open(cacheName: string): Promise<Pick<Cache, 'put'>>
  /** A file of this build, as the install has kept it. */
  kept(path: string): Promise<Response | undefined>
  /** The contract list's answer. @throws when it is not to be had */
  list(): Promise<unknown>
}

/** @param shellKey names the shell of this build, and of no other one */
export function pagesCacheName(shellKey: string): string {
  return PREFIX + shellKey
}

/** Those of other builds. */
export function outdatedPages(names: readonly string[], cacheName: string): readonly string[] {
  return names.filter((name) => name.startsWith(PREFIX) && name !== cacheName)
}

/**
 * Puts the shell of this build where the browser finds it without the worker: under the address of each page, for the
 * rules of the worker that stands before them name that place. So a page opens with the shell of the build in force, as
 * the worker itself would have answered, also while the worker's process is stopped.
 *
 * @returns the rules; none where something could not be kept, and then the worker answers as ever
 */
export async function keepPages(cacheName: string, ports: ShellPorts): Promise<readonly StaticRoute[]> {
  try {
    const pages = [...new Set([...PAGES, ...contractPages(await ports.list().catch(() => null))])].slice(0, PAGES_MAX)
    const cache = await ports.open(cacheName)
    const shell = await ports.kept('/index.html')
    if (shell === undefined) return []
    for (const page of pages) await cache.put(page, shell.clone())
    for (const path of NAMED_FILES) {
      const file = await ports.kept(path)
      if (file === undefined) return []
      await cache.put(path, file)
    }
    return staticPages({ pages, files: NAMED_FILES, cacheName })
  } catch {
    return []
  }
}

/**
 * Puts a shell in the place of every one that the caches of other builds hold. A worker may stay in force for half a minute
 * after the next one was let in, as long as something keeps it at work: a page that is opened meanwhile is of the new build
 * all the same. Files beside the shell have a dot in their name, and stay.
 */
export async function replaceShells(shell: Response, others: readonly Pick<Cache, 'keys' | 'put'>[]): Promise<void> {
  for (const cache of others)
    for (const key of await cache.keys())
      if (/\/(index\.html|[^.]*)$/.test(new URL(key.url).pathname)) await cache.put(key, shell.clone())
}

/** Pages of the contracts in the answer of the list, whatever else it is. */
export function contractPages(answer: unknown): readonly string[] {
  const result = (answer as { readonly result?: unknown } | null)?.result
  if (typeof result !== 'object' || result === null) return []
  return Object.entries(GROUPS).flatMap(([group, path]) => {
    const rows = (result as Record<string, unknown>)[group]
    return Array.isArray(rows) ? rows.flatMap((row) => pageOf(path, row)) : []
  })
}

function pageOf(path: string, row: unknown): readonly string[] {
  const name = (row as { readonly symbol?: unknown } | null)?.symbol
  return typeof name === 'string' && PLAIN_NAME.test(name) ? [path + name] : []
}
