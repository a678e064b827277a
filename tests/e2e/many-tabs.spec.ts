import type { CDPSession, Page } from '@playwright/test'
import {
  expect,
  expectFeed,
  lastPrice,
  NO_SHARED_WORKER,
  openTrade,
  openWindow,
  press,
  showTable,
  test,
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

test.describe('four tabs, one connection', () => {
  test('one public and one private socket serve all; a closed tab and a killed hub cost nothing (H1, H5, I1)', async ({
    context,
    exchange,
    browser,
  }) => {
    test.skip(NO_SHARED_WORKER, 'a leader’s hub dies with its tab: hub-leader.spec.ts')
    test.setTimeout(120_000)
    const first = await openTrade(context, exchange)
    const tabs = [first]
    for (let i = 0; i < 3; i++) tabs.push(await openWindow(first, exchange))
    await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })

    const far = Math.floor((await lastPrice(exchange)) * 0.995)
    await press(tabs[0]!, { side: 'Buy / Long', price: String(far), qty: '0.01' })
    const ids: string[][] = []
    for (const tab of tabs) {
      await expect.poll(() => openOrderIds(tab)).toHaveLength(1)
      ids.push(await openOrderIds(tab))
    }
    expect(new Set(ids.flat()).size).toBe(1)

    await tabs[0]!.close()
    const rest = tabs.slice(1)
    for (const tab of rest) await expectFeed(tab, 'live', 5_000)
    await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })

    const epochs = await Promise.all(rest.map((tab) => tab.locator('[data-hub-epoch]').getAttribute('data-hub-epoch')))
    expect(new Set(epochs).size).toBe(1)
    await killSharedWorker(await browser.newBrowserCDPSession())
    for (const tab of rest) {
      // The promise to the user: live again, with the right orders, within 2 s of the death.
      await expect(tab.locator('[data-hub-epoch]')).not.toHaveAttribute('data-hub-epoch', epochs[0]!, {
        timeout: 2_000,
      })
      await expectFeed(tab, 'live', 2_000)
    }
    for (const tab of rest) await expect.poll(() => openOrderIds(tab)).toEqual(ids[0])
    await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(1)
  })
})
