import type { Locator, Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { expect, lastPrice, openTrade, press, showTable, accountTest as test } from './lib/trading'

/** The orders as the exchange received them since the test began, each with what its body said. */
function sentOrders(exchange: ExchangeProcess): readonly Readonly<Record<string, unknown>>[] {
  return exchange
    .ledger()
    .filter((line) => line.command?.type === 'place')
    .map((line) => ({ ...(line.command as unknown as { readonly order: Readonly<Record<string, unknown>> }).order }))
}

function question(page: Page): Locator {
  return page.getByRole('dialog')
}

async function held(page: Page, qty: string): Promise<Locator> {
  await press(page, { side: 'Buy / Long', price: null, qty })
  const region = await showTable(page, 'Positions')
  const row = region.getByRole('table', { name: 'Positions' }).locator('tr[data-symbol="BTCUSDT"]')
  await expect(row).toContainText(qty)
  return row
}

test('closing at market asks, offers a part, and by keyboard sends what the question said (issue 19.3)', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const row = await held(page, '0.050')
  const sent = () => sentOrders(exchange).slice(1)
  await row.getByRole('button', { name: 'Close at market' }).press('Enter')
  const box = question(page)
  await expect(box).toContainText('BTCUSDT · Long 0.050 BTC')
  // Enter where the focus begins closes nothing.
  await expect(box.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toHaveCount(0)
  expect(sent()).toEqual([])

  await row.getByRole('button', { name: 'Close at market' }).press('Enter')
  await box.getByRole('radio', { name: '25%' }).check()
  // 0.050 · 25 % = 0.0125, down to the lot.
  await expect(box.getByLabel('Quantity', { exact: true })).toHaveValue('0.012')
  await box.getByRole('button', { name: 'Close 0.012 BTC' }).press('Enter')
  await expect(box).toHaveCount(0)
  expect(sent()).toMatchObject([{ side: 'sell', type: 'market', qty: '0.012', reduceOnly: true }])
  await expect(row).toContainText('0.038')

  // Once it was said not to ask, one press closes; Settings brings the question back.
  await row.getByRole('button', { name: 'Close at market' }).click()
  await box.getByLabel('Quantity', { exact: true }).fill('0.008')
  await box.getByRole('checkbox', { name: "Don't ask again" }).check()
  await box.getByRole('button', { name: 'Close 0.008 BTC' }).click()
  await expect(row).toContainText('0.030')
  await row.getByRole('button', { name: 'Close at market' }).click()
  await expect(row).toHaveCount(0)
  expect(sent().slice(1)).toMatchObject([{ qty: '0.008' }, { qty: '0.03' }])
  await page.goto(`${exchange.origin}/settings`)
  const choice = page.getByRole('checkbox', { name: 'Ask before a position is closed at market' })
  await expect(choice).not.toBeChecked()
  await choice.check()
})

test('cancelling all asks with a number, on a phone too (issue 19.3)', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  const last = await lastPrice(exchange)
  for (const share of [0.995, 0.994])
    await press(page, { side: 'Buy / Long', price: (last * share).toFixed(1), qty: '0.01' })
  const region = await showTable(page, 'Open orders')
  await expect(region.locator('tr[data-order-state="live"]')).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: /^Orders/ }).click()
  await page.getByRole('button', { name: 'Cancel all' }).press('Enter')
  const box = question(page)
  await expect(box).toContainText('Cancel 2 open orders in all markets?')
  await expect(box.getByRole('button', { name: 'Keep them' })).toBeFocused()
  await box.getByRole('button', { name: 'Cancel 2 orders' }).click()
  await expect(page.locator('[data-order-state="live"]')).toHaveCount(0)
})

test('a post-only order that would match is one message with its reason, also in the history (issue 19.5)', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const form = page.getByRole('region', { name: 'Order entry' })
  await form.getByRole('checkbox', { name: 'Post-only' }).check()
  await press(page, { side: 'Buy / Long', price: ((await lastPrice(exchange)) * 1.005).toFixed(1), qty: '0.01' })
  await expect(page.getByRole('alert').filter({ hasText: 'Post-only order not placed' })).toContainText(
    'It would have matched at once. Nothing was filled.',
  )
  await expect(page.getByText('Order placed')).toHaveCount(0)
  const region = await showTable(page, 'Order history')
  await expect(region.locator('tr[data-order-state="canceled"]')).toContainText('It would have matched at once.')
  await expect(page.locator('body')).not.toContainText(/EC_|CancelBy/)
})
