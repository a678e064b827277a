import { expect, expectFeed, accountTest as test, ticket } from './lib/trading'

const MARKUP = '<img src=x onerror="window.canary=1">'

test('hostile text: in addresses, in the browser’s stores, in fields (reliability.md X1, X3, N5, D7)', async ({
  context,
  exchange,
  complaints,
}) => {
  await context.addInitScript((markup) => {
    for (const key of ['BYBIT_THEME_KEY', 'BYBIT_LANG_KEY', 'SLIPPAGE_DATA', 'feature.tp.sl.first'])
      localStorage.setItem(key, markup)
    sessionStorage.setItem(
      'halyard.ticket.BTCUSDT',
      JSON.stringify({ type: markup, priceText: markup, qtyText: '__proto__', percent: 1e99, priceTouched: true }),
    )
  }, MARKUP)
  const page = await context.newPage()
  complaints.watch(page)
  await test.step('addresses with markup or keys of an object’s prototype are ordinary unknown symbols', async () => {
    for (const [symbol, shown] of [
      ['__proto__', '__proto__'],
      ['constructor', 'constructor'],
      ['toString', 'toString'],
      // Of an address everything but letters, digits and a few signs is shown percent-encoded.
      ['<marquee>', '%3Cmarquee%3E'],
    ] as const) {
      await page.goto(`${exchange.origin}/trade/usdt/${encodeURIComponent(symbol)}?ref=${encodeURIComponent(MARKUP)}`)
      await expect(page.getByRole('heading', { name: `${shown} is not traded here`, exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Markets' })).toBeVisible()
      expect(await page.evaluate(() => 'canary' in window)).toBe(false)
      await expect(page.locator('marquee')).toHaveCount(0)
    }
  })
  await test.step('what stands in the browser’s stores is read as text or not at all', async () => {
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await expectFeed(page, 'live', 10_000)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('html')).toHaveAttribute('data-theme', /^(dark|light)$/)
    await ticket(page).getByRole('button', { name: 'Buy / Long' }).click()
    expect(await page.evaluate(() => 'canary' in window)).toBe(false)
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toEqual([])
  })
  await test.step('text that is no number stays text, says so, and is never sent (decisions 40)', async () => {
    const form = ticket(page)
    for (const name of ['Price', 'Quantity']) {
      const field = form.getByLabel(name, { exact: true })
      for (const [typed, shown] of [
        ['NaN', 'NaN'],
        ['Infinity', 'Infinity'],
        ['1e-7', '1e-7'],
        ['٣٤', '34'],
        ['1,000', '1,000'],
        [MARKUP, MARKUP],
        ['．5', '0.5'],
        ['.5', '0.5'],
        ['12．25', '12.25'],
        // What is cut says so, and thereby is no number: never another number than the one that was typed.
        ['9'.repeat(400), `${'9'.repeat(63)}…`],
      ] as const) {
        await field.fill('')
        await field.focus()
        await page.keyboard.insertText(typed)
        await expect(field, `${name}: ${typed.slice(0, 20)}`).toHaveValue(shown)
        if (/^[\d.]{1,40}$/.test(shown)) continue
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await form.getByRole('button', { name: 'Buy / Long' }).click()
        await expect(field).toHaveValue(shown)
      }
    }
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toEqual([])
  })
  expect(complaints.lines()).toEqual([])
})
