import type { Page } from '@playwright/test'
import { keptTexts } from './lib/kept-texts'
import { ownProfile } from './lib/own-profile'
import { expect, expectFeed, openControlled, press, showTable, test, ticket } from './lib/trading'

/** Makes what the hub keeps of the account so old. @returns which entries it keeps */
function makeKept(page: Page, ageMs: number): Promise<readonly string[]> {
  return page.evaluate(async (age) => {
    const opening = indexedDB.open('halyard')
    await new Promise((done) => opening.addEventListener('success', done))
    const store = opening.result.transaction('snapshots', 'readwrite').objectStore('snapshots')
    const reading = store.getAll()
    await new Promise((done) => reading.addEventListener('success', done))
    const asOfMs = Date.now() - age
    const asOf = { orders: asOfMs, positions: asOfMs, wallets: asOfMs }
    for (const row of reading.result)
      store.put({ ...row, asOfMs, value: row.key === 'account/last' ? { ...row.value, asOf } : row.value })
    await new Promise((done) => store.transaction.addEventListener('complete', done))
    opening.result.close()
    return reading.result.map(({ key }: { readonly key: string }) => key)
  }, ageMs)
}

/** What the one strategy has sent so far, in its dialog. @param age what the dialog says of rows from disk */
async function ordersOfStrategy(page: Page, count: number, age: RegExp | null = null): Promise<void> {
  const region = await showTable(page, 'Strategies')
  await region.getByRole('button', { name: /^\d+ orders?$/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('tr[data-order-id]')).toHaveCount(count)
  await expect(dialog.getByText(age ?? 'Offline copy')).toHaveCount(age === null ? 0 : 1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

async function startTwap(page: Page): Promise<void> {
  const form = ticket(page)
  await form.getByRole('tab', { name: 'Limit', exact: true }).focus()
  await page.keyboard.press('End')
  await expect(form.getByRole('radio', { name: 'TWAP' })).toBeChecked()
  await form.getByLabel('Interval').selectOption('120')
  await form.getByLabel('Quantity', { exact: true }).fill('0.05')
  await form.getByRole('button', { name: 'Buy / Long' }).press('Enter')
}

test('a new browser without the exchange shows the account’s records with their age, reads them anew once it is back, and none after sign-out (I4, I12) @long', async ({
  exchange,
  playwright,
  browserName,
  launchOptions,
  complaints,
}) => {
  test.setTimeout(180_000)
  const { browse, remove } = ownProfile(playwright[browserName], launchOptions)
  let context = await browse()
  /** The next browser process, on a file of the app without the app. */
  const browseAnew = async (): Promise<Page> => {
    await context.close()
    context = await browse()
    const page = await context.newPage()
    await page.goto(`${exchange.origin}/icons/icon.svg`)
    return page
  }
  try {
    let page = await openControlled(context, exchange)
    await press(page, { side: 'Buy / Long', price: null, qty: '0.05' })
    await startTwap(page)
    const strategies = await showTable(page, 'Strategies')
    await expect(strategies.locator('tr[data-strategy-state="running"]')).toContainText('20%')
    await ordersOfStrategy(page, 1)
    // What the press did and the first part of the TWAP.
    const first = await showTable(page, 'Order history')
    await expect(first.locator('tr[data-order-id]')).toHaveCount(2)
    const fills = await showTable(page, 'Trade history')
    await expect(fills.locator('tr[data-exec-id]')).not.toHaveCount(0)
    const fillCount = await fills.locator('tr[data-exec-id]').count()
    const orderId = (await (
      await showTable(page, 'Order history')
    )
      .locator('tr[data-order-id]')
      .first()
      .getAttribute('data-order-id'))!
    const account = exchange.ledger().find((line) => line.command?.type === 'place')?.account ?? ''
    await expect.poll(async () => (await keptTexts(page)).includes('"strategies":[{')).toBe(true)
    await exchange.stop('SIGKILL')
    await expectFeed(page, 'offline', 10_000)
    // The page that was open says how old they are, too.
    await expect(first.locator('[data-stale] tr[data-order-id]')).toHaveCount(2)
    await expect(first.getByText(/^Stale, .* old$/)).toBeVisible()

    page = await browseAnew()
    const kept = await makeKept(page, 10 * 60_000)
    expect(kept).toEqual(expect.arrayContaining(['account/last', 'executions/all', 'orders/all']))
    expect(kept.filter((key) => key.startsWith('sent/'))).toHaveLength(1)
    complaints.watch(page)
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'offline', 10_000)
    for (const [name, row, count] of [
      ['Order history', 'tr[data-order-id]', 2],
      ['Trade history', 'tr[data-exec-id]', fillCount],
    ] as const) {
      const region = await showTable(page, name)
      await expect(region.locator(`[data-stale] ${row}`)).toHaveCount(count)
      await expect(region.getByText(/^Offline copy: last read 10\s?m.* ago, at /)).toBeVisible()
      await expect(region.getByRole('button', { name: 'Load more' })).toHaveCount(0)
      // A market that was never asked for by itself is found among all.
      await region.getByLabel('Current symbol').check()
      await expect(region.locator(`[data-stale] ${row}`)).toHaveCount(count)
      await expect(region.getByText(/^Offline copy: last read 10\s?m.* ago, at /)).toBeVisible()
      await region.getByLabel('Current symbol').uncheck()
    }
    const region = await showTable(page, 'Strategies')
    await expect(region.locator('[data-stale] tr[data-strategy-state="running"]')).toContainText('20%')
    await expect(region.getByText(/^Stale, 10\s?m.* old$/)).toBeVisible()
    await ordersOfStrategy(page, 1, /^Offline copy: last read 10\s?m.* ago, at /)
    const stop = region.getByRole('button', { name: 'Stop', exact: true })
    await expect(stop).toBeDisabled()
    await expect(stop).toHaveAttribute('title', /offline/i)
    expect(complaints.lines()).toEqual([])

    await showTable(page, 'Order history')
    await exchange.resume()
    await expectFeed(page, 'live', 20_000)
    await expect(region.getByText(/Offline copy/)).toHaveCount(0)
    await expect(region.locator('tr[data-order-id]')).toHaveCount(2)
    await expect(region.locator('[data-stale] tr')).toHaveCount(0)

    await page.evaluate(async () => {
      await fetch('/sandbox/session', { method: 'DELETE', headers: { 'x-requested-with': 'test' } })
    })
    await expect(region.locator('tr[data-order-id]')).toHaveCount(0)
    await expect.poll(async () => (await keptTexts(page)).includes(orderId)).toBe(false)
    await exchange.stop('SIGKILL')
    page = await browseAnew()
    const texts = await keptTexts(page)
    for (const secret of [account, orderId]) expect(texts).not.toContain(secret)
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'offline', 10_000)
    const none = await showTable(page, 'Order history')
    await expect(none.getByText('Current symbol')).toBeVisible()
    await expect(none.locator('tr[data-order-id]')).toHaveCount(0)
  } finally {
    await context.close()
    remove()
  }
})
