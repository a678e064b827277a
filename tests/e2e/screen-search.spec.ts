import { violations } from './lib/axe'
import { expect, expectFeed, openTrade, accountTest as test } from './lib/trading'

async function rowsOf(address: string): Promise<readonly unknown[]> {
  return ((await (await fetch(address)).json()) as { readonly result: { readonly list: unknown[] } }).result.list
}

test('a slash finds a market by keyboard alone, Escape gives the focus and the list back, and in the ticket it is text @ci', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  // A slash typed into the ticket stays the ticket's.
  const quantity = page.getByRole('region', { name: 'Order entry' }).getByLabel('Quantity', { exact: true })
  await quantity.focus()
  await page.keyboard.press('/')
  await expect(quantity).toBeFocused()
  await expect(quantity).toHaveValue('/')
  await quantity.blur()

  const field = page.getByRole('searchbox', { name: 'Search symbol' })
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await page.keyboard.type(' eth')
  await expect(page.getByRole('banner').getByRole('link', { name: /^ETHUSDT\s*Perp/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await expect(page.getByRole('banner').getByRole('link', { name: /ETHUSDT/ })).toHaveCount(0)
  await page.keyboard.type('sol')
  await expect(page.getByRole('banner').getByRole('link', { name: /^SOLUSDT\s*Perp/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/trade\/usdt\/SOLUSDT$/)
  expect(loads, 'within a trade type').toBe(0)

  // The name of the market opens the same, with lists by kind; look-alikes say what they are settled in.
  await page.getByRole('button', { name: 'Choose a market' }).press('Enter')
  const choose = page.getByRole('dialog', { name: 'Choose a market' })
  await expect(choose.getByRole('searchbox')).toBeFocused()
  await expect(choose.getByRole('link').first()).toHaveText(/^SOLUSDT\s*Perp/)

  // What an order here has to keep to, and the tiers of risk, as the exchange's lists say them.
  await choose.getByRole('button', { name: 'Trading rules of SOLUSDT' }).press('Enter')
  const rules = page.getByRole('dialog', { name: 'Trading rules of SOLUSDT' })
  const [listed] = await rowsOf(`${exchange.origin}/v5/market/instruments-info?category=linear&symbol=SOLUSDT`)
  const { lotSizeFilter } = listed as { readonly lotSizeFilter: Readonly<Record<string, string>> }
  const { minOrderQty, maxMktOrderQty } = lotSizeFilter
  const bounds = rules.getByRole('region', { name: 'Quantity' })
  await expect(bounds).toContainText(`${minOrderQty} SOL`)
  await expect(bounds).toContainText(`${Number(maxMktOrderQty).toLocaleString('en')}.0 SOL`)
  const tiers = await rowsOf(`${exchange.origin}/v5/market/risk-limit?category=linear&symbol=SOLUSDT`)
  await expect(rules.getByRole('table', { name: 'Risk tiers' }).getByRole('row')).toHaveCount(tiers.length + 1)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Choose a market' }).press('Enter')
  await expect(choose.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('btc')
  await expect(choose.getByRole('link', { name: /^BTCPERP\s*Perp, in USDC/ })).toBeVisible()
  await choose.getByRole('button', { name: 'Inverse', exact: true }).click()
  await expect(choose.getByRole('link')).toHaveCount(1)
  await choose.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/trade\/inverse\/BTCUSD$/)
  await expect(choose).toHaveCount(0)
  await expect.poll(() => loads, { message: 'to another trade type' }).toBe(1)

  // USDC perpetuals and futures share a page (spec §2).
  for (const [name, address, expected] of [
    ['BTCPERP', /\/trade\/futures\/usdc\/BTCPERP$/, 2],
    ['BTC-', /\/trade\/futures\/usdc\/BTC-\d+[A-Z]+\d+$/, 2],
  ] as const) {
    // Dialogs do not outlive the account that they were opened for: a page that has just begun is told which that is.
    await expectFeed(page, 'live', 20_000)
    await expect(page.getByRole('banner').getByRole('button', { name: /^Paper/ })).toBeVisible()
    await page.getByRole('button', { name: 'Choose a market' }).press('Enter')
    await expect(choose.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(name)
    await choose
      .getByRole('link', { name: new RegExp(`^${name}.*USDC`) })
      .first()
      .click()
    await expect(page).toHaveURL(address)
    await expect(choose).toHaveCount(0)
    await expect.poll(() => loads).toBe(expected)
  }
})

test('a press in the list of markets is for the market that its hand saw, and one that was let go elsewhere is for none (issue 22.7) @ci', async ({
  context,
  exchange,
}) => {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/markets`)
  const list = page.getByRole('table', { name: 'Markets' })
  const rows = list.locator('tbody tr[data-symbol]')
  await list.getByRole('button', { name: '24h change' }).click()
  await page.mouse.move(700, 20)
  // The star at a place that has just changed hands is pressed at once, by the page: a test is slower than a hand.
  const { stood, stands } = await list.evaluate(
    (table) =>
      new Promise<{ stood: string; stands: string }>((done) => {
        const order = () => [...table.querySelectorAll<HTMLElement>('tbody tr[data-symbol]')]
        let before = order().map((row) => row.dataset['symbol'] ?? '')
        const look = (): void => {
          const now = order()
          const at = now.findIndex((row, place) => place < 12 && before[place] !== row.dataset['symbol'])
          const star = now[at]?.querySelector('[data-action="favourite"]')
          if (star == null) {
            before = now.map((row) => row.dataset['symbol'] ?? '')
            requestAnimationFrame(look)
            return
          }
          star.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }))
          star.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
          done({ stood: before[at] ?? '', stands: now[at]?.dataset['symbol'] ?? '' })
        }
        requestAnimationFrame(look)
      }),
  )
  const star = (symbol: string) => list.getByRole('button', { name: `Favourite ${symbol}`, exact: true })
  await expect(star(stood)).toHaveAttribute('aria-pressed', 'true')
  await expect(star(stands)).toHaveAttribute('aria-pressed', 'false')

  const symbol = (await rows.nth(1).getAttribute('data-symbol')) ?? ''
  const other = list.getByRole('link', { name: symbol, exact: true })
  const href = (await other.getAttribute('href')) ?? ''
  await rows.nth(0).getByRole('link').hover()
  await page.mouse.down()
  await page.mouse.move(700, 20)
  await page.mouse.up()
  await other.press('Enter')
  await expect(page).toHaveURL(exchange.origin + href)
})
