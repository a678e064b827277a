/*
 * The service worker: it keeps the app's files, so that a page opens without a network, and lets a new build in only when
 * a user says so. This file connects `HalyardServiceWorker` to the browser.
 *
 * The story of an upgrade:
 *
 * 1. An operator puts build B in the place of build A. Open pages are of A, with A's worker in force. The browser asks for
 *    /sw.js again when a page is opened, and the page asks each hour and when it is looked at (register-service-worker.ts).
 * 2. The script differs, so the browser starts B's worker beside A's: `install`. It fetches the files of B that the cache
 *    lacks, and puts B's shell away under the address of each page, where static routes find it. If one file does not
 *    come, the install fails and A goes on as if nothing had been there (S4, S7).
 * 3. B's worker waits. Each page of A says that a new version is ready and what changes in it, and goes on trading: nothing
 *    reloads by itself (S1).
 * 4. A user presses "Reload" in one tab. That page notes the press (reload-guard.ts) and sends SKIP_WAITING. B's worker puts
 *    its shell in the place of A's and only then asks to be let in (`takeOver`): whatever page is opened from here on is of
 *    B, even if A's worker is kept at work for another half minute by a page that is loading.
 * 5. `activate`: B's worker removes what is of neither build. A's parts stay: other tabs are still of A, and ask for dialogs
 *    and panels that they have not needed so far (`BuildFiles.settle`). It then claims all pages.
 * 6. `controllerchange` reaches every page. The one with the press reloads, and is of B. The others offer the reload again,
 *    for as long as they like.
 * 7. Build C comes, and so on: when its worker is let in, A's parts go. A tab that is still of A asks the server for a part
 *    that it lacks, gets a 404, and reloads once (update-model.ts, S3).
 *
 * If a build must be withdrawn together with everything kept in browsers, an operator serves `public/sw-off.js` in the place
 * of this script (HALYARD_SERVICE_WORKER=off, docs/operate.md): it drops all caches and unregisters.
 */
import type { BuildFile } from './build-files'
import { parseWorkerMessage } from './messages'
import { HalyardServiceWorker } from './service-worker'
import type { StaticRoute } from './static-routes'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly BuildFile[] }

/** TypeScript does not know it yet, and not every browser has it. */
interface RoutedInstallEvent extends ExtendableEvent {
  readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>
}

// oxlint-disable-next-line no-underscore-dangle -- the build looks for this very name
const worker = new HalyardServiceWorker(self.__WB_MANIFEST, {
  origin: location.origin,
  // As the library called it that earlier builds used: their files are found there.
  filesCache: `workbox-precache-v2-${self.registration.scope}`,
  caches,
  fetch: (request, signal) => fetch(request, signal === undefined ? {} : { signal }),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  },
  skipWaiting: () => self.skipWaiting(),
  claim: () => self.clients.claim(),
})

self.addEventListener('install', (event: RoutedInstallEvent) => {
  const addRoutes = event.addRoutes === undefined ? null : event.addRoutes.bind(event)
  event.waitUntil(worker.install(addRoutes))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(worker.activate())
  worker.afterActivation().catch(() => undefined)
})

self.addEventListener('fetch', (event) => {
  const answer = worker.answer(event.request, (work) => event.waitUntil(work))
  if (answer !== null) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data)
  // Never by itself: only when the user pressed "Reload" (S1).
  if (message?.type === 'SKIP_WAITING') event.waitUntil(worker.takeOver())
  else if (message?.type === 'symbols-changed') event.waitUntil(worker.symbolsChanged())
})

// A phone's notification of an alert: back to the page that is open, or to a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage().catch(() => undefined))
})

async function showPage(): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (page === undefined) await self.clients.openWindow('/')
  else await page.focus()
}
