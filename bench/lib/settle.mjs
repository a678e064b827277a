/** What follows the install: the page tells its worker what it watches, and the browser writes its files. */
const AFTER_INSTALL_MS = 2_000

/**
 * Waits until a page that was just opened for the first time is as it is all day: while its service worker is installed,
 * all files of the build go through the same two cores.
 * @param {import('@playwright/test').Page} page
 */
export async function settle(page) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForTimeout(AFTER_INSTALL_MS)
}
