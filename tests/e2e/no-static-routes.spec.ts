import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ExchangeProcess } from './lib/exchange-process'
import { test } from './lib/hostile'
import { BUSY, processOf } from './lib/processes'
import { expect, expectFeed, openControlled, openWindow, showTable, ticket } from './lib/trading'

const ROOT = resolve(import.meta.dirname, '../..')

/** The app for a browser without static routes: its worker finds none. */
async function start(): Promise<{ readonly exchange: ExchangeProcess; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-plain-'))
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const worker = join(folder, 'dist/app/sw.js')
  writeFileSync(worker, `delete InstallEvent.prototype.addRoutes;${readFileSync(worker, 'utf8')}`)
  return { exchange: await ExchangeProcess.start({}, join(folder, 'dist/exchange/main.js')), folder }
}

test('a browser without static routes: parts of an open page wait for no stopped worker (H20) @long', async ({
  context,
}) => {
  // A browser keeps 250 entries of what was fetched, and the app has more parts.
  await context.addInitScript(() => performance.setResourceTimingBufferSize(2_000))
  // One part after the other, each when the page has nothing to do.
  test.setTimeout(240_000)
  const { exchange, folder } = await start()
  const stopped: number[] = []
  try {
    const first = await openControlled(context, exchange)
    const tabs = [first, await openWindow(first, exchange)]
    expect(await first.evaluate(() => caches.keys())).not.toContainEqual(expect.stringContaining('pages'))
    const [serviceWorker] = context.serviceWorkers()
    const pid = await processOf(() => serviceWorker!.evaluate(BUSY))
    const processes: number[] = []
    for (const tab of tabs) processes.push(await processOf(() => tab.evaluate(BUSY)))
    const left = tabs[processes.findIndex((one) => one !== pid)]!
    await left.bringToFront()
    // Asked for ahead, when the page had nothing else to do; nobody has wanted one of them yet.
    const fetched = () =>
      left.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      )
    for (const part of ['SettingsPage', 'OrderHistory', 'TriggerFields', 'TradeHistory', 'MarketsPage'])
      await expect.poll(fetched, { timeout: 90_000 }).toContain(`/assets/${part}-`)
    await left.waitForTimeout(3_000)

    process.kill(pid, 'SIGSTOP')
    stopped.push(pid)
    await ticket(left).getByRole('tab', { name: 'Conditional', exact: true }).click()
    await expect(ticket(left).getByLabel('Trigger price', { exact: true })).toBeVisible({ timeout: 5_000 })
    const region = await showTable(left, 'Order history')
    await expect(region.getByRole('tabpanel')).toBeVisible({ timeout: 5_000 })
    await left.getByRole('link', { name: 'Settings' }).first().click()
    await expect(left.getByRole('heading', { name: 'Settings' })).toBeVisible({ timeout: 5_000 })
    await expectFeed(left, 'live', 20_000)
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    await exchange.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
