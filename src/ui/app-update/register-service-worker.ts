import { loadPart, onPartGone } from '../kit/load-part'
import { takePress } from './reload-guard'
import { updateModel } from './update-model'

/**
 * Registers the service worker; a refusal costs offline use and nothing else. Asks for a newer build each hour and on return.
 * @param isAllowed whether the server lets browsers keep the app; where it does not, it also removes what they have kept
 *   (`public/sw-off.js`)
 * @param isDrawn settles when the first screen stands. On a first visit the worker fetches the whole build: it does not
 *   share the line with the page's own files
 */
export function registerServiceWorker(isAllowed: boolean, isDrawn: Promise<void>): void {
  onPartGone(() => void updateModel.partMissing())
  if (!isAllowed || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // On the first visit the worker takes over a page that was there before it: that is no update. Listened to before
  // anything is awaited: another tab's worker may take this page over at any moment.
  const effect = takePress(__HALYARD_BUILD__, Date.now())
  // After a press the page may be of the new build before its worker is in force: that one is no update either.
  const isFirstVisit = navigator.serviceWorker.controller === null
  let isFirst = isFirstVisit || effect === 'here'
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) updateModel.controllerChanged()
    isFirst = false
  })
  const registered = async (): Promise<void> => {
    if (isFirstVisit) await isDrawn
    const { startServiceWorker } = await loadPart('offline', () => import('./start-service-worker'))
    await startServiceWorker(effect, () => (isFirst = false))
  }
  registered().catch(() => {
    // Private windows and blocked storage refuse; the app works without it, online.
  })
}
