import { accountTest as test, expect, expectFeed, FULL_PACE_MS } from './lib/trading'

// The console of all that a first visit does, the install of the service worker too.
test.use({ hasServiceWorker: true, marketPaceMs: FULL_PACE_MS })

test.describe('the first minute (spec §1, decisions 36 and 37)', () => {
  test('a newcomer sees a moving BTCUSDT market within 5 s, all of it by its name (decisions 37), and the console stays clean', async ({
    context,
    exchange,
    complaints,
  }) => {
    const violationsBefore = (await exchange.state()).cspViolations
    const page = await context.newPage()
    complaints.watch(page)
    await page.goto(`${exchange.origin}/`)
    await expect(page).toHaveURL(/\/trade\/usdt\/BTCUSDT$/)
    await expectFeed(page, 'live', 5_000)
    const book = page.getByRole('region', { name: 'Order book' })
    const rows = book.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count(), { timeout: 5_000 }).toBeGreaterThanOrEqual(20)
    const first = await rows.allTextContents()
    await expect.poll(() => rows.allTextContents(), { timeout: 5_000 }).not.toEqual(first)
    await expect(page.getByRole('region', { name: 'Chart' }).locator('canvas').first()).toBeVisible({ timeout: 10_000 })
    await expect(
      page
        .getByRole('region', { name: 'Recent trades' })
        .or(page.getByRole('tab', { name: 'Trades' }))
        .first(),
    ).toBeVisible()
    for (const name of ['Chart', 'Order book', 'Order entry', 'Positions and orders']) {
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    }
    const ticket = page.getByRole('region', { name: 'Order entry' })
    for (const name of ['Limit', 'Market']) await expect(ticket.getByRole('tab', { name, exact: true })).toBeVisible()
    for (const name of ['Price', 'Quantity']) await expect(ticket.getByLabel(name, { exact: true })).toBeVisible()
    await expect(ticket.getByRole('slider', { name: 'Order size' })).toBeVisible()
    for (const name of ['Reduce-only', 'Post-only']) await expect(ticket.getByRole('checkbox', { name })).toBeVisible()
    await expect(ticket.getByRole('combobox', { name: 'Time in force' })).toBeVisible()
    for (const name of ['Last', 'Buy / Long', 'Sell / Short'])
      await expect(ticket.getByRole('button', { name })).toBeVisible()
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-build', /.+/)
    await expect(html).toHaveAttribute('data-theme', /^(dark|light)$/)
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(html).toHaveAttribute('dir', 'ltr')
    expect(complaints.lines()).toEqual([])
    expect((await exchange.state()).cspViolations).toBe(violationsBefore)
  })
})
