import type { Locator, Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { axeOf, violations } from './lib/axe'
import { ask } from './lib/full-account'
import { expect, lastPrice, openTrade, press, showTable, accountTest as test, typeInto } from './lib/trading'

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

test('closing at market asks, offers a part, and by keyboard sends what the question said (issue 19.3) @ci', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const row = await held(page, '0.050')
  const sent = () => sentOrders(exchange).slice(1)
  await row.getByRole('button', { name: 'Close market' }).press('Enter')
  const box = question(page)
  await expect(box).toContainText('BTCUSDT · Long 0.050 BTC')
  // Enter where the focus begins closes nothing.
  await expect(box.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toHaveCount(0)
  expect(sent()).toEqual([])

  await row.getByRole('button', { name: 'Close market' }).press('Enter')
  await box.getByRole('radio', { name: '25%' }).check()
  // 0.050 · 25 % = 0.0125, down to the lot.
  await expect(box.getByLabel('Quantity', { exact: true })).toHaveValue('0.012')
  const closes = box.getByRole('button', { name: 'Close 0.012 BTC' })
  await expect(closes).toBeEnabled()
  await closes.press('Enter')
  await expect(box).toHaveCount(0)
  expect(sent()).toMatchObject([{ side: 'sell', type: 'market', qty: '0.012', reduceOnly: true }])
  await expect(row).toContainText('0.038')
  // Within 800 ms of the last close a press on the same position is the same press (SAME_PRESS_MS) and sends nothing.
  await page.waitForTimeout(1_000)

  // Once it was said not to ask, one press closes; Settings brings the question back.
  await row.getByRole('button', { name: 'Close market' }).click()
  await box.getByLabel('Quantity', { exact: true }).fill('0.008')
  await box.getByRole('checkbox', { name: "Don't ask again" }).check()
  await box.getByRole('button', { name: 'Close 0.008 BTC' }).click()
  await expect(row).toContainText('0.030')
  await page.waitForTimeout(1_000)
  await row.getByRole('button', { name: 'Close market' }).click()
  await expect(row).toHaveCount(0)
  expect(sent().slice(1)).toMatchObject([{ qty: '0.008' }, { qty: '0.03' }])
  await page.goto(`${exchange.origin}/settings`)
  const choice = page.getByRole('checkbox', { name: 'Ask before a position is closed at market' })
  await expect(choice).not.toBeChecked()
  await choice.check()

  // One that is asked for by kind says what the order costs and leads to (issue 23.5).
  await page.getByRole('checkbox', { name: 'Ask before a market order is sent' }).check()
  await page.goBack()
  await press(page, { side: 'Buy / Long', price: null, qty: '0.020' })
  const order = page.getByRole('dialog', { name: 'Send this order?' })
  await expect(order).toContainText(
    /Quantity\s*0\.020 BTC\s*Value\s*[\d,.]+ USDT\s*Cost\s*[\d,.]+ USDT\s*Fee\s*[\d,.]+ USDT/,
  )
  await expect(order).toContainText(/Position after\s*Long 0\.020 BTC/)
  expect(await violations(page)).toEqual([])
  await order.getByRole('checkbox', { name: "Don't ask again for market orders" }).check()
  await order.getByRole('button', { name: 'Buy 0.020 BTC' }).click()
  await expect(row).toContainText('0.020')
  await press(page, { side: 'Buy / Long', price: null, qty: '0.010' })
  await expect(row).toContainText('0.030')
})

test('a post-only order that would match is one message with its reason, also in the history (issue 19.5) @long', async ({
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

test('one digit too many asks, and by keyboard sends exactly what it asked about (decisions 45) @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const form = page.getByRole('region', { name: 'Order entry' })
  const price = `${Math.round(await lastPrice(exchange))}0`
  await typeInto(form.getByLabel('Price', { exact: true }), price)
  await typeInto(form.getByLabel('Quantity', { exact: true }), '0.001')
  const buy = form.getByRole('button', { name: 'Buy / Long' })
  await buy.press('Enter')
  const box = page.getByRole('dialog', { name: 'Send this order?' })
  await expect(box).toContainText(
    /is 9\d\d% above the mark price [\d,.]+\. The order would fill at once\.|is 8\d\d% above/,
  )
  await expect(box).toContainText('0.001 BTC')
  await expect(box).toContainText(/Contract\s*BTCUSDT\s*Order type\s*Limit/)
  await expect(box.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  expect((await axeOf(page).include('dialog').analyze()).violations.map(({ id }) => id)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(box).toHaveCount(0)
  await expect(buy).toBeFocused()
  expect(sentOrders(exchange)).toEqual([])

  await buy.press('Enter')
  const sends = box.getByRole('button', { name: 'Buy 0.001 BTC' })
  await expect(sends).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(sends).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toHaveCount(0)
  await expect.poll(() => sentOrders(exchange)).toMatchObject([{ side: 'buy', type: 'limit', price, qty: '0.001' }])
  expect(complaints.lines()).toEqual([])
})

test('on a phone: cancelling all asks with a number (issue 19.3), and the question stands over the sheet @ci', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await test.step('cancelling all asks with a number', async () => {
    const last = await lastPrice(exchange)
    for (const share of [0.995, 0.994])
      await press(page, { side: 'Buy / Long', price: (last * share).toFixed(1), qty: '0.01' })
    const region = await showTable(page, 'Open orders')
    await expect(region.locator('tr[data-order-state="live"]')).toHaveCount(2)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('tablist', { name: 'Views' })).toBeVisible()
    await page.getByRole('tab', { name: /^Orders/ }).click()
    await page.getByRole('button', { name: 'Cancel all' }).press('Enter')
    const box = question(page)
    await expect(box).toContainText('Cancel 2 open orders in all markets?')
    await expect(box.getByRole('button', { name: 'Keep them' })).toBeFocused()
    await box.getByRole('button', { name: 'Cancel 2 orders' }).click()
    await expect(page.locator('[data-order-state="live"]')).toHaveCount(0)
  })
  await test.step('whose last order ends meanwhile it says that nothing is left, and offers nothing to send', async () => {
    const price = ((await lastPrice(exchange)) * 0.99).toFixed(1)
    const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price }
    await ask(page, '/v5/order/create', order)
    await page.getByRole('button', { name: 'Cancel all' }).press('Enter')
    const box = question(page)
    const sends = box.getByRole('button', { name: 'Cancel 1 order' })
    await expect(sends).toBeEnabled()
    await sends.focus()
    await ask(page, '/v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT' })
    await expect(box.getByRole('status')).toHaveText('Nothing is left to cancel: it was filled or cancelled meanwhile.')
    await expect(box.getByRole('button', { name: /^(Cancel|Keep) / })).toHaveCount(0)
    // The focus was on the button that is gone.
    await expect(box.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(box).toHaveCount(0)
  })
  await test.step('the question stands over the sheet, and the amendment of an order asks, too', async () => {
    exchange.beginLedgerHere()
    await page.getByRole('button', { name: 'Buy / Long' }).click()
    const sheet = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: 'Order entry' }) })
    const near = Math.floor((await lastPrice(exchange)) * 0.995)
    await sheet.getByLabel('Price', { exact: true }).fill(String(Math.floor(near / 10)))
    await sheet.getByLabel('Quantity', { exact: true }).fill('0.01')
    await sheet.getByRole('button', { name: 'Buy / Long' }).click()
    const box = page.getByRole('dialog', { name: 'Send this order?' })
    await expect(box).toContainText(/is \d\d\.\d% below the mark price/)
    const width = (await box.boundingBox())?.width ?? 0
    expect(width).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
    await expect(sheet).toBeVisible()
    await sheet.getByLabel('Price', { exact: true }).fill(String(near))
    await sheet.getByRole('button', { name: 'Buy / Long' }).click()
    await expect.poll(() => sentOrders(exchange)).toMatchObject([{ price: String(near) }])

    await page.getByRole('tab', { name: /^Orders/ }).click()
    await page.getByRole('button', { name: 'Amend' }).click()
    const amend = page.getByRole('dialog', { name: 'Amend order' })
    await amend.getByLabel('Price', { exact: true }).fill(`${near}0`)
    await amend.getByRole('button', { name: 'Confirm' }).click()
    const change = page.getByRole('dialog', { name: 'Amend this order?' })
    await expect(change).toContainText(/\d\d\d% above the mark price/)
    await change.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(change).toHaveCount(0)
    await expect(amend).toBeVisible()
    expect(exchange.ledger().filter((line) => line.command?.type === 'replace')).toEqual([])
  })
})
