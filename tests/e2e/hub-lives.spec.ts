import type { CDPSession, Page } from '@playwright/test'
import { keepDiary, openOrders, placements, accountTest as test, WorkerHandle } from './lib/hostile'
import {
  CHROMIUM_ONLY,
  connection,
  expect,
  expectFeed,
  lastPrice,
  NO_SHARED_WORKER,
  openTrade,
  openWindow,
  press,
} from './lib/trading'

/** How long a hub hangs: long enough for another one to take over, and for the exchange to cut its socket, meanwhile. */
const HANG_MS = 9_000

async function epochOf(page: Page): Promise<string> {
  return (await page.locator('[data-hub-epoch]').getAttribute('data-hub-epoch')) ?? ''
}

test('H2: the tab that made the hub crashes and takes it along: the others are live again with the right orders', async ({
  context,
  exchange,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.crashesTab)
  const creator = await openTrade(context, exchange)
  const others = [await openWindow(creator, exchange), await openWindow(creator, exchange, 'ETHUSDT')]
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(creator, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(others[0]!)).toHaveCount(1)
  const epoch = await epochOf(creator)
  const session: CDPSession = await context.newCDPSession(creator)
  session.send('Page.crash').catch(() => undefined)
  for (const tab of others) {
    await expect(tab.locator('[data-hub-epoch]')).not.toHaveAttribute('data-hub-epoch', epoch, { timeout: 4_000 })
    await expectFeed(tab, 'live', 4_000)
  }
  await expect(await openOrders(others[0]!)).toHaveCount(1)
  expect(placements(exchange)).toBe(1)
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})

test('H3: the hub hangs: not live within 2 s, another one takes over, and the old one, awake again, keeps out @long', async ({
  context,
  exchange,
  browser,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.killsWorker)
  test.skip(NO_SHARED_WORKER, 'a leader’s hub dies with its tab: hub-leader.spec.ts')
  const page = await openTrade(context, exchange)
  const other = await openWindow(page, exchange)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  const epoch = await epochOf(page)
  await keepDiary(page)
  const worker = await WorkerHandle.attach(browser)
  const hangsUntil = Date.now() + HANG_MS
  await worker.run(`{ const end = Date.now() + ${HANG_MS}; while (Date.now() < end); }`)
  await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live', { timeout: 2_500 })
  for (const tab of [page, other]) {
    await expect(tab.locator('[data-hub-epoch]')).not.toHaveAttribute('data-hub-epoch', epoch, { timeout: 6_000 })
    await expectFeed(tab, 'live', 4_000)
  }
  // The old one still hangs, and cannot close its socket: the exchange does.
  const privateSockets = async (): Promise<number> => (await exchange.state()).sockets.private
  await expect.poll(privateSockets, { timeout: Math.max(1_000, hangsUntil - Date.now()), intervals: [50] }).toBe(1)
  // A tab that comes while the old hub still hangs finds the new one.
  const late = await openWindow(page, exchange)
  expect(await epochOf(late)).toBe(await epochOf(page))
  await press(late, { side: 'Buy / Long', price, qty: '0.01' })
  for (const tab of [page, other, late]) await expect(await openOrders(tab)).toHaveCount(1)
  await expect
    .poll(async () => (await exchange.state()).sockets, { timeout: 20_000 })
    .toMatchObject({ public: 1, private: 1 })
  await press(late, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(await openOrders(page)).toHaveCount(2)
  expect(placements(exchange)).toBe(2)
  // With the last tab goes what told them of the new hub: whichever one the next page meets, it may trade.
  await other.close()
  await late.close()
  await page.reload()
  await expectFeed(page, 'live', 10_000)
  await press(page, { side: 'Buy / Long', price, qty: '0.03' })
  await expect(await openOrders(page)).toHaveCount(3)
  for (const row of await (await openOrders(page)).all()) await expect(row).toHaveAttribute('data-order-state', 'live')
  await expect.poll(privateSockets).toBe(1)
})

test('H7: away and back by the browser’s buttons: live, not what was live when the page was left @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await page.goto(`${exchange.origin}/healthz`)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await page.goBack()
  await expectFeed(page, 'live', 10_000)
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(page)).toHaveCount(1)
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})

test('H16, H5: six tabs on three markets share one connection; closed ones take their streams along @long', async ({
  context,
  exchange,
}) => {
  const first = await openTrade(context, exchange)
  const tabs = [first]
  for (let i = 1; i < 6; i++) tabs.push(await openWindow(first, exchange, ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'][i % 3]))
  expect((await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
  const topics = async (): Promise<readonly string[]> => {
    const state = (await exchange.state()) as unknown as { topics: Record<string, { subscribers: number }> }
    return Object.entries(state.topics).flatMap(([name, { subscribers }]) => (subscribers > 0 ? [name] : []))
  }
  const eth = async (): Promise<number> => (await topics()).filter((name) => name.includes('ETHUSDT')).length
  expect(await eth()).toBeGreaterThan(0)
  for (let i = 1; i < 6; i++) if (i % 3 === 1) await tabs[i]!.close()
  await expect.poll(eth, { timeout: 8_000 }).toBe(0)
  await expectFeed(first, 'live', 2_000)
})

test('H13: two browser profiles of one account: what one does the other shows, and both keep their channels @long', async ({
  browser,
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const second = await browser.newContext({ storageState: await context.storageState() })
  const other = await openTrade(second, exchange)
  expect(await epochOf(other)).not.toBe(await epochOf(page))
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await press(other, { side: 'Buy / Long', price, qty: '0.02' })
  const ids = async (tab: Page): Promise<string> =>
    (await (await openOrders(tab)).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order-link-id'))))
      .toSorted()
      .join()
  const placed = (): string =>
    exchange
      .ledger()
      .flatMap((line) => (line.command?.type === 'place' ? [line.orderLinkId ?? ''] : []))
      .toSorted()
      .join()
  for (const tab of [page, other]) {
    await expect(await openOrders(tab)).toHaveCount(2)
    expect(await ids(tab)).toBe(placed())
  }
  // Neither takes the other's channel, and the exchange refuses neither as an older writer (decisions 20).
  expect((await exchange.state()).sockets).toMatchObject({ public: 2, private: 2 })
  await (await openOrders(other)).first().getByRole('button', { name: 'Cancel', exact: true }).click()
  for (const tab of [page, other]) await expect(await openOrders(tab)).toHaveCount(1)
  for (const tab of [page, other]) await expectFeed(tab, 'live', 2_000)
  await second.close()
})
