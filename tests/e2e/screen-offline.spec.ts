import { expect, expectFeed, openControlled, test } from './lib/trading'

test('nothing private is stored, and every page opens without the exchange (S6, S8)', async ({ context, exchange }) => {
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
    /\/(assets|icons)\/|brief-symbol-list|symbol_list|\.(html|js|css|svg|png|webmanifest|txt|woff2)(\?|$)/
  expect((await listed()).filter((address) => !isPublic.test(address))).toEqual([])

  await exchange.stop('SIGKILL')
  for (const [path, name] of [
    ['/trade/usdt/ETHUSDT', 'ETHUSDT market'],
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
