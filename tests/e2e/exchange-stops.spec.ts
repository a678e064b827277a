import type { Page } from '@playwright/test'
import { expect, expectFeed, openControlled, openTrade, test, ticket, typeInto } from './lib/trading'

/** Keys of what the hub has written down of the market. */
function keptMarkets(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('halyard')
    await new Promise((done, fail) => {
      opening.addEventListener('success', done)
      opening.addEventListener('error', fail)
    })
    const reading = opening.result.transaction('snapshots').objectStore('snapshots').getAllKeys()
    await new Promise((done) => reading.addEventListener('success', done))
    opening.result.close()
    return reading.result.map(String)
  })
}

test.describe('the exchange stops (F2, O17, S8, I4)', () => {
  test('the page says so within 2 s, marks values stale, refuses to send, and keeps what was typed', async ({
    context,
    exchange,
  }) => {
    const page = await openTrade(context, exchange)
    const form = ticket(page)
    await typeInto(form.getByLabel('Price', { exact: true }), '61000')
    await typeInto(form.getByLabel('Quantity', { exact: true }), '0.123')
    await exchange.stop('SIGKILL')
    await expect(page.locator('[data-feed-state]')).not.toHaveAttribute('data-feed-state', 'live', { timeout: 2_000 })
    await expect(page.locator('[data-stale]').first()).toBeVisible({ timeout: 2_000 })
    const buy = form.getByRole('button', { name: 'Buy / Long' })
    if (await buy.isEnabled()) await buy.click()
    await expect(form.getByLabel('Price', { exact: true })).toHaveValue(/61,?000/)
    await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue('0.123')
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(0)

    await exchange.resume()
    await expectFeed(page, 'live', 15_000)
    await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue('0.123')
    // Nothing was queued for later.
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(0)
  })

  test('a reload without network shows shell, symbols and the last known market with its age', async ({
    context,
    exchange,
  }) => {
    const page = await openControlled(context, exchange)
    await expect(
      page.getByRole('region', { name: 'Order book' }).getByRole('table').getByRole('row').nth(5),
    ).toBeAttached()
    // The hub writes what it last knew every few seconds.
    await expect.poll(() => keptMarkets(page), { timeout: 15_000 }).toContain('market/BTCUSDT')
    await exchange.stop('SIGKILL')
    const stoppedAt = Date.now()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Order entry' })).toBeVisible()
    await expectFeed(page, 'offline', 10_000)
    const rows = page.getByRole('region', { name: 'Order book' }).getByRole('table').getByRole('row')
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(20)
    await expect(page.locator('[data-stale]').first()).toBeVisible()
    // As old as the exchange's last word, and not as old as this page (issue 22.5).
    const saidSeconds = async (): Promise<number> =>
      Number(/Stale, (\d+) sec old/.exec(await page.locator('body').innerText())?.[1] ?? 0)
    await expect.poll(saidSeconds).toBeGreaterThanOrEqual(10)
    await page.reload()
    await expectFeed(page, 'offline', 10_000)
    await expect.poll(saidSeconds).toBeGreaterThan(0)
    const said = await saidSeconds()
    // What the hub writes down is up to five seconds older than the exchange's end.
    expect(said).toBeGreaterThanOrEqual(Math.floor((Date.now() - stoppedAt) / 1_000) - 2)
    expect(said).toBeLessThan((Date.now() - stoppedAt) / 1_000 + 8)
    await page.goto(`${exchange.origin}/markets`)
    await expect(
      page.getByRole('table', { name: 'Markets' }).getByRole('link', { name: 'ETHUSDT', exact: true }),
    ).toBeVisible()
  })
})
