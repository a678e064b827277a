import { openOrders, placements, accountTest as test } from './lib/hostile'
import { CHROMIUM_ONLY, expect, expectFeed, lastPrice, openTrade, press, ticket } from './lib/trading'

// What it clears and spoils is all that the browser keeps, the caches of the service worker too.
test.use({ hasServiceWorker: true })

test('D4: all that the site stored is cleared under an open page: orders are there, and the next one goes out @long', async ({
  context,
  exchange,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.steersStorage)
  const page = await openTrade(context, exchange)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  const rows = await openOrders(page)
  await expect(rows).toHaveCount(1)
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: exchange.origin,
    storageTypes: 'indexeddb,local_storage,cache_storage',
  })
  await page.waitForTimeout(600)
  await press(page, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expectFeed(page, 'live', 10_000)
  await expect(await openOrders(page)).toHaveCount(2)
  expect(placements(exchange)).toBe(2)
})

test('D5: rows that no build of ours wrote are passed over: the page is live, and the journal holds only ours @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await page.evaluate(async () => {
    const open = (name: string): Promise<IDBDatabase> =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(`${name} did not open`)))
      })
    const put = (database: IDBDatabase, store: string, rows: readonly unknown[]): Promise<void> =>
      new Promise((resolve, reject) => {
        const work = database.transaction(store, 'readwrite')
        for (const row of rows) work.objectStore(store).put(row)
        work.addEventListener('complete', () => resolve())
        work.addEventListener('error', () => reject(new Error(`${store} was not written`)))
      })
    const house = await open('halyard')
    const junk = (i: number): unknown[] => [null, i, '__proto__', { order: null }, [i], { state: 'sending', symbol: i }]
    for (const store of ['intents', 'changes', 'reverses']) {
      const rows = Array.from({ length: 300 }, (_, i) => ({ id: `junk-${i}`, pressedAtMs: i, order: junk(i)[i % 6] }))
      await put(house, store, rows)
    }
    const keys = ['market/BTCUSDT', 'candles/BTCUSDT/1/last', 'candles/BTCUSDT/15/last']
    await put(
      house,
      'snapshots',
      keys.map((key, i) => ({ key, value: junk(i)[i], savedAtMs: i })),
    )
    house.close()
    const symbols = await open('symbolData')
    await put(symbols, 'lists', [{ key: 'brief-symbol-list', value: { instruments: 'none' }, savedAtMs: 1 }])
    symbols.close()
  })
  await page.goto('about:blank')
  // The hub without tabs goes, and the next one reads what is there.
  await page.waitForTimeout(1_000)
  await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
  await expectFeed(page, 'live', 10_000)
  await expect(await openOrders(page)).toHaveCount(0)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(page)).toHaveCount(1)
})

test('D7: local storage that throws: the page works with its defaults @long', async ({ context, exchange }) => {
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  const page = await openTrade(context, exchange)
  await expect(page.locator('html')).toHaveAttribute('data-theme', /dark|light/)
  await ticket(page).getByRole('tab', { name: 'Market', exact: true }).click()
  await page
    .getByRole('button', { name: /theme|light|dark/i })
    .first()
    .click()
})
