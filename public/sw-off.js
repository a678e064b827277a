// Served in the place of the service worker when an operator has switched it off (docs/operate.md): it drops whatever
// earlier ones kept on this origin, and unregisters. Pages that are open go on, with the network, and offer to reload.
const off = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))
off.addEventListener('install', () => off.skipWaiting())
off.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => off.registration.unregister()),
  )
})
