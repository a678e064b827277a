import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { BriefList } from './brief-list'
import {
  cacheRule,
  isPartOfBuild,
  isStorable,
  listKey,
  outdatedCaches,
  SPOT_CACHE_NAME,
  SPOT_LIST_TIMEOUT_MS,
  SYMBOL_CACHE_VERSION,
  symbolCacheName,
} from './cache-rules'
import { parseWorkerMessage } from './messages'
import { keepPages, outdatedPages, pagesCacheName, replaceShells } from './shell-pages'
import { staticRoutes, type StaticRoute } from './static-routes'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] }

const briefList = new BriefList({
  cache: () => caches.open(symbolCacheName(SYMBOL_CACHE_VERSION)),
  fetch: (request, signal) => fetch(request, { signal }),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  },
})

// The whole shell or nothing: an install that breaks off, or gets something else than it asked for, leaves the old build
// in charge (S4, S7).
const files = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) =>
        isPartOfBuild(new URL(request.url).pathname, response) ? response : null,
    },
  ],
})
// oxlint-disable-next-line no-underscore-dangle -- the build looks for this very name
files.addToCacheList([...self.__WB_MANIFEST])
registerRoute(new PrecacheRoute(files))
cleanupOutdatedCaches()

/** TypeScript does not know it yet, and not every browser has it. */
interface RoutedInstallEvent extends ExtendableEvent {
  readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>
}

const pagesCache = pagesCacheName(files.getCacheKeyForURL('/index.html') ?? '')

self.addEventListener('install', (event: RoutedInstallEvent) => {
  event.waitUntil(
    (async () => {
      await files.install(event)
      if (!import.meta.env.PROD || event.addRoutes === undefined) return
      const pages = await keepPages(pagesCache, {
        open: (name) => caches.open(name),
        kept: (path) => files.matchPrecache(path),
        list: async () => (await askForList()).json(),
      })
      // A route that this browser does not know costs the help of all of them, and not the install.
      await event
        .addRoutes([...staticRoutes(files.strategy.cacheName), ...pages])
        .catch(() => caches.delete(pagesCache))
    })(),
  )
})

// In development the list of files is empty and there is no shell to answer with.
if (import.meta.env.PROD) {
  registerRoute(
    ({ request, url }) => cacheRule({ method: request.method, mode: request.mode, url }, location.origin) === 'shell',
    files.createHandlerBoundToURL('/index.html'),
  )
}

registerRoute(
  ({ request, url }) => cacheRule({ method: request.method, mode: request.mode, url }, location.origin) === 'spotList',
  new NetworkFirst({
    cacheName: SPOT_CACHE_NAME,
    networkTimeoutSeconds: SPOT_LIST_TIMEOUT_MS / 1000,
    plugins: [
      {
        cacheKeyWillBeUsed: ({ request }) => Promise.resolve(listKey(new URL(request.url))),
        cacheWillUpdate: async ({ response }) => ((await isStorable(response)) ? response : null),
      },
    ],
  }),
)

registerRoute(
  ({ request, url }) =>
    cacheRule({ method: request.method, mode: request.mode, url }, location.origin) === 'briefSymbolList',
  ({ request, event }) => briefList.answer(request, (work) => event.waitUntil(work)),
)

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys()
      await files.activate(event)
      await Promise.all(
        [...outdatedCaches(names), ...outdatedPages(names, pagesCache)].map((name) => caches.delete(name)),
      )
      // The first visit is served offline too; a page is never reloaded by this.
      await self.clients.claim()
    })(),
  )
  // Not waited for: calls of pages are held back while a worker activates.
  prime().catch(() => undefined)
})

/** A hub that started before this worker has its list already and will not ask again soon; the stored copy is for the next one. */
async function prime(): Promise<void> {
  await askForList()
}

function askForList(): Promise<Response> {
  const request = new Request('/contract/v5/product/brief-symbol-list?filter=all', { credentials: 'include' })
  return briefList.answer(request, () => undefined)
}

/** Pages first: what is put into a cache after the old worker has gone would stay there. */
async function takeOver(): Promise<void> {
  const shell = await files.matchPrecache('/index.html')
  const names = [files.strategy.cacheName, ...outdatedPages(await caches.keys(), pagesCache)]
  if (shell !== undefined)
    await replaceShells(shell, await Promise.all(names.map((name) => caches.open(name)))).catch(() => undefined)
  await self.skipWaiting()
}

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data)
  // Never by itself: only when the user pressed "Reload" (S1).
  if (message?.type === 'SKIP_WAITING') event.waitUntil(takeOver())
  else if (message?.type === 'symbols-changed') event.waitUntil(briefList.symbolsChanged())
})
