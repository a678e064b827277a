import { isInApp } from '../../base/in-app'

const IN_A_WINDOW = '(display-mode: standalone), (display-mode: window-controls-overlay)'

/** Whether this page is in an installed app's window, or in the app that brings its own browser. */
export function isInstalled(): boolean {
  return isInApp(navigator.userAgent) || isMedia(IN_A_WINDOW)
}

/** Whether the browser would show a banner of its own: one for fingers does. */
export function hasInstallBanner(): boolean {
  return isMedia('(pointer: coarse)')
}

/** What a page's window is called: an app's window says the app's name by itself. */
export function pageTitle(name: string): string {
  return isMedia(IN_A_WINDOW) ? name : `${name} · Halyard`
}

function isMedia(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches
}
