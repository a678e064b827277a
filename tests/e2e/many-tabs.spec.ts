import type { CDPSession, Page } from '@playwright/test'
import {
  CHROMIUM_ONLY,
  expect,
  expectFeed,
  lastPrice,
  NO_SHARED_WORKER,
  openTrade,
  openWindow,
  press,
  showTable,
  accountTest as test,
} from './lib/trading'

/** Kills the browser's shared worker the way a browser short of memory does: without a word to anybody (B1). */
async function killSharedWorker(session: CDPSession): Promise<void> {
  const { targetInfos } = await session.send('Target.getTargets')
  const worker = targetInfos.find((target) => target.type === 'shared_worker')
  expect(worker, 'a shared worker is running').toBeDefined()
  await session.send('Target.closeTarget', { targetId: worker!.targetId })
}

async function openOrderIds(page: Page): Promise<string[]> {
  const region = await showTable(page, 'Open orders')
  const rows = region.getByRole('table', { name: 'Open orders' }).locator('tr[data-order-id]')
  return rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-id') ?? '').toSorted())
}

async function epochsOf(tabs: readonly Page[]): Promise<ReadonlySet<string | null>> {
  return new Set(await Promise.all(tabs.map((tab) => tab.locator('[data-hub-epoch]').getAttribute('data-hub-epoch'))))
}

test.describe('four tabs, one connection', () => {
  test('one public and one private socket serve all: an order, its cancel and a fill are in every tab, and the first tab may close (H5)', async ({
    context,
    exchange,
  }) => {
    const first = await openTrade(context, exchange)
    const tabs = [first]
    for (let i = 0; i < 3; i++) tabs.push(await openWindow(first, exchange))
    await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
    expect((await epochsOf(tabs)).size).toBe(1)

    const far = String(Math.floor((await lastPrice(exchange)) * 0.995))
    await press(first, { side: 'Buy / Long', price: far, qty: '0.01' })
    const ids: string[][] = []
    for (const tab of tabs) {
      await expect.poll(() => openOrderIds(tab)).toHaveLength(1)
      ids.push(await openOrderIds(tab))
    }
    expect(new Set(ids.flat()).size).toBe(1)
    await tabs[1]!.locator('tr[data-order-id]').getByRole('button', { name: 'Cancel', exact: true }).click()
    for (const tab of tabs) await expect.poll(() => openOrderIds(tab)).toEqual([])

    await press(tabs[2]!, { side: 'Buy / Long', price: null, qty: '0.05' })
    await press(first, { side: 'Buy / Long', price: far, qty: '0.01' })
    await expect.poll(() => openOrderIds(tabs[1]!)).toHaveLength(1)
    const before = await openOrderIds(tabs[1]!)
    await first.close()
    for (const tab of tabs.slice(1)) {
      await expectFeed(tab, 'live', 5_000)
      expect(await openOrderIds(tab)).toEqual(before)
      const positions = (await showTable(tab, 'Positions')).getByRole('table', { name: 'Positions' })
      await expect(positions.locator('tr[data-symbol="BTCUSDT"]')).toContainText('0.050')
    }
    await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(3)
  })

  test('a killed hub costs nothing: live again within 2 s, with the right orders (H1, I1) @long', async ({
    context,
    exchange,
    browser,
    browserName,
  }) => {
    test.skip(NO_SHARED_WORKER, 'a leader’s hub dies with its tab: hub-leader.spec.ts')
    test.skip(browserName !== 'chromium', CHROMIUM_ONLY.killsWorker)
    const first = await openTrade(context, exchange)
    const tabs = [first, await openWindow(first, exchange), await openWindow(first, exchange)]
    const far = Math.floor((await lastPrice(exchange)) * 0.995)
    await press(first, { side: 'Buy / Long', price: String(far), qty: '0.01' })
    await expect.poll(() => openOrderIds(first)).toHaveLength(1)
    const ids = await openOrderIds(first)

    const [epoch] = await epochsOf(tabs)
    await killSharedWorker(await browser.newBrowserCDPSession())
    for (const tab of tabs) {
      // The promise to the user: live again, with the right orders, within 2 s of the death.
      await expect(tab.locator('[data-hub-epoch]')).not.toHaveAttribute('data-hub-epoch', epoch ?? '', {
        timeout: 2_000,
      })
      await expectFeed(tab, 'live', 2_000)
    }
    for (const tab of tabs) await expect.poll(() => openOrderIds(tab)).toEqual(ids)
    await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(1)
  })
})

test('a theme chosen in one tab is the theme of all @long', async ({ context, exchange }) => {
  const first = await openTrade(context, exchange)
  const second = await openWindow(first, exchange)
  const before = await first.locator('html').getAttribute('data-theme')
  const other = before === 'dark' ? 'light' : 'dark'
  await second.goto(`${exchange.origin}/settings`)
  await second.getByRole('radio', { name: other === 'dark' ? 'Dark' : 'Light' }).check()
  await expect(first.locator('html')).toHaveAttribute('data-theme', other)
})
