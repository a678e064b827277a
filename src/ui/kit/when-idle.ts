/** Longest wait for a page that has nothing to do. */
const IDLE_MS = 500

/** Settles when the page has nothing to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_MS })
    else setTimeout(resolve, IDLE_MS)
  })
}
