import type { Locator } from '@playwright/test'
import { expect, expectFeed, openTrade, test, ticket, typeInto } from './lib/trading'

test.use({ exchangeEnv: { HALYARD_MARKETS: 'all' }, hasServiceWorker: false })

/** The perpetual of BTC against its pair: it never ends, and its price is about zero. */
const NAME = 'BTCUSDT − BTC/USDT'

/** What stands in the cells of a row stands apart, and ends within it. */
async function expectApart(row: Locator): Promise<void> {
  const gaps = await row.evaluate((element) => {
    const boxes = [...element.children].map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect()
    })
    const end = element.getBoundingClientRect().right
    return boxes.map(({ right }, index) => Math.round((boxes[index + 1]?.left ?? end) - right))
  })
  expect(Math.min(...gaps.slice(0, -1))).toBeGreaterThanOrEqual(4)
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(0)
}

test('a spread is found in the list, an order below zero rests, is amended and cancelled, a market order fills both legs, and the other side closes them @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await context.newPage()
  complaints.watch(page)
  await page.goto(`${exchange.origin}/markets`)
  await expectFeed(page, 'live', 30_000)

  await test.step('the list of spreads is ordered, chosen by kind, and leads to the page', async () => {
    await page.getByRole('tab', { name: /^Spreads/ }).click()
    const list = page.getByRole('tabpanel', { name: 'Spreads' })
    await expect(list.getByRole('columnheader', { name: /^Yield a year/ })).toHaveAttribute('aria-sort', 'descending')
    await list.getByRole('radio', { name: /^Funding/ }).check()
    await expect(list.getByRole('rowheader')).toHaveCount(3)
    await list.getByRole('link', { name: new RegExp(`^${NAME}`) }).click()
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
    await expectFeed(page, 'live', 15_000)
  })

  const form = ticket(page)
  const account = page.getByRole('region', { name: 'Positions and orders' })
  const rows = account.getByRole('row')

  await test.step('an order below zero rests, is amended and cancelled', async () => {
    await typeInto(form.getByLabel('Quantity of each leg'), '0.01')
    await typeInto(form.getByLabel('Price (A − B)'), '-150')
    await expect(form.getByRole('row', { name: 'You hold' })).toBeVisible()
    await form.getByRole('button', { name: 'Buy spread' }).click()
    await account.getByRole('tab', { name: /^Open orders/ }).click()
    const row = rows.filter({ hasText: 'BTCUSDT_BTC/USDT' })
    await expect(row).toContainText('−150.0')
    await expect(row).toContainText('Live')
    await row.getByRole('button', { name: /^Amend/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Amend order' })
    await typeInto(dialog.getByLabel('Price', { exact: true }), '-140')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(row).toContainText('−140.0')
    await row.getByRole('button', { name: /^Cancel/ }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('a market order fills both legs, which name their spread', async () => {
    await form.getByRole('tab', { name: 'Market' }).click()
    await form.getByRole('button', { name: 'Buy spread' }).click()
    await account.getByRole('tab', { name: /^Trade history/ }).click()
    await expect(rows.filter({ hasText: 'Spread leg' }).filter({ hasText: 'of BTCUSDT_BTC/USDT' })).toHaveCount(2)
    await account.getByRole('tab', { name: /^Positions/ }).click()
    await expect(rows.filter({ hasText: 'BTCUSDT' })).toContainText('0.010 BTC')
  })

  await test.step('the chart shows both legs in a pane of their own; one that never ends has no yield', async () => {
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: 'Compare' })
    await dialog.getByRole('checkbox', { name: /^Both legs/ }).check()
    await expect(dialog.getByRole('region', { name: 'On the chart' })).toContainText('BTCUSDT · BTC/USDT')
    await expect(dialog.getByRole('checkbox', { name: /^Yield a year/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove BTCUSDT · BTC/USDT' }).click()
    await expect(page.getByRole('button', { name: 'Remove BTCUSDT · BTC/USDT' })).toHaveCount(0)
  })

  await test.step('the other side closes them', async () => {
    await form.getByRole('radio', { name: 'Sell spread' }).check()
    await form.getByRole('button', { name: 'Sell spread' }).click()
    await expect(rows.filter({ hasText: 'BTCUSDT' })).toHaveCount(0)
    // The perpetual was bought back in USDT, the pair's coins paid their fee themselves: half of 0.1 % of 0.01.
    await account.getByRole('tab', { name: /^Order history/ }).click()
    const sold = rows.filter({ hasText: 'BTCUSDT_BTC/USDT' }).filter({ hasText: 'Sell' }).first()
    await expect(sold).toContainText(/0\.000005\d* BTC/)
    await expect(sold).toContainText(/\d USDT/)
    // Held of the coin is 2 − 0.01 + 0.01 − 0.000005: longer than a lot, it stands apart from what the order changes.
    const held = form.getByRole('row', { name: /^BTC\/USDT \d\.\d{6} / })
    await expect(held).toBeVisible()
    await expectApart(held)
  })
  expect(complaints.lines()).toEqual([])
})

test('one-press trading is of contracts: with a pair and a spread nothing of it stands there, and a click in the book fills the ticket (issue 23.6) @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const book = page.getByRole('region', { name: 'Order book' })
  const disarm = page.getByRole('button', { name: 'Disarm' })
  await page.mouse.move(300, 300)
  await book.getByRole('button', { name: 'Clicks in the order book trade' }).click()
  await book.getByRole('switch', { name: 'One-press trading' }).click()
  await expect(disarm).toBeVisible()

  const pages = [
    { path: '/trade/spot/BTC/USDT', price: 'Price' },
    { path: '/trade/spread/BTCUSDT_BTC%2FUSDT', price: 'Price (A − B)' },
  ]
  for (const [at, { path, price }] of pages.entries()) {
    await test.step(path, async () => {
      // The first is gone to within the page, as it was armed; the other as a page of its own.
      if (at === 0) await page.getByRole('navigation').getByRole('link', { name: 'Spot' }).click()
      else await page.goto(`${exchange.origin}${path}`)
      await expect(page).toHaveURL(`${exchange.origin}${path}`)
      await expectFeed(page, 'live', 30_000)
      const field = ticket(page).getByLabel(price, { exact: true })
      await expect(field).not.toHaveValue('')
      await page.mouse.move(310, 300)
      // What a sign brings has come once the key to the ticket acts.
      await expect(async () => {
        await page.keyboard.press('t')
        await expect(ticket(page).locator(':focus')).toHaveCount(1, { timeout: 500 })
      }).toPass()
      await expect(page.getByRole('switch', { name: 'One-press trading' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Clicks in the order book trade' })).toHaveCount(0)
      await expect(disarm).toHaveCount(0)
      await typeInto(field, '1')
      const box = (await book.locator('canvas').boundingBox())!
      // The second bid, of rows of 18 px below the middle.
      await page.mouse.click(box.x + 40, box.y + box.height / 2 + 45)
      await expect(field).not.toHaveValue('1')
    })
  }
  expect(exchange.ledger().filter(({ command }) => command?.type === 'place')).toEqual([])
  expect(complaints.lines()).toEqual([])
})

test('at market the average of a spread and of its legs has a decimal more than a tick at most, and each figure its place, on a desk and on a phone @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await context.newPage()
  complaints.watch(page)
  await page.goto(`${exchange.origin}/trade/spread/BTCUSDT_BTC%2FUSDT`)
  await expectFeed(page, 'live', 30_000)
  const form = ticket(page)
  for (const width of [1440, 390]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 860 })
      if (width === 390) await page.getByRole('button', { name: 'Buy', exact: true }).click()
      await form.getByRole('tab', { name: 'Market' }).click()
      // More than the best level has: a mean of several levels.
      await typeInto(form.getByLabel('Quantity of each leg'), '1.371')
      await expect(form.getByRole('row', { name: /^Average price −?\d+\.\d{1,2}$/ })).toBeVisible()
      const prices = form.getByRole('table', { name: 'Leg prices' })
      for (const name of ['BTCUSDT', 'BTC/USDT']) {
        const row = prices.getByRole('row', { name })
        // A tick of 0.1.
        await expect(row.getByRole('cell').nth(1)).toHaveText(/^[\d,]+\.\d{1,2}$/)
        await expectApart(row)
      }
    })
  }
  expect(complaints.lines()).toEqual([])
})
