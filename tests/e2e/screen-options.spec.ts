import { violations } from './lib/axe'
import { expect, expectFeed, test, ticket, typeInto } from './lib/trading'

test.use({ exchangeEnv: { HALYARD_MARKETS: 'all' }, hasServiceWorker: false })

test('an option is found on the board and traded: by price, by volatility, amended by volatility, filled and closed', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await context.newPage()
  complaints.watch(page)
  await test.step('the page of markets says how many a text finds, and Enter opens the first', async () => {
    await page.goto(`${exchange.origin}/markets`)
    const markets = page.getByRole('region', { name: 'Markets' })
    const tab = markets.getByRole('tab', { name: 'Options', exact: true })
    await expect(tab).toHaveText(/^Options\d{3}/, { timeout: 30_000 })
    const search = markets.getByRole('searchbox')
    await search.fill('btc-2')
    await markets.getByRole('button', { name: /^Options \d+$/ }).click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    const first = markets.getByRole('tabpanel', { name: 'Options' }).getByRole('link').first()
    const symbol = ((await first.textContent()) ?? '').trim()
    expect(symbol).toMatch(/^BTC-2.*-[CP]/)
    // By coin, by side, marked, and in the order of any column.
    const panel = markets.getByRole('tabpanel', { name: 'Options' })
    const table = panel.getByRole('table', { name: 'Options' })
    await panel.getByRole('radiogroup', { name: 'Calls or puts' }).getByText('Puts').click()
    await expect(first).toHaveText(/-P(-USDT)?$/)
    await table.getByRole('button', { name: 'Mark price' }).click()
    await expect(table.getByRole('columnheader', { name: /Mark price/ })).toHaveAttribute('aria-sort', 'descending')
    await expect(first).toHaveText(/^BTC-2.*-P(-USDT)?$/)
    await panel
      .getByRole('button', { name: /^Favourite/ })
      .first()
      .click()
    await panel.getByText(/^Favourites/).click()
    await expect(panel.getByRole('link')).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    await panel.getByText(/^All\d/).click()
    await panel.getByRole('radiogroup', { name: 'Calls or puts' }).getByText('All', { exact: true }).click()
    await table.getByRole('button', { name: 'Market' }).click()
    await expect(first).toHaveText(symbol)
    // Nothing is read of the list for ten seconds: what moves in less flows.
    const marks = () => table.locator('tbody tr[data-symbol] td:nth-child(3)').allTextContents()
    const before = await marks()
    await expect
      .poll(async () => (await marks()).filter((text, at) => text !== before[at]).length, { timeout: 8_000 })
      .toBeGreaterThan(0)
    await search.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/trade/option/.*${symbol}$`))
  })

  await page.goto(`${exchange.origin}/trade/option/usdt/BTC`)
  const form = ticket(page)
  const account = page.getByRole('region', { name: 'Positions and orders' })
  const open = account.getByRole('tab', { name: /^Open orders/ })
  const row = account.getByRole('row', { name: /^BTC-\S+-C-USDT Buy/ })
  const buy = form.getByRole('button', { name: /^Buy option/ })
  const qty = form.getByLabel('Quantity', { exact: true })

  await test.step('on a narrow desk, as an installed app opens, the header is whole and no number lies over another', async () => {
    const wide = page.viewportSize()!
    await page.setViewportSize({ width: 780, height: 580 })
    await page.reload()
    await expect(page.getByRole('rowheader').first()).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
    // The quotes of both sides are beside the strikes, and a number that its cell has no room for would reach out of it.
    await expect(page.getByRole('columnheader', { name: 'Strike' }).last()).toBeInViewport({ ratio: 1 })
    for (const side of [0, 1])
      await expect(page.getByRole('columnheader', { name: 'Ask', exact: true }).nth(side)).toBeInViewport({ ratio: 1 })
    const crowded = await page
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
      )
    expect(crowded).toEqual([])
    await page.setViewportSize(wide)
  })

  await test.step('the board leads to a contract of another expiry', async () => {
    const expiries = page.getByRole('tablist', { name: 'Expiry' }).getByRole('tab')
    await expiries.nth(1).click({ timeout: 30_000 })
    const strike = page.getByRole('columnheader', { name: 'Strike' }).last()
    const under = page.getByRole('rowheader').first()
    const [head, cell] = [await strike.boundingBox(), await under.boundingBox()]
    expect([head!.x, head!.width]).toEqual([cell!.x, cell!.width])
    const calls = page.getByRole('link', { name: /-C-USDT / })
    await calls.nth(Math.floor((await calls.count()) / 2)).click()
    await expect(page).toHaveURL(/-C-USDT$/)
    await expectFeed(page, 'live', 30_000)
  })

  await test.step('its header has the time that is left, and its chart what the model gives', async () => {
    const header = page.getByRole('region', { name: /^BTC-\S+-C-USDT/ }).first()
    await expect(header.locator('[data-figure="delivery"]')).toBeInViewport({ ratio: 1 })
    await expect(header.locator('[data-figure="interest"]')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Bars: model price at the volatility of now')).toBeVisible({ timeout: 15_000 })
  })

  await test.step('an order by volatility rests, says it, and is amended by volatility', async () => {
    await form.getByRole('radio', { name: 'Volatility' }).check()
    await typeInto(form.getByRole('textbox', { name: 'Implied volatility (IV)' }), '20')
    await typeInto(qty, '0.1')
    await buy.click()
    // Far below the mark (decisions 45), so it is asked about: with what it costs.
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(question).toContainText('Implied volatility (IV)')
    await expect(question).toContainText('Premium')
    await question.getByRole('button', { name: /^Buy 0\.10/ }).click()
    await open.click()
    await expect(row).toContainText('IV 20.00%')
    await row.getByRole('button', { name: /^Amend/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Amend order' })
    await typeInto(dialog.getByRole('textbox', { name: 'Implied volatility (IV)' }), '21.5')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: /^Amend to 0\.10/ }).click()
    await expect(row).toContainText('IV 21.50%')
    await row.getByRole('button', { name: /^Cancel/ }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('an order by price fills at the offer, and the position closes at the market', async () => {
    await form.getByRole('radio', { name: 'Price' }).check()
    await typeInto(qty, '0.1')
    await form.getByRole('button', { name: /^Ask / }).click()
    // The offer may rise by a step or two until the press has come to the exchange.
    for (let i = 0; i < 4; i++) await form.getByRole('textbox', { name: 'Price', exact: true }).press('ArrowUp')
    await buy.click()
    await account.getByRole('tab', { name: /^Positions/ }).click()
    const position = account.getByRole('row', { name: /^BTC-\S+-C-USDT/ })
    await expect(position).toContainText('0.10')
    await expect(page.getByRole('button', { name: 'Close at market: Long 0.10' })).toBeAttached()
    await position.getByRole('button', { name: 'Close market' }).click()
    await page
      .getByRole('dialog', { name: 'Close at market' })
      .getByRole('button', { name: /^Close/ })
      .click()
    await expect(position).toHaveCount(0)
  })
  expect(complaints.lines()).toEqual([])
})
