import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createByHand } from './lib/by-hand'
import { openOrders, test } from './lib/hostile'
import { expect, expectFeed, lastPrice, NO_SHARED_WORKER, openTrade, press, showTable } from './lib/trading'

test('the exchange comes back from a backup: the page shows what it has now, says so, and trades; who has no account any more is told (F23, decisions 42) @long', async ({
  browser,
  context,
  exchange,
}) => {
  const backup = mkdtempSync(join(tmpdir(), 'halyard-backup-'))
  const page = await openTrade(context, exchange)
  const far = Math.floor((await lastPrice(exchange)) * 0.99)
  const rows = await openOrders(page)
  const prices = (): Promise<readonly string[]> =>
    rows.evaluateAll((found) =>
      found
        .filter((row) => row.getAttribute('data-order-state') === 'live')
        .map((row) => row.getAttribute('data-order-link-id') ?? ''),
    )
  for (const name of ['kept-1', 'kept-2'])
    expect(await createByHand(page, { price: String(far), orderLinkId: name })).toBe(0)
  await expect.poll(prices).toHaveLength(2)
  try {
    await exchange.stop('SIGTERM')
    cpSync(exchange.dataDir, backup, { recursive: true })
    await exchange.resume()
    await expectFeed(page, 'live', 30_000)

    // A position, an order that comes, and one that goes: all of it is lost with the disk.
    await press(page, { side: 'Buy / Long', price: null, qty: '0.05' })
    const region = await showTable(page, 'Positions')
    await expect(region.locator('tr[data-symbol="BTCUSDT"]')).toContainText('0.050')
    for (let i = 0; i < 5; i++)
      expect(await createByHand(page, { price: String(far - 1 - i), orderLinkId: `lost-${i}` })).toBe(0)
    await showTable(page, 'Open orders')
    await expect.poll(prices).toHaveLength(7)
    // Histories that stand open all the while, with the fill and the order that made it.
    const past = await openTrade(context, exchange)
    const pastOrders = (await showTable(past, 'Order history')).locator('tr[data-order-id]')
    await expect(pastOrders).toHaveCount(1)
    const fills = await openTrade(context, exchange)
    const pastFills = (await showTable(fills, 'Trade history')).locator('tr[data-exec-id]')
    await expect(pastFills.first()).toBeVisible()
    // A visitor who came after the backup: of his account nothing is left.
    const late = await browser.newContext()
    if (NO_SHARED_WORKER) await late.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
    const newcomer = await openTrade(late, exchange)
    await press(newcomer, { side: 'Buy / Long', price: null, qty: '0.02' })
    const held = (await showTable(newcomer, 'Positions')).locator('tr[data-symbol="BTCUSDT"]')
    await expect(held).toContainText('0.020')
    await page.bringToFront()
    await page.locator('tr[data-order-link-id="kept-1"]').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(async () => (await prices()).includes('kept-1')).toBe(false)

    await exchange.stop('SIGKILL')
    rmSync(exchange.dataDir, { recursive: true })
    cpSync(backup, exchange.dataDir, { recursive: true })
    await exchange.resume()
    const startedAt = performance.now()
    await expect.poll(async () => (await prices()).toSorted(), { timeout: 30_000 }).toEqual(['kept-1', 'kept-2'])
    await expectFeed(page, 'live', 10_000)
    process.stdout.write(`restored: right and live again after ${Math.round(performance.now() - startedAt)} ms\n`)
    await expect(page.getByRole('alert').filter({ hasText: 'went back to an earlier state' })).toBeVisible()
    await showTable(page, 'Positions')
    await expect(region.locator('tr[data-symbol="BTCUSDT"]')).toHaveCount(0)

    for (const [tab, rows] of [
      [past, pastOrders],
      [fills, pastFills],
    ] as const) {
      await tab.bringToFront()
      await expectFeed(tab, 'live', 10_000)
      await expect(rows).toHaveCount(0)
    }
    await newcomer.bringToFront()
    await expectFeed(newcomer, 'live', 15_000)
    await expect(newcomer.getByRole('alert').filter({ hasText: 'ended the session of your account' })).toBeVisible()
    await expect(held).toHaveCount(0)
    await late.close()

    await page.bringToFront()
    await showTable(page, 'Open orders')
    await press(page, { side: 'Buy / Long', price: String(far - 20), qty: '0.01' })
    await expect.poll(prices).toHaveLength(3)
  } finally {
    rmSync(backup, { recursive: true, force: true })
  }
})
