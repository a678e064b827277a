/** What could not be loaded is asked for again after so long. */
const RETRY_MS = 2_000

/**
 * A part of the page that nobody asks for a second time: it is asked for until it comes. The network may be away, or the
 * build was replaced; then the page offers to reload (app-update). Never rejects.
 */
export async function untilLoaded<T extends object>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    // A part whose failure was heard (`vite:preloadError`) comes as nothing instead of failing.
    const loaded: T | undefined = await load().catch(() => undefined)
    if (loaded !== undefined) return loaded
    await new Promise((done) => setTimeout(done, RETRY_MS))
  }
}
