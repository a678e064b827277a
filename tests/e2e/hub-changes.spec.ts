import type { Locator, Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { openOrders, openThrough, placements, accountTest as test, WorkerHandle } from './lib/hostile'
import {
  expect,
  expectFeed,
  farBelow,
  lastPrice,
  NO_SHARED_WORKER,
  openTrade,
  openWindow,
  press,
  showTable,
} from './lib/trading'

function replacements(exchange: ExchangeProcess): number {
  return exchange.ledger().filter((line) => line.command?.type === 'replace' || line.command?.type === 'amend').length
}

async function amendTo(page: Page, row: Locator, price: string): Promise<void> {
  await row.getByRole('button', { name: 'Amend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price', { exact: true }).fill(price)
  const confirm = dialog.getByRole('button', { name: /amend|confirm/i })
  await expect(confirm).toBeEnabled()
  await confirm.click()
}

async function positions(page: Page): Promise<Locator> {
  const region = await showTable(page, 'Positions')
  return region.getByRole('table', { name: 'Positions' }).locator('tr[data-side]')
}

async function reverse(page: Page): Promise<void> {
  await (await positions(page)).getByRole('button', { name: 'Reverse', exact: true }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Reverse', exact: true })
  await expect(confirm).toBeEnabled()
  await confirm.click()
}

test('O12: the answer to an amend is lost: unknown, never sent again, and the new price once the order shows it @ci', async ({
  page,
  exchange,
  wire,
}) => {
  await openThrough(page, wire)
  const rows = await openOrders(page)
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  const next = await farBelow(exchange, 'BTCUSDT', 0.993)
  await exchange.control('mute', { topic: 'user.order' })
  wire.loseAnswer('/contract/v5/order/replace')
  await amendTo(page, rows, next)
  await expect(rows).toContainText(Number(next).toLocaleString('en'), { timeout: 15_000 })
  await expect(rows).toHaveCount(1)
  expect(replacements(exchange)).toBe(1)
})

test('O12, O10: a hub that is killed under a lost amend is followed by one that says it never arrived @long', async ({
  page,
  exchange,
  wire,
  browser,
}) => {
  test.skip(NO_SHARED_WORKER, 'a leader’s hub dies with its tab: hub-leader.spec.ts')
  await openThrough(page, wire)
  const rows = await openOrders(page)
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  wire.loseRequest('/contract/v5/order/replace')
  await amendTo(page, rows, await farBelow(exchange, 'BTCUSDT', 0.993))
  await expect.poll(() => wire.struck).toBe(1)
  await (await WorkerHandle.attach(browser)).kill()
  await expect(rows.getByText('Result unknown, checking')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByRole('alert').filter({ hasText: 'The order was not changed' })).toBeVisible({
    timeout: 40_000,
  })
  await expect(rows).toContainText(Number(price).toLocaleString('en'))
  expect(replacements(exchange)).toBe(0)
})

test('O13: the hub dies between the legs of a reverse: closed, not reopened, and the user chooses @long', async ({
  page,
  exchange,
  wire,
  browser,
}) => {
  test.skip(NO_SHARED_WORKER, 'a leader’s hub dies with its tab: hub-leader.spec.ts')
  await openThrough(page, wire)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.02' })
  await expect(await positions(page)).toHaveAttribute('data-side', 'buy')
  await exchange.control('mute', { topic: 'user.*' })
  wire.loseAnswer('/contract/v5/order/create')
  await reverse(page)
  await expect.poll(() => placements(exchange)).toBe(2)
  await (await WorkerHandle.attach(browser)).kill()
  await exchange.control('mute', { topic: 'user.*', off: true })
  const choice = page.locator('[data-reverse-stage="notReopened"]')
  await expect(choice).toContainText('was closed and not reopened', { timeout: 30_000 })
  expect(placements(exchange)).toBe(2)
  await page.reload()
  await expectFeed(page, 'live', 15_000)
  await positions(page)
  await expect(choice).toBeVisible()
  await choice.getByRole('button', { name: /^Open short/ }).click()
  await expect(await positions(page)).toHaveAttribute('data-side', 'sell', { timeout: 10_000 })
  await expect(choice).toHaveCount(0)
  expect(placements(exchange)).toBe(3)
})

test('O14: a reverse under way in one tab closes the way to another one in the other @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const other = await openWindow(page, exchange)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.02' })
  await expect(await positions(other)).toHaveAttribute('data-side', 'buy')
  await exchange.control('hold', { call: 'order/create', phase: 'before-commit', ms: 8_000 })
  // The look-ups are slow, too, so that the doubt lasts until the other tab has been looked at.
  await exchange.control('hold', { call: 'order/realtime', phase: 'before-commit', ms: 2_500, n: 10 })
  await reverse(page)
  await expect(other.locator('[data-reverse-stage="closing"]')).toBeVisible()
  await (await positions(other)).getByRole('button', { name: 'Reverse', exact: true }).click()
  const dialog = other.getByRole('dialog')
  await expect(dialog).toContainText('Another position is being reversed.')
  await expect(dialog.getByRole('button', { name: 'Reverse', exact: true })).toBeDisabled()
  // The held leg is too late after two and a half seconds, and proven absent: nothing was closed, and nothing follows.
  for (const tab of [page, other]) await expect(tab.locator('[data-reverse-stage]')).toHaveCount(0, { timeout: 30_000 })
  const own = page.getByRole('dialog')
  await expect(own).toContainText('The exchange never received it.')
  await own.getByText('Cancel', { exact: true }).click()
  await expect(await positions(page)).toHaveAttribute('data-side', 'buy')
  expect(placements(exchange)).toBe(1)
})

test('O16: the position is closed from elsewhere while its TP/SL is on the way: closed, and TP/SL not set @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.02' })
  const rows = await positions(page)
  await expect(rows).toHaveAttribute('data-side', 'buy')
  await rows.getByRole('button', { name: 'TP/SL', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const target = String(Math.floor((await lastPrice(exchange)) * 1.05))
  await dialog
    .getByLabel(/^Take.profit/i)
    .first()
    .fill(target)
  const confirm = dialog.getByRole('button', { name: /^Confirm|^Set/i })
  await expect(confirm).toBeEnabled()
  // Long enough for the close to come first, and shorter than the five seconds after which the hub gives the request up.
  await exchange.control('hold', { call: 'set-tp-sl-ts', phase: 'before-commit', ms: 3_000 })
  await confirm.click()
  await page.evaluate(async () => {
    const body = {
      symbol: 'BTCUSDT',
      side: 'Sell',
      orderType: 'Market',
      qtyX: '2000000',
      reduceOnly: true,
      timeInForce: 'ImmediateOrCancel',
      positionIdx: 0,
    }
    await fetch('/contract/v5/order/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
      body: JSON.stringify(body),
    })
  })
  await expect(page.getByText('The position is closed.').first()).toBeVisible({ timeout: 15_000 })
  await expect(rows).toHaveCount(0)
  const guards = () => exchange.ledger().filter((line) => line.command?.type === 'setTpSl')
  await expect.poll(() => guards().map(({ result }) => result?.ok)).toEqual([false])
})

test('a position that goes while its dialog waits for the answer leaves the focus on the panel (issue 19, 7) @long', async ({
  page,
  wire,
}) => {
  await openThrough(page, wire)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.010' })
  const region = await showTable(page, 'Positions')
  const row = region.locator('tr[data-symbol="BTCUSDT"]')
  await row.getByRole('button', { name: 'Close market' }).press('Enter')
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close 0.010 BTC' })
  await expect(close).toBeEnabled()
  wire.spoil('/contract/v5/order/create', 'slow')
  await close.press('Enter')
  await expect(row).toHaveCount(0)
  // The message of the fill was faster than the answer: the dialog stands without its position.
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(region.getByRole('tabpanel')).toBeFocused()
})
