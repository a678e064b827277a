import type { Locator, Page } from '@playwright/test'
import { chooseTheme, violations } from './lib/axe'
import { accountTest as test, expect, farBelow, lastPrice, openTrade, showTable, ticket } from './lib/trading'

/** More than there is to reach between two controls of the trade page. */
const STEPS_MAX = 250

/** Goes on with Tab alone until a control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

async function typeAt(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function pressAt(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** What a reader is told of the dialog that stands, and that nothing in it keeps anybody out, in both themes. */
async function expectReadable(page: Page, tree: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toMatchAriaSnapshot(tree)
  for (const theme of ['light', 'dark'] as const) {
    await chooseTheme(page, theme)
    expect(await violations(page), theme).toEqual([])
  }
}

test('an order is placed, amended, cancelled and guarded by the keyboard alone, through dialogs that a reader can follow @long', async ({
  context,
  exchange,
}) => {
  test.setTimeout(120_000)
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  const buy = form.getByRole('button', { name: 'Buy / Long' })
  const region = await showTable(page, 'Open orders')
  await test.step('place', async () => {
    await typeAt(page, form.getByLabel('Price', { exact: true }), await farBelow(exchange))
    await typeAt(page, form.getByLabel('Quantity', { exact: true }), '0.01')
    await pressAt(page, buy)
    await expect(region.locator('tr[data-order-id]')).toContainText('0.010')
  })
  const row = region.locator('tr[data-order-id]')
  await test.step('amend', async () => {
    await pressAt(page, row.getByRole('button', { name: 'Amend' }))
    const dialog = page.getByRole('dialog')
    await expectReadable(
      page,
      `
      - dialog:
        - heading [level=2]
        - textbox "Price"
        - textbox "Quantity"
        - button "Cancel"
      `,
    )
    await typeAt(page, dialog.getByLabel('Quantity', { exact: true }), '0.02')
    await pressAt(page, dialog.getByRole('button', { name: /amend|confirm/i }))
    await expect(row).toContainText('0.020')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('cancel', async () => {
    await pressAt(page, row.getByRole('button', { name: 'Cancel', exact: true }))
    await expect(row).toHaveCount(0)
  })
  await test.step('hold a position, and attach its stop-loss', async () => {
    const market = form.getByRole('tab', { name: 'Market', exact: true })
    await tabTo(page, form.getByRole('tab', { name: 'Limit', exact: true }))
    await page.keyboard.press('ArrowRight')
    await expect(market).toHaveAttribute('aria-selected', 'true')
    await typeAt(page, form.getByLabel('Quantity', { exact: true }), '0.02')
    await pressAt(page, buy)
    await tabTo(page, region.getByRole('tab', { name: /^Open orders/ }))
    await page.keyboard.press('ArrowLeft')
    const held = region.getByRole('table', { name: 'Positions' }).locator('tr[data-symbol="BTCUSDT"]')
    await expect(held).toContainText('0.020')
    await pressAt(page, held.getByRole('button', { name: 'TP/SL', exact: true }).first())
    const dialog = page.getByRole('dialog')
    await expectReadable(
      page,
      `
      - dialog "Add TP/SL":
        - heading "Add TP/SL" [level=2]
        - tablist "TP/SL mode"
        - tabpanel "Entire position":
          - group "Take profit":
            - textbox "Take profit price"
          - group "Stop loss":
            - textbox "Stop loss price"
      `,
    )
    const stop = ((await lastPrice(exchange)) * 0.97).toFixed(1)
    await typeAt(page, dialog.getByLabel('Stop loss price'), stop)
    await pressAt(page, dialog.getByRole('button', { name: /^Confirm|^Set/i }))
    await expect(dialog).toHaveCount(0)
    await expect(held).toContainText(Number(stop).toLocaleString('en', { minimumFractionDigits: 1 }))
  })
})
