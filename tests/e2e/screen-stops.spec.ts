import type { Locator, Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import {
  expect,
  lastPrice,
  openTrade,
  press,
  showTable,
  accountTest as test,
  test as ownTest,
  ticket,
} from './lib/trading'

const qty = (form: Locator) => form.getByLabel('Quantity', { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Waits out the guard of a dialog that has just opened, then presses. */
async function confirm(page: Page, name = 'Confirm'): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

async function buyAtMarket(page: Page, amount = '0.05'): Promise<Locator> {
  await press(page, { side: 'Buy / Long', price: null, qty: amount })
  const region = await showTable(page, 'Positions')
  const row = region.locator('tr[data-symbol="BTCUSDT"][data-side="buy"]')
  await expect(row).toBeVisible()
  return row
}

/** Moves the market by a share of its price. */
async function move(exchange: ExchangeProcess, factor: number): Promise<void> {
  await exchange.control('price', { symbol: 'BTCUSDT', index: ((await lastPrice(exchange)) * factor).toFixed(1) })
}

ownTest('what waits for the market, which moves @ci', async ({ context, exchange, complaints }) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const form = ticket(page)
  await test.step('a conditional order waits with its trigger, can be amended, and goes to the book when it fires', async () => {
    const last = await lastPrice(exchange)
    await form.getByRole('tab', { name: 'Conditional' }).click()
    await form.getByLabel('Trigger price', { exact: true }).fill((last * 1.02).toFixed(1))
    await expect(form.getByText('Triggers when the last price rises to it.')).toBeVisible()
    await form.getByRole('radio', { name: 'Market' }).check()
    await qty(form).fill('0.02')
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    const region = await showTable(page, 'Open orders')
    const row = region.locator('tr[data-order-state="untriggered"]')
    await expect(row).toContainText('Conditional')
    await expect(row).toContainText('≥')

    await row.getByRole('button', { name: 'Amend' }).click()
    await dialog(page)
      .getByLabel('Trigger price', { exact: true })
      .fill((last * 1.01).toFixed(1))
    // Steps of its field: ten ticks up by the popover, ten down by the arrow keys; Escape closes the popover alone.
    const trigger = dialog(page).getByLabel('Trigger price', { exact: true })
    const typed = Number(await trigger.inputValue())
    await dialog(page).getByRole('button', { name: 'Step the price' }).first().click()
    const steps = page.getByRole('dialog', { name: 'Step the price' })
    await steps.getByRole('button', { name: '+10 ticks' }).click()
    await expect(trigger).toHaveValue((typed + 1).toFixed(1))
    await steps.getByRole('button', { name: 'Clear' }).click()
    await expect(trigger).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(steps).toHaveCount(0)
    await trigger.fill((typed + 1).toFixed(1))
    for (let n = 0; n < 10; n++) await trigger.press('ArrowDown')
    await expect(trigger).toHaveValue(typed.toFixed(1))
    await confirm(page)
    await expect(row).toContainText(
      (last * 1.01).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    )

    await move(exchange, 1.012)
    await expect(row).toHaveCount(0)
    await showTable(page, 'Positions')
    await expect(region.locator('tr[data-symbol="BTCUSDT"][data-side="buy"]')).toContainText('0.020')
  })
  await test.step('an amount steps as a price does: by what an arrow key adds, and many of it (issue 23.2)', async () => {
    await form.getByRole('tab', { name: 'Limit', exact: true }).click()
    await form.getByRole('radio', { name: 'Value' }).check()
    const amount = form.getByLabel('Order value', { exact: true })
    await amount.fill('100')
    await form.getByRole('button', { name: 'Step the value' }).click()
    const steps = page.getByRole('dialog', { name: 'Step the value' })
    for (const [press, now] of [
      ['+50', '150'],
      ['−200', ''],
      ['Minimum', '1'],
      ['+10', '11'],
    ] as const) {
      await steps.getByRole('button', { name: press, exact: true }).click()
      await expect(amount).toHaveValue(now)
    }
    await page.keyboard.press('Escape')
    await expect(steps).toHaveCount(0)
    await form.getByRole('radio', { name: 'Qty' }).check()
  })
  await test.step('TP/SL of the ticket guards the position, and the take-profit closes it', async () => {
    const last = await lastPrice(exchange)
    await form.getByRole('tab', { name: 'Market', exact: true }).click()
    await qty(form).fill('0.05')
    await form.getByRole('checkbox', { name: 'TP/SL' }).check()
    // 10 % of the margin at 10× is 1 % of the price.
    await form.getByLabel('Take profit ROI (%)').fill('10')
    const stop = form.getByLabel('Stop loss price')
    // An empty field steps from the price at which the order would fill, and not from zero.
    await stop.press('ArrowDown')
    expect(Number(await stop.inputValue())).toBeGreaterThan(last * 0.9)
    await stop.fill((last * 0.97).toFixed(1))
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    const region = await showTable(page, 'Open orders')
    await expect(region.locator('tr[data-order-state="untriggered"]')).toHaveCount(2)
    await expect(region.locator('[data-column="type"]').filter({ hasText: 'Take profit' })).toBeVisible()
    await move(exchange, 1.02)
    await expect(region.locator('tr[data-order-state="untriggered"]')).toHaveCount(0)
    await showTable(page, 'Positions')
    await expect(region.locator('tr[data-symbol="BTCUSDT"]')).toHaveCount(0)
  })
  expect(complaints.lines()).toEqual([])
})

test('what guards an order in the book, and sets of a position, added, listed, changed and cancelled by kind @ci', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await test.step('an order in the book gets its TP/SL, which lies beyond its own price', async () => {
    const price = ((await lastPrice(exchange)) * 0.99).toFixed(1)
    await press(page, { side: 'Buy / Long', price, qty: '0.02' })
    const region = await showTable(page, 'Open orders')
    const row = region.locator('tr[data-order-state="live"]')
    await row.getByRole('button', { name: 'TP/SL' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Add TP/SL')
    await dialog(page).getByLabel('Stop loss price').fill(price)
    await expect(dialog(page).getByText('Stop loss: below the order price for a long.')).toBeVisible()
    await dialog(page)
      .getByLabel('Stop loss price')
      .fill((Number(price) * 0.98).toFixed(1))
    await confirm(page)
    await row.getByRole('button', { name: 'TP/SL' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Modify TP/SL')
    await expect(dialog(page).getByLabel('Stop loss price')).toHaveValue((Number(price) * 0.98).toFixed(1))
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(region.locator('tr[data-order-id]')).toHaveCount(0)
  })
  await test.step('partial sets of a position: added, listed, changed and cancelled by kind', async () => {
    const row = await buyAtMarket(page)
    const last = await lastPrice(exchange)
    await row.getByRole('button', { name: 'TP/SL' }).click()
    const box = dialog(page)
    await expect(box).toHaveAccessibleName('Add TP/SL')
    await box.getByRole('tab', { name: 'Partial position' }).click()
    await box.getByRole('button', { name: 'Add', exact: true }).click()
    await qty(box).fill('0.02')
    await box.getByLabel('Take profit price').fill((last * 1.03).toFixed(1))
    await box.getByLabel('Stop loss price').fill((last * 0.97).toFixed(1))
    await box.getByLabel('Take profit closes').selectOption('limit')
    await expect(box.getByText(/Estimated P&L \+/)).toBeVisible()
    await box.getByRole('button', { name: 'Confirm' }).click()
    await expect(box).toHaveAccessibleName('Modify TP/SL')
    await expect(box.getByText('2 of 20 in use')).toBeVisible()

    await box.getByRole('button', { name: 'Modify', exact: true }).click()
    await qty(box).fill('0.03')
    await box.getByRole('button', { name: 'Confirm' }).click()
    await expect(box.getByRole('listitem')).toContainText('0.030 BTC')
    await page.keyboard.press('Escape')
    await expect(row).toContainText('1 partial')

    const region = await showTable(page, 'Open orders')
    await press(page, { side: 'Buy / Long', price: (last * 0.99).toFixed(1), qty: '0.01' })
    await expect(region.locator('tr[data-order-id]')).toHaveCount(3)
    await region.getByRole('radio', { name: /^TP\/SL/ }).check()
    await expect(region.locator('tr[data-order-id]')).toHaveCount(2)
    await region.getByRole('button', { name: 'Cancel all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 orders' }).click()
    await expect(region.locator('tr[data-order-id]')).toHaveCount(0)
    await region.getByRole('radio', { name: /^All/ }).click()
    await expect(region.locator('tr[data-order-state="live"]')).toHaveCount(1)
  })
})

ownTest('a trailing stop shows where it stands and closes the position @long', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  const row = await buyAtMarket(page)
  await row.getByRole('button', { name: 'Trailing stop' }).click()
  const distance = dialog(page).getByLabel('Distance', { exact: true })
  // Between two ticks: what disables the button is said while it is typed.
  await distance.fill('500.03')
  await expect(dialog(page).getByText('Distance: a multiple of 0.1.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeDisabled()
  // What no stop can be far away stays as typed, by whichever key its field is left, and there is nothing to confirm.
  for (const typed of ['0', '-500']) {
    for (const key of ['Tab', 'Enter']) {
      await distance.fill(typed)
      await distance.press(key)
      await expect(distance).toHaveValue(typed)
      await expect(dialog(page).getByText('Distance: at least 0.1.')).toBeVisible()
      await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeDisabled()
    }
  }
  await distance.fill('500')
  const activation = dialog(page).getByLabel('Activation price (optional)')
  await activation.fill('0')
  await activation.press('Tab')
  await expect(dialog(page).getByText('Activation price (optional): at least 0.1.')).toBeVisible()
  await activation.fill('')
  await confirm(page)
  await expect(row.getByRole('button', { name: 'Trailing stop' })).toHaveText('Trailing 500.0')
  await row.getByRole('button', { name: 'Reverse' }).click()
  await expect(dialog(page).getByText(/^Ends with the position.*: Trailing stop\.$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await move(exchange, 0.985)
  await expect(row).toHaveCount(0)
})

test('an isolated position takes margin, and its liquidation price is the one that the dialog foretold @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await ticket(page).getByRole('button', { name: 'Margin mode Cross' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Margin mode')
  await expect(dialog(page).getByRole('radio', { name: 'Cross' })).toBeChecked()
  await dialog(page).getByRole('radio', { name: 'Isolated' }).check()
  await confirm(page)
  await expect(ticket(page).getByRole('button', { name: 'Margin mode Isolated' })).toBeVisible()
  const row = await buyAtMarket(page)
  await row.getByRole('button', { name: 'Add margin' }).click()
  await dialog(page).getByLabel('Amount').fill('100')
  const foretold = /→ ([\d,.]+)/.exec((await dialog(page).getByText(/→/).textContent()) ?? '')?.[1] ?? ''
  expect(foretold).not.toBe('')
  await confirm(page)
  await expect(row).toContainText(foretold)

  await row.getByRole('button', { name: 'Add margin' }).click()
  await dialog(page).getByRole('checkbox', { name: 'Auto-add margin' }).click()
  await expect(dialog(page).getByRole('checkbox', { name: 'Auto-add margin' })).toBeChecked()
  await dialog(page).getByRole('radio', { name: 'Reduce' }).check()
  await dialog(page).getByLabel('Amount').fill('100.0001')
  await expect(dialog(page).getByText(/at most 100.0000 USDT/)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeDisabled()
})

test('hedge mode holds both sides, each with its own leverage; with positions the mode stays @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  await form.getByRole('button', { name: 'Position mode One-way' }).click()
  await dialog(page).getByRole('radio', { name: 'Hedge' }).check()
  await confirm(page)
  await expect(form.getByRole('button', { name: 'Position mode Hedge' })).toBeVisible()
  const long = await buyAtMarket(page, '0.05')
  await press(page, { side: 'Sell / Short', price: null, qty: '0.03' })
  const region = page.getByRole('region', { name: 'Positions and orders' })
  await expect(region.locator('tr[data-symbol="BTCUSDT"][data-side="sell"]')).toContainText('0.030')
  await expect(long).toContainText('0.050')

  await form.getByRole('button', { name: 'Position mode Hedge' }).click()
  await dialog(page).getByRole('radio', { name: 'One-way' }).check()
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(/before you change the position mode/)
  await page.keyboard.press('Escape')

  // Reduce-only sells the long side and leaves the short one.
  await form.getByRole('checkbox', { name: 'Reduce-only' }).check()
  await press(page, { side: 'Sell / Close long', price: null, qty: '0.02' })
  await expect(long).toContainText('0.030')

  // A reverse opens beside what the other side holds: 0.03 + 0.03.
  await long.getByRole('button', { name: 'Reverse' }).click()
  await expect(dialog(page)).toContainText(/Short 10\.00×\s*0\.060 BTC/)
  await expect(dialog(page)).toContainText('Adds to the short of 0.030 BTC that is open beside it.')
  await confirm(page, 'Reverse')
  await expect(region.locator('tr[data-symbol="BTCUSDT"][data-side="sell"]')).toContainText('0.060')
  await expect(long).toHaveCount(0)
})

test('a reverse asks first, closes and opens the other side, and asks no more until the settings say so @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await page.getByLabel('Quick leverage').selectOption('25')
  await expect(ticket(page).getByRole('button', { name: 'Leverage 25.00×' })).toBeVisible()
  const row = await buyAtMarket(page)
  await row.getByRole('button', { name: 'Reverse' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Reverse position')
  await dialog(page).getByRole('checkbox', { name: "Don't ask again" }).check()
  await confirm(page, 'Reverse')
  const region = page.getByRole('region', { name: 'Positions and orders' })
  const short = region.locator('tr[data-symbol="BTCUSDT"][data-side="sell"]')
  await expect(short).toContainText('0.050')
  await expect(row).toHaveCount(0)

  await short.getByRole('button', { name: 'Reverse' }).click()
  await expect(row).toContainText('0.050')
  await page.goto(`${exchange.origin}/settings`)
  const asks = page.getByRole('checkbox', { name: 'Ask before a position is reversed' })
  await expect(asks).not.toBeChecked()
  await asks.check()
  await page.goBack()
  await row.getByRole('button', { name: 'Reverse' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Reverse position')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  ownTest(
    'the sheet places an order with TP/SL, and the card opens what guards it @long',
    async ({ context, exchange }) => {
      const page = await openTrade(context, exchange)
      const last = await lastPrice(exchange)
      await page.getByRole('button', { name: 'Sell / Short' }).click()
      const form = ticket(page)
      await form.getByRole('tab', { name: 'Market', exact: true }).click()
      await qty(form).fill('0.05')
      await form.getByRole('checkbox', { name: 'TP/SL' }).check()
      await form.getByLabel('Take profit price').fill((last * 0.98).toFixed(1))
      await form.getByRole('button', { name: 'Sell / Short' }).click()
      await page.getByRole('tab', { name: 'Positions' }).first().click()
      const region = page.getByRole('region', { name: 'Positions and orders' })
      const card = region.locator('tr[data-symbol="BTCUSDT"][data-side="sell"]')
      await expect(card).toBeVisible()
      await card.getByRole('button', { name: 'TP/SL' }).click()
      await expect(dialog(page)).toHaveAccessibleName('Modify TP/SL')
      await dialog(page)
        .getByLabel('Stop loss price')
        .fill((last * 1.02).toFixed(1))
      await confirm(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await move(exchange, 0.975)
      await expect(card).toHaveCount(0)
    },
  )
})
