import { expect, expectFeed, openControlled, test } from './lib/trading'

test('S5: the operator switches the service worker off: browsers drop what they kept, and the app goes on with the network @long', async ({
  context,
  exchange,
}) => {
  const page = await openControlled(context, exchange)
  const caches = (): Promise<number> => page.evaluate(async () => (await globalThis.caches.keys()).length)
  const registered = (): Promise<number> =>
    page.evaluate(
      async () =>
        // Those beside the hubs handle nothing, and are of an address of their own.
        (await navigator.serviceWorker.getRegistrations()).filter(({ scope }) => !scope.endsWith('?aside')).length,
    )
  expect(await caches()).toBeGreaterThan(0)
  await exchange.stop('SIGTERM')
  await exchange.resume({ HALYARD_SERVICE_WORKER: '0' })
  await expectFeed(page, 'live', 20_000)
  // The page's own look may have come first, and then there is nothing left to update.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update().catch(() => undefined))
  // The page that is open goes on, and offers the reload as for a new build.
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible({ timeout: 10_000 })
  await expect.poll(caches).toBe(0)
  await expect.poll(registered).toBe(0)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.waitForFunction(() => navigator.serviceWorker.controller === null)
  await expectFeed(page, 'live', 10_000)
  expect(await registered()).toBe(0)
  // Allowed again: the next page keeps the app as ever. (A hub of before may hold the empty worker a while longer; then
  // the new one is offered like an update.)
  await exchange.stop('SIGTERM')
  await exchange.resume()
  await page.reload()
  // The page may be loaded anew by the worker's coming: what is asked of it meanwhile has no answer.
  await expect.poll(() => caches().catch(() => 0), { timeout: 15_000 }).toBeGreaterThan(0)
})
