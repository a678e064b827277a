import { keepHubsAside } from '../hub-link/hub-script'
import { fetchAhead, loadPart, onPartGone } from '../kit/load-part'
import { whenIdle } from '../kit/when-idle'
import { notePress, takePress, type PressEffect } from './reload-guard'
import { updateModel } from './update-model'

const HOUR_MS = 3_600_000
/** A tab that is looked at often asks at most this often. */
const CHECK_INTERVAL_MIN_MS = 60_000

/**
 * Registers the service worker; a refusal costs offline use and nothing else. Asks for a newer build each hour and on return.
 * @param isAllowed whether the server lets browsers keep the app; where it does not, it also removes what they have kept
 *   (`public/sw-off.js`)
 */
export function registerServiceWorker(isAllowed: boolean): void {
  onPartGone(() => void updateModel.partMissing())
  if (!isAllowed || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // On the first visit the worker takes over a page that was there before it: that is no update. Listened to before
  // anything is awaited: another tab's worker may take this page over at any moment.
  const effect = takePress(__HALYARD_BUILD__, Date.now())
  // After a press the page may be of the new build before its worker is in force: that one is no update either.
  let isFirst = navigator.serviceWorker.controller === null || effect === 'here'
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) updateModel.controllerChanged()
    isFirst = false
  })
  start(effect, () => (isFirst = false)).catch(() => {
    // Private windows and blocked storage refuse; the app works without it, online.
  })
}

/**
 * @param effect what an earlier page's press is to this one
 * @param isInForce says that the worker of this page's own build has nothing to take over any more
 */
async function start(effect: PressEffect, isInForce: () => void): Promise<void> {
  updateModel.setMemory(() => notePress(__HALYARD_BUILD__, Date.now()))
  const { Workbox } = await loadPart('offline', () => import('workbox-window'))
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    if (effect === 'here' && wasWaitingBeforeRegister === true) workbox.messageSkipWaiting()
    else updateModel.offer(() => workbox.messageSkipWaiting())
  })
  const registration = await workbox.register()
  const isWaiting = registration !== undefined && registration.waiting !== null
  if (effect === 'here' && !isWaiting && navigator.serviceWorker.controller !== null) isInForce()
  if (effect === 'awaited') updateModel.resume(registration !== undefined && !isWaiting)
  keepChecking(workbox)
  await keepHubsAside(navigator.serviceWorker)
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller !== null && !(await hasStaticRoutes())) await fetchAhead(whenIdle)
}

/** Where the browser has static routes the install has put pages away for them (src/sw/shell-pages.ts). */
async function hasStaticRoutes(): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith('halyard-pages-'))
}

function keepChecking(workbox: { update(): Promise<void> }): void {
  let lastMs = Date.now()
  const check = (): void => {
    if (!navigator.onLine || Date.now() - lastMs < CHECK_INTERVAL_MIN_MS) return
    lastMs = Date.now()
    workbox.update().catch(() => {
      // The exchange is away; the next check is soon enough.
    })
  }
  setInterval(check, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}
