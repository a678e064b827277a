import type { BrowserContext, Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { placements, test } from './lib/hostile'
import { BUSY, processOf } from './lib/processes'
import { ALL_CONTRACTS, expect, expectFeed, lastPrice, openControlled, press } from './lib/trading'

test.use({ exchangeEnv: ALL_CONTRACTS })

/** A page opens, and trades, within this time although a process stands still; a machine at work takes some more. */
const OPENS_MS = 10_000

/** The process of the service worker, which is that of some page. */
async function workerProcess(context: BrowserContext): Promise<number> {
  const [worker] = context.serviceWorkers()
  return processOf(() => worker!.evaluate(BUSY))
}

async function openStopped(context: BrowserContext, exchange: ExchangeProcess, path: string): Promise<Page> {
  const pid = await workerProcess(context)
  const page = await context.newPage()
  process.kill(pid, 'SIGSTOP')
  try {
    const startedAt = performance.now()
    await page.goto(exchange.origin + path, { waitUntil: 'commit', timeout: OPENS_MS })
    await expectFeed(page, 'live', OPENS_MS)
    expect(performance.now() - startedAt).toBeLessThan(OPENS_MS)
    await page.bringToFront()
    const far = String(Math.floor((await lastPrice(exchange)) * 0.995))
    const before = placements(exchange)
    if (path.startsWith('/trade')) {
      await press(page, { side: 'Buy / Long', price: far, qty: '0.01' })
      await expect.poll(() => placements(exchange)).toBe(before + 1)
    }
    return page
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

test('a page is opened anew while the process of the service worker stands still: it opens, and trades (H20) @long', async ({
  context,
  exchange,
}) => {
  await openControlled(context, exchange)
  for (const path of ['/trade/usdt/BTCUSDT', '/trade/futures/usdc/BTCPERP', '/markets'])
    await (await openStopped(context, exchange, path)).close()
})
