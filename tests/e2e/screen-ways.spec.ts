import { ask } from './lib/full-account'
import { expect, expectFeed, lastPrice, openTrade, press, showTable, accountTest as test, ticket } from './lib/trading'

test('ways lead to the contract of the tab, from every page and from addresses that nobody has (issue 19.7) @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange, 'ETHUSDT')
  await test.step('"Derivatives", the logo and the phone’s "Trade" lead to the contract of this tab, else of the browser', async () => {
    await page.getByRole('link', { name: 'Markets' }).click()
    await page.getByRole('link', { name: 'Derivatives' }).click()
    await expect(page).toHaveURL(/\/trade\/usdt\/ETHUSDT$/)
    await page.goto(`${exchange.origin}/settings`)
    await page.getByRole('link', { name: 'Halyard' }).click()
    await expect(page).toHaveURL(/\/trade\/usdt\/ETHUSDT$/)

    // Another tab has its own; a new one begins with what the browser saw last, at the bare address too.
    await openTrade(context, exchange, 'SOLUSDT')
    await page.goto(`${exchange.origin}/markets`)
    await expect(page.getByRole('link', { name: 'Derivatives' })).toHaveAttribute('href', '/trade/usdt/ETHUSDT')
    const third = await context.newPage()
    await third.setViewportSize({ width: 390, height: 844 })
    await third.goto(`${exchange.origin}/assets`)
    await third.getByRole('link', { name: 'Trade', exact: true }).click()
    await expect(third).toHaveURL(/\/trade\/usdt\/SOLUSDT$/)
    const fourth = await context.newPage()
    await fourth.goto(exchange.origin)
    await expect(fourth).toHaveURL(/\/trade\/usdt\/SOLUSDT$/)
    for (const other of context.pages()) if (other !== page) await other.close()
  })
  await test.step('an address that nobody has is a page of the app, which names it and leads back', async () => {
    for (const { path, heading, address } of [
      // Two letters in front would be a language.
      { path: '/nowhere/at/all', heading: 'There is no page at this address', address: '/nowhere/at/all' },
      { path: '/trade/nowhere/X', heading: 'There is no page at this address', address: '/trade/nowhere/X' },
      { path: '/trade/usdt/NOPEUSDT', heading: 'NOPEUSDT is not traded here', address: '/trade/usdt/NOPEUSDT' },
      {
        path: '/trade/usdt/x%E2%80%AEy',
        heading: 'x%E2%80%AEy is not traded here',
        address: '/trade/usdt/x%E2%80%AEy',
      },
    ]) {
      await page.goto(`${exchange.origin}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText(address, { exact: true })).toBeVisible()
      await expect(page).toHaveTitle(`${heading} · Halyard`)
      const ways = page.getByRole('navigation', { name: 'Other pages' })
      await expect(ways.getByRole('link', { name: 'Markets' })).toHaveAttribute('href', '/markets')
      await expect(ways.getByRole('link', { name: 'Back to ETHUSDT' })).toHaveAttribute('href', '/trade/usdt/ETHUSDT')
    }
    // The title of a market that is not there never comes back over it.
    await page.waitForTimeout(2_500)
    await expect(page).toHaveTitle(/is not traded here · Halyard$/)
    await page.getByRole('link', { name: 'Back to ETHUSDT' }).click()
    await expectFeed(page, 'live', 30_000)
  })
})

test('whatever goes leaves the focus beside it (issue 19.7) @long', async ({ context, exchange }) => {
  // Of three tests, which wait for guards to pass again and again.
  test.setTimeout(240_000)
  const page = await openTrade(context, exchange)
  await test.step('when a row goes the focus is on the same button of the next one, else of the one before, else on the panel', async () => {
    const last = await lastPrice(exchange)
    for (const share of [0.97, 0.96, 0.95])
      await press(page, { side: 'Buy / Long', price: (last * share).toFixed(1), qty: '0.001' })
    const region = await showTable(page, 'Open orders')
    const rows = region.locator('tr[data-order-state="live"]')
    await expect(rows).toHaveCount(3)
    const cancels = rows.getByRole('button', { name: 'Cancel', exact: true })
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-id')))
    const cancelOf = (id: string | null | undefined) =>
      region.locator(`tr[data-order-id="${id}"]`).getByRole('button', { name: 'Cancel', exact: true })

    await cancels.nth(1).focus()
    // A press that follows at once was meant for the row that went, too. A test is slower than that: the page presses.
    await region.evaluate((list) => {
      const isKeptOff = new Promise<boolean>((done) => {
        list.addEventListener(
          'focusin',
          ({ target }) => {
            const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
            done(target?.dispatchEvent(key) === false)
          },
          { once: true },
        )
      })
      Object.assign(globalThis, { isKeptOff })
    })
    await page.keyboard.down('Enter')
    await expect(rows).toHaveCount(2)
    await expect(cancelOf(ids[2])).toBeFocused()
    expect(await page.evaluate(() => (globalThis as unknown as { isKeptOff: Promise<boolean> }).isKeptOff)).toBe(true)
    // And so is the key that is still down.
    for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.waitForTimeout(700)
    await expect(rows).toHaveCount(2)

    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(cancelOf(ids[0])).toBeFocused()
    await page.waitForTimeout(700)
    await page.keyboard.press('Space')
    await expect(rows).toHaveCount(0)
    await expect(region.getByRole('tabpanel')).toBeFocused()
  })
  await test.step('a position that was closed from its dialog leaves the focus on the panel', async () => {
    await press(page, { side: 'Buy / Long', price: null, qty: '0.010' })
    const region = await showTable(page, 'Positions')
    const row = region.locator('tr[data-symbol="BTCUSDT"]')
    await row.getByRole('button', { name: 'Close market' }).press('Enter')
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close 0.010 BTC' })
    await expect(close).toBeEnabled()
    await close.press('Enter')
    await expect(row).toHaveCount(0)
    await expect(region.getByRole('tabpanel')).toBeFocused()
  })
  await test.step('what was cancelled on the chart, stopped or taken from a set leaves the focus beside it', async () => {
    const last = await lastPrice(exchange)
    const at = (share: number) => (last * share).toFixed(1)
    const dialog = page.getByRole('dialog')
    for (const share of [0.998, 0.997]) await press(page, { side: 'Buy / Long', price: at(share), qty: '0.010' })
    const chart = page.getByRole('region', { name: 'Chart' })
    const cancels = chart.getByRole('button', { name: /^Cancel: Buy limit 0\.010 at/ })
    await expect(cancels).toHaveCount(2)
    for (const left of [1, 0]) {
      await cancels.first().focus()
      await page.keyboard.press('Enter')
      const yes = dialog.getByRole('button', { name: 'Cancel order' })
      await expect(yes).toBeEnabled()
      await yes.press('Enter')
      await expect(cancels).toHaveCount(left)
      if (left === 1) await expect(cancels).toBeFocused()
      else expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
      await page.waitForTimeout(700)
    }

    const form = ticket(page)
    const region = page.getByRole('region', { name: 'Positions and orders' })
    await form.getByRole('tab', { name: 'Limit', exact: true }).focus()
    await page.keyboard.press('End')
    await expect(form.getByRole('radio', { name: 'TWAP' })).toBeChecked()
    await form.getByLabel('Interval').selectOption('120')
    for (const running of [1, 2]) {
      await form.getByLabel('Quantity', { exact: true }).fill('0.05')
      await form.getByRole('button', { name: 'Buy / Long' }).press('Enter')
      await region.getByRole('tab', { name: 'Strategies' }).click()
      await expect(region.locator('tr[data-strategy-state="running"]')).toHaveCount(running)
      // A second press right behind the first is taken for the same one.
      await page.waitForTimeout(1_000)
    }
    const stops = region.getByRole('button', { name: 'Stop', exact: true })
    await stops.first().focus()
    await page.keyboard.press('Enter')
    await expect(stops).toHaveCount(1)
    await expect(stops).toBeFocused()
    await page.waitForTimeout(700)
    await page.keyboard.press('Enter')
    await expect(stops).toHaveCount(0)
    await expect(region.getByRole('tabpanel')).toBeFocused()

    // Two sets of what the strategies have bought.
    for (const share of [1.03, 1.04])
      await ask(page, '/v5/position/trading-stop', {
        category: 'linear',
        symbol: 'BTCUSDT',
        positionIdx: 0,
        tpslMode: 'Partial',
        takeProfit: at(share),
        tpSize: '0.005',
      })
    await showTable(page, 'Positions')
    await region.locator('tr[data-symbol="BTCUSDT"]').getByRole('button', { name: 'TP/SL' }).click()
    const sets = dialog.getByRole('listitem')
    await expect(sets).toHaveCount(2)
    const takeAway = dialog.getByRole('button', { name: 'Cancel', exact: true })
    for (const left of [1, 0]) {
      await takeAway.first().focus()
      await page.waitForTimeout(700)
      await page.keyboard.press('Enter')
      await expect(sets).toHaveCount(left)
      if (left === 1) await expect(takeAway).toBeFocused()
      else
        expect(
          await page.evaluate(
            () => document.activeElement?.closest('dialog') != null && document.activeElement?.tagName,
          ),
        ).toBe('DIV')
    }
  })
})

const SIZES = [
  [1440, 900],
  [1280, 800],
  [844, 390],
  [390, 844],
] as const

test('with TP/SL open the buttons are in the window and the fields show their numbers whole, from desk to phone (issue 19.6) @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const last = await lastPrice(exchange)
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    // The ticket as it is first drawn at this size.
    await page.reload()
    await expectFeed(page, 'live', 10_000)
    // The page of the former width stays until the other one has come.
    if (width === 390) await page.getByRole('tab', { name: 'Chart' }).waitFor()
    if (width === 390) await page.getByRole('button', { name: 'Buy / Long' }).click()
    const form = ticket(page)
    await form.getByLabel('Price', { exact: true }).fill((last * 0.99).toFixed(1))
    await form.getByLabel('Quantity', { exact: true }).fill('0.123')
    await form.getByRole('checkbox', { name: 'TP/SL' }).check()
    await form.getByRole('radio', { name: 'Partial' }).check({ force: true })
    await form.getByLabel('Take profit ROI (%)').fill('190.15')
    const fields = await form
      .getByRole('textbox')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.clientWidth < 60).length)
    expect(fields, `${width}`).toBe(0)
    expect(await page.evaluate(() => scrollY), `${width}`).toBe(0)
    for (const button of await form.getByRole('button', { name: /^(?:Buy|Sell) \// }).all()) {
      await expect(button, `${width}`).toBeInViewport({ ratio: 1 })
      // Nothing stands over it.
      await button.click({ trial: true })
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, `${width}`).toBeLessThanOrEqual(0)
  }
})
