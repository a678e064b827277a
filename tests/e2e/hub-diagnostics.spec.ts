import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openOrders, accountTest as test, test as ownTest } from './lib/hostile'
import { connection, expect, lastPrice, openTrade, press } from './lib/trading'

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

test('the diagnostics page opens by its key, shows streams and tabs, and saves an audit without secrets @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  const row = await openOrders(page)
  await expect(row).toHaveCount(1)
  const linkId = (await row.getAttribute('data-order-link-id')) ?? ''
  await page.keyboard.press('Alt+Shift+KeyD')
  await expect(page.getByRole('heading', { name: 'Diagnostics' })).toBeVisible()
  const channels = page.getByRole('table', { name: 'Connections' })
  await expect(channels.getByRole('row')).toHaveCount(3)
  await expect(channels.getByRole('row', { name: /Market/ })).toContainText('live')
  await expect(page.getByRole('table', { name: 'Tabs' })).toContainText('this tab')
  const events = page.getByRole('table', { name: 'Last connection events' })
  for (const channel of ['Market', 'Account'])
    await expect(events.getByRole('row', { name: new RegExp(`${channel} Open$`) })).toHaveCount(1)
  await expect(page.getByText('None since the hub started.')).toBeVisible()
  const audit = await saved(page, 'Save audit file')
  expect(JSON.parse(audit)).toMatchObject({
    format: 'halyard-audit',
    intents: [{ id: linkId, state: 'accepted', ending: { rejection: null } }],
  })
  for (const { value } of await context.cookies()) expect(audit).not.toContain(value)
})

ownTest('a recording shows with the network off what the tab had shown @long', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(await openOrders(page)).toHaveCount(1)
  const last = page.getByLabel('Last price').first()
  for (let move = 0; move < 2; move++) await expect(last).not.toHaveText((await last.textContent()) ?? '')
  await page.keyboard.press('Alt+Shift+KeyD')
  const text = await saved(page, 'Save recording')
  for (const { value } of await context.cookies()) expect(text).not.toContain(value)
  await page.getByRole('link', { name: 'Replay' }).click()
  await expect(
    page.getByRole('button', { name: 'Open a recording' }).or(page.getByLabel('Recording file')),
  ).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true))
  await exchange.close()
  await page.reload()
  await page
    .getByLabel('Recording file')
    .setInputFiles({ name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(page.getByText('Replay. Not live, nothing can be sent.')).toBeVisible()
  await expect(connection(page)).toHaveCount(1)
  await expect(await openOrders(page)).toHaveCount(1, { timeout: 15_000 })
  await expect(page.locator('[data-replay-position]')).toBeVisible()
})

test('a file that is no recording is refused by name @long', async ({ context, exchange }) => {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/replay`)
  const file = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"song"}') }
  await page.getByLabel('Recording file').setInputFiles(file)
  await expect(page.getByRole('alert')).toContainText('x.json is not a Halyard recording.')
})
