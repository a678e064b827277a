import { expect, lastPrice, openTrade, accountTest as test } from './lib/trading'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test.describe('on a phone (decisions 37)', () => {
  test('nothing scrolls sideways, and the bottom bar opens the ticket as a sheet with one submit button, the head another market', async ({
    context,
    exchange,
  }) => {
    const page = await openTrade(context, exchange)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const far = Math.floor((await lastPrice(exchange)) * 0.995)
    await page.getByRole('button', { name: 'Buy / Long' }).click()
    const sheet = page.getByRole('region', { name: 'Order entry' })
    await expect(sheet).toBeVisible()
    await sheet.getByLabel('Price', { exact: true }).fill(String(far))
    await sheet.getByLabel('Quantity', { exact: true }).fill('0.01')
    await expect(sheet.getByRole('button', { name: 'Sell / Short' })).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Buy / Long' }).click()
    await expect.poll(() => exchange.ledger().filter((line) => line.command?.type === 'place').length).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // The market is changed from the head of the page, which says the day's figures and the funding's countdown too.
    await page.getByRole('button', { name: 'Choose a market' }).tap()
    const choose = page.getByRole('dialog', { name: 'Choose a market' })
    await choose.getByRole('searchbox').fill('eth')
    await choose.getByRole('link', { name: /^ETHUSDT\s*Perp/ }).tap()
    await expect(page).toHaveURL(/\/trade\/usdt\/ETHUSDT$/)
    const header = page.getByRole('region', { name: 'ETHUSDT market' })
    for (const figure of ['high', 'low', 'turnover'])
      await expect(header.locator(`[data-figure="${figure}"] dd`)).toHaveText(/\d/)
    await expect(header.locator('[data-figure="funding"] dd')).toHaveText(/%\s*\d\d:\d\d:\d\d/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
