import type { Page } from '@playwright/test'
import { chooseTheme, unreadable, violations } from './lib/axe'
import { accountTest, expect, expectFeed, lastPrice, openTrade, press, test } from './lib/trading'

const PAGES = ['/trade/usdt/BTCUSDT', '/markets', '/assets', '/settings', '/diagnostics', '/trade/usdt/NOSUCH'] as const

/** All that axe can see in the dark theme, and what the light one may change. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  await chooseTheme(page, 'dark')
  expect(await violations(page), `${where}, dark`).toEqual([])
  await chooseTheme(page, 'light')
  expect(await unreadable(page), `${where}, light`).toEqual([])
}

for (const [place, width, height] of [
  ['desk', 1440, 900],
  ['phone', 390, 844],
] as const)
  accountTest(
    `every page is free of accessibility violations, the trade page also without orders and a position, ${place}`,
    async ({ context, exchange }) => {
      const page = await openTrade(context, exchange)
      if (place === 'desk') await expectAccessible(page, 'without orders')
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
      await page.setViewportSize({ width, height })
      for (const path of PAGES) {
        await page.goto(exchange.origin + path)
        await expectFeed(page, 'live', 10_000)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // The position's label: its line is where the last trade was. The first in the page is whichever was known
        // first, and the order's is hidden where half a per cent below is outside of what a phone's chart shows.
        if (path.endsWith('BTCUSDT')) await expect(page.locator('[data-chip][data-kind="position"]')).toBeVisible()
        await expectAccessible(page, path)
        // The page itself, and what scrolls in it: a page that is cut off there never widens the document.
        const sideways = await page.evaluate(() =>
          Math.max(
            ...[document.documentElement, ...document.querySelectorAll('main')].map(
              (one) => one.scrollWidth - one.clientWidth,
            ),
          ),
        )
        expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
      }
    },
  )

test('what is stale still reads at 4.5:1, in both themes', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  await expect(page.getByRole('region', { name: 'Recent trades' }).getByRole('row').nth(3)).toBeAttached()
  await exchange.stop('SIGKILL')
  await expect(page.locator('[data-stale]').first()).toBeVisible()
  await expectAccessible(page, 'stale')
})
