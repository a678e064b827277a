import { expect, lastPrice, openTrade, press, showTable, accountTest as test, ticket, typeInto } from './lib/trading'

test('one order, from the press to every table, and one of a double press (O7)', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  await test.step('a refusal names the bound and keeps what was typed', async () => {
    exchange.beginLedgerHere()
    const form = ticket(page)
    await typeInto(form.getByLabel('Price', { exact: true }), '60000')
    await typeInto(form.getByLabel('Quantity', { exact: true }), '900')
    // Before the account has come nothing says that this is too much: the size alone would be asked about.
    await expect(form.getByRole('status').filter({ hasText: /^Max long [\d.]+ BTC/ })).toBeVisible()
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue(/900/)
    expect(exchange.ledger().filter((line) => line.command?.type === 'place' && line.result?.ok === true)).toHaveLength(
      0,
    )
  })
  await test.step('a limit order rests, is amended, and is cancelled', async () => {
    exchange.beginLedgerHere()
    const far = Math.floor((await lastPrice(exchange)) * 0.995)
    await press(page, { side: 'Buy / Long', price: String(far), qty: '0.01' })
    const region = await showTable(page, 'Open orders')
    const row = region.getByRole('table', { name: 'Open orders' }).locator('tr[data-order-id]')
    await expect(row).toHaveCount(1)
    await expect(row).toHaveAttribute('data-order-state', 'live')
    const orderId = await row.getAttribute('data-order-id')

    await row.getByRole('button', { name: 'Amend' }).click()
    const dialog = page.getByRole('dialog')
    await typeInto(dialog.getByLabel('Quantity'), '0.02')
    await dialog.getByRole('button', { name: /confirm|amend/i }).click()
    await expect(row).toContainText('0.020')
    expect(await row.getAttribute('data-order-id')).toBe(orderId)

    await row.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(row).toHaveCount(0)
    await showTable(page, 'Order history')
    const history = region.getByRole('table', { name: 'Order history' }).locator(`tr[data-order-id="${orderId}"]`)
    await expect(history).toHaveAttribute('data-order-state', 'canceled')
    const commands = exchange.ledger().map((line) => line.command?.type)
    expect(commands.filter((type) => type === 'place')).toHaveLength(1)
    expect(commands.filter((type) => type === 'replace')).toHaveLength(1)
    expect(commands.filter((type) => type === 'cancel')).toHaveLength(1)
  })
  await test.step('a double press is one order', async () => {
    exchange.beginLedgerHere()
    const form = ticket(page)
    await typeInto(form.getByLabel('Price', { exact: true }), String(Math.floor((await lastPrice(exchange)) * 0.995)))
    await typeInto(form.getByLabel('Quantity', { exact: true }), '0.01')
    await form.getByRole('button', { name: 'Buy / Long' }).dblclick()
    const region = await showTable(page, 'Open orders')
    await expect(region.getByRole('table', { name: 'Open orders' }).locator('tr[data-order-id]')).toHaveCount(1)
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(1)
    await region.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(region.locator('tr[data-order-id]')).toHaveCount(0)
  })
  await test.step('what a double click opens stays open', async () => {
    for (const [area, name] of [
      [ticket(page), 'What the figures mean'],
      [page.locator('body'), 'Edit sizes'],
    ] as const) {
      await area.getByRole('button', { name, exact: true }).first().dblclick()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name })).toHaveCount(0)
    }
  })
  await test.step('a market order fills, makes a position, and the position is closed at market', async () => {
    exchange.beginLedgerHere()
    await press(page, { side: 'Buy / Long', price: null, qty: '0.05' })
    const region = await showTable(page, 'Positions')
    const row = region.getByRole('table', { name: 'Positions' }).locator('tr[data-symbol="BTCUSDT"]')
    await expect(row).toHaveAttribute('data-side', /^(buy|Buy|long)$/)
    await expect(row).toContainText('0.050')
    await row.getByRole('button', { name: 'Close market' }).click()
    // One button of the question closes; what dismisses it has another name.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /close|confirm/i })
      .click()
    await expect(row).toHaveCount(0)
    await showTable(page, 'Trade history')
    await expect
      .poll(() => region.getByRole('table', { name: 'Trade history' }).locator('tbody tr').count())
      .toBeGreaterThanOrEqual(2)
    const fills = exchange.ledger().filter((line) => line.execId !== undefined)
    expect(new Set(fills.map((line) => line.execId)).size).toBe(fills.length)
  })
})
