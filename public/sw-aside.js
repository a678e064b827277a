// Stands before hubs whose script is asked for with `?aside`, and does nothing: it has no fetch handler, so what they ask
// for goes to the network without waiting for any worker (src/ui/hub-link/hub-script.ts).
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))
worker.addEventListener('install', () => worker.skipWaiting())
