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

  test('a tap that is answered by a field instead of an order brings the field into view (issue 23.1)', async ({
    context,
    exchange,
  }) => {
    const page = await openTrade(context, exchange)
    await page.getByRole('button', { name: 'Buy / Long' }).tap()
    const form = page.getByRole('region', { name: 'Order entry' })
    await form.getByRole('checkbox', { name: 'TP/SL' }).tap()
    // Of one side alone, its own maximum is what counts.
    await expect(form.getByText(/^Max long [\d.]+ BTC$/)).toBeVisible()
    await expect(form.getByText(/^Max short/)).toHaveCount(0)
    const quantity = form.getByLabel('Quantity', { exact: true })
    const price = form.getByLabel('Price', { exact: true }).first()
    /** As one stands who has gone on to the stop-loss. */
    const toTheEnd = async (): Promise<void> => {
      const last = form.getByRole('checkbox', { name: 'Max. slippage' }).last()
      await expect(async () => {
        await page.getByRole('dialog').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight))
        await expect(last).toBeInViewport({ timeout: 500 })
        await expect(price).not.toBeInViewport({ timeout: 500 })
      }).toPass()
    }
    const buy = form.getByRole('button', { name: 'Buy / Long' })
    await price.fill('')
    await quantity.fill('0.01')
    await toTheEnd()
    await buy.tap()
    await expect(form.getByText('Price: enter a price.')).toBeInViewport({ ratio: 1 })
    await form.getByRole('tab', { name: 'Market', exact: true }).tap()
    await quantity.fill('99999')
    await page.getByRole('dialog').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight))
    await expect(quantity).not.toBeInViewport()
    await buy.tap()
    await expect(form.getByText(/^Changed from 99999 to/)).toBeInViewport({ ratio: 1 })
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toEqual([])
  })
})
