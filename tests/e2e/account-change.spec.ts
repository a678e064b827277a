import type { Page } from '@playwright/test'
import { violations } from './lib/axe'
import { openOrders, WorkerHandle } from './lib/hostile'
import {
  CHROMIUM_ONLY,
  connection,
  expect,
  expectFeed,
  farBelow,
  NO_SHARED_WORKER,
  openTrade,
  openWindow,
  press,
  showTable,
  ticket,
  typeInto,
  accountTest as test,
} from './lib/trading'

async function signOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/sandbox/session', { method: 'DELETE', headers: { 'x-requested-with': 'test' } })
  })
}

test('I12: another account comes: dialogs, typed text and messages of the former one are gone, in every tab', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const other = await openWindow(page, exchange)
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.05' })
  await press(page, { side: 'Buy / Long', price, qty: '0.012' })
  const account = exchange.ledger().find((line) => line.command?.type === 'place')?.account ?? ''
  expect(account).not.toBe('')
  // In the first tab the dialog that amends an order, with something typed into it.
  await (await openOrders(page)).getByRole('button', { name: 'Amend' }).click()
  await typeInto(page.getByRole('dialog').getByLabel('Quantity', { exact: true }), '77.066')
  // In the second one that of a position, and half an order in the ticket.
  await typeInto(ticket(other).getByLabel('Quantity', { exact: true }), '88.345')
  const region = await showTable(other, 'Positions')
  await region
    .getByRole('button', { name: /TP\/SL/ })
    .first()
    .click()
  await expect(other.getByRole('dialog')).toBeVisible()

  await signOut(page)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog')).toHaveCount(0)
    await expectFeed(tab, 'live', 15_000)
    await expect(ticket(tab).getByLabel('Quantity', { exact: true })).toHaveValue('')
    await expect(tab.getByRole('status').filter({ hasText: /0\.05|0\.012/ })).toHaveCount(0)
    const html = await tab.content()
    for (const secret of [account, '77.066', '88.345']) expect(html).not.toContain(secret)
    expect(await tab.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/88\.345|0\.012/)
  }
  // The next account's own page works as ever.
  await press(other, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(await openOrders(other)).toHaveCount(1)
  await expect(await openOrders(page)).toHaveCount(1)
})

test('the account menu opens another kind by one press and signs out, in all tabs; each kind offers what it can do (issue 23.8) @ci', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const other = await openWindow(page, exchange)
  const form = ticket(page)
  await expect(form.getByRole('button', { name: 'Margin mode Cross' })).toBeVisible()
  const button = (tab: Page, kind: string) => tab.getByRole('button', { name: `Paper · ${kind}` })
  await button(page, 'UTA2').press('Enter')
  const menu = page.getByRole('menu', { name: 'Account' })
  await expect(menu.getByRole('menuitemradio', { name: /^Unified, UTA2/ })).toBeChecked()
  expect(await violations(page)).toEqual([])
  await menu.getByRole('menuitem', { name: '+10,000 USDT' }).click()
  await expect(page.getByRole('status').filter({ hasText: '10,000 USDT were added' })).toBeVisible()
  await expect(form.getByText('110,000.00 USDT')).toBeVisible()

  // A name of the visitor's own is that of the account in every tab.
  await button(page, 'UTA2').click()
  await menu.getByRole('menuitem', { name: 'Rename…' }).press('Enter')
  const naming = page.getByRole('dialog', { name: 'Rename this account' })
  await expect(naming.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(naming.getByRole('textbox', { name: 'Name' })).toHaveValue('Trader')
  expect(await violations(page)).toEqual([])
  await naming.getByRole('textbox', { name: 'Name' }).fill('Swing trades')
  await page.keyboard.press('Enter')
  await expect(naming).toHaveCount(0)
  await button(other, 'UTA2').click()
  await expect(other.getByRole('menu', { name: 'Account' })).toContainText('Swing trades')
  await other.keyboard.press('Escape')

  await button(page, 'UTA2').click()
  await menu.getByRole('menuitemradio', { name: /^Portfolio margin/ }).click()
  for (const tab of [page, other]) {
    await expect(button(tab, 'PM')).toBeVisible()
    await expectFeed(tab, 'live', 15_000)
  }
  await expect(page.getByRole('status').filter({ hasText: 'You left the account.' })).toBeVisible()
  await expect(form.getByText('Portfolio margin', { exact: true })).toBeVisible()
  for (const name of [/^Margin mode/, /^Leverage/, /^Position mode/])
    await expect(form.getByRole('button', { name })).toHaveCount(0)
  await expect(form.getByRole('row', { name: /^Liq\. price/ })).toHaveCount(0)
  await expect(form.getByRole('row', { name: /^Value/ })).toBeVisible()

  await button(other, 'PM').click()
  await other.getByRole('menuitem', { name: 'Sign out…' }).click()
  const question = other.getByRole('dialog', { name: 'Sign out?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  // The browser is a newcomer again, in every tab.
  for (const tab of [page, other]) await expect(button(tab, 'UTA2')).toBeVisible()
  await expect(form.getByText('100,000.00 USDT')).toBeVisible()
})

test('I12: a page that slept through a sign-out shows nothing of the account when it is back, and its dialog is closed @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const other = await openWindow(page, exchange)
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.012' })
  const rows = await openOrders(page)
  await expect(rows).toHaveCount(1)
  const orderId = (await rows.first().getAttribute('data-order-id')) ?? ''
  await rows.getByRole('button', { name: 'Amend' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const changes = (): number =>
    exchange.ledger().filter((line) => ['replace', 'amend', 'cancel'].includes(line.command?.type ?? '')).length
  await page.goto(`${exchange.origin}/healthz`)
  await signOut(other)
  await expectFeed(other, 'live', 15_000)
  const before = changes()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFeed(page, 'live', 15_000)
  expect(await page.content()).not.toContain(orderId)
  await expect(ticket(page).getByLabel('Quantity', { exact: true })).toHaveValue('')
  expect(changes()).toBe(before)
})

test('H1: the hub dies and comes back with the same account: a dialog and what was typed into it stay @long', async ({
  context,
  exchange,
  browser,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.killsWorker)
  test.skip(NO_SHARED_WORKER, 'a leader’s hub is no shared worker')
  const page = await openTrade(context, exchange)
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.012' })
  await (await openOrders(page)).getByRole('button', { name: 'Amend' }).click()
  const typed = page.getByRole('dialog').getByLabel('Quantity', { exact: true })
  await typeInto(typed, '77.066')
  const first = (await connection(page).getAttribute('data-hub-epoch')) ?? ''
  await (await WorkerHandle.attach(browser)).kill()
  await expect(connection(page)).not.toHaveAttribute('data-hub-epoch', first)
  await expectFeed(page, 'live', 15_000)
  await expect(typed).toHaveValue('77.066')
  // The rules come again with the next connection, too.
  await exchange.control('disconnect', { channel: 'all' })
  await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live')
  await expectFeed(page, 'live', 15_000)
  await expect(typed).toHaveValue('77.066')
})
