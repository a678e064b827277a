/** Whether a service worker answers for this page: its files are here then, and somebody was here before. */
export function hasServiceWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}
