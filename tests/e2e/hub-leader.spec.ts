import type { CDPSession, Page } from '@playwright/test'
import { openOrders, placements, accountTest as test } from './lib/hostile'
import { CHROMIUM_ONLY, connection, expect, expectFeed, lastPrice, openTrade, openWindow, press } from './lib/trading'

/** A browser that knows no shared worker (reliability H9). */
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker')
  })
})

const epochOf = (page: Page): Promise<string | null> => page.locator('[data-hub-epoch]').getAttribute('data-hub-epoch')

test('H9: without SharedWorker the tabs elect a leader: one connection, one truth, one order', async ({
  context,
  exchange,
}) => {
  const first = await openTrade(context, exchange)
  const second = await openWindow(first, exchange, 'ETHUSDT')
  expect(await epochOf(second)).toBe(await epochOf(first))
  const price = String(Math.floor((await lastPrice(exchange, 'ETHUSDT')) * 0.995))
  await press(second, { side: 'Buy / Long', price, qty: '0.1' })
  for (const tab of [first, second]) await expect(await openOrders(tab)).toHaveCount(1)
  expect(placements(exchange)).toBe(1)
  expect((await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})

test('H9, H2: the leader crashes: the next tab leads within seconds, with the right orders @long', async ({
  context,
  exchange,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.crashesTab)
  const leader = await openTrade(context, exchange)
  const others = [await openWindow(leader, exchange), await openWindow(leader, exchange, 'ETHUSDT')]
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(leader, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(others[0]!)).toHaveCount(1)
  const epoch = await epochOf(leader)
  const session: CDPSession = await context.newCDPSession(leader)
  session.send('Page.crash').catch(() => undefined)
  for (const tab of others) {
    await expect(tab.locator('[data-hub-epoch]')).not.toHaveAttribute('data-hub-epoch', epoch ?? '', { timeout: 4_000 })
    await expectFeed(tab, 'live', 5_000)
  }
  expect(await epochOf(others[1]!)).toBe(await epochOf(others[0]!))
  await press(others[0]!, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(await openOrders(others[0]!)).toHaveCount(2)
  expect(placements(exchange)).toBe(2)
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})

test('H18: the leader goes to another page: the others go on, and it is one of them when it is back @long', async ({
  context,
  exchange,
}) => {
  const leader = await openTrade(context, exchange)
  const other = await openWindow(leader, exchange)
  const epoch = await epochOf(leader)
  await leader.goto(`${exchange.origin}/healthz`)
  await expect(other.locator('[data-hub-epoch]')).not.toHaveAttribute('data-hub-epoch', epoch ?? '', { timeout: 3_000 })
  await expectFeed(other, 'live', 4_000)
  await leader.goBack()
  await expectFeed(leader, 'live', 10_000)
  expect(await epochOf(leader)).toBe(await epochOf(other))
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})

test('H12: without Web Locks a clear page and no trading @long', async ({ context, exchange }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks')
  })
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
  await expect(connection(page)).toHaveText('Browser not supported')
  await expect(page.getByText('This browser lacks Web Locks')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy / Long' })).toBeDisabled()
  expect((await exchange.state()).sockets).toMatchObject({ public: 0, private: 0 })
})
