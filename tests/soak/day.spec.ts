import type { CDPSession, Page } from '@playwright/test'
import { createRandom } from '../../src/base/random'
import { openOrders, placements, test, WorkerHandle } from '../e2e/lib/hostile'
import type { ExchangeProcess } from '../e2e/lib/exchange-process'
import { expect, expectFeed, lastPrice, openTrade, openWindow, press, showTable } from '../e2e/lib/trading'

const MINUTES = Number(process.env['HALYARD_SOAK_MINUTES'] ?? 60)
/** Everything has been loaded, compiled and filled once. */
const WARM_MINUTES = Math.min(5, Math.floor(MINUTES / 3))
/** reliability.md §6, row "Soak": growth after the warm minutes, bytes. */
const HUB_GROWTH_MAX = 20e6
const TAB_GROWTH_MAX = 30e6
/** Between two presses of the trader, ms. */
const PACE_MS = 10_000

interface Heaps {
  readonly hub: number
  readonly tab: number
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** Ids of the orders that rest at the exchange, by REST from a page of the account. */
function resting(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const answer = (await (await fetch('/v5/order/realtime?category=linear&symbol=BTCUSDT&limit=50')).json()) as {
      readonly result: { readonly list: readonly { readonly orderId: string }[] }
    }
    return answer.result.list.map(({ orderId }) => orderId).toSorted()
  })
}

async function agrees(pages: readonly Page[], exchange: ExchangeProcess): Promise<void> {
  for (const page of pages) {
    await expectFeed(page, 'live', 10_000)
    const rows = await openOrders(page)
    const shown = (): Promise<string[]> =>
      rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-id') ?? '').toSorted())
    const listed = await resting(page)
    await expect.poll(shown, { timeout: 10_000 }).toEqual(listed)
  }
  expect((await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
}

test('a trading day: four tabs, an order or a cancel every ten seconds, faults between; all agree, nothing grows', async ({
  context,
  exchange,
  browser,
}) => {
  test.setTimeout((MINUTES + 5) * 60_000)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  const first = await openTrade(context, exchange)
  const pages = [first]
  for (const symbol of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) pages.push(await openWindow(first, exchange, symbol))
  const tab = await context.newCDPSession(first)
  const worker = await WorkerHandle.attach(browser)
  const measure = async (): Promise<Heaps> => ({ hub: await worker.heap(), tab: await heapOf(tab) })

  const random = createRandom(Number(process.env['HALYARD_SOAK_SEED'] ?? 1))
  const end = Date.now() + MINUTES * 60_000
  let presses = 0
  let warm: Heaps | null = null
  let minute = 0
  const startedAt = Date.now()
  while (Date.now() < end) {
    const page = pages[random.int(0, 1)]!
    const rows = await openOrders(page)
    if ((await rows.count()) >= 5) {
      const ids = await resting(page)
      await rows.first().getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect.poll(() => resting(page)).toHaveLength(ids.length - 1)
    } else {
      const price = Math.floor((await lastPrice(exchange)) * 0.98) - random.int(0, 50)
      const before = placements(exchange)
      await press(page, { side: 'Buy / Long', price: String(price), qty: '0.001' })
      await expect.poll(() => placements(exchange)).toBe(before + 1)
      presses++
    }
    await page.waitForTimeout(PACE_MS)
    const minutes = Math.floor((Date.now() - startedAt) / 60_000)
    if (minutes === minute) continue
    minute = minutes
    if (minute % 10 === 3) {
      // A cut of both connections, as every Wi-Fi has them.
      await exchange.control('disconnect', { channel: 'public' })
      await exchange.control('disconnect', { channel: 'private' })
      await page.waitForTimeout(3_000)
    }
    await agrees(pages, exchange)
    const heaps = await measure()
    if (minute === WARM_MINUTES) warm = heaps
    process.stdout.write(
      `soak: minute ${minute}, presses ${presses}, heap of the hub ${(heaps.hub / 1e6).toFixed(1)} MB, of a tab ${(heaps.tab / 1e6).toFixed(1)} MB\n`,
    )
  }
  await showTable(first, 'Open orders')
  await agrees(pages, exchange)
  const last = await measure()
  expect(placements(exchange)).toBe(presses)
  expect(complaints).toEqual([])
  expect(warm).not.toBeNull()
  expect(last.hub - warm!.hub).toBeLessThan(HUB_GROWTH_MAX)
  expect(last.tab - warm!.tab).toBeLessThan(TAB_GROWTH_MAX)
})
