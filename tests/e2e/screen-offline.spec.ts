import { expect, expectFeed, openControlled, test } from './lib/trading'

test('no cache holds anything private, and every page opens without the exchange (S6, S8)', async ({
  context,
  exchange,
}) => {
  const page = await openControlled(context, exchange)
  const listed = (): Promise<readonly string[]> =>
    page.evaluate(async () => {
      const addresses: string[] = []
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) addresses.push(request.url)
      return addresses
    })
  await expect.poll(async () => (await listed()).some((address) => address.includes('brief-symbol-list'))).toBe(true)
  const isPublic =
    /\/(assets|icons)\/|brief-symbol-list|symbol_list|\.(html|js|json|css|svg|png|webmanifest|txt|woff2)(\?|$)/
  const shellOnly = (await listed()).filter((address) => !isPublic.test(address))
  // What stands under a page's address is the page that everybody gets, and nothing of the account.
  const shells = await page.evaluate(async (addresses) => {
    const texts = addresses.map(async (address) => (await caches.match(address))!.text())
    return [...new Set(await Promise.all(texts))]
  }, shellOnly)
  expect(shellOnly).toContain(`${exchange.origin}/trade/usdt/BTCUSDT`)
  expect(shells).toEqual([await (await fetch(exchange.origin)).text()])

  await exchange.stop('SIGKILL')
  for (const [path, name] of [
    ['/trade/usdt/ETHUSDT', 'ETHUSDT market'],
    // No page that the install could put away: the worker answers.
    ['/trade/usdt/ETHUSDT?from=mail', 'ETHUSDT market'],
    ['/markets', 'Markets'],
  ] as const) {
    await page.goto(exchange.origin + path)
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await expectFeed(page, 'offline', 10_000)
  }
  await page.goto(`${exchange.origin}/settings`)
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.goto(`${exchange.origin}/assets`)
  await expect(page.getByRole('main')).toBeVisible()
})
