import { Workbox } from 'workbox-window'
import { keepHubsAside } from '../hub-link/hub-script'
import { fetchAhead } from '../kit/load-part'
import { whenIdle } from '../kit/when-idle'
import { notePress, type PressEffect } from './reload-guard'
import { updateModel } from './update-model'

const HOUR_MS = 3_600_000
/** A tab that is looked at often asks at most this often. */
const CHECK_INTERVAL_MIN_MS = 60_000

/**
 * @param effect what an earlier page's press is to this one
 * @param isInForce says that the worker of this page's own build has nothing to take over any more
 */
export async function startServiceWorker(effect: PressEffect, isInForce: () => void): Promise<void> {
  updateModel.setMemory(() => notePress(__HALYARD_BUILD__, Date.now()))
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
