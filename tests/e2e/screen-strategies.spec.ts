import { axeOf } from './lib/axe'
import { expect, openTrade, showTable, accountTest as test, ticket } from './lib/trading'

test('a TWAP is started with the keyboard, runs under its own tab with its orders, and is stopped there @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const form = ticket(page)
  await form.getByRole('tab', { name: 'Limit', exact: true }).focus()
  await page.keyboard.press('End')
  await expect(form.getByRole('radio', { name: 'TWAP' })).toBeChecked()
  // Two minutes between two parts: the second one comes after the test.
  await form.getByLabel('Interval').selectOption('120')
  await form.getByLabel('Quantity', { exact: true }).fill('0.004')

  // 0.004 in five parts is less than five of the least orders: refused in words, and what was typed stays.
  await form.getByRole('button', { name: 'Buy / Long' }).press('Enter')
  await expect(form.getByText('Quantity: at least 0.005 BTC for 5 parts.', { exact: false })).toBeVisible()
  await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue('0.004')

  await form.getByLabel('Quantity', { exact: true }).fill('0.05')
  await expect(form.getByText('5 parts of about 0.010 BTC', { exact: false })).toBeVisible()
  await form.getByRole('button', { name: 'Buy / Long' }).press('Enter')
  const region = page.getByRole('region', { name: 'Positions and orders' })
  await region.getByRole('tab', { name: 'Strategies' }).click()
  const row = region.locator('tr[data-strategy-state="running"]')
  await expect(row).toContainText('TWAP')
  await expect(row.getByRole('progressbar')).toHaveAttribute('value', '20')
  const { violations } = await axeOf(page).analyze()
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])

  await row.getByRole('button', { name: '1 order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('tr[data-order-state="filled"]')).toContainText('0.010')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: '1 order' })).toBeFocused()

  await row.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('TWAP cancelled')).toBeVisible()
  await region.getByRole('radio', { name: /Ended/ }).check()
  await expect(region.locator('tr[data-strategy-state="canceled"]')).toContainText('20%')
  await showTable(page, 'Trade history')
  await expect(region.locator('tbody tr')).toContainText('TWAP')
  expect(complaints.lines()).toEqual([])
})
