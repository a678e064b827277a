import type { Locator, Page } from '@playwright/test'
import { restHoldings } from './lib/agreement'
import { chooseTheme, unreadable, violations } from './lib/axe'
import type { ExchangeProcess } from './lib/exchange-process'
import { accountTest as test, expect, lastPrice, openTrade, showTable, ticket, typeInto } from './lib/trading'

test.describe.configure({ timeout: 90_000 })

function ladderOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Price ladder' })
}

/** Rows of prices, highest first; the one of the columns' names is none. */
function rowsOf(page: Page): Locator {
  return ladderOf(page).locator('[data-ticks]')
}

async function openLadder(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'Ladder' }).click()
  await expect(rowsOf(page).nth(10)).toBeVisible()
  return ladderOf(page)
}

function commands(exchange: ExchangeProcess): readonly string[] {
  return exchange.ledger().flatMap(({ command }) => {
    const type = command?.type ?? ''
    return ['place', 'replace', 'cancel'].includes(type) ? [type] : []
  })
}

/** The focused row's price, as the exchange writes it: ticks of 0.1. */
async function focusedPrice(page: Page): Promise<string> {
  const ticks = await page.evaluate(() => Number((document.activeElement as HTMLElement).dataset['ticks']))
  return String(ticks / 10)
}

/** Moves the keyboard far below the market, where an order rests: rows of a whole dollar, page after page. */
async function goFarBelow(page: Page): Promise<void> {
  await rowsOf(page).last().locator('th').click()
  for (let i = 0; i < 3; i++) await page.keyboard.press('-')
  for (let i = 0; i < 12; i++) await page.keyboard.press('PageDown')
  // Into the middle of the rows: a line more above them leaves it in sight.
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp')
}

test('an order is placed, moved and cancelled in the ladder by mouse and by keyboard, and only while it is armed @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const ladder = await openLadder(page)
  const told = ladder.getByRole('status').last()

  // Disarmed, a press fills the ticket, and keys send nothing.
  await goFarBelow(page)
  const first = await focusedPrice(page)
  await page.keyboard.press('Enter')
  await expect(ticket(page).getByLabel('Price', { exact: true })).toHaveValue(Number(first).toFixed(1))
  expect(commands(exchange)).toEqual([])

  await ladder.getByRole('switch', { name: 'One-press trading' }).click()
  await expect(page.getByRole('button', { name: 'Disarm' })).toBeVisible()
  const row = ladder.locator(`[data-ticks="${Number(first) * 10}"]`)
  await row.locator('[data-press="buy"]').click()
  await expect(told).toHaveText(/^Buy [\d.]+ at [\d,.]+: placed$/)
  const chip = row.locator('[data-own="buy"]')
  await expect(chip).not.toHaveAttribute('data-pending')
  expect((await restHoldings(page)).orders).toEqual([expect.stringContaining(` ${first} `)])

  // Dragged three rows up.
  const target = ladder.locator(`[data-ticks="${Number(first) * 10 + 30}"]`)
  await chip.hover()
  await page.mouse.down()
  await target.hover()
  await expect(target).toHaveAttribute('data-pressed', 'drop')
  await page.mouse.up()
  await expect(target.locator('[data-own="buy"]')).not.toHaveAttribute('data-pending')
  await expect
    .poll(async () => (await restHoldings(page)).orders)
    .toEqual([expect.stringContaining(` ${Number(first) + 3} `)])
  expect(commands(exchange)).toEqual(['place', 'replace'])

  // By keyboard: back down by two, then gone.
  await target.focus()
  await page.keyboard.press(' ')
  await expect(told).toContainText('Moving the orders')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await restHoldings(page)).orders)
    .toEqual([expect.stringContaining(` ${Number(first) + 1} `)])
  const moved = ladder.locator(`[data-ticks="${Number(first) * 10 + 10}"]`)
  await expect(moved.locator('[data-own="buy"]')).not.toHaveAttribute('data-pending')
  await moved.focus()
  await page.keyboard.press('Delete')
  await expect(ladder.locator('[data-own]')).toHaveCount(0)
  expect(commands(exchange)).toEqual(['place', 'replace', 'replace', 'cancel'])

  // Placed by a key that is held, and cancelled by a press on it.
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const again = ladder.locator('[data-own="buy"]')
  await expect(again).toHaveCount(1)
  await expect(again).not.toHaveAttribute('data-pending')
  await again.click()
  await expect(again).toHaveCount(0)
  await expect.poll(async () => (await restHoldings(page)).orders).toEqual([])
  expect(commands(exchange)).toEqual(['place', 'replace', 'replace', 'cancel', 'place', 'cancel'])
  const history = await showTable(page, 'Order history')
  await expect(history.locator('tr[data-order-state="canceled"]')).toHaveCount(2)

  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme)
    expect(await (theme === 'dark' ? violations(page) : unreadable(page)), theme).toEqual([])
  }
  expect(complaints.lines()).toEqual([])
})

test('a click in the plain book trades once it is chosen and armed, at a price that stands still; by keyboard, too @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const book = page.getByRole('region', { name: 'Order book' })
  await page.mouse.move(300, 300)
  const canvas = book.locator('canvas')
  // Live sides have their colours, although the page's first picture was drawn as old.
  await expect
    .poll(() =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
        return data.some((red, i) => i % 4 === 0 && red > 150 && red - data[i + 1]! > 60)
      }),
    )
    .toBe(true)
  await book.getByRole('button', { name: 'Clicks in the order book trade' }).click()
  const box = (await canvas.boundingBox())!
  const deep = { x: box.x + 40, y: box.y + box.height - 12 }
  await page.mouse.click(deep.x, deep.y)
  expect(commands(exchange)).toEqual([])

  await book.getByRole('switch', { name: 'One-press trading' }).click()
  await page.mouse.move(deep.x, deep.y)
  const aim = book.getByText(/^Press: buy [\d.]+ at [\d,.]+$/)
  await expect(aim).toBeVisible()
  const price = (await aim.textContent())!.split(' at ')[1]!.replaceAll(',', '')
  await page.mouse.down()
  await page.mouse.up()
  const prices = (): readonly unknown[] =>
    exchange
      .ledger()
      .flatMap(({ command }) =>
        command?.type === 'place' ? [(command as { order?: { price?: string } }).order?.price] : [],
      )
  await expect.poll(() => prices().map(Number)).toEqual([Number(price)])
  expect(await violations(page)).toEqual([])

  // By keyboard, and held down it is one order.
  await page.mouse.move(300, 300)
  const level = book.getByRole('spinbutton', { name: 'Price in the order book' })
  await level.focus()
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown')
  const ticks = Number(await level.getAttribute('aria-valuenow'))
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect.poll(() => prices().map(Number)).toEqual([Number(price), ticks / 10])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Disarm' })).toHaveCount(0)
  // The rows move again: what Enter takes over is the level as it is then.
  await expect(async () => {
    await page.keyboard.press('Enter')
    const taken = Number(await level.getAttribute('aria-valuenow'))
    await expect(ticket(page).getByLabel('Price', { exact: true })).toHaveValue((taken / 10).toFixed(1), {
      timeout: 500,
    })
  }).toPass()
  expect(prices()).toHaveLength(2)
  expect(complaints.lines()).toEqual([])
})

test('hotkeys do nothing until armed and in a text field, are edited without conflicts, and place and cancel @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  await page.mouse.move(300, 300)
  const sheet = page.getByRole('dialog', { name: 'One-press trading' })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await violations(page)).toEqual([])
  await sheet.getByRole('button', { name: /^Reverse the position: R/ }).click()
  await page.keyboard.press('b')
  await expect(sheet.getByRole('alert')).toContainText('Buy at the best ask')
  await page.keyboard.press('k')
  await expect(sheet.getByRole('button', { name: /^Reverse the position: K/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  // Disarmed: every key of the list.
  for (const key of ['b', 's', 'B', 'S', 'i', 'o', 'z', 'c', 'C', 'k']) await page.keyboard.press(key)
  await page.keyboard.press('?')
  await sheet.getByRole('checkbox', { name: 'One-press trading is armed' }).check()
  // A dialog has the focus.
  await page.keyboard.press('B')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  const disarm = page.getByRole('button', { name: 'Disarm' })
  await expect(disarm).toBeVisible()
  // A text field has it.
  const qty = ticket(page).getByLabel('Quantity', { exact: true })
  await typeInto(qty, '0.01')
  await qty.press('b')
  expect(commands(exchange)).toEqual([])

  // Held down it is one order; it rests one tick above the best bid, or with it, and so may fill at any time.
  await page
    .locator('main')
    .first()
    .click({ position: { x: 5, y: 5 } })
  await page.keyboard.down('Shift')
  await page.keyboard.down('B')
  await page.keyboard.down('B')
  await page.keyboard.up('B')
  await page.keyboard.up('Shift')
  await expect.poll(() => commands(exchange)).toEqual(['place'])
  await page.keyboard.press('Escape')
  await expect(disarm).toHaveCount(0)
  await page.keyboard.press('B')
  await page.keyboard.press('b')
  // What is pressed after the keys is after them: they have sent nothing.
  await showTable(page, 'Order history')
  expect(commands(exchange).filter((type) => type === 'place')).toHaveLength(1)
  expect(complaints.lines()).toEqual([])
})

/** Texts that reach over the end of what they stand in, or out of the window. */
async function cutOff(all: Locator): Promise<readonly string[]> {
  return all.evaluateAll((elements) =>
    elements
      .filter((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        const { right, bottom } = range.getBoundingClientRect()
        let end = innerWidth
        for (let box: Element | null = one; box !== null; box = box.parentElement)
          if (getComputedStyle(box).overflowX !== 'visible') end = Math.min(end, box.getBoundingClientRect().right)
        // A head of a column stands in no box that cuts it off.
        const own = one.getBoundingClientRect()
        if (one.matches('th')) end = Math.min(end, own.right)
        return right > end + 0.5 || bottom > own.bottom + 1
      })
      .map((one) => one.textContent ?? ''),
  )
}

test('in hedge mode ladder, book, keys and messages say what a press opens, on a desk and on a phone @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await ticket(page).getByRole('button', { name: 'Position mode One-way' }).click()
  const mode = page.getByRole('dialog', { name: 'Position mode' })
  await mode.getByRole('radio', { name: 'Hedge' }).check()
  await mode.getByRole('button', { name: 'Confirm' }).click()
  await expect(ticket(page).getByRole('button', { name: 'Position mode Hedge' })).toBeVisible()

  // What is asked before an order is sent names it as well: a price with a digit too many asks.
  await typeInto(ticket(page).getByLabel('Price', { exact: true }), `${Math.round(await lastPrice(exchange))}0`)
  await typeInto(ticket(page).getByLabel('Quantity', { exact: true }), '0.001')
  await ticket(page).getByRole('button', { name: 'Buy / Long' }).click()
  const asked = page.getByRole('dialog', { name: 'Send this order?' })
  await expect(asked.getByRole('button', { name: 'Open long 0.001 BTC' })).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel', exact: true }).click()

  const book = page.getByRole('region', { name: 'Order book' })
  await book.getByRole('button', { name: 'Clicks in the order book trade' }).click()
  const hint = book.getByText('Bid: long, ask: short; Shift: reversed')
  await expect(hint).toBeVisible()
  expect(await cutOff(hint)).toEqual([])
  await book.getByRole('switch', { name: 'One-press trading' }).click()
  const box = (await book.locator('canvas').boundingBox())!
  // The lowest row of the bids, and the highest of the asks.
  await page.mouse.move(box.x + 40, box.y + box.height - 12)
  const aim = book.getByText(/^Press: open long [\d.]+ at [\d,.]+$/)
  await expect(aim).toBeVisible()
  expect(await cutOff(aim)).toEqual([])
  await page.mouse.move(box.x + 40, box.y + 12)
  await expect(book.getByText(/^Press: open short [\d.]+ at [\d,.]+$/)).toBeVisible()
  await page.mouse.down()
  await page.mouse.up()
  // It rests, unless the market has come to it meanwhile.
  await expect(page.getByText(/BTCUSDT Sell .* (Opens|Opened) short\.$/).first()).toBeVisible()
  await page.mouse.move(300, 300)
  const told = book.getByRole('status').filter({ hasText: /at [\d,.]+:/ })
  await expect(told).toHaveText(/^Open short [\d.]+ at [\d,.]+: (placed|filled)$/)
  expect(await cutOff(told)).toEqual([])

  // The same sale by the keyboard's list, which names what opens.
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'One-press trading' })
  await expect(sheet.getByRole('button', { name: /^Open short at the best bid: S/ })).toBeVisible()
  await page.keyboard.press('Escape')

  const ladder = await openLadder(page)
  const heads = ladder.getByRole('columnheader', { name: /^(Bid: a press opens long|Ask: a press opens short)$/ })
  await expect(heads).toHaveCount(2)
  expect(await cutOff(heads)).toEqual([])
  await expect(ladder.getByRole('status').last()).toHaveText(/^Open short /)
  expect(await violations(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: 'Ladder' }).click()
  await expect(heads).toHaveCount(2)
  expect(await cutOff(heads)).toEqual([])
  await expect(ladder.getByRole('status').last()).toHaveText(/^Open short /)
  expect(await cutOff(ladder.getByRole('status').last())).toEqual([])

  // What a press became is told beside the way to end it, not over it.
  const disarm = page.getByRole('button', { name: 'Disarm' })
  if ((await disarm.count()) === 0) await ladder.getByRole('switch', { name: 'One-press trading' }).click()
  await page.keyboard.press('b')
  await expect(page.getByText(/^Order (filled|placed)/).first()).toBeVisible()
  await disarm.click({ timeout: 2_000 })
  await expect(disarm).toHaveCount(0)
  expect(complaints.lines()).toEqual([])
})
