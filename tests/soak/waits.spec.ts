import { keepOrderDiary, openOrders, placements, test } from '../e2e/lib/hostile'
import { RawChromium } from '../e2e/lib/raw-chromium'
import { connection, expect, expectFeed, lastPrice, openTrade, openWindow, press } from '../e2e/lib/trading'

/** What the gate tests on clocks of its own, in real time and in a real browser: `npm run soak`. */

const SLEEP_MS = 90_000
const STALL_MS = 20_000
const LATE_MS = 60_000

const SHOWN = `document.querySelector('[aria-label="Last price"]').textContent.replace(/[^0-9.]/g, '')`
const STATE = `document.querySelector('[data-feed-state]')?.getAttribute('data-feed-state')`

test('O3: the answer to an order comes after a minute: known long before, and the late answer changes nothing', async ({
  context,
  exchange,
}) => {
  test.setTimeout(LATE_MS + 120_000)
  const page = await openTrade(context, exchange)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.99))
  await exchange.control('hold', { call: 'order/create', phase: 'after-commit', ms: LATE_MS })
  const states = await keepOrderDiary(page)
  const pressedAt = Date.now()
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  const rows = await openOrders(page)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  expect(Date.now() - pressedAt).toBeLessThan(10_000)
  const before = await states()
  await page.waitForTimeout(LATE_MS)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  expect(await states()).toEqual(before)
  expect(placements(exchange)).toBe(1)
})

test('H15: the computer sleeps for a minute and a half: no old price is live, and the market of now is there at once', async ({
  exchange,
}) => {
  const xvfb = process.env['HALYARD_XVFB'] ?? ''
  test.skip(xvfb === '', 'there is no Xvfb here')
  test.setTimeout(SLEEP_MS + 120_000)
  const browser = await RawChromium.start(xvfb)
  try {
    const tab = await browser.tab(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await tab.until(`${STATE} === 'live'`, 20_000)
    await browser.sleep()
    const old = await lastPrice(exchange)
    await exchange.control('price', { symbol: 'BTCUSDT', index: String(Math.round(old * 1.02)) })
    await new Promise((done) => setTimeout(done, SLEEP_MS))
    const now = await lastPrice(exchange)
    expect(now).toBeGreaterThan(old * 1.01)
    await browser.wake()
    const wokenAt = Date.now()
    let lies = 0
    let rightAt: number | null = null
    while (Date.now() - wokenAt < 10_000 && rightAt === null) {
      const [state, shown] = await tab.evaluate<[string, string]>(`[${STATE}, ${SHOWN}]`)
      const isRight = Number(shown) > old * 1.01
      if (state === 'live' && !isRight && Date.now() - wokenAt > 2_000) lies++
      if (state === 'live' && isRight) rightAt = Date.now()
    }
    expect(lies).toBe(0)
    // Silence is seen after two seconds, a connection is back within four (reliability F1, F2).
    expect((rightAt ?? Infinity) - wokenAt).toBeLessThan(6_000)
    await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
  } finally {
    await browser.close()
  }
})

test('H10: a leader stalls for twenty seconds under a press: another one leads, and awake again it sends nothing', async ({
  context,
  exchange,
}) => {
  test.setTimeout(STALL_MS + 120_000)
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker')
  })
  const leader = await openTrade(context, exchange)
  const other = await openWindow(leader, exchange)
  const epochOf = (): Promise<string | null> => other.locator('[data-hub-epoch]').getAttribute('data-hub-epoch')
  const epoch = await epochOf()
  const price = Math.floor((await lastPrice(exchange)) * 0.99)
  const hub = leader.workers().find((worker) => worker.url().includes('hub'))
  expect(hub).toBeDefined()
  const stalled = hub!.evaluate((ms) => {
    const end = Date.now() + ms
    while (Date.now() < end);
  }, STALL_MS)
  // Pressed while nobody answers: it may be refused here, and must not leave later.
  await press(other, { side: 'Buy / Long', price: String(price), qty: '0.01' })
  await expect(connection(other)).not.toHaveAttribute('data-feed-state', 'live', { timeout: 4_000 })
  await expect.poll(epochOf, { timeout: 15_000 }).not.toBe(epoch)
  await expectFeed(other, 'live', 10_000)
  const before = placements(exchange)
  await press(other, { side: 'Buy / Long', price: String(price - 1), qty: '0.02' })
  await expect.poll(() => placements(exchange)).toBe(before + 1)
  await stalled.catch(() => undefined)
  // Longer than anything that a hub puts off.
  await other.waitForTimeout(10_000)
  const placed = placements(exchange)
  expect(placed).toBeLessThanOrEqual(2)
  for (const tab of [leader, other]) {
    await expectFeed(tab, 'live', 10_000)
    await expect(await openOrders(tab)).toHaveCount(placed)
  }
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})
