import type { BrowserContext, Page } from '@playwright/test'
import { accountTest as test, expect, expectFeed, lastPrice, press } from './lib/trading'

const TABS = 4

/** Pages of one newcomer, all on their way before any of them has an account, as a restored session opens them. */
async function visitAtOnce(context: BrowserContext, address: string): Promise<readonly Page[]> {
  const pages = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
  await Promise.all(pages.map((page) => page.goto(address)))
  return pages
}

for (const [kind, isShared] of [
  ['with a shared hub', true],
  ['where a leader tab is elected', false],
] as const)
  test(`four first visits at once, ${kind}: one account, and each of them trades (issue 18.18) @long`, async ({
    context,
    exchange,
  }) => {
    if (!isShared) await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
    const pages = await visitAtOnce(context, `${exchange.origin}/trade/usdt/BTCUSDT`)
    for (const page of pages) {
      await page.bringToFront()
      await expectFeed(page, 'live', 30_000)
    }
    const opened = () => exchange.ledger().filter(({ command }) => command?.type === 'openAccount')
    expect(opened()).toHaveLength(1)

    const placed = () => exchange.ledger().filter(({ command }) => command?.type === 'place')
    // Prices of their own: each tab's order can be told from the others'.
    const far = Math.floor((await lastPrice(exchange)) * 0.99)
    for (const [i, page] of pages.entries()) {
      await page.bringToFront()
      await press(page, { side: 'Buy / Long', price: String(far - i), qty: '0.01' })
      await expect.poll(() => placed().length).toBe(i + 1)
    }
    expect(placed().every(({ result }) => result?.ok === true)).toBe(true)
    // One account whose four orders every tab shows.
    expect(new Set(placed().map(({ account }) => account))).toEqual(new Set([opened()[0]!.account]))
    for (const page of pages) {
      await page.bringToFront()
      await page.getByRole('tab', { name: /^Open orders/ }).click()
      await expect(page.locator('tr[data-order-state="live"]')).toHaveCount(TABS)
    }
    // On a loopback host the session stands under two names.
    const sessions = (await context.cookies(exchange.origin)).filter(({ name }) => name.includes('halyard'))
    expect(new Set(sessions.map(({ value }) => value)).size).toBe(1)
    expect((await exchange.state()).sockets).toMatchObject({ private: 1 })
  })
