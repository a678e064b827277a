import type { Locator, Page } from '@playwright/test'
import {
  accountTest as test,
  expect,
  expectFeed,
  lastPrice,
  openTrade,
  test as ownTest,
  press,
  showTable,
  ticket,
  typeInto,
} from './lib/trading'

/** What is typed key by key, as with a keyboard whose decimal key is a comma (decisions 40). */
async function key(field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.pressSequentially(text)
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.focus()
  await page.evaluate((value) => document.execCommand('insertText', false, value), text)
}

const placed = (exchange: {
  ledger(): readonly { command?: { type: string; order?: { qty: string; price: string | null } } }[]
}) => exchange.ledger().filter((line) => line.command?.type === 'place')

test('0,5 typed is a half and never five: ticket, amend, leverage and margin', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  const last = await lastPrice(exchange)
  const price = form.getByLabel('Price', { exact: true })
  const qty = form.getByLabel('Quantity', { exact: true })
  await key(price, (last * 0.99).toFixed(1).replace('.', ','))
  await expect(price).toHaveValue((last * 0.99).toFixed(1))
  await key(qty, '0,005')
  await expect(qty).toHaveValue('0.005')
  await form.getByRole('button', { name: 'Buy / Long' }).click()
  await expect.poll(() => placed(exchange).length).toBe(1)
  expect(placed(exchange)[0]!.command!.order).toMatchObject({
    qty: '0.005',
    price: (last * 0.99).toFixed(1).replace(/\.0$/, ''),
  })

  const orders = await showTable(page, 'Open orders')
  await orders.getByRole('button', { name: 'Amend' }).click()
  const amended = page.getByRole('dialog').getByLabel('Quantity', { exact: true })
  await key(amended, '0,025')
  await expect(amended).toHaveValue('0.025')
  await page.keyboard.press('Escape')

  await press(page, { side: 'Buy / Long', price: (last * 1.01).toFixed(1), qty: '0.001' })
  const positions = await showTable(page, 'Positions')
  await positions
    .getByRole('button', { name: /^[\d.]+×$/ })
    .first()
    .click()
  const leverage = page.getByRole('dialog').getByLabel('Leverage', { exact: true })
  await key(leverage, '12,5')
  await expect(leverage).toHaveValue('12.5')
  await key(leverage, '0')
  await expect(page.getByRole('dialog').getByText(/Leverage: enter a number from/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeDisabled()
})

test('a press by key behind a field that changed its number is sent; one whose button moved away from under the pointer is told of', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  const buy = form.getByRole('button', { name: 'Buy / Long' })
  const qty = form.getByLabel('Quantity', { exact: true })
  await form.getByRole('tab', { name: 'Limit', exact: true }).click()
  await typeInto(form.getByLabel('Price', { exact: true }), String(Math.floor((await lastPrice(exchange)) * 0.99)))
  await typeInto(qty, '0.0015')
  // Finer than the lot: changed as the field is left, which its user sees before the key.
  await qty.press('Tab')
  await expect(qty).toHaveValue('0.001')
  await buy.press('Enter')
  await expect.poll(() => placed(exchange).length).toBe(1)

  // What was said of one edit does not come back when another one ends at the same number.
  await expect(form.getByText('Changed from 0.0015 to 0.001.')).toBeVisible()
  await typeInto(qty, '0.002')
  await qty.press('Tab')
  await typeInto(qty, '0.001')
  await qty.press('Tab')
  await expect(qty).toHaveValue('0.001')
  await expect(form.getByText(/Changed from/)).toHaveCount(0)

  const box = (await buy.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await buy.evaluate((button) => (button.style.transform = 'translateY(-120px)'))
  await page.mouse.up()
  await expect(page.getByRole('alert').filter({ hasText: 'The button moved away while it was pressed' })).toBeVisible()
  expect(placed(exchange)).toHaveLength(1)
})

ownTest(
  'a price typed before the first one has come is what is sent (issue 19) @long',
  async ({ context, exchange }) => {
    // The field is found empty, and its contract's price comes while the caret is in it.
    await exchange.control('swallow-subscribe', { topic: 'instrument_info.H.BTCUSDT' })
    const page = await context.newPage()
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    const form = ticket(page)
    const price = form.getByLabel('Price', { exact: true })
    await price.focus()
    await expect(price).toHaveValue('')
    await expect(page.getByLabel('Last price')).toHaveText(/\d/)
    await expectFeed(page, 'live', 20_000)
    const limit = Math.floor((await lastPrice(exchange)) * 0.99)
    await price.pressSequentially(String(limit))
    await typeInto(form.getByLabel('Quantity', { exact: true }), '0.005')
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    await expect.poll(() => placed(exchange).length).toBe(1)
    expect(placed(exchange)[0]!.command!.order).toMatchObject({ qty: '0.005', price: String(limit) })
  },
)

test('what a quantity field makes of text: two readings, none, another number, a comma in the middle @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await test.step('text with two readings or none stays, says so, and nothing is sent', async () => {
    const form = ticket(page)
    const last = await lastPrice(exchange)
    await form.getByLabel('Price', { exact: true }).fill((last * 0.99).toFixed(1))
    const qty = form.getByLabel('Quantity', { exact: true })
    for (const [text, words] of [
      ['1,000', /read in two ways/],
      ['1e5', /this is not a number/],
      ['0.1.2', /this is not a number/],
    ] as const) {
      await paste(page, qty, text)
      await expect(qty).toHaveValue(text)
      await expect(form.getByText(words)).toBeVisible()
      await expect(qty).toHaveAttribute('aria-invalid', 'true')
      await form.getByRole('button', { name: 'Buy / Long' }).click()
      await expect(qty).toHaveValue(text)
    }
    for (const [text, shown] of [
      ['１２３', '123'],
      ['1,000.5', '1000.5'],
      ['64\u00A0210,5', '64210.5'],
    ] as const) {
      await paste(page, qty, text)
      await expect(qty).toHaveValue(shown)
    }
    expect(placed(exchange)).toEqual([])
  })
  await test.step('the press that changes what was typed sends nothing and says what it changed; the next one sends it (decisions 45)', async () => {
    const form = ticket(page)
    const last = await lastPrice(exchange)
    const price = form.getByLabel('Price', { exact: true })
    const qty = form.getByLabel('Quantity', { exact: true })
    const buy = form.getByRole('button', { name: 'Buy / Long' })
    await price.fill((last * 0.99).toFixed(1))
    // Finer than the lot of 0.001.
    await qty.fill('0.0015')
    await buy.click()
    await expect(form.getByText('Changed from 0.0015 to 0.001.')).toBeVisible()
    await expect(qty).toHaveValue('0.001')
    // Finer than the tick of 0.1: rounded up, which a buyer has to see first.
    await price.fill((last * 0.99).toFixed(1) + '3')
    await buy.click()
    await expect(form.getByText(/Changed from .+3 to /)).toBeVisible()
    expect(placed(exchange)).toEqual([])
    const seen = await price.inputValue()
    await buy.click()
    await expect.poll(() => placed(exchange).length).toBe(1)
    expect(placed(exchange)[0]!.command!.order!.qty).toBe('0.001')
    expect(Number(placed(exchange)[0]!.command!.order!.price)).toBe(Number(seen))
  })
  await test.step('the caret stays where a comma was typed, in the middle too', async () => {
    const qty = ticket(page).getByLabel('Quantity', { exact: true })
    // With three digits behind it, it could part a thousand and would stay a comma (ADR-1054).
    await key(qty, '12')
    await qty.press('ArrowLeft')
    await qty.pressSequentially(',9')
    await expect(qty).toHaveValue('1.92')
  })
})
