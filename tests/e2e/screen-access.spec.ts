import type { Page } from '@playwright/test'
import { chooseTheme, misbuilt, unreadable, violations } from './lib/axe'
import { accountTest as test, expect, expectFeed, lastPrice, openTrade, press } from './lib/trading'

const PAGES = ['/trade/usdt/BTCUSDT', '/markets', '/assets', '/settings', '/diagnostics', '/trade/usdt/NOSUCH'] as const

/** Pages whose parts lie otherwise on a phone, and have colours of their own. The others are made of the same parts. */
const OF_OWN_PARTS: readonly string[] = ['/trade/usdt/BTCUSDT', '/markets', '/assets', '/settings']

/** The page itself, and what scrolls in it: a page that is cut off there never widens the document. */
async function expectNoSideways(page: Page, where: string): Promise<void> {
  const sideways = () =>
    page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll('main')].map(
          (one) => one.scrollWidth - one.clientWidth,
        ),
      ),
    )
  // A page that has just been made narrow is laid out anew in steps.
  await expect.poll(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}

test('every page is free of accessibility violations on a desk and a phone, the trade page also without orders and a position @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await chooseTheme(page, 'dark')
  expect(await violations(page), 'without orders, dark').toEqual([])
  const last = await lastPrice(exchange)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.1' })
  // Seen on the screen, not only in the ledger: until the first press is answered a second one is the same press (O7).
  await expect(page.getByRole('table', { name: 'Positions' }).locator('tr[data-symbol="BTCUSDT"]')).toBeVisible()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /filled/i })
      .first(),
  ).toBeVisible()
  await press(page, { side: 'Buy / Long', price: (last * 0.995).toFixed(1), qty: '0.1' })
  await expect.poll(() => exchange.ledger().filter((line) => line.command?.type === 'place').length).toBe(2)
  for (const path of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 })
    // The first one is the page that is open.
    if (path !== PAGES[0]) await page.goto(exchange.origin + path)
    await expectFeed(page, 'live', 10_000)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await chooseTheme(page, 'dark')
    expect(await violations(page), `${path}, desk, dark`).toEqual([])
    if (OF_OWN_PARTS.includes(path)) {
      await chooseTheme(page, 'light')
      expect(await unreadable(page), `${path}, desk, light`).toEqual([])
    }
    await expectNoSideways(page, `${path}, desk`)
    await page.setViewportSize({ width: 390, height: 844 })
    // The position's label: its line is where the last trade was. The first in the page is whichever was known
    // first, and the order's is hidden where half a per cent below is outside of what a phone's chart shows.
    if (path === PAGES[0]) await expect(page.locator('[data-chip][data-kind="position"]')).toBeVisible()
    if (OF_OWN_PARTS.includes(path)) expect(await misbuilt(page), `${path}, phone`).toEqual([])
    await expectNoSideways(page, `${path}, phone`)
  }
  // Only the trade page has parts on a phone that a desk has not.
  await page.goto(exchange.origin + PAGES[0])
  await expectFeed(page, 'live', 10_000)
  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme)
    expect(await unreadable(page), `trade, phone, ${theme}`).toEqual([])
  }
})
