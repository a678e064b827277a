import { updateModel } from './update-model'

const HOUR_MS = 3_600_000
/** A tab that is looked at often asks at most this often. */
const CHECK_INTERVAL_MIN_MS = 60_000

/** Registers the service worker; a refusal costs offline use and nothing else. Asks for a newer build each hour and on return. */
export function registerServiceWorker(): void {
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault()
    updateModel.partMissing(Date.now())
  })
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  start().catch(() => {
    // Private windows and blocked storage refuse; the app works without it, online.
  })
}

async function start(): Promise<void> {
  const { serviceWorker } = navigator
  const isFirstVisit = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirstVisit) updateModel.controllerChanged()
  })
  // The script itself is never taken from the HTTP cache (S9).
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  offerWaiting(registration)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => offerWaiting(registration))
  })
  keepChecking(registration)
}

/** A worker that waits is a newer build; without one in charge it is the first visit's, which takes over by itself. */
function offerWaiting({ waiting }: ServiceWorkerRegistration): void {
  if (waiting === null || navigator.serviceWorker.controller === null) return
  updateModel.offer(() => waiting.postMessage({ type: 'SKIP_WAITING' }, []))
}

function keepChecking(registration: ServiceWorkerRegistration): void {
  let lastMs = Date.now()
  const check = (): void => {
    if (!navigator.onLine || Date.now() - lastMs < CHECK_INTERVAL_MIN_MS) return
    lastMs = Date.now()
    registration.update().catch(() => {
      // The exchange is away; the next check is soon enough.
    })
  }
  setInterval(check, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}
