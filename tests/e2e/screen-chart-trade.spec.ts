import { violations } from './lib/axe'
import type { Locator, Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { accountTest as test, expect, farBelow, lastPrice, openTrade, press, ticket } from './lib/trading'

test.describe.configure({ timeout: 180_000 })

async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await violations(page), where).toEqual([])
}

const chartOf = (page: Page): Locator => page.getByRole('region', { name: 'Chart' })

/** Changes of orders that reached the exchange. */
function replaced(exchange: ExchangeProcess): readonly { readonly price: unknown; readonly isTaken: boolean }[] {
  return exchange
    .ledger()
    .flatMap(({ command, result }) =>
      command?.type === 'replace' || command?.type === 'amend'
        ? [{ price: (command as { price?: unknown }).price, isTaken: result?.ok === true }]
        : [],
    )
}

/** Presses at a place, moves and lets go there, or leaves the pointer down. */
async function dragBy(page: Page, from: { x: number; y: number }, dy: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + dy / 2)
  await page.mouse.move(from.x, from.y + dy)
}

test('an order is moved by its line with a mouse, by keyboard, and taken back; a lost answer shows both prices', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const chart = chartOf(page)
  // The market rises by 1.2 per cent, so that a price of before lies among the bars, whatever the day was like, and far
  // enough from the last price that its label is not moved from its stroke.
  const before = await lastPrice(exchange)
  const risen = (before * 1.012).toFixed(1)
  await exchange.control('price', { symbol: 'BTCUSDT', index: risen, last: risen })
  await expect.poll(() => lastPrice(exchange)).toBeGreaterThan(before * 1.01)
  const below = String(Math.floor(before * 1.003))
  await press(page, { side: 'Buy / Long', price: below, qty: '0.01' })
  const handle = chart.getByRole('slider', { name: 'Move: Buy limit 0.010' })
  const moved = chart.locator('[data-chip][data-kind="moved"]')
  const axis = chart.locator('[data-chip][data-kind="order"] [data-chip-price]')
  const priceOf = async (): Promise<number> => Number((await axis.innerText()).replaceAll(',', ''))
  await expect(handle).toBeVisible()
  const first = await priceOf()

  // By its label: Escape leaves it where it was, and the bars do not scroll.
  const box = await handle.boundingBox()
  if (box === null) throw new Error('the line has no label')
  const label = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await dragBy(page, label, 40)
  await expect(moved).toContainText('%')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(moved).toHaveCount(0)
  expect(replaced(exchange)).toEqual([])

  // By its stroke, between the label and the message that the order was placed; the scale has moved with the market.
  const now = (await handle.boundingBox()) ?? box
  await dragBy(page, { x: now.x - 15, y: now.y + now.height / 2 }, 40)
  await expect(moved).toContainText('%')
  await page.mouse.up()
  await expect.poll(priceOf).toBeLessThan(first)
  const second = await priceOf()
  await expect.poll(() => replaced(exchange)).toMatchObject([{ isTaken: true }])
  // A tick of 0.1.
  expect(Math.round(second * 10) / 10).toBe(second)
  await chart.getByRole('status').filter({ hasText: 'moved to' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(priceOf).toBe(first)
  expect(replaced(exchange)).toHaveLength(2)

  // By keyboard: ten ticks and one up, then Enter.
  await handle.focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowUp')
  await expect(moved).toHaveCount(1)
  await expectAccessible(page, 'a line under way')
  // That takes seconds of the page's own time on a busy machine, and a page that stood still refuses until it has new prices.
  const channel = page.getByRole('contentinfo').locator('[data-state]').first()
  const stood = await channel.innerText()
  await expect.poll(() => channel.innerText()).not.toBe(stood)
  await page.keyboard.press('Enter')
  await expect.poll(priceOf).toBe(Math.round(first * 10 + 11) / 10)
  await expect(handle).toBeFocused()

  // O12: the exchange took it, and its answer is lost.
  await exchange.control('mute', { topic: 'user.order' })
  await exchange.control('http-status', { call: 'order/replace', phase: 'after-commit', status: 503 })
  await exchange.control('http-status', { call: 'order/realtime', status: 503, n: 50 })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chart.locator('[data-chip][data-kind="asked"]')).toContainText('? Result unknown')
  await expect(chart.locator('[data-chip][data-kind="order"]')).toContainText('? Result unknown')
  await exchange.control('reset')
  await expect(chart.locator('[data-chip][data-kind="asked"]')).toHaveCount(0)
  await expect.poll(priceOf).toBe(Math.round(first * 10 + 10) / 10)
  expect(replaced(exchange)).toHaveLength(4)

  // Beyond the prices in view its label stays at the edge, and is what it is cancelled by.
  await press(page, { side: 'Buy / Long', price: await farBelow(exchange, 'BTCUSDT', 0.85), qty: '0.02' })
  const edge = chart.locator('[data-chip][data-edge="down"]')
  await expect(edge.locator('[data-chip-text]')).toHaveText('Buy limit 0.020')
  await edge.getByRole('button', { name: /^Cancel: Buy limit 0\.020 at/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(edge).toHaveCount(0)
  expect(complaints.lines()).toEqual([])
})

test('the menu of a price fills the ticket, a bracket moves with its entry, and a position gives its stop by keyboard @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const chart = chartOf(page)
  const form = ticket(page)
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  // Before its bars have come, the chart's prices are none of the market's.
  await expect(chart.locator('[aria-busy="true"]')).toHaveCount(0)
  const canvas = await chart.locator('canvas').first().boundingBox()
  if (canvas === null) throw new Error('the chart has no canvas')
  const low = { x: canvas.x + canvas.width / 3, y: canvas.y + canvas.height * 0.8 }
  const menu = page.getByRole('menu')

  await page.mouse.click(low.x, low.y, { button: 'right' })
  await expect(menu.getByRole('menuitem').first()).toContainText('Copy price')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused()
  await expectAccessible(page, 'menu')
  await menu.getByRole('menuitem', { name: /^Buy at .* with TP\/SL in the ticket$/ }).click()
  await expect(menu).toHaveCount(0)
  const stop = form.getByLabel('Stop loss price')
  const entry = form.getByLabel('Price', { exact: true })
  await expect(stop).not.toHaveValue('')
  const numbers = async () => [Number(await entry.inputValue()), Number(await stop.inputValue())] as const
  const [atFirst, stopFirst] = await numbers()
  const drafts = chart.locator('[data-chip][data-kind="preorder"]')
  await expect(drafts).toHaveCount(3)
  await chart.getByRole('slider', { name: /^Move: Not sent \d/ }).focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await numbers())[0]).toBe(Math.round(atFirst * 10 - 10) / 10)
  expect((await numbers())[1]).toBe(Math.round(stopFirst * 10 - 10) / 10)
  await page.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  await form.getByRole('checkbox', { name: 'TP/SL' }).uncheck()
  await press(page, { side: 'Buy / Long', price: null, qty: '0.01' })
  const pull = chart.getByRole('slider', { name: 'Set TP or SL: Long 0.010' })
  await pull.focus()
  for (let press = 0; press < 30; press++) await page.keyboard.press('PageDown')
  await expect(chart.locator('[data-chip][data-kind="moved"]')).toContainText('SL 0.010')
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('slider', { name: 'Move: SL 0.010' })).toBeVisible()
  // The messages that come with it leave its undo to be read and pressed.
  const undo = chart.getByRole('status').filter({ hasText: 'SL 0.010 set at' })
  await expect(page.getByText('TP/SL of BTCUSDT is set')).toBeVisible()
  const isOnTop = await undo.evaluate((bar) => {
    const { left, right, top, bottom } = bar.getBoundingClientRect()
    return [left + 2, (left + right) / 2, right - 2].every((x) =>
      bar.contains(document.elementFromPoint(x, (top + bottom) / 2)),
    )
  })
  expect(isOnTop).toBe(true)
  await undo.getByRole('button', { name: 'Undo' }).click()
  await expect(chart.getByRole('slider', { name: 'Move: SL 0.010' })).toHaveCount(0)
  expect(complaints.lines()).toEqual([])
})

test('an alert is set at a price of the chart, has a line, and tells one toast when it fires @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const chart = chartOf(page)
  await expect(chart.getByRole('button', { name: 'Indicators' })).toBeEnabled()
  const canvas = await chart.locator('canvas').first().boundingBox()
  if (canvas === null) throw new Error('the chart has no canvas')
  const openMenu = async (): Promise<void> =>
    page.mouse.click(canvas.x + canvas.width / 3, canvas.y + canvas.height * 0.8, { button: 'right' })
  await openMenu()
  await page.getByRole('menuitem', { name: /^Alert when the price crosses/ }).click()
  const line = chart.locator('[data-chip][data-kind="alert"]')
  await expect(line).toContainText('Alert, crossing')
  await line.getByRole('button', { name: /^Remove: Alert, crossing at/ }).click()
  await expect(line).toHaveCount(0)

  // It holds already: the next price fires it.
  await openMenu()
  await page.getByRole('menuitem', { name: 'Alerts…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Price alerts of BTCUSDT' })
  await dialog.getByLabel('When').selectOption('is above')
  await expectAccessible(page, 'alerts')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await expect(dialog.getByRole('listitem')).toContainText(/Fired at \d/)
  await expect(page.getByText(/^BTCUSDT reached \d/)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(line).toHaveCount(0)
  expect(complaints.lines()).toEqual([])
})
